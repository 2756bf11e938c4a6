#!/usr/bin/env python3
"""Guards the doors between the rooms: who may include whom (ARCHITECTURE.md).

spatial <- sim <- app -> render; and of all files in app, only present.* and what draws may know both sim and render.
The benches in tests/bench and the cases in tests/validation stand between sim and app: they measure spatial and sim, and
one command each runs them.

And that no type of a room has the name of another in the same namespace: where two files that are linked into one program
define one each, the linker takes what it finds first of both, and memory is corrupted.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
MAY_INCLUDE = {
    "spatial": {"spatial"},
    "sim": {"sim", "spatial"},
    "render": {"render"},
    "app": {"app", "sim", "spatial", "render"},
    "tests/bench": {"tests/bench", "sim", "spatial"},
    "tests/validation": {"tests/validation", "tests/bench", "sim", "spatial"},
}
# The few doors that lead to them.
DOORS = {
    "tests/bench": {"app/commands/command_bench.cpp", "app/commands/command_validate.cpp"},
    "tests/validation": {"app/commands/command_validate.cpp"},
}
# These libraries belong to the app alone.
APP_ONLY = re.compile(r'#include\s*[<"](GLFW/|imgui|backends/imgui|spdlog/|CLI/)')
INCLUDE = re.compile(r'^\s*#include\s*"([^"]+)"', re.MULTILINE)

# Comments, strings and lists of template parameters, which hold no types that are defined.
NO_CODE = re.compile(r'//[^\n]*|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|template\s*<[^{;]*?>(?=\s*(?:struct|class)\b)', re.DOTALL)
NAMESPACE = r"namespace\s+(?P<space>[\w:]*)\s*\{"
TYPE = r"\b(?:struct|class|union|enum\s+class|enum)\s+(?P<type>\w+)\s*(?:final\s*)?(?::[^:;{}()=][^;{}()=]*)?\{"


def types_of(text):
    """Qualified names of the types that a file defines for all to see: not within types, functions or nameless
    namespaces."""
    open_braces = []
    for found in re.finditer(f"{NAMESPACE}|{TYPE}|[{{}}]", NO_CODE.sub(" ", text)):
        if found.group() == "}":
            if open_braces:
                open_braces.pop()
            continue
        if found["type"] and all(open_braces):
            yield "::".join([*open_braces, found["type"]])
        open_braces.append(found["space"] if found["space"] is not None else "")


wrong = []
homes = collections.defaultdict(set)  # of types
count = 0
for room, allowed in MAY_INCLUDE.items():
    for file in sorted((ROOT / room).rglob("*.[ch]pp")):
        text = file.read_text()
        name = file.relative_to(ROOT)
        count += 1
        for type_name in types_of(text):
            homes[type_name].add(str(name))
        for included in INCLUDE.findall(text):
            parts = included.split("/")
            other = "/".join(parts[:2]) if parts[0] == "tests" else parts[0]
            if str(name) in DOORS.get(other, ()):
                continue
            if other not in MAY_INCLUDE:
                wrong.append(f"{name} includes \"{included}\": includes start at the root, with a room's name")
            elif other not in allowed:
                wrong.append(f"{name} includes \"{included}\": no door leads from {room} to {other}")
        if room != "app" and APP_ONLY.search(text):
            wrong.append(f"{name} includes what belongs to app: {APP_ONLY.search(text).group(1)}")

for type_name, files in sorted(homes.items()):
    if len(files) > 1:
        wrong.append(f"{type_name} is defined in {' and in '.join(sorted(files))}: give one of them another name")

print("\n".join(wrong) or f"{count} files, every include through a door, {len(homes)} types of names of their own")
sys.exit(1 if wrong or count < 50 else 0)
