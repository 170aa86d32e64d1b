/* parameters.c - command line and parameter file
 * SPDX-License-Identifier: Apache-2.0
 */
#include "parameters.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set_defaults(Parameters *p) {
  p->local_size[0] = p->local_size[1] = p->local_size[2] = 32;
  p->max_iterations = 200;
  p->tolerance = 1e-6;
  p->output_every = 25;
  p->verbose = 0;
}

static void print_usage(const char *program) {
  printf("usage: %s [options]\n"
         "Solves the Poisson equation on the unit cube by conjugate gradients.\n"
         "  -n NX NY NZ        grid points per rank (32 32 32)\n"
         "  --iterations N     most iterations of the solver (200)\n"
         "  --tolerance T      relative residual to reach (1e-6)\n"
         "  --output-every N   iterations between two reports (25; 0: none)\n"
         "  --input FILE       read 'name = value' lines first\n"
         "  --verbose          print timings of each part\n"
         "  --help             this text\n",
         program);
}

/* Both return 0 when the text is not a number of its kind. */
static int to_int(const char *text, int *value) {
  char *end;
  errno = 0;
  long number = strtol(text, &end, 10);
  if (end == text || *end != '\0' || errno != 0 || number < -2147483647L || number > 2147483647L)
    return 0;
  *value = (int)number;
  return 1;
}

static int to_double(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  return end != text && *end == '\0';
}

static int set_by_name(Parameters *p, const char *name, const char *value) {
  if (strcmp(name, "nx") == 0)
    return to_int(value, &p->local_size[0]);
  if (strcmp(name, "ny") == 0)
    return to_int(value, &p->local_size[1]);
  if (strcmp(name, "nz") == 0)
    return to_int(value, &p->local_size[2]);
  if (strcmp(name, "iterations") == 0)
    return to_int(value, &p->max_iterations);
  if (strcmp(name, "tolerance") == 0)
    return to_double(value, &p->tolerance);
  if (strcmp(name, "output_every") == 0)
    return to_int(value, &p->output_every);
  return 0;
}

/* Lines of the form "name = value"; '#' starts a comment. */
static int read_file(const char *file_name, Parameters *p) {
  FILE *file = fopen(file_name, "r");
  if (file == NULL) {
    fprintf(stderr, "poisson3d: cannot open %s: %s\n", file_name, strerror(errno));
    return PARAMETERS_BAD;
  }
  char line[256], name[64], value[64];
  int line_number = 0, status = PARAMETERS_OK;
  while (fgets(line, sizeof line, file) != NULL) {
    line_number++;
    char *comment = strchr(line, '#');
    if (comment != NULL)
      *comment = '\0';
    int fields = sscanf(line, " %63[a-z_] = %63s", name, value);
    if (fields <= 0 && line[strspn(line, " \t\r\n")] == '\0')
      continue;
    if (fields != 2 || !set_by_name(p, name, value)) {
      fprintf(stderr, "poisson3d: %s:%d: expected 'name = value' with a known name\n", file_name, line_number);
      status = PARAMETERS_BAD;
      break;
    }
  }
  fclose(file);
  return status;
}

static int read_command_line(int argc, char **argv, Parameters *p) {
  for (int i = 1; i < argc; i++) {
    const char *option = argv[i];
    int left = argc - i - 1, good = 0;
    if (strcmp(option, "--help") == 0 || strcmp(option, "-h") == 0)
      return PARAMETERS_HELP;
    if (strcmp(option, "--verbose") == 0) {
      p->verbose = 1;
      good = 1;
    } else if (strcmp(option, "-n") == 0 && left >= 3) {
      good = to_int(argv[i + 1], &p->local_size[0]) && to_int(argv[i + 2], &p->local_size[1]) &&
             to_int(argv[i + 3], &p->local_size[2]);
      i += 3;
    } else if (strcmp(option, "--iterations") == 0 && left >= 1) {
      good = to_int(argv[++i], &p->max_iterations);
    } else if (strcmp(option, "--tolerance") == 0 && left >= 1) {
      good = to_double(argv[++i], &p->tolerance);
    } else if (strcmp(option, "--output-every") == 0 && left >= 1) {
      good = to_int(argv[++i], &p->output_every);
    } else if (strcmp(option, "--input") == 0 && left >= 1) {
      if (read_file(argv[++i], p) != PARAMETERS_OK)
        return PARAMETERS_BAD;
      good = 1;
    }
    if (!good) {
      fprintf(stderr, "poisson3d: cannot understand '%s', or what follows it; try --help\n", option);
      return PARAMETERS_BAD;
    }
  }
  return PARAMETERS_OK;
}

static int check(const Parameters *p) {
  for (int d = 0; d < 3; d++) {
    if (p->local_size[d] < 1) {
      fprintf(stderr, "poisson3d: a rank needs at least one grid point in each direction, not %d\n", p->local_size[d]);
      return PARAMETERS_BAD;
    }
  }
  if (p->max_iterations < 0 || p->tolerance <= 0.0 || p->output_every < 0) {
    fprintf(stderr, "poisson3d: iterations and output_every may not be negative, tolerance must be positive\n");
    return PARAMETERS_BAD;
  }
  return PARAMETERS_OK;
}

int parameters_read(int argc, char **argv, MPI_Comm comm, Parameters *parameters) {
  int rank, status = PARAMETERS_OK;
  MPI_Comm_rank(comm, &rank);
  if (rank == 0) {
    set_defaults(parameters);
    status = read_command_line(argc, argv, parameters);
    if (status == PARAMETERS_OK)
      status = check(parameters);
    if (status == PARAMETERS_HELP)
      print_usage(argv[0]);
  }
  MPI_Bcast(&status, 1, MPI_INT, 0, comm);
  if (status == PARAMETERS_OK)
    MPI_Bcast(parameters, (int)sizeof *parameters, MPI_BYTE, 0, comm);
  return status;
}

void parameters_print(const Parameters *p) {
  printf("grid per rank  %d x %d x %d\n", p->local_size[0], p->local_size[1], p->local_size[2]);
  printf("stop           at residual %g or after %d iterations\n", p->tolerance, p->max_iterations);
}
