"""What the tests of the Python package share: small kernels, and a place for their files."""
import os
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2]
CORPUS = SOURCE / "tests/corpus"
sys.path.insert(0, os.environ.get("WARPLENS_PACKAGE", str(SOURCE / "app/python")))

pytest_plugins = [] if "WARPLENS_PACKAGE" in os.environ else ["warplens.pytest_plugin"]

HEAD = ".version 7.8\n.target sm_80\n.address_size 64\n"

# y[i] = x[i] * f for i < n
SCALE = HEAD + """\
.file 1 "scale.cu"
.visible .entry scale(.param .u64 p0, .param .u64 p1, .param .u32 p2, .param .f32 p3)
{
  .reg .pred %p<2>; .reg .b32 %r<6>; .reg .f32 %f<4>; .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [p0]; ld.param.u64 %rd2, [p1]; ld.param.u32 %r1, [p2]; ld.param.f32 %f1, [p3];
  mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra DONE;
  mul.wide.s32 %rd3, %r5, 4;
  add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;
  .loc 1 5 1
  ld.global.f32 %f2, [%rd4];
  mul.f32 %f3, %f2, %f1;
  st.global.f32 [%rd5], %f3;
DONE:
  ret;
}
"""


def shared_kernel(stride, barrier="bar.sync 0;"):
    """Each thread writes word stride * its number of shared memory, and reads the next one's."""
    return HEAD + f"""\
.file 1 "turn.cu"
.visible .entry turn(.param .u64 p0)
{{
  .reg .b32 %r<8>; .reg .b64 %rd<4>;
  .shared .align 4 .b8 tile[{4 * 32 * stride}];
  ld.param.u64 %rd1, [p0];
  mov.u32 %r1, %tid.x; mov.u32 %r2, tile;
  mad.lo.u32 %r3, %r1, {4 * stride}, %r2;
  .loc 1 3 1
  st.shared.u32 [%r3], %r1;
  {barrier}
  add.u32 %r4, %r1, 1; and.b32 %r4, %r4, 31;
  mad.lo.u32 %r5, %r4, {4 * stride}, %r2;
  .loc 1 5 1
  ld.shared.u32 %r6, [%r5];
  mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
  .loc 1 6 1
  st.global.u32 [%rd3], %r6;
  ret;
}}
"""


# A loop that ends after hours.
LONG = HEAD + """\
.visible .entry long(.param .u64 p0, .param .u64 p1)
{
  .reg .pred %p<2>; .reg .b64 %rd<6>;
  ld.param.u64 %rd1, [p0]; ld.param.u64 %rd2, [p1];
  mov.u64 %rd3, 0;
AGAIN:
  add.s64 %rd3, %rd3, 1;
  mul.lo.s64 %rd4, %rd3, %rd2;
  setp.lt.u64 %p1, %rd3, %rd2;
  @%p1 bra AGAIN;
  st.global.u64 [%rd1], %rd4;
  ret;
}
"""


@pytest.fixture(autouse=True)
def nothing_left(tmp_path_factory, monkeypatch):
    """Whatever a test does, no temporary file stays."""
    folder = tmp_path_factory.mktemp("temporary")
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr("tempfile.tempdir", None)
    yield folder
    assert list(folder.glob("warplens-*")) == []
