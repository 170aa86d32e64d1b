/* SPDX-License-Identifier: Apache-2.0 */
#include "maquette/abi/private_data.h"
#include "maquette/abi/skeleton.h"
