"""What docs/PYTHON.md shows is what happens; the package's types; its texts in both languages."""
import ast
import doctest
import os
import re
import subprocess
import sys

import pytest

import warplens
from conftest import SCALE, SOURCE
from warplens import texts

DOCUMENT = (SOURCE / "docs/PYTHON.md").read_text()
PACKAGE = os.path.dirname(warplens.__file__)


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", DOCUMENT, re.M | re.S)


def test_its_examples_give_what_it_shows(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scale.ptx").write_text(SCALE)
    examples = "".join(blocks("pycon"))
    test = doctest.DocTestParser().get_doctest(examples, {}, "PYTHON.md", "PYTHON.md", 0)
    runner = doctest.DocTestRunner(verbose=False)
    said = []
    runner.run(test, out=said.append)
    assert runner.summarize(verbose=False).failed == 0 and len(test.examples) > 10, "".join(said)


@pytest.mark.parametrize("example", blocks("python"))
def test_its_other_examples_are_python(example):
    ast.parse(example)


def test_its_wheels_name_is_what_is_built():
    assert "warplens-VERSION-py3-none-manylinux_2_35_x86_64.whl" in (SOURCE / "scripts/release").read_text()


def test_its_types_are_strict():
    ran = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.path.join(sys.prefix, "mypy"), PACKAGE],
                         capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def said_in(tree):
    """Texts that go through say(), by what the code calls them with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say":
            yield node.args[1].value


def test_every_text_is_in_both_languages_and_none_is_left_over():
    said = set()
    for folder, _, files in os.walk(PACKAGE):
        for file in files:
            if file.endswith(".py"):
                with open(os.path.join(folder, file), encoding="utf-8") as opened:
                    said |= set(said_in(ast.parse(opened.read())))
    assert said == set(texts._CHINESE)
    for english, chinese in texts._CHINESE.items():
        assert sorted(re.findall(r"{[^}]*}", english)) == sorted(set(re.findall(r"{[^}]*}", chinese))) or \
            set(re.findall(r"{[^}]*}", english)) == set(re.findall(r"{[^}]*}", chinese))
        assert not re.search("[,;:()] ", chinese.replace("language=", "")), chinese
