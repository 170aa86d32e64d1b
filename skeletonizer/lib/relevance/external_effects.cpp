//===- skeletonizer/lib/relevance/external_effects.cpp - what library functions do -===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/relevance/external_effects.h"

#include <unordered_map>
#include <unordered_set>

namespace maquette::skeletonizer {

namespace {

using Names = std::unordered_set<std::string>;

const Names kPure = {
    // libm and its float, long double and built-in forms are recognised by their stem; see stem().
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "erf", "erfc", "exp",
    "exp2", "expm1", "fabs", "fdim", "floor", "fma", "fmax", "fmin", "fmod", "hypot", "ilogb", "isfinite", "isinf", "isnan",
    "ldexp", "lgamma", "llrint", "llround", "log", "log10", "log1p", "log2", "logb", "lrint", "lround", "nearbyint", "nextafter",
    "pow", "remainder", "rint", "round", "scalbn", "signbit", "sin", "sinh", "sqrt", "tan", "tanh", "tgamma", "trunc", "abs", "labs",
    "llabs", "div", "ldiv", "lldiv", "min", "max", "clamp", "cabs", "creal", "cimag", "conj", "carg", "cexp", "norm", "real",
    "imag",
    // strings and characters
    "strlen", "strnlen", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strchr", "strrchr", "strstr", "strspn", "strcspn",
    "strpbrk", "memcmp", "memchr", "atoi", "atol", "atoll", "atof", "isalnum", "isalpha", "isblank", "iscntrl", "isdigit",
    "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper", "strerror",
    "__errno_location", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", "__builtin_expect", "__builtin_constant_p",
    "__builtin_object_size", "__builtin_huge_val", "__builtin_inf", "__builtin_nan", "__builtin_isnan", "__builtin_isinf_sign",
    "__builtin_isfinite", "__builtin_bswap32", "__builtin_bswap64", "__builtin_popcount", "__builtin_ctz", "__builtin_clz",
    "begin", "end", "cbegin", "cend", "distance", "next", "prev", "move", "forward", "addressof", "make_pair", "make_tuple", "tie",
    "get", "to_string", "stoi", "stol", "stoll", "stoul", "stoull", "stod", "stof", "accumulate", "inner_product", "count",
    "count_if", "find", "find_if", "max_element", "min_element", "lower_bound", "upper_bound", "binary_search", "all_of", "any_of",
    "none_of", "equal", "omp_get_num_threads", "omp_get_max_threads", "omp_get_thread_num", "omp_in_parallel", "omp_get_num_procs",
    "omp_get_level",
    // more of libm, and what its macros call
    "exp10", "drem", "finite", "gamma", "j0", "j1", "jn", "y0", "y1", "yn", "nan", "nexttoward", "scalb", "scalbln", "significand", "fpclassify",
    "isnormal", "isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered", "__fpclassify", "__isnan", "__isinf",
    "__finite", "__signbit", "csqrt", "cpow", "clog", "csin", "ccos", "ctan", "csinh", "ccosh", "ctanh", "cproj", "polar", "arg", "proj",
    "gcd", "lcm", "midpoint", "lerp", "isinf_sign",
    // bits and byte order
    "ffs", "ffsl", "ffsll", "popcount", "popcountll", "clzll", "ctzll", "clz", "ctz", "parity", "parityll", "bswap16", "bswap32", "bswap64",
    "clrsb", "htons", "htonl", "ntohs", "ntohl", "bit_width", "bit_ceil", "bit_floor", "has_single_bit", "countl_zero", "countr_zero",
    // more of strings and characters
    "bcmp", "index", "rindex", "memmem", "memrchr", "rawmemchr", "strchrnul", "strcasestr", "strcoll", "strverscmp", "strsignal", "strerrorname_np",
    "isascii", "toascii", "wcslen", "wcscmp", "a64l", "__strdup", "stold", "basename", "__xpg_basename",
    // about the process and the machine
    "sysconf", "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "gethostid", "getpagesize", "get_nprocs", "get_nprocs_conf",
    "sched_getcpu", "isatty", "fileno", "pthread_self", "hardware_concurrency", "get_id", "get_environment", "localeconv",
    // times that are computed with, not read from a clock
    "difftime", "mktime", "timegm", "localtime", "gmtime", "ctime", "asctime",
    // what searches
    "bsearch", "lfind", "search", "find_if_not", "find_first_of", "adjacent_find", "mismatch", "is_sorted", "is_permutation", "includes",
    "equal_range", "partition_point", "minmax", "minmax_element", "lexicographical_compare", "reduce", "transform_reduce", "size", "empty", "data",
    "ssize", "crbegin", "crend", "rbegin", "rend", "as_const", "cref", "ref", "move_if_noexcept", "launder", "to_address", "make_move_iterator",
    "make_reverse_iterator", "forward_as_tuple", "tuple_cat", "holds_alternative", "get_if", "boolalpha", "setw",
    "setprecision", "setfill", "setbase"};

const Names kOutput = {"printf", "fprintf", "vprintf", "vfprintf", "puts", "putchar", "fputs", "putc", "fputc", "fwrite", "fflush",
                       "perror", "setbuf", "setvbuf", "setlinebuf", "_IO_putc", "__printf_chk", "__fprintf_chk", "syslog", "openlog",
                       "closelog", "dprintf", "vdprintf", "wprintf", "fwprintf", "putw", "putc_unlocked", "putchar_unlocked", "fputc_unlocked",
                       "fputs_unlocked", "fwrite_unlocked", "fflush_unlocked", "fsync", "fdatasync", "psignal", "backtrace_symbols_fd", "sync",
                       "setlocale", "sleep", "usleep", "nanosleep", "sched_yield", "pause", "sleep_for", "sleep_until", "yield",
                       "pthread_setaffinity_np", "sched_setaffinity", "setpriority", "nice", "mlock", "munlock", "mlockall", "madvise",
                       "posix_madvise", "mallopt", "malloc_trim", "feenableexcept", "fedisableexcept", "feclearexcept", "fesetround",
                       "feraiseexcept", "_mm_setcsr", "__builtin_prefetch", "__builtin_ia32_ldmxcsr", "puts_unlocked", "write"};

const Names kClock = {"MPI_Wtime", "MPI_Wtick", "gettimeofday", "clock", "time", "clock_gettime", "clock_getres", "getrusage", "times", "ftime",
                      "timespec_get", "omp_get_wtime", "omp_get_wtick", "__rdtsc", "__builtin_ia32_rdtsc", "now"};

const Names kRandom = {"rand", "srand", "random", "srandom", "drand48", "srand48", "lrand48", "mrand48",
                       "initstate", "setstate", "seed48", "lcong48", "srandomdev", "arc4random", "arc4random_uniform"};

const std::unordered_map<std::string, Effect> kOthers = {
    {"malloc", Effect::Allocate}, {"aligned_alloc", Effect::Allocate}, {"memalign", Effect::Allocate},
    {"valloc", Effect::Allocate}, {"_mm_malloc", Effect::Allocate}, {"alloca", Effect::Allocate},
    {"__builtin_alloca", Effect::Allocate}, {"calloc", Effect::AllocateZero}, {"strdup", Effect::AllocateZero},
    {"strndup", Effect::AllocateZero}, {"realloc", Effect::Reallocate},
    {"posix_memalign", Effect::AllocateInto}, {"free", Effect::Free}, {"_mm_free", Effect::Free},
    {"cfree", Effect::Free}, {"fclose", Effect::Free}, {"exit", Effect::NoReturn}, {"_exit", Effect::NoReturn},
    {"_Exit", Effect::NoReturn}, {"abort", Effect::NoReturn}, {"__assert_fail", Effect::NoReturn},
    {"terminate", Effect::NoReturn}, {"MPI_Abort", Effect::NoReturn}, {"memcpy", Effect::Copy}, {"memmove", Effect::Copy},
    {"mempcpy", Effect::Copy}, {"strcpy", Effect::Copy}, {"strncpy", Effect::Copy}, {"strcat", Effect::Copy},
    {"strncat", Effect::Copy}, {"__builtin_memcpy", Effect::Copy}, {"__builtin_memmove", Effect::Copy},
    {"__builtin___memcpy_chk", Effect::Copy}, {"__builtin___memmove_chk", Effect::Copy}, {"__builtin___strcpy_chk", Effect::Copy},
    {"__builtin___strncpy_chk", Effect::Copy}, {"__builtin___strcat_chk", Effect::Copy}, {"__builtin_strcpy", Effect::Copy},
    {"__builtin_strncpy", Effect::Copy}, {"__builtin_strcat", Effect::Copy}, {"stpcpy", Effect::Copy}, {"stpncpy", Effect::Copy},
    {"strlcpy", Effect::Copy}, {"strlcat", Effect::Copy}, {"memccpy", Effect::Copy}, {"wmemcpy", Effect::Copy}, {"wcscpy", Effect::Copy},
    {"pvalloc", Effect::Allocate}, {"reallocarray", Effect::Reallocate}, {"quick_exit", Effect::NoReturn}, {"__assert", Effect::NoReturn},
    {"__assert_perror_fail", Effect::NoReturn}, {"__builtin_unreachable", Effect::NoReturn}, {"__builtin_trap", Effect::NoReturn},
    {"pthread_exit", Effect::NoReturn}, {"closedir", Effect::Free}, {"pclose", Effect::Free}, {"munmap", Effect::Free},
    {"freeaddrinfo", Effect::Free}, {"globfree", Effect::Free}, {"regfree", Effect::Free}};

/// libc's and POSIX's readers and writers, streams' operators and the algorithms whose iterators are not all alike.
const std::unordered_map<std::string, std::string> kRoles = {
    {"fscanf", "xio"}, {"vfscanf", "xix"}, {"scanf", "io"}, {"vscanf", "ix"}, {"sscanf", "iio"}, {"vsscanf", "iix"}, {"fgets", "oix"},
    {"fread", "oiix"}, {"fread_unlocked", "oiix"}, {"read", "ioi"}, {"pread", "ioii"}, {"fgetc", "x"}, {"getc", "x"}, {"getc_unlocked", "x"},
    {"fgetc_unlocked", "x"}, {"getw", "x"}, {"ungetc", "ix"}, {"fopen", "ii"}, {"fopen64", "ii"}, {"fdopen", "ii"}, {"popen", "ii"},
    {"freopen", "iix"}, {"feof", "i"}, {"ferror", "i"}, {"clearerr", "x"}, {"ftell", "i"}, {"ftello", "i"}, {"rewind", "x"}, {"fseek", "xii"},
    {"fseeko", "xii"}, {"fgetpos", "xo"}, {"fsetpos", "xi"}, {"getdelim", "xxix"}, {"pwrite", "iiii"}, {"lseek", "iii"}, {"open", "iii"},
    {"open64", "iii"}, {"close", "i"}, {"mkstemp", "x"}, {"tmpnam", "o"}, {"mktemp", "x"}, {"mkdtemp", "x"}, {"ftruncate", "ii"},
    {"snprintf", "oii"}, {"sprintf", "oi"}, {"vsnprintf", "oii"}, {"vsprintf", "oi"}, {"asprintf", "oii"}, {"vasprintf", "oii"},
    {"__builtin_snprintf", "oii"}, {"__builtin_sprintf", "oi"}, {"__builtin___snprintf_chk", "oiiii"}, {"__builtin___sprintf_chk", "oiii"},
    {"memset", "oii"}, {"bzero", "oi"}, {"explicit_bzero", "oi"}, {"__builtin_memset", "oii"}, {"__builtin___memset_chk", "oiii"},
    {"bcopy", "ioi"}, {"swab", "ioi"}, {"strtol", "io"}, {"strtoul", "io"}, {"strtoll", "io"}, {"strtoull", "io"}, {"strtoimax", "io"},
    {"strtoumax", "io"}, {"strtod", "io"}, {"strtof", "io"}, {"strtold", "io"}, {"modf", "io"}, {"frexp", "io"}, {"remquo", "iio"},
    {"sincos", "ioo"}, {"sincosf", "ioo"}, {"lgamma_r", "io"}, {"strtok", "xi"}, {"strtok_r", "xix"}, {"strsep", "xi"}, {"strerror_r", "ioi"},
    {"strxfrm", "oii"}, {"dirname", "x"}, {"realpath", "io"}, {"getcwd", "oi"}, {"readlink", "ioi"}, {"stat", "io"}, {"lstat", "io"},
    {"fstat", "io"}, {"stat64", "io"}, {"access", "ii"}, {"statvfs", "io"}, {"statfs", "io"}, {"opendir", "i"}, {"readdir", "x"},
    {"mkdir", "ii"}, {"rmdir", "i"}, {"chdir", "i"}, {"unlink", "i"}, {"remove", "i"}, {"rename", "ii"}, {"chmod", "ii"}, {"symlink", "ii"},
    {"system", "i"}, {"uname", "o"}, {"gethostname", "oi"}, {"getdomainname", "oi"}, {"getrlimit", "io"}, {"setrlimit", "ii"}, {"sysinfo", "o"},
    {"getloadavg", "oi"}, {"mallinfo", "i"}, {"getopt", "iii"}, {"getopt_long", "iiido"}, {"getopt_long_only", "iiido"}, {"getenv", "i"},
    {"secure_getenv", "i"}, {"setenv", "iii"}, {"unsetenv", "i"}, {"putenv", "i"}, {"qsort", "xiii"}, {"qsort_r", "xiiix"},
    {"localtime_r", "io"}, {"gmtime_r", "io"}, {"ctime_r", "io"}, {"asctime_r", "io"}, {"strftime", "oiii"}, {"strptime", "iio"},
    {"rand_r", "x"}, {"erand48", "x"}, {"nrand48", "x"}, {"jrand48", "x"}, {"srand48_r", "io"}, {"drand48_r", "xo"}, {"random_r", "xo"},
    {"getrandom", "oii"}, {"getentropy", "oi"}, {"signal", "ii"}, {"sigaction", "iio"}, {"sigemptyset", "o"}, {"sigaddset", "xi"},
    {"raise", "i"}, {"kill", "ii"}, {"alarm", "i"}, {"atexit", "i"}, {"dlsym", "ii"}, {"dlopen", "ii"}, {"mmap", "iiiiii"},
    {"omp_set_num_threads", "i"}, {"omp_set_dynamic", "i"}, {"omp_set_nested", "i"}, {"omp_set_schedule", "ii"}, {"omp_init_lock", "o"},
    {"omp_set_lock", "x"}, {"omp_unset_lock", "x"}, {"omp_test_lock", "x"}, {"omp_destroy_lock", "x"}, {"__builtin_va_start", "oi"},
    {"__builtin_va_end", "x"}, {"__builtin_va_copy", "oi"}, {"__builtin_cpu_supports", "i"}, {"__builtin_alloca_with_align", "ii"},
    {"operator>>", "xo"}, {"getline", "xoi"}, {"copy", "iio"}, {"copy_n", "iio"}, {"copy_if", "iioi"}, {"copy_backward", "iio"},
    {"move_backward", "iio"}, {"fill", "ooi"}, {"fill_n", "oii"}, {"iota", "ooi"}, {"generate", "oox"}, {"generate_n", "oix"},
    {"partial_sum", "iioi"}, {"inclusive_scan", "iioi"}, {"exclusive_scan", "iioi"}, {"transform_inclusive_scan", "iioi"},
    {"transform_exclusive_scan", "iioi"}, {"adjacent_difference", "iioi"}, {"merge", "iiiioi"}, {"set_union", "iiiioi"},
    {"set_intersection", "iiiioi"}, {"set_difference", "iiiioi"}, {"set_symmetric_difference", "iiiioi"}, {"unique_copy", "iioi"},
    {"reverse_copy", "iio"}, {"rotate_copy", "iiio"}, {"remove_copy", "iioi"}, {"remove_copy_if", "iioi"}, {"replace_copy", "iioi"},
    {"replace_copy_if", "iioi"}, {"partition_copy", "iiooi"}, {"partial_sort_copy", "iiooi"}, {"sample", "iioix"}, {"for_each", "xxi"},
    {"for_each_n", "xii"}, {"to_chars", "oii"}, {"from_chars", "iio"}, {"exchange", "xi"}, {"advance", "xi"}, {"format_to", "oi"},
    {"format_to_n", "oii"}};

/// What functions know of each other without arguments that say so: the state's name, and does the function change it.
struct HiddenState {
  const char *name;
  bool changes;
};
const std::unordered_map<std::string, HiddenState> kStates = {
    {"scanf", {"standard input", true}}, {"vscanf", {"standard input", true}}, {"getchar", {"standard input", true}},
    {"gets", {"standard input", true}}, {"getchar_unlocked", {"standard input", true}}, {"getopt", {"getopt", true}},
    {"getopt_long", {"getopt", true}}, {"getopt_long_only", {"getopt", true}}, {"optarg", {"getopt", false}}, {"optind", {"getopt", false}},
    {"optopt", {"getopt", false}}, {"strtok", {"strtok", true}}, {"setenv", {"environment", true}}, {"unsetenv", {"environment", true}},
    {"putenv", {"environment", true}}, {"getenv", {"environment", false}}, {"secure_getenv", {"environment", false}},
    {"environ", {"environment", false}}, {"omp_set_num_threads", {"threads", true}}, {"omp_set_dynamic", {"threads", true}},
    {"omp_get_max_threads", {"threads", false}}, {"omp_get_num_threads", {"threads", false}}};

/// "sqrtf", "sqrtl" and "__builtin_sqrt" are "sqrt".
std::string stem(const std::string &name) {
  static const std::string kBuiltin = "__builtin_";
  std::string out = name.rfind(kBuiltin, 0) == 0 ? name.substr(kBuiltin.size()) : name;
  if (!kPure.count(out) && out.size() > 1 && (out.back() == 'f' || out.back() == 'l') && kPure.count(out.substr(0, out.size() - 1)))
    out.pop_back();
  return out;
}

const Names kSizeQueries = {"size", "empty", "length", "capacity", "max_size", "has_value", "use_count"};
const Names kAccess = {"operator[]", "at",   "front", "back", "begin", "end",  "data",        "find",        "top",
                       "c_str",      "rbegin", "rend",  "cbegin", "cend", "lower_bound", "upper_bound", "get",
                       "value",      "count", "contains"};
const Names kSizeChanges = {"resize", "clear", "reserve", "shrink_to_fit"};
const Names kBothChanges = {"push_back", "emplace_back", "pop_back", "push_front", "pop_front", "insert", "erase", "assign",
                            "push",      "pop",          "emplace",  "append",     "swap",      "operator=", "operator+=",
                            "insert_or_assign", "try_emplace", "emplace_front", "reset"};

// maquette/abi/mpi_calls.def as this analysis sees it.
struct TableArgument {
  MpiArgument kind;
  int MpiFunction::*index = nullptr; ///< Where the index of the first argument of this kind is noted.
};

/// What each kind of the table means here. A kind that the table adds does not compile until it is listed.
namespace kinds {
constexpr TableArgument PayloadIn{MpiArgument::PayloadIn}, PayloadOut{MpiArgument::PayloadOut},
    PayloadInOut{MpiArgument::PayloadInOut}, Count{MpiArgument::Value, &MpiFunction::count}, Counts{MpiArgument::ArrayIn},
    Displacements{MpiArgument::ArrayIn}, Datatype{MpiArgument::Value, &MpiFunction::datatype}, Datatypes{MpiArgument::ArrayIn},
    Peer{MpiArgument::Matching}, Root{MpiArgument::Matching}, Tag{MpiArgument::Matching, &MpiFunction::tag},
    Comm{MpiArgument::Matching, &MpiFunction::communicator}, Op{MpiArgument::Value, &MpiFunction::op}, Group{MpiArgument::Value}, Request{MpiArgument::InOut}, Requests{MpiArgument::InOut}, Message{MpiArgument::InOut}, RequestOut{MpiArgument::Out}, CommOut{MpiArgument::Out},
    DatatypeOut{MpiArgument::Out}, MessageOut{MpiArgument::Out}, StatusOut{MpiArgument::Out}, StatusesOut{MpiArgument::Out},
    In{MpiArgument::Value}, ArrayIn{MpiArgument::ArrayIn}, Callback{MpiArgument::Callback}, Out{MpiArgument::Out},
    InOut{MpiArgument::InOut}, Window{MpiArgument::Matching}, WindowOut{MpiArgument::Out}, File{MpiArgument::Matching},
    FileOut{MpiArgument::Out};
} // namespace kinds

enum class CallClass { Environment, Local, Message, Completion, Polling, Collective, StartCollective };

/// Reads a clock or a setting, or ends the program: no part of what the ranks say to each other.
const Names kQuietEnvironment = {"MPI_Wtime", "MPI_Wtick", "MPI_Abort", "MPI_Pcontrol"};

MpiFunction describe(const std::string &name, CallClass call_class, const std::vector<TableArgument> &arguments) {
  MpiFunction out;
  out.communicates = call_class != CallClass::Local && !kQuietEnvironment.count(name);
  for (const TableArgument &argument : arguments) {
    const int index = static_cast<int>(out.arguments.size());
    out.arguments.push_back(argument.kind);
    if (argument.index && out.*argument.index < 0)
      out.*argument.index = index;
  }
  return out;
}

std::unordered_map<std::string, MpiFunction> readTable() {
  std::unordered_map<std::string, MpiFunction> out;
#define MAQUETTE_ARG(kind, type, name) kinds::kind
#define MAQUETTE_NO_ARG
#define MAQUETTE_VARIADIC kinds::In
#define MAQUETTE_MPI_CALL(name, call_class, result, ...) out[#name] = describe(#name, CallClass::call_class, {__VA_ARGS__});
#include "maquette/abi/mpi_calls.def"
  return out;
}



} // namespace

Effect effectOf(const std::string &function) {
  if (auto found = kOthers.find(function); found != kOthers.end())
    return found->second;
  if (kOutput.count(function))
    return Effect::Output;
  if (kClock.count(function))
    return Effect::Clock;
  if (kRandom.count(function))
    return Effect::Random;
  if (kPure.count(function) || kPure.count(stem(function)))
    return Effect::Pure;
  return Effect::Unknown;
}

std::string argumentRoles(const std::string &function, unsigned argument_count) {
  if (function == "transform")
    return argument_count == 4 ? "iioi" : "iiioi";
  if (argument_count == 3 && (function == "move" || function == "remove")) // the algorithms
    return function == "move" ? "iio" : "xxi";
  auto found = kRoles.find(function);
  return found == kRoles.end() ? std::string() : found->second;
}

bool preparesFolders(const std::string &function) {
  static const Names kMakers = {"mkdir",   "chdir",  "rename",           "symlink",
                                "mkdtemp", "system", "create_directory", "create_directories",
                                "current_path"};
  return kMakers.count(function) != 0;
}

std::string hiddenStateOf(const std::string &name, bool &changes) {
  const auto found = kStates.find(name);
  changes = found != kStates.end() && found->second.changes;
  return found == kStates.end() ? std::string() : found->second.name;
}

ContainerEffect containerEffectOf(const std::string &member) {
  if (kSizeQueries.count(member))
    return ContainerEffect::QuerySize;
  if (kAccess.count(member))
    return ContainerEffect::Access;
  if (kSizeChanges.count(member))
    return ContainerEffect::ChangeSize;
  if (kBothChanges.count(member))
    return ContainerEffect::ChangeBoth;
  return ContainerEffect::Unknown;
}

const MpiFunction *mpiFunction(const std::string &name) {
  static const std::unordered_map<std::string, MpiFunction> kTable = readTable();
  const std::string plain = name.rfind("PMPI_", 0) == 0 ? name.substr(1) : name;
  auto found = kTable.find(plain);
  return found == kTable.end() ? nullptr : &found->second;
}

} // namespace maquette::skeletonizer
