"""The command `warplens`: the program itself, in this process's place."""

from __future__ import annotations

import os
import sys

from .errors import ProgramNotFound
from .program import find


def main() -> int:
    try:
        program = find()
    except ProgramNotFound as error:
        print(f"warplens: {error}", file=sys.stderr)
        return 1
    os.execv(program, ["warplens", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
