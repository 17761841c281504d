"""Finds the program, runs it, and ends it with Python.

    in the wheel (program/bin/warplens)  or  $WARPLENS  or  PATH
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple, Optional, Sequence

from .errors import Error, ProgramNotFound, Timeout
from .texts import LANGUAGES, say

_GRACE = 3.0  # seconds from an interrupt until it is killed


class Output(NamedTuple):
    """What the program printed."""

    status: int
    out: str
    err: str


def checked_language(language: str) -> str:
    if language in LANGUAGES:
        return language
    raise Error(say("en", "language is 'en' or 'zh', not {language!r}", language=language))


def find(language: str = "en") -> str:
    """Where the program is. $WARPLENS goes before the wheel's own, and that before PATH's."""
    named = os.environ.get("WARPLENS")
    if named:
        if os.access(named, os.X_OK) and os.path.isfile(named):
            return named
        raise ProgramNotFound(say(language, "WARPLENS is {path}, which is no program", path=named))
    bundled = Path(__file__).parent / "program" / "bin" / "warplens"
    if bundled.is_file():
        return str(bundled)
    # Python's own command of that name would call this again.
    beside = os.path.realpath(os.path.dirname(sys.executable))
    folders = [folder for folder in os.environ.get("PATH", "").split(os.pathsep)
               if folder and os.path.realpath(folder) != beside]
    found = shutil.which("warplens", path=os.pathsep.join(folders))
    if found is not None:
        return found
    raise ProgramNotFound(say(
        language,
        "the program warplens is not here: pip install warplens, or set WARPLENS to its path"))


def _environment() -> dict[str, str]:
    """With the virtual environment, in which pip keeps nvcc, NVRTC and nvdisasm."""
    environment = dict(os.environ)
    if sys.prefix != sys.base_prefix:
        environment.setdefault("VIRTUAL_ENV", sys.prefix)
    return environment


def _signal(process: subprocess.Popen[str], number: int) -> None:
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        pass


def _end(process: subprocess.Popen[str]) -> None:
    """It, and what it started."""
    _signal(process, signal.SIGINT)
    try:
        process.communicate(timeout=_GRACE)
    except subprocess.TimeoutExpired:
        pass
    finally:
        _signal(process, signal.SIGKILL)
        process.communicate()


def run(arguments: Sequence[str], *, timeout: Optional[float] = None, language: str = "en",
        folder: Optional[str] = None) -> Output:
    """Runs it to its end, in `folder`. Ctrl+C ends it, too."""
    process = subprocess.Popen(
        [os.path.abspath(find(language)), *arguments], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace",
        env=_environment(), cwd=folder, start_new_session=True)
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        _end(process)
        raise Timeout(say(language, "warplens was stopped after {seconds} s",
                          seconds=timeout)) from None
    except BaseException:
        _end(process)
        raise
    return Output(process.returncode, out, err)


def failure(output: Output, language: str) -> Error:
    """A compiler's first error, else the last line, without the program's name."""
    lines = [line.strip() for line in output.err.splitlines() if line.strip()]
    if not lines:
        return Error(say(language, "warplens ended with status {status} and said nothing",
                         status=output.status))
    line = next((line for line in lines if "): error: " in line), lines[-1])
    if line.startswith("warplens: "):
        line = line[len("warplens: "):]
    return Error(line, output.err)


def told(arguments: Sequence[str], *, timeout: Optional[float] = None, language: str = "en",
         folder: Optional[str] = None) -> Output:
    """Its JSON as text, and what it said beside it. Errors: it could not do what was asked."""
    output = run([*arguments, "--json", "--lang", checked_language(language)], timeout=timeout,
                 language=language, folder=folder)
    # Status 1 with JSON: something was found, or promised and not kept.
    if output.status not in (0, 1) or not output.out.strip():
        raise failure(output, language)
    return output


def ask(arguments: Sequence[str], *, timeout: Optional[float] = None, language: str = "en",
        folder: Optional[str] = None) -> tuple[dict[str, Any], str]:
    """The same, read."""
    output = told(arguments, timeout=timeout, language=language, folder=folder)
    try:
        answer = json.loads(output.out)
    except ValueError:
        raise Error(say(language, "warplens said what is no JSON: {text}",
                        text=output.out[:200])) from None
    assert isinstance(answer, dict)
    return answer, output.err
