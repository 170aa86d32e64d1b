/* test/corpora/support/corpus.h - what a test calls where it starts, fails and ends. Included before everything. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CORPUS_H
#define CORPUS_H

#ifdef __cplusplus
extern "C" {
#endif
void corpus_start(int *argc, char ***argv);
void corpus_abort(void) __attribute__((noreturn));
void corpus_exit(int status) __attribute__((noreturn));
#ifdef __cplusplus
}
#endif
#define __builtin_abort corpus_abort

#endif
