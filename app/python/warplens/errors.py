"""What goes wrong is one line, in the program's own words."""

from __future__ import annotations


class Error(Exception):
    """What the program said, or why it could not be asked. `details`: all lines of it, as of a
    compiler."""

    def __init__(self, message: str, details: str = "") -> None:
        super().__init__(message)
        self.details = details or message


class ProgramNotFound(Error):
    """The program `warplens` is not here."""


class Timeout(Error):
    """The program took longer than `timeout` seconds, and was ended."""
