"""Triton's, Numba's and CuPy's kernels. The packages are not here: what stands for them gives the PTX that the real
ones made (tests/corpus), so these tests hold what is handed over, not that today's packages still answer like this.
"""
import json
import sys
import types

import numpy
import pytest

import warplens
from conftest import CORPUS


def module(monkeypatch, name, **members):
    made = types.ModuleType(name)
    made.__dict__.update(members)
    monkeypatch.setitem(sys.modules, name, made)
    return made


class Parameter:
    def __init__(self, name, is_constexpr=False, default=None):
        self.name, self.is_constexpr, self.default = name, is_constexpr, default
        self.has_default, self.do_not_specialize = default is not None, False


class JITFunction:
    """As triton.jit makes of vector_add(x, y, out, n, BLOCK)."""

    def __init__(self):
        self.fn, self.__name__ = module, "vector_add"
        self.arg_names = ["x", "y", "out", "n", "BLOCK"]
        self.params = [Parameter(name, name == "BLOCK") for name in self.arg_names]


JITFunction.__module__ = "triton.runtime.jit"


@pytest.fixture
def triton(monkeypatch):
    seen = {}

    def compile(source, target, options):
        seen.update(source=source, target=target, options=options)
        text = (CORPUS / "triton/vector_add_90.ptx").read_text()
        return types.SimpleNamespace(asm={"ptx": text},
                                     metadata=types.SimpleNamespace(num_warps=4, shared=0, num_ctas=1))

    module(monkeypatch, "triton", compile=compile)
    module(monkeypatch, "triton.compiler", ASTSource=lambda *parts: parts)
    module(monkeypatch, "triton.backends", )
    module(monkeypatch, "triton.backends.compiler", GPUTarget=lambda *parts: parts)
    return seen


def test_a_triton_kernel_is_launched_as_triton_would(triton):
    n = 1000
    x, y, out = numpy.arange(n, dtype=numpy.float32), numpy.ones(n, numpy.float32), numpy.zeros(n, numpy.float32)
    traced = warplens.trace(JITFunction(), lambda values: (-(-values["n"] // values["BLOCK"]),), [x, y, out, n],
                            meta={"BLOCK": 256, "num_warps": 4})
    assert (out == x + y).all() and list(traced.outputs) == ["x", "y", "out"]
    assert traced.launches[0].grid == (4, 1, 1) and traced.launches[0].block == (128, 1, 1)
    _, kinds, constants, promises = triton["source"]
    assert kinds == {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32", "BLOCK": "constexpr"}
    assert constants == {(4,): 256} and (0,) in promises and (3,) not in promises
    assert triton["target"] == ("cuda", 90, 32) and triton["options"] == {"num_warps": 4}


def test_triton_specialises_one_and_multiples_of_sixteen(triton):
    from warplens.kernels.triton import _typed
    plain = Parameter("n")
    assert _typed("n", 1, plain, "en").type == "constexpr"
    assert _typed("n", 32, plain, "en").promises == (["tt.divisibility", 16],)
    assert _typed("n", 3 << 40, plain, "en").type == "i64"
    assert _typed("n", 2.0, plain, "en").type == "fp32"
    assert _typed("n", numpy.zeros(4, bool), plain, "en").type == "*i1"


def test_a_triton_kernel_names_what_is_missing(triton):
    with pytest.raises(warplens.Error, match="argument n is missing"):
        warplens.trace(JITFunction(), 1, {"x": numpy.zeros(4), "y": None, "out": None}, meta={"BLOCK": 4})


class Dispatcher:
    """As numba.cuda.jit makes."""

    signatures = ()

    def __init__(self, function):
        self.py_func = function


Dispatcher.__module__ = "numba.cuda.dispatcher"


class Kind:
    def __init__(self, name, ndim=None):
        self.name = name
        if ndim is not None:
            self.ndim, self.layout = ndim, "C"

    def __str__(self):
        return self.name


@pytest.fixture
def numba(monkeypatch):
    def typeof(value):
        return Kind("array", value.ndim) if getattr(value, "ndim", 0) else Kind(str(numpy.asarray(value).dtype))

    def compile_ptx(function, signature, cc, lineinfo):
        assert cc == (8, 0) and lineinfo
        return (CORPUS / f"numba/{function.__name__}.ptx").read_text(), None

    module(monkeypatch, "numba", typeof=typeof, types=types.SimpleNamespace(void=lambda *kinds: kinds))
    module(monkeypatch, "numba.cuda", compile_ptx=compile_ptx)


def saxpy(a, x, y, out):
    """Its PTX is the corpus'."""


def matmul(a, b, c):
    """Its PTX is the corpus'."""


def test_numbas_arrays_are_lowered_to_their_parts(numba):
    x, y, out = (numpy.arange(500, dtype=numpy.float32) for _ in range(3))
    traced = warplens.trace(Dispatcher(saxpy), 2, [numpy.float32(2), x, y, out], block=256, arch="sm_80")
    assert (out == 3 * x).all() and traced.kernel == "saxpy" and list(traced.outputs) == ["x", "y", "out"]
    assert not traced.is_guessed and traced.findings == ()


def test_numbas_matrices_bring_their_shape(numba):
    a, b = numpy.random.rand(40, 30).astype("f4"), numpy.random.rand(30, 50).astype("f4")
    c = numpy.zeros((40, 50), "f4")
    traced = warplens.trace(Dispatcher(matmul), (3, 4), {"a": a, "b": b, "c": c}, block=(16, 16), arch="sm_80")
    assert abs(c - a @ b).max() < 1e-4 and traced.totals.shared_load.requests > 0


class Elsewhere:
    """Of cupy: on the GPU, whose shape the interface tells."""

    def __init__(self, array, tells_strides):
        self.array, self.dtype, self.shape, self.strides = array, array.dtype, array.shape, array.strides
        self.data = types.SimpleNamespace(ptr=array.__array_interface__["data"][0])
        self.__cuda_array_interface__ = {"typestr": "<f4", "shape": array.shape,
                                         "strides": array.strides if tells_strides else None}


Elsewhere.__module__ = "cupy"


def test_numbas_kernels_take_arrays_of_others_on_the_gpu(numba, monkeypatch):
    class Flat:
        def __init__(self, array, count, strides):
            self.array = numpy.lib.stride_tricks.as_strided(array.array, count, strides)

        def get(self):
            return self.array

        def __setitem__(self, place, value):
            self.array[place] = value

    module(monkeypatch, "cupy", asarray=numpy.asarray)
    module(monkeypatch, "cupy.lib")
    module(monkeypatch, "cupy.lib.stride_tricks", as_strided=Flat)
    sys.modules["numba.cuda"].as_cuda_array = lambda one, sync: one.array
    a, b = numpy.random.rand(40, 30).astype("f4"), numpy.random.rand(30, 50).astype("f4")
    c = numpy.zeros((40, 50), "f4")
    values = [Elsewhere(a, False), Elsewhere(b, True), Elsewhere(c, False)]
    traced = warplens.trace(Dispatcher(matmul), (3, 4), values, block=(16, 16), arch="sm_80")
    assert not c.any() and abs(traced.outputs["c"] - a @ b).max() < 1e-4
    warplens.trace(Dispatcher(matmul), (3, 4), values, block=(16, 16), arch="sm_80", write_back=True)
    assert abs(c - a @ b).max() < 1e-4


def test_a_numba_kernel_needs_its_block(numba):
    with pytest.raises(warplens.Error, match="saxpy needs its block: give block"):
        warplens.trace(Dispatcher(saxpy), 1, [1, None, None, None])


def test_a_numba_kernels_argument_that_is_missing_is_named(numba):
    with pytest.raises(warplens.Error, match="argument y is missing"):
        warplens.trace(Dispatcher(saxpy), 1, {"a": 1, "x": 2, "z": 3, "out": 4}, block=32)


class RawKernel:
    """As CuPy's."""

    name, options = "scale", ("-DF=2", "-Iheaders", "--std=c++17")
    code = "extern \"C\" __global__ void scale(const float* x, float* y, long long n, double f);\n"


RawKernel.__module__ = "cupy"


def test_cupys_code_is_compiled_with_its_options(tmp_path, monkeypatch):
    seen = tmp_path / "arguments.json"
    program = tmp_path / "warplens"
    program.write_text(f"#!{sys.executable}\nimport json, sys\njson.dump(sys.argv[1:], open({str(seen)!r}, 'w'))\n"
                       "print('warplens: seen', file=sys.stderr)\nsys.exit(1)\n")
    program.chmod(0o755)
    monkeypatch.setenv("WARPLENS", str(program))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(warplens.Error, match="seen"):
        warplens.trace(RawKernel(), 4, (numpy.zeros(8, "f4"), numpy.zeros(8, "f4"), 8, 0.5), block=32)
    words = json.loads(seen.read_text())
    assert words[:2] == ["trace", "kernel.cu"] and "-DF=2" in words
    assert f"-I{tmp_path}/headers" in words and "--nvcc-arg=--std=c++17" in words
    assert "--arg=arg2:i64=8" in words and "--arg=arg3:f64=0.5" in words


