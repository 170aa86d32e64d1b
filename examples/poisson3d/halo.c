/* halo.c - halo exchange with derived datatypes and nonblocking messages
 * SPDX-License-Identifier: Apache-2.0
 */
#include "halo.h"

#include "timers.h"

static long exchange_count = 0;
static double bytes_sent = 0.0;

/* Faces leave out edges and corners: the stencil does not read them. */
void halo_create(Halo *halo, const Domain *domain) {
  const int nx = domain->size[0], ny = domain->size[1], nz = domain->size[2];
  const int row = nx + 2, plane = row * (ny + 2);

  /* Across x: nz columns of ny single points each. */
  MPI_Datatype column;
  MPI_Type_vector(ny, 1, row, MPI_DOUBLE, &column);
  MPI_Type_create_hvector(nz, 1, (MPI_Aint)plane * (MPI_Aint)sizeof(double), column, &halo->face[0]);
  MPI_Type_free(&column);

  /* Across y: nz rows, one in each plane. Across z: ny rows of one plane. */
  MPI_Type_vector(nz, nx, plane, MPI_DOUBLE, &halo->face[1]);
  MPI_Type_vector(ny, nx, row, MPI_DOUBLE, &halo->face[2]);

  for (int d = 0; d < 3; d++)
    MPI_Type_commit(&halo->face[d]);
}

void halo_free(Halo *halo) {
  for (int d = 0; d < 3; d++)
    MPI_Type_free(&halo->face[d]);
}

/* First point of the face in direction d, `plane` being the index across it. */
static double *face_start(Field *field, int d, int plane) {
  int index[3] = {1, 1, 1};
  index[d] = plane;
  return &field->data[at(field, index[0], index[1], index[2])];
}

void halo_exchange(const Halo *halo, const Domain *domain, Field *field) {
  MPI_Request requests[12];
  MPI_Status statuses[12];
  int count = 0;
  double start = MPI_Wtime();

  for (int d = 0; d < 3; d++) {
    for (int side = LOW; side <= HIGH; side++) {
      int plane = side == LOW ? 0 : domain->size[d] + 1;
      int tag = 2 * d + (1 - side); /* named after the side it was sent from */
      MPI_Irecv(face_start(field, d, plane), 1, halo->face[d], domain->neighbor[d][side], tag, domain->comm,
                &requests[count++]);
    }
  }
  for (int d = 0; d < 3; d++) {
    for (int side = LOW; side <= HIGH; side++) {
      int plane = side == LOW ? 1 : domain->size[d];
      int tag = 2 * d + side;
      MPI_Isend(face_start(field, d, plane), 1, halo->face[d], domain->neighbor[d][side], tag, domain->comm,
                &requests[count++]);
      if (domain->neighbor[d][side] != MPI_PROC_NULL) {
        int bytes;
        MPI_Type_size(halo->face[d], &bytes);
        bytes_sent += bytes;
      }
    }
  }
  MPI_Waitall(count, requests, statuses);

  exchange_count++;
  timers.halo += MPI_Wtime() - start;
}

long halo_exchanges(void) {
  return exchange_count;
}

double halo_bytes_sent(void) {
  return bytes_sent;
}
