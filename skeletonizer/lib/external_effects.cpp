//===- skeletonizer/lib/external_effects.cpp - what library functions do ----===//
// SPDX-License-Identifier: Apache-2.0
#include "external_effects.h"

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
    "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper", "isxdigit", "tolower", "toupper", "getenv", "strerror",
    "__errno_location", "__ctype_b_loc", "__ctype_tolower_loc", "__ctype_toupper_loc", "__builtin_expect", "__builtin_constant_p",
    "__builtin_object_size", "__builtin_huge_val", "__builtin_inf", "__builtin_nan", "__builtin_isnan", "__builtin_isinf_sign",
    "__builtin_isfinite", "__builtin_bswap32", "__builtin_bswap64", "__builtin_popcount", "__builtin_ctz", "__builtin_clz",
    "begin", "end", "cbegin", "cend", "distance", "next", "prev", "move", "forward", "addressof", "make_pair", "make_tuple", "tie",
    "get", "to_string", "stoi", "stol", "stoll", "stoul", "stoull", "stod", "stof", "accumulate", "inner_product", "count",
    "count_if", "find", "find_if", "max_element", "min_element", "lower_bound", "upper_bound", "binary_search", "all_of", "any_of",
    "none_of", "equal", "sysconf", "getpid", "omp_get_num_threads", "omp_get_max_threads", "omp_get_thread_num", "omp_in_parallel"};

const Names kOutput = {"printf", "fprintf", "vprintf", "vfprintf", "puts", "putchar", "fputs", "putc", "fputc", "fwrite", "fflush",
                       "perror", "setbuf", "setvbuf", "setlinebuf", "_IO_putc", "__printf_chk", "__fprintf_chk", "syslog"};

const Names kClock = {"MPI_Wtime", "MPI_Wtick", "gettimeofday", "clock", "time", "clock_gettime", "getrusage", "times",
                      "omp_get_wtime", "omp_get_wtick", "localtime", "gmtime", "mktime", "difftime", "strftime", "ctime"};

const Names kRandom = {"rand", "srand", "random", "srandom", "drand48", "srand48", "lrand48", "mrand48", "strtok"};

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
    {"__builtin___memcpy_chk", Effect::Copy}, {"__builtin___memmove_chk", Effect::Copy}};

/// libc's readers and writers, streams' operators and the algorithms whose iterators are not all alike.
const std::unordered_map<std::string, std::string> kRoles = {
    {"fscanf", "xio"}, {"scanf", "io"}, {"sscanf", "iio"}, {"fgets", "oix"}, {"fread", "oiix"}, {"read", "ioi"}, {"pread", "ioii"},
    {"fgetc", "x"}, {"getc", "x"}, {"ungetc", "ix"}, {"fopen", "ii"}, {"feof", "i"}, {"ferror", "i"}, {"ftell", "i"}, {"rewind", "x"},
    {"fseek", "xii"}, {"write", "iii"}, {"snprintf", "oii"}, {"sprintf", "oi"}, {"vsnprintf", "oii"}, {"vsprintf", "oi"},
    {"memset", "oii"}, {"bzero", "oi"}, {"__builtin_memset", "oii"}, {"strtol", "io"}, {"strtoul", "io"}, {"strtoll", "io"},
    {"strtoull", "io"}, {"strtod", "io"}, {"strtof", "io"}, {"modf", "io"}, {"frexp", "io"}, {"sincos", "ioo"},
    {"operator>>", "xo"}, {"getline", "xoi"}, {"copy", "iio"}, {"copy_n", "iio"}, {"copy_if", "iioi"}, {"copy_backward", "iio"},
    {"fill", "ooi"}, {"fill_n", "oii"}, {"iota", "ooi"}, {"generate", "oox"}, {"generate_n", "oix"}, {"partial_sum", "iioi"},
    {"inclusive_scan", "iioi"}, {"exclusive_scan", "iioi"}, {"adjacent_difference", "iioi"}, {"merge", "iiiioi"},
    {"set_union", "iiiioi"}, {"set_intersection", "iiiioi"}, {"set_difference", "iiiioi"}, {"unique_copy", "iioi"},
    {"reverse_copy", "iio"}, {"rotate_copy", "iiio"}, {"remove_copy", "iioi"}, {"remove_copy_if", "iioi"}};

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
  bool is_datatype = false;
  bool is_tag = false;
  bool is_count = false;
};

/// What each kind of the table means here. A kind that the table adds does not compile until it is listed.
namespace kinds {
constexpr TableArgument PayloadIn{MpiArgument::PayloadIn}, PayloadOut{MpiArgument::PayloadOut},
    PayloadInOut{MpiArgument::PayloadInOut}, Count{MpiArgument::Value, false, false, true}, Counts{MpiArgument::ArrayIn},
    Displacements{MpiArgument::ArrayIn}, Datatype{MpiArgument::Value, true}, Datatypes{MpiArgument::ArrayIn},
    Peer{MpiArgument::Matching}, Root{MpiArgument::Matching}, Tag{MpiArgument::Matching, false, true},
    Comm{MpiArgument::Matching}, Op{MpiArgument::Value}, Group{MpiArgument::Value}, Request{MpiArgument::InOut},
    Requests{MpiArgument::InOut}, Message{MpiArgument::InOut}, RequestOut{MpiArgument::Out}, CommOut{MpiArgument::Out},
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
    if (argument.is_datatype && out.datatype < 0)
      out.datatype = index;
    if (argument.is_tag && out.tag < 0)
      out.tag = index;
    if (argument.is_count && out.count < 0)
      out.count = index;
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
  auto found = kRoles.find(function);
  return found == kRoles.end() ? std::string() : found->second;
}

bool readsStandardInput(const std::string &function) {
  static const Names kReaders = {"scanf", "vscanf", "getchar", "gets", "getchar_unlocked"};
  return kReaders.count(function) != 0;
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
