"""What programs and libraries ask of the system that runs them, read from their files."""
import os
import re
import subprocess

# Ubuntu 22.04's glibc and its libstdc++ (GCC 12's). Debian 12, Fedora from 36 and Ubuntu from 22.04 have these or newer.
NEWEST = {"GLIBC": (2, 35), "GLIBCXX": (3, 4, 30), "CXXABI": (1, 3, 13), "GCC": (12, 0, 0)}
# What the archive leaves to the system, by the Debian package that has it.
OF_THE_SYSTEM = {
    "libc6": ("libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "librt.so.1",
              "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"),
    "libstdc++6": ("libstdc++.so.6",),
    "libgcc-s1": ("libgcc_s.so.1",),
    "libx11-6": ("libX11.so.6",),
}

MACHINES = {"x86_64": "Advanced Micro Devices X86-64", "aarch64": "AArch64"}  # as readelf says them


def check(what, condition, detail=""):
    if not condition:
        raise AssertionError(f"{what} {detail}")
    print("ok:", what)


def run(command, **options):
    return subprocess.run(command, **{"capture_output": True, "text": True, "timeout": 120, **options})


def binaries_in(folder):
    files = [file for file in folder.rglob("*") if file.is_file() and not file.is_symlink()]
    return [file for file in files if file.open("rb").read(4) == b"\x7fELF"]


def version(text):
    return tuple(int(number) for number in text.split("."))


def has_glibc_of_releases():
    """Built with another, the program asks for more."""
    is_it = os.confstr("CS_GNU_LIBC_VERSION") == "glibc 2.36"
    if not is_it:
        print("skipped: Debian 12's glibc is not here, with which releases are built")
    return is_it


def needs_no_newer_system(folder):
    """Each versioned symbol that a file below `folder` takes from elsewhere."""
    found = {name: (0,) for name in NEWEST}
    for file in binaries_in(folder):
        needs = re.search(r"\nVersion needs section.*", run(["readelf", "-VW", file]).stdout, re.S)
        for name, number in re.findall(r"Name: (\w+)_([\d.]+) ", needs.group() if needs else ""):
            if name not in NEWEST:
                continue
            found[name] = max(found[name], version(number))
            assert version(number) <= NEWEST[name], f"{file.name} needs {name}_{number}"
    for name, newest in found.items():
        print(f"ok: all of it needs {name} {'.'.join(map(str, newest))} at most")
    assert found["GLIBC"] > (2, 0) < found["GLIBCXX"], "nothing was found to look at"


def is_all_for(folder, machine):
    """The program, the library that captures, and each other file of machine code."""
    files = binaries_in(folder)
    for file in files:
        told = re.search(r"Machine: +(.*)", run(["readelf", "-h", file]).stdout)[1]
        assert told == MACHINES[machine], f"{file.name} is for {told}"
    names = {file.name for file in files}
    check(f"its {len(files)} programs and libraries are for {machine}",
          {"warplens", "libwarplens_injected.so"} <= names, names)


def packages_needed(folder):
    """Debian's packages with what files below `folder` are linked with and is not there itself."""
    of = {library: package for package, libraries in OF_THE_SYSTEM.items() for library in libraries}
    inside = {file.name for file in folder.rglob("*")}
    packages = set()
    for file in binaries_in(folder):
        needed = re.findall(r"\(NEEDED\).*\[(.*)\]", run(["readelf", "-dW", file]).stdout)
        for library in set(needed) - inside:
            assert library in of, f"{file.name} needs {library}, which nothing brings"
            packages.add(of[library])
    return packages
