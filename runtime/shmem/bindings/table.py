# runtime/shmem/bindings/table.py - the functions of OpenSHMEM 1.5, and what each of them calls
# SPDX-License-Identifier: Apache-2.0
"""FUNCTIONS is the one table of the interface. A row stands for a family: one function for each type or size, with and
without a context. The sections are those of OpenSHMEM 1.5, 9."""
import dataclasses

TYPES = {
    "float": "float", "double": "double", "longdouble": "long double", "char": "char", "schar": "signed char",
    "short": "short", "int": "int", "long": "long", "longlong": "long long", "uchar": "unsigned char",
    "ushort": "unsigned short", "uint": "unsigned int", "ulong": "unsigned long", "ulonglong": "unsigned long long",
    "int8": "int8_t", "int16": "int16_t", "int32": "int32_t", "int64": "int64_t", "uint8": "uint8_t",
    "uint16": "uint16_t", "uint32": "uint32_t", "uint64": "uint64_t", "size": "size_t", "ptrdiff": "ptrdiff_t",
    "complexf": "float _Complex", "complexd": "double _Complex"}
# Other names of a type: a generic selection may name each type once.
SAME_AS = {"int8": "schar", "int16": "short", "int32": "int", "int64": "long", "uint8": "uchar", "uint16": "ushort",
           "uint32": "uint", "uint64": "ulong", "size": "ulong", "ptrdiff": "long"}

RMA = [name for name in TYPES if not name.startswith("complex")]
AMO = ["int", "long", "longlong", "uint", "ulong", "ulonglong", "int32", "int64", "uint32", "uint64", "size", "ptrdiff"]
EXTENDED_AMO = ["float", "double"] + AMO
BITWISE_AMO = ["uint", "ulong", "ulonglong", "int32", "int64", "uint32", "uint64"]
WAIT = ["short", "int", "long", "longlong", "ushort", "uint", "ulong", "ulonglong", "int32", "int64", "uint32",
        "uint64", "size", "ptrdiff"]
BITWISE = ["uchar", "ushort", "uint", "ulong", "ulonglong", "int8", "int16", "int32", "int64", "uint8", "uint16",
           "uint32", "uint64", "size"]
ORDERED = RMA
ARITHMETIC = RMA + ["complexd", "complexf"]
# The reductions over active sets of 1.4.
OLD_BITWISE = ["short", "int", "long", "longlong"]
OLD_ORDERED = OLD_BITWISE + ["float", "double", "longdouble"]
OLD_ARITHMETIC = OLD_ORDERED + ["complexd", "complexf"]

SIZES = {"8": 1, "16": 2, "32": 4, "64": 8, "128": 16}
MEM = {"mem": 1}


@dataclasses.dataclass
class Family:
    call: str  # In shmem_calls.def, without shmem_.
    name: str  # Without shmem_; {t} is the type's name, {s} the size's.
    result: str  # {T} is the type.
    parameters: str
    body: str  # In C++: `call` and, with contexts, `ctx` are there; {z} is the size of an element.
    types: list = None
    sizes: dict = None
    contexts: bool = False
    generic: str = None  # The name that C11 and C++ programs use for all types.
    old_generic: str = None  # The same before 1.4.
    selector: int = 0  # The argument, contexts not counted, whose element type selects.
    failed: str = ""  # What a call that may not be made returns.
    anytime: bool = False  # May be called before shmem_init and after shmem_finalize.
    bare: bool = False  # A name of before OpenSHMEM, without shmem_.


FUNCTIONS = []


def add(*arguments, **options):
    FUNCTIONS.append(Family(*arguments, **options))


ACTIVE = "int PE_start, int logPE_stride, int PE_size, long *pSync"
ACTIVE_SET = "activeSet(call, PE_start, logPE_stride, PE_size)"

# 9.1 Library setup, exit and query
add("init", "init", "void", "void", "initialize(call, SHMEM_THREAD_SINGLE);", anytime=True)
add("init", "init_thread", "int", "int requested, int *provided",
    "*provided = initialize(call, requested); return 0;", anytime=True, failed="-1")
add("init", "start_pes", "void", "int npes", "(void)npes; startPes(call);", anytime=True, bare=True)
add("finalize", "finalize", "void", "void", "finalize(call);", anytime=True)
add("global_exit", "global_exit", "void", "int status", "exitAll(call, status);")
for name in ("my_pe", "n_pes"):
    body = "return call.pe().number();" if name == "my_pe" else "return call.pe().job().size();"
    add(name, name, "int", "void", body, failed="0")
    for old in (("_my_pe", "my_pe") if name == "my_pe" else ("_num_pes", "num_pes")):
        add(name, old, "int", "void", body, failed="0", bare=True)
add("n_pes", "num_pes", "int", "void", "return call.pe().job().size();", failed="0")
add("pe_accessible", "pe_accessible", "int", "int pe", "return isPe(call, pe) ? 1 : 0;", failed="0")
add("addr_accessible", "addr_accessible", "int", "const void *addr, int pe",
    "return isAccessible(call, addr, pe) ? 1 : 0;", failed="0")
add("ptr", "ptr", "void *", "const void *dest, int pe", "return pointerTo(call, world(call), dest, pe);", failed="NULL")
add("ptr", "team_ptr", "void *", "shmem_team_t team, const void *dest, int pe",
    "return team == SHMEM_TEAM_INVALID ? nullptr : pointerTo(call, memberOf(call, team), dest, pe);", failed="NULL")
add("info_get_version", "info_get_version", "void", "int *major, int *minor",
    "*major = SHMEM_MAJOR_VERSION; *minor = SHMEM_MINOR_VERSION;", anytime=True)
add("info_get_name", "info_get_name", "void", "char *name", "std::strcpy(name, SHMEM_VENDOR_STRING);", anytime=True)
# 9.2 Threads
add("query_thread", "query_thread", "void", "int *provided", "*provided = call.pe().threadLevel();")
# 9.3 Memory management
add("malloc", "malloc", "void *", "size_t size", "return allocate(call, size);", failed="NULL")
add("calloc", "calloc", "void *", "size_t count, size_t size", "return allocateZeros(call, count, size);",
    failed="NULL")
add("align", "align", "void *", "size_t alignment, size_t size", "return allocateAligned(call, alignment, size);",
    failed="NULL")
add("realloc", "realloc", "void *", "void *ptr, size_t size", "return reallocate(call, ptr, size);", failed="NULL")
add("free", "free", "void", "void *ptr", "release(call, ptr);")
add("malloc_with_hints", "malloc_with_hints", "void *", "size_t size, long hints",
    "(void)hints; return allocate(call, size);", failed="NULL")
add("malloc", "shmalloc", "void *", "size_t size", "return allocate(call, size);", failed="NULL", bare=True)
add("align", "shmemalign", "void *", "size_t alignment, size_t size", "return allocateAligned(call, alignment, size);",
    failed="NULL", bare=True)
add("realloc", "shrealloc", "void *", "void *ptr, size_t size", "return reallocate(call, ptr, size);", failed="NULL",
    bare=True)
add("free", "shfree", "void", "void *ptr", "release(call, ptr);", bare=True)
add("align", "memalign", "void *", "size_t alignment, size_t size", "return allocateAligned(call, alignment, size);",
    failed="NULL")
# 9.4 Teams and communication management
add("team_my_pe", "team_my_pe", "int", "shmem_team_t team",
    "return team == SHMEM_TEAM_INVALID ? -1 : memberOf(call, team).me();", failed="-1")
add("team_n_pes", "team_n_pes", "int", "shmem_team_t team",
    "return team == SHMEM_TEAM_INVALID ? -1 : memberOf(call, team).size();", failed="-1")
add("team_get_config", "team_get_config", "int", "shmem_team_t team, long config_mask, shmem_team_config_t *config",
    "return configOf(call, team, config_mask, config);", failed="-1")
add("team_translate_pe", "team_translate_pe", "int", "shmem_team_t src_team, int src_pe, shmem_team_t dest_team",
    "return translate(call, src_team, src_pe, dest_team);", failed="-1")
add("team_split_strided", "team_split_strided", "int",
    "shmem_team_t parent_team, int start, int stride, int size, const shmem_team_config_t *config, long config_mask, "
    "shmem_team_t *new_team",
    "return splitStrided(call, parent_team, {start, stride, size}, config, config_mask, new_team);", failed="-1")
add("team_split_2d", "team_split_2d", "int",
    "shmem_team_t parent_team, int xrange, const shmem_team_config_t *xaxis_config, long xaxis_mask, "
    "shmem_team_t *xaxis_team, const shmem_team_config_t *yaxis_config, long yaxis_mask, shmem_team_t *yaxis_team",
    "return split2d(call, parent_team, xrange, {xaxis_config, xaxis_mask, xaxis_team}, "
    "{yaxis_config, yaxis_mask, yaxis_team});", failed="-1")
add("team_destroy", "team_destroy", "void", "shmem_team_t team", "destroyTeam(call, team);")
add("ctx_create", "ctx_create", "int", "long options, shmem_ctx_t *ctx",
    "return createContext(call, SHMEM_TEAM_WORLD, options, ctx);", failed="-1")
add("ctx_create", "team_create_ctx", "int", "shmem_team_t team, long options, shmem_ctx_t *ctx",
    "return createContext(call, team, options, ctx);", failed="-1")
add("ctx_destroy", "ctx_destroy", "void", "shmem_ctx_t ctx", "destroyContext(call, ctx);")
add("ctx_get_team", "ctx_get_team", "int", "shmem_ctx_t ctx, shmem_team_t *team",
    "return teamOfContext(call, ctx, team);", failed="-1")
# 9.5 Remote memory access
for types, sizes, name, generic in ((RMA, None, "{t}_", True), (None, SIZES, "{s}", False), (None, MEM, "{s}", False)):
    element = "{T}" if types else "void"

    def rma(call, pattern, parameters, body, result="void", failed=""):
        # put, put8, putmem; put_nbi, put8_nbi
        stem, _, suffix = pattern.partition("_")
        spelled = name + pattern if types else stem + name + ("_" + suffix if suffix else "")
        add(call, spelled, result, parameters.replace("VOID", element), body, types, sizes, True,
            "shmem_" + pattern if generic else None, failed=failed)

    rma("put", "put", "VOID *dest, const VOID *source, size_t nelems, int pe",
        "put(call, ctx, dest, source, nelems * {z}, pe, Mode::Blocking);")
    rma("get", "get", "VOID *dest, const VOID *source, size_t nelems, int pe",
        "get(call, ctx, dest, source, nelems * {z}, pe, Mode::Blocking);")
    rma("put_nbi", "put_nbi", "VOID *dest, const VOID *source, size_t nelems, int pe",
        "put(call, ctx, dest, source, nelems * {z}, pe, Mode::Nonblocking);")
    rma("get_nbi", "get_nbi", "VOID *dest, const VOID *source, size_t nelems, int pe",
        "get(call, ctx, dest, source, nelems * {z}, pe, Mode::Nonblocking);")
    if sizes is not MEM:
        rma("iput", "iput", "VOID *dest, const VOID *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe",
            "putStrided(call, ctx, dest, source, dst, sst, nelems, {z}, pe);")
        rma("iget", "iget", "VOID *dest, const VOID *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe",
            "getStrided(call, ctx, dest, source, dst, sst, nelems, {z}, pe);")
    if types:
        rma("p", "p", "{T} *dest, {T} value, int pe", "put(call, ctx, dest, &value, {z}, pe, Mode::Nonblocking);")
        rma("g", "g", "const {T} *source, int pe",
            "{T} value = 0; get(call, ctx, &value, source, {z}, pe, Mode::Blocking); return value;", "{T}", "0")
    # 9.8 Signaling operations
    rma("put_signal", "put_signal",
        "VOID *dest, const VOID *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe",
        "putSignal(call, ctx, dest, source, nelems * {z}, {sig_addr, signal, sig_op}, pe, Mode::Blocking);")
    rma("put_signal_nbi", "put_signal_nbi",
        "VOID *dest, const VOID *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe",
        "putSignal(call, ctx, dest, source, nelems * {z}, {sig_addr, signal, sig_op}, pe, Mode::Nonblocking);")

# 9.7 Atomic memory operations: function, old name, types, whether it takes a value, whether it returns the old one.
for function, old, types, takes, returns in (
        ("fetch", "fetch", EXTENDED_AMO, False, True), ("set", "set", EXTENDED_AMO, True, False),
        ("compare_swap", "cswap", AMO, True, True), ("swap", "swap", EXTENDED_AMO, True, True),
        ("fetch_inc", "finc", AMO, False, True), ("inc", "inc", AMO, False, False),
        ("fetch_add", "fadd", AMO, True, True), ("add", "add", AMO, True, False),
        ("fetch_and", None, BITWISE_AMO, True, True), ("and", None, BITWISE_AMO, True, False),
        ("fetch_or", None, BITWISE_AMO, True, True), ("or", None, BITWISE_AMO, True, False),
        ("fetch_xor", None, BITWISE_AMO, True, True), ("xor", None, BITWISE_AMO, True, False)):
    pointer = "const {T} *source" if function == "fetch" else "{T} *dest"
    target = pointer.split("*")[1]
    operands = "{T} cond, {T} value, " if function == "compare_swap" else "{T} value, " if takes else ""
    given = "{value, cond}" if function == "compare_swap" else "{value, 0}" if takes else "{1, 0}"
    act = {"fetch": "Fetch", "set": "Set", "compare_swap": "CompareSwap", "swap": "Set"}.get(
        function, function.replace("fetch_", "").capitalize().replace("Inc", "Add"))
    operation = f"actBy<{act}, {{T}}>, Operands<{{T}}>{given}"
    parameters = f"{pointer}, {operands}int pe"
    body = (f"return fetchAtomic<{{T}}>(call, ctx, {target}, {operation}, pe);" if returns else
            f"changeAtomic<{{T}}>(call, ctx, {target}, {operation}, pe);")
    add("atomic_" + function, "{t}_atomic_" + function, "{T}" if returns else "void", parameters, body, types,
        contexts=True, generic="shmem_atomic_" + function, old_generic="shmem_" + old if old else None,
        failed="0" if returns else "")
    if returns:
        add("atomic_" + function + "_nbi", "{t}_atomic_" + function + "_nbi", "void", "{T} *fetch, " + parameters,
            f"fetchAtomicLater<{{T}}>(call, ctx, fetch, {target}, {operation}, pe);", types, contexts=True,
            generic="shmem_atomic_" + function + "_nbi")
    if old:
        add("atomic_" + function, "{t}_" + old, "{T}" if returns else "void", parameters,
            body.replace("ctx", "SHMEM_CTX_DEFAULT"), types, failed="0" if returns else "")
add("atomic_swap", "swap", "long", "long *dest, long value, int pe",
    "return fetchAtomic<long>(call, SHMEM_CTX_DEFAULT, dest, actBy<Set, long>, Operands<long>{value, 0}, pe);",
    failed="0")

add("signal_fetch", "signal_fetch", "uint64_t", "const uint64_t *sig_addr", "return fetchSignal(call, sig_addr);",
    failed="0")

# 9.9 Collective routines
add("barrier_all", "barrier_all", "void", "void", "barrier(call, world(call));")
add("barrier", "barrier", "void", ACTIVE,
    f"(void)pSync; barrier(call, {ACTIVE_SET});")
add("sync_all", "sync_all", "void", "void", "synchronize(call, world(call));")
add("sync", "sync", "void", ACTIVE, f"(void)pSync; synchronize(call, {ACTIVE_SET});")
add("sync", "team_sync", "int", "shmem_team_t team",
    "if (team == SHMEM_TEAM_INVALID) return -1; synchronize(call, memberOf(call, team)); return 0;", failed="-1")
def collective(name, extra, body):
    """The forms with a team, for all types and for bytes, and those of 1.4 with an active set, of 32 and 64 bits."""
    for types, sizes in ((RMA, None), (None, MEM)):
        element = "{T}" if types else "void"
        add(name, ("{t}_" + name) if types else name + "{s}", "int",
            f"shmem_team_t team, {element} *dest, const {element} *source, {extra[0]}",
            "Member &set = memberOf(call, team); " + body.replace("ARGS", extra[1]) + " return 0;", types, sizes,
            generic="shmem_" + name if types else None, selector=1, failed="-1")
    add(name, name + "{s}", "void", f"void *dest, const void *source, {extra[2]}, {ACTIVE}",
        f"(void)pSync; Member &set = {ACTIVE_SET}; " + body.replace("ARGS", extra[3]), None,
        {"32": 4, "64": 8})


collective("broadcast",
           ("size_t nelems, int PE_root", "{set, nelems * {z}}, PE_root, RootCopies::Yes", "size_t nelems, int PE_root",
            "{set, nelems * {z}}, PE_root, RootCopies::No"), "broadcast(call, dest, source, ARGS);")
collective("collect",
           ("size_t nelems", "{set, nelems * {z}}", "size_t nelems", "{set, nelems * {z}}"),
           "collect(call, dest, source, ARGS);")
collective("fcollect",
           ("size_t nelems", "{set, nelems * {z}}", "size_t nelems", "{set, nelems * {z}}"),
           "fcollect(call, dest, source, ARGS);")
collective("alltoall",
           ("size_t nelems", "{set, nelems * {z}}", "size_t nelems", "{set, nelems * {z}}"),
           "alltoall(call, dest, source, ARGS);")
collective("alltoalls",
           ("ptrdiff_t dst, ptrdiff_t sst, size_t nelems", "{set, nelems * {z}}, {dst, sst, nelems, {z}}",
            "ptrdiff_t dst, ptrdiff_t sst, size_t nelems", "{set, nelems * {z}}, {dst, sst, nelems, {z}}"),
           "alltoalls(call, dest, source, ARGS);")
for name, act, types, old_types in (
        ("and", "And", BITWISE, OLD_BITWISE), ("or", "Or", BITWISE, OLD_BITWISE), ("xor", "Xor", BITWISE, OLD_BITWISE),
        ("max", "Max", ORDERED, OLD_ORDERED), ("min", "Min", ORDERED, OLD_ORDERED),
        ("sum", "Sum", ARITHMETIC, OLD_ARITHMETIC), ("prod", "Prod", ARITHMETIC, OLD_ARITHMETIC)):
    add(name + "_reduce", "{t}_" + name + "_reduce", "int",
        "shmem_team_t team, {T} *dest, const {T} *source, size_t nreduce",
        f"reduce(call, dest, source, {{memberOf(call, team), nreduce * {{z}}}}, {{combine<{act}, {{T}}>, {{z}}}}); "
        "return 0;",
        types, generic="shmem_" + name + "_reduce", selector=1, failed="-1")
    add(name + "_reduce", "{t}_" + name + "_to_all", "void",
        "{T} *dest, const {T} *source, int nreduce, int PE_start, int logPE_stride, int PE_size, {T} *pWrk, "
        "long *pSync",
        f"(void)pWrk; (void)pSync; reduce(call, dest, source, {{{ACTIVE_SET}, countOf(call, nreduce) * {{z}}}}, "
        f"{{combine<{act}, {{T}}>, {{z}}}});", old_types)

# 9.10 Point-to-point synchronization
WAITED = "isTrue<{T}>"
add("wait_until", "{t}_wait_until", "void", "{T} *ivar, int cmp, {T} cmp_value",
    "waitUntil(call, condition(call, ivar, cmp, cmp_value));", WAIT, generic="shmem_wait_until")
add("wait", "{t}_wait", "void", "{T} *ivar, {T} cmp_value",
    "waitUntil(call, condition(call, ivar, SHMEM_CMP_NE, cmp_value));", WAIT[:4], generic=None)
add("wait_until", "wait_until", "void", "long *ivar, int cmp, long cmp_value",
    "waitUntil(call, condition(call, ivar, cmp, cmp_value));")
add("wait", "wait", "void", "long *ivar, long cmp_value",
    "waitUntil(call, condition(call, ivar, SHMEM_CMP_NE, cmp_value));")
add("test", "{t}_test", "int", "{T} *ivar, int cmp, {T} cmp_value",
    "return test(call, condition(call, ivar, cmp, cmp_value));", WAIT, generic="shmem_test", failed="0")
for verb, result in (("wait_until", None), ("test", "int")):
    for suffix, value, given in (("", "{T} cmp_value", "cmp_value"), ("_vector", "{T} *cmp_values", "cmp_values")):
        for amount in ("all", "any", "some"):
            indices = "size_t *indices, " if amount == "some" else ""
            returns = ("void" if verb == "wait_until" else "int") if amount == "all" else "size_t"
            found = ", indices" if amount == "some" else ""
            function = (verb.replace("wait_until", "waitUntil") + amount.capitalize())
            add(verb + "_" + amount + suffix, "{t}_" + verb + "_" + amount + suffix, returns,
                "{T} *ivars, size_t nelems, " + indices + "const int *status, int cmp, " + value,
                ("return " if returns != "void" else "") +
                f"{function}(call, conditions(call, ivars, nelems, status, cmp, {given}){found});", WAIT,
                generic="shmem_" + verb + "_" + amount + suffix,
                failed="" if returns == "void" else "0")
add("signal_wait_until", "signal_wait_until", "uint64_t", "uint64_t *sig_addr, int cmp, uint64_t cmp_value",
    "waitUntil(call, condition(call, sig_addr, cmp, cmp_value)); return *sig_addr;", failed="0")

# 9.11 Memory ordering, 9.12 distributed locking, 9.13 cache management (deprecated), 9.14 profiling
add("fence", "fence", "void", "void", "fence(call, SHMEM_CTX_DEFAULT);")
add("fence", "ctx_fence", "void", "shmem_ctx_t ctx", "fence(call, ctx);")
add("quiet", "quiet", "void", "void", "quiet(call, SHMEM_CTX_DEFAULT);")
add("quiet", "ctx_quiet", "void", "shmem_ctx_t ctx", "quiet(call, ctx);")
add("set_lock", "set_lock", "void", "long *lock", "call.shmem().locks().set(call, lock);")
add("test_lock", "test_lock", "int", "long *lock", "return call.shmem().locks().trySet(call, lock) ? 0 : 1;",
    failed="1")
add("clear_lock", "clear_lock", "void", "long *lock",
    "quiet(call, SHMEM_CTX_DEFAULT); call.shmem().locks().clear(call, lock);")
for name, parameters in (("set_cache_inv", "void"), ("clear_cache_inv", "void"), ("udcflush", "void"),
                         ("set_cache_line_inv", "void *dest"), ("clear_cache_line_inv", "void *dest"),
                         ("udcflush_line", "void *dest")):
    add("set_cache_inv", name, "void", parameters, "" if parameters == "void" else "(void)dest;")
