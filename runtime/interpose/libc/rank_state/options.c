/* runtime/interpose/libc/rank_state/options.c - getopt(), getopt_long(), getopt_long_only() with a state per rank
 * SPDX-License-Identifier: Apache-2.0
 */
/** \file
 * The C library keeps how far a process has read its arguments in variables of its own, which all ranks of a simulation
 * share. This file is compiled like a program of the user, so its variables are private per rank, and linked into
 * programs that use it. Behaviour  as the GNU C library documents it: arguments that are no options are moved behind
 * the options, unless the short options begin with '+' (stop there) or '-' (hand them out as option 1); a ':' next
 * silences messages. Source     man 3 getopt; the texts of the messages are those of the GNU C library, which scripts
 * compare.
 */
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A program may define some of these itself. */
#pragma weak optarg
#pragma weak optind
#pragma weak opterr
#pragma weak optopt
#pragma weak getopt
#pragma weak getopt_long
#pragma weak getopt_long_only

char *optarg;
int optind = 1, opterr = 1, optopt = '?';

/** What is being read: an argument like -abc is handed out letter by letter. */
static const char *rest_of_argument;
/** Arguments [skipped_begin, skipped_end) are no options. They are moved behind the options that follow them by the
 * next call, so that optind always tells where reading stands. */
static int skipped_begin = 1, skipped_end = 1;
/** What optopt becomes at each call: the last option that was wrong. */
static int wrong_option;

typedef struct {
  char **arguments;
  int count;
  const char *letters; /**< Behind '+', '-' and ':'. */
  int in_order, stops, silent;
  const struct option *words; /**< NULL: none. */
  int *word_index;
  int one_dash; /**< -word is tried before -w -o -r -d. */
} Request;

static int isOption(const char *argument) { return argument[0] == '-' && argument[1] != '\0'; }

static void reverse(char **begin, char **end) {
  for (; begin < --end; ++begin) {
    char *moved = *begin;
    *begin = *end;
    *end = moved;
  }
}

/** Moves the skipped arguments behind all that was read since. */
static void moveSkipped(char **arguments) {
  if (skipped_begin != skipped_end) {
    reverse(arguments + skipped_begin, arguments + skipped_end);
    reverse(arguments + skipped_end, arguments + optind);
    reverse(arguments + skipped_begin, arguments + optind);
  }
  skipped_begin += optind - skipped_end;
  skipped_end = optind;
}

/** Takes the next argument, whatever it is, as a value; NULL when there is none. */
static char *takeArgument(const Request *request) {
  return optind < request->count ? request->arguments[optind++] : NULL;
}

__attribute__((format(printf, 2, 3))) static void complain(const Request *request, const char *format, ...) {
  va_list values;
  if (!opterr || request->silent)
    return;
  fprintf(stderr, "%s: ", request->arguments[0]);
  va_start(values, format);
  vfprintf(stderr, format, values);
  va_end(values);
  fputc('\n', stderr);
}

static int missingValue(const Request *request) { return request->silent ? ':' : '?'; }

static int sameMeaning(const struct option *a, const struct option *b) {
  return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

enum { kNone = -1, kAmbiguous = -2 };

/** The index of the word that \p name (\p length characters of it) is or begins. */
static int findWord(const struct option *words, const char *name, size_t length) {
  int found = kNone, i;
  for (i = 0; words[i].name; ++i) {
    if (strncmp(words[i].name, name, length))
      continue;
    if (words[i].name[length] == '\0')
      return i;
    if (found == kNone)
      found = i;
    else if (found != kAmbiguous && !sameMeaning(&words[found], &words[i]))
      found = kAmbiguous;
  }
  return found;
}

static void complainAmbiguous(const Request *request, const char *dashes, const char *name, size_t length) {
  const struct option *word;
  if (!opterr || request->silent)
    return;
  fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", request->arguments[0], dashes, name);
  for (word = request->words; word->name; ++word)
    if (!strncmp(word->name, name, length))
      fprintf(stderr, " '%s%s'", dashes, word->name);
  fputc('\n', stderr);
}

/** The option \p word was given, with \p value behind '=' or NULL. */
static int acceptWord(const Request *request, int index, const char *dashes, char *value) {
  const struct option *word = &request->words[index];
  if (value && word->has_arg == no_argument) {
    complain(request, "option '%s%s' doesn't allow an argument", dashes, word->name);
    wrong_option = word->val;
    return '?';
  }
  if (!value && word->has_arg == required_argument && !(value = takeArgument(request))) {
    complain(request, "option '%s%s' requires an argument", dashes, word->name);
    wrong_option = word->val;
    return missingValue(request);
  }
  optarg = value;
  if (request->word_index)
    *request->word_index = index;
  if (!word->flag)
    return word->val;
  *word->flag = word->val;
  return 0;
}

/** Reads --word or, if asked for, -word. \return kNone when a single dash is to be read as letters. */
static int readWord(const Request *request, const char *argument) {
  const char *dashes = argument[1] == '-' ? "--" : "-";
  const char *name = argument + strlen(dashes);
  size_t length = strcspn(name, "=");
  int index = findWord(request->words, name, length);
  if (index == kNone && dashes[1] == '\0' && strchr(request->letters, argument[1]))
    return kNone;
  ++optind;
  if (index == kAmbiguous)
    complainAmbiguous(request, dashes, name, length);
  else if (index == kNone)
    complain(request, "unrecognized option '%s%s'", dashes, name);
  if (index < 0) {
    wrong_option = 0;
    return '?';
  }
  return acceptWord(request, index, dashes, name[length] == '=' ? (char *)name + length + 1 : NULL);
}

static int readLetter(const Request *request) {
  char letter = *rest_of_argument++;
  const char *known = letter == ':' || letter == ';' ? NULL : strchr(request->letters, letter);
  if (*rest_of_argument == '\0') {
    rest_of_argument = NULL;
    ++optind;
  }
  if (!known) {
    complain(request, "invalid option -- '%c'", letter);
    wrong_option = letter;
    return '?';
  }
  if (known[1] != ':')
    return letter;
  if (rest_of_argument) {
    optarg = (char *)rest_of_argument;
    rest_of_argument = NULL;
    ++optind;
  } else if (known[2] != ':' && !(optarg = takeArgument(request))) {
    complain(request, "option requires an argument -- '%c'", letter);
    wrong_option = letter;
    return missingValue(request);
  }
  return letter;
}

/** Lets optind stand at the next option. \return 0 when there is one, else what to hand out. */
static int findOption(const Request *request) {
  char **arguments = request->arguments;
  /* The program may have turned back. */
  skipped_end = skipped_end > optind ? optind : skipped_end;
  skipped_begin = skipped_begin > optind ? optind : skipped_begin;
  if (!request->in_order && !request->stops) {
    moveSkipped(arguments);
    while (optind < request->count && !isOption(arguments[optind]))
      ++optind;
    skipped_end = optind;
  }
  if (optind < request->count && !strcmp(arguments[optind], "--")) {
    ++optind;
    moveSkipped(arguments);
    if (skipped_begin == skipped_end)
      skipped_begin = optind;
    skipped_end = optind = request->count;
  }
  if (optind == request->count) {
    if (skipped_begin != skipped_end)
      optind = skipped_begin;
    return -1;
  }
  if (isOption(arguments[optind]))
    return 0;
  if (!request->in_order)
    return -1;
  optarg = arguments[optind++];
  return 1;
}

static int readOption(const Request *request) {
  optarg = NULL;
  if (!rest_of_argument) {
    char *argument;
    int found = findOption(request), result = kNone;
    if (found)
      return found;
    argument = request->arguments[optind];
    if (request->words &&
        (argument[1] == '-' || (request->one_dash && (argument[2] || !strchr(request->letters, argument[1])))))
      result = readWord(request, argument);
    if (result != kNone)
      return result;
    rest_of_argument = argument + 1;
  }
  return readLetter(request);
}

static int begin(int count, char *const *arguments, const char *letters, const struct option *words, int *word_index,
                 int one_dash) {
  Request request = {(char **)arguments, count, letters, 0, 0, 0, words, word_index, one_dash};
  int result;
  if (count < 1)
    return -1;
  if (optind == 0) { /* The program asks to begin anew. */
    optind = skipped_begin = skipped_end = 1;
    rest_of_argument = NULL;
  }
  if (*letters == '-' || *letters == '+') {
    request.in_order = *letters == '-';
    request.stops = !request.in_order;
    ++request.letters;
  } else {
    request.stops = getenv("POSIXLY_CORRECT") != NULL;
  }
  if (*request.letters == ':') {
    request.silent = 1;
    ++request.letters;
  }
  result = readOption(&request);
  optopt = wrong_option;
  return result;
}

int getopt(int count, char *const *arguments, const char *letters) {
  return begin(count, arguments, letters, NULL, NULL, 0);
}

int getopt_long(int count, char *const *arguments, const char *letters, const struct option *words, int *word_index) {
  return begin(count, arguments, letters, words, word_index, 0);
}

int getopt_long_only(int count, char *const *arguments, const char *letters, const struct option *words,
                     int *word_index) {
  return begin(count, arguments, letters, words, word_index, 1);
}
