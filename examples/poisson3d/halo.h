/* halo.h - exchange of the outermost points with the six neighbours
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef HALO_H
#define HALO_H

#include "domain.h"
#include "field.h"

typedef struct {
  MPI_Datatype face[3]; /* the points of one face across x, y, z */
} Halo;

void halo_create(Halo *halo, const Domain *domain);
void halo_free(Halo *halo);

/* Fills the halo points of `field`. At the walls they keep their value, zero. */
void halo_exchange(const Halo *halo, const Domain *domain, Field *field);

/* How often this rank has exchanged halos, and how many bytes it has sent in them. */
long halo_exchanges(void);
double halo_bytes_sent(void);

#endif
