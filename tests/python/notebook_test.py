"""In IPython and in a notebook: the magic, and a notebook that a kernel of Jupyter runs."""
import os
import sys
from pathlib import Path

import nbclient
import nbformat
import numpy
import pytest
from IPython.core.interactiveshell import InteractiveShell

import warplens
from conftest import SCALE
from warplens import magic

CELL = """\
__global__ void scale(const float* x, float* y, int n, float f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i] * f;
}
"""


@pytest.fixture
def nvcc(tmp_path, monkeypatch):
    """A compiler that knows one kernel: it stands for nvcc, which is not here."""
    ptx = tmp_path / "scale.ptx"
    ptx.write_text(SCALE)
    tool = tmp_path / "bin/nvcc"
    tool.parent.mkdir()
    tool.write_text(f"""#!/bin/sh
if [ "$1" = --version ]; then echo "release 12.8, V12.8.61"; exit 0; fi
if grep -Rqs "void other" source; then echo "kernel.cu(1): error: what is this" >&2; exit 1; fi
while [ "$1" != -o ]; do shift; done
cp {ptx} "$2"
""")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}{os.pathsep}{os.environ['PATH']}")
    return tool


def test_a_cell_is_traced_with_the_notebooks_variables(nvcc):
    variables = {"x": numpy.arange(100, dtype="f4"), "y": numpy.zeros(100, "f4"), "n": 100, "f": 2.0}
    traced = magic.trace_cell("--grid 1 --block 128 --args x,y,n,f --save-as t", CELL, variables)
    assert variables["t"] is traced and variables["y"][99] == 198
    assert traced.kernel == "scale"


def test_a_cells_mistake_is_one_line(nvcc, capsys):
    shell = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "warplens")
    assert shell.run_cell_magic("warplens", "--grid 1 --block 32 --args nothing", CELL) is None
    assert capsys.readouterr().out == "warplens: nothing is not defined\n"
    shell.run_cell_magic("warplens", "--lang zh --args nothing", CELL)
    assert capsys.readouterr().out == "warplens: nothing 没有定义\n"
    shell.run_cell_magic("warplens", "--grid 1", "__global__ void other() {}\n")
    assert "error: what is this" in capsys.readouterr().out
    shell.run_cell_magic("warplens", "--nonsense", CELL)
    assert "unrecognized arguments: --nonsense" in capsys.readouterr().out


def test_a_notebook_runs_and_shows_its_pictures(nvcc):
    path = Path(__file__).with_name("notebook.ipynb")
    notebook = nbformat.read(path, as_version=4)
    os.environ["PYTHONPATH"] = os.pathsep.join(sys.path)
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    pages = [output.data["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    assert len(pages) == 2 and all("data:image/svg+xml" in page for page in pages)
    assert outputs[-1].data["text/plain"] == "(5952, 14.0)"


def test_the_shape_of_a_grid_is_numbers(nvcc):
    with pytest.raises(warplens.Error, match="--grid"):
        magic.trace_cell("--grid many", CELL, {})
