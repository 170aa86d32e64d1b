# runtime/shmem/bindings/functions.py - writes the functions of OpenSHMEM from their table
# SPDX-License-Identifier: Apache-2.0
"""usage: functions.py FOLDER

Writes shmem_functions.h (what shmem.h declares), pshmem_functions.h (the profiling names), shmem_generic.h (the names
that C11 and C++ programs use for all types), and the bodies, shmem_functions_N.inc: N is part of a build's sources."""
import pathlib
import sys

import table

PARTS = 4  # Of the bodies, which compile at once.


def instances(family):
    """(type's name or "", type, size's name or "", bytes of an element as text)"""
    if family.types:
        return [(name, table.TYPES[name], "", f"sizeof({table.TYPES[name]})") for name in family.types]
    if family.sizes:
        return [("", "", name, str(size)) for name, size in family.sizes.items()]
    return [("", "", "", "1")]


class Function:
    """One function of C."""

    def __init__(self, family, instance, context):
        kind, c_type, size, bytes_of_one = instance

        def fill(text):
            return text.replace("{T}", c_type).replace("{t}", kind).replace("{s}", size).replace("{z}", bytes_of_one)

        name = fill(family.name)
        self.family = family
        self.kind = kind
        self.context = context
        self.name = name if family.bare else ("shmem_ctx_" if context else "shmem_") + name
        self.result = fill(family.result)
        self.parameters = ("shmem_ctx_t ctx, " if context else "") + fill(family.parameters)
        body = fill(family.body)
        if family.contexts and not context:
            body = "const shmem_ctx_t ctx = SHMEM_CTX_DEFAULT; " + body
        self.body = body

    def declaration(self, prefix=""):
        gap = "" if self.result.endswith("*") else " "
        return f"{self.result}{gap}{prefix}{self.name}({self.parameters});"

    def definition(self):
        """With its profiling name, of which the plain one is a weak alias."""
        gap = "" if self.result.endswith("*") else " "
        begin = "MAQUETTE_SHMEM_BEGIN_ANYTIME" if self.family.anytime else "MAQUETTE_SHMEM_BEGIN"
        parameters = in_cpp(self.parameters)
        body = in_cpp(self.body)
        named = "" if self.family.bare else "p"
        text = (f"{self.result}{gap}{named}{self.name}({parameters}) {{ "
                f"{begin}({self.family.call}, {self.family.failed}); {body} }}\n")
        if not self.family.bare:
            text += (f"{self.result}{gap}{self.name}({parameters}) "
                     f"__attribute__((weak, alias(\"p{self.name}\")));\n")
        return text


def functions():
    return [Function(family, instance, context) for family in table.FUNCTIONS
            for context in ([False, True] if family.contexts else [False]) for instance in instances(family)]


def heading(name, what):
    return f"/* {name} - {what}; written by functions.py\n * SPDX-License-Identifier: Apache-2.0\n */\n"


def argument_names(parameters):
    return [] if parameters == "void" else [one.split("*")[-1].split()[-1] for one in parameters.split(", ")]


def element_of(function):
    """How C++ overloads take the arguments: as the function does."""
    return table.TYPES[function.kind]


def generics(all_functions):
    """By generic name: the functions without and with a context, one for each type."""
    found = {}
    for function in all_functions:
        kind = table.SAME_AS.get(function.kind, function.kind)
        for generic in filter(None, (function.family.generic, function.family.old_generic)):
            same = found.setdefault(generic, ({}, {}))[function.context]
            same.setdefault(kind, function)
    return {generic: [list(functions.values()) for functions in pair] for generic, pair in found.items()}


def c11(generic, plain, with_context):
    """A macro that chooses by the type of the element that an argument points to. shmem_sync has two forms, and where
    functions have contexts, the first argument may be one; it points to a complete type, so it can be dereferenced."""
    selector = plain[0].family.selector
    family = plain[0].family

    def choose(functions, position):
        lines = ", \\\n    ".join(f"{element_of(f)}: {f.name}" for f in functions)
        return f"_Generic(*(MAQUETTE_SHMEM_ARGUMENT_{position}(__VA_ARGS__, 0, 0)), \\\n    {lines}"

    if not with_context:
        return f"#define {generic}(...) \\\n  {choose(plain, selector)})(__VA_ARGS__)\n"
    inner = ", \\\n    ".join(f"{element_of(f)} *: {f.name}, \\\n    const {element_of(f)} *: {f.name}"
                             for f in with_context)
    return (f"#define {generic}(...) \\\n  {choose(plain, 0)}, \\\n    struct maquette_shmem_context: "
            f"_Generic((MAQUETTE_SHMEM_ARGUMENT_1(__VA_ARGS__, 0, 0)), \\\n    {inner}, \\\n"
            f"    default: {with_context[0].name}))(__VA_ARGS__)\n")


def in_cpp(text):
    return text.replace("float _Complex", "std::complex<float>").replace("double _Complex", "std::complex<double>")


def of_c_complex(function):
    """The function for C++ programs that use the complex numbers of C."""
    pointers = [argument for argument in function.parameters.split(", ") if "_Complex" in argument]
    of_cpp = in_cpp(f"{element_of(function)} *")
    given = ", ".join(f"reinterpret_cast<{'const ' if 'const' in argument else ''}{of_cpp}>({name})"
                      if argument in pointers else name
                      for argument, name in zip(function.parameters.split(", "), argument_names(function.parameters)))
    gives = "" if function.result == "void" else "return "
    return (f"static inline {function.result} {function.name}({function.parameters}) "
            f"{{ {gives}{function.name}({given}); }}\n")


def overload(generic, function):
    names = ", ".join(argument_names(function.parameters))
    gives = "" if function.result == "void" else "return "
    return (f"static inline {function.result} {generic}({in_cpp(function.parameters)}) "
            f"{{ {gives}{function.name}({names}); }}\n")


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    all_functions = functions()

    def write(name, text):
        (folder / name).write_text(text)

    c_only = [f for f in all_functions if f.kind.startswith("complex")]
    common = [f for f in all_functions if not f.kind.startswith("complex")]

    def declarations(prefix):
        chosen = [[f for f in group if not (prefix and f.family.bare)] for group in (common, c_only)]
        return ("".join(f.declaration(prefix) + "\n" for f in chosen[0]) + "#ifndef __cplusplus\n" +
                "".join(f.declaration(prefix) + "\n" for f in chosen[1]) + "#else\n" +
                "".join(in_cpp(f.declaration(prefix)) + "\n" for f in chosen[1]) + "#endif\n")

    write("shmem_functions.h", heading("shmem_functions.h", "the functions of OpenSHMEM") + declarations(""))
    write("pshmem_functions.h", heading("pshmem_functions.h", "their profiling names") + declarations("p"))
    text = heading("shmem_generic.h", "functions for all types")
    by_name = generics(all_functions)
    # Functions of C for long that are called as the overload would be.
    own_names = {(f.name, "long") for f in all_functions if not f.kind}
    text += "#ifndef __cplusplus\n" + "".join(c11(name, *pair) for name, pair in by_name.items())
    text += ("#define shmem_sync(...) \\\n  _Generic((MAQUETTE_SHMEM_ARGUMENT_0(__VA_ARGS__, 0, 0)), shmem_team_t: "
             "shmem_team_sync, default: shmem_sync)(__VA_ARGS__)\n")
    text += "#else\n" + "".join(overload(name, f) for name, pair in by_name.items() for group in pair for f in group
                                if f.context or (name, f.kind) not in own_names)
    text += "static inline int shmem_sync(shmem_team_t team) { return shmem_team_sync(team); }\n"
    text += "#ifdef __GNUC__\n" + "".join(map(of_c_complex, c_only)) + "#endif\n#endif\n"
    write("shmem_generic.h", text)
    for part in range(PARTS):
        write(f"shmem_functions_{part}.inc", "".join(f.definition() for f in all_functions[part::PARTS]))


if __name__ == "__main__":
    main()
