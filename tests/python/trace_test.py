"""trace(): launches, arguments, what comes back, what goes wrong."""
import array
import ctypes
import os
import signal
import subprocess
import sys
import textwrap
import time

import numpy
import pytest

import warplens
from conftest import CORPUS, LONG, SCALE, shared_kernel


def floats(count, start=0):
    return numpy.arange(start, start + count, dtype=numpy.float32)


def test_what_the_kernel_writes_comes_back_as_from_a_launch():
    x, y = floats(1000), numpy.zeros(1000, numpy.float32)
    traced = warplens.trace(SCALE, 4, [x, y, 1000, 0.5], block=256)
    assert (y == x / 2).all() and (traced.outputs["arg1"] == y).all()
    assert not traced.is_guessed and traced.assumptions == ""


def test_arrays_stay_as_they_are_where_that_is_asked_for():
    x, y = floats(100), numpy.zeros(100, numpy.float32)
    traced = warplens.trace(SCALE, 1, [x, y, 100, 3], block=128, write_back=False)
    assert not y.any() and (traced.outputs["arg1"] == 3 * x).all()


def test_figures_are_the_programs():
    traced = warplens.trace(shared_kernel(32), 1, {"out": numpy.zeros(32, numpy.uint32)}, block=32)
    assert traced.totals.shared_store.wavefronts == 32 and traced.totals.shared_store.conflicts == 31
    assert traced.totals.sum("conflicts") == 62
    stores = [site for site in traced.sites if site.kind == "store" and site.space == "shared"]
    assert [(site.line, site.file, site.max_way) for site in stores] == [(3, "turn.cu", 32)]
    assert traced.kernel == "turn" and traced.launches[0].block == (32, 1, 1)


def test_events_have_where_each_lane_goes():
    traced = warplens.trace(shared_kernel(1), 1, [numpy.zeros(32, numpy.uint32)], block=32)
    event = next(e for e in traced.events if traced.sites[e.site].kind == "load")
    assert [lane.bank for lane in event.lanes[:3]] == [1, 2, 3] and event.lanes[31].bank == 0
    assert traced.events[event.number - 1] is event


def test_figures_are_of_all_blocks_and_events_of_the_first():
    x = numpy.zeros(64 * 32, numpy.float32)
    whole = warplens.trace(SCALE, 64, [x, x, 64 * 32, 1.0], block=32)
    assert whole.totals.global_load.requests == 64 and {e.block[0] for e in whole.events} == set(range(16))
    some = warplens.trace(SCALE, 64, [x, x, 64 * 32, 1.0], block=32, first_block=40, blocks=2)
    assert {event.block[0] for event in some.events} == {40, 41}


def test_more_events_than_python_takes_are_refused(monkeypatch):
    monkeypatch.setattr("warplens.traced.MOST_EVENTS", 3)
    traced = warplens.trace(shared_kernel(1), 1, [numpy.zeros(32, numpy.uint32)], block=32)
    with pytest.raises(warplens.Error, match="4 events were recorded, at most 3 are read"):
        traced.events
    assert "no picture: 4 events were recorded" in traced.html()


def test_a_race_is_a_finding_with_its_line_in_both_languages():
    said = {}
    for language in ("en", "zh"):
        traced = warplens.trace(shared_kernel(1, ""), 1, [numpy.zeros(32, numpy.uint32)], block=64,
                                language=language)
        race = next(one for one in traced.findings if one.kind == "race")
        said[language] = race.message
        assert race.severity == "error" and race.line in (3, 5)
    assert "warp" in said["en"] and said["en"].isascii() and "线程块" in said["zh"]


def test_out_hands_over_no_contents():
    x, y = floats(64), numpy.full(64, 7, numpy.float32)
    clean = warplens.trace(SCALE, 1, [x, warplens.Out(y), 32, 2.0], block=64)
    assert clean.findings == ()
    read = warplens.trace(SCALE, 1, [warplens.Out(x), y, 32, 2.0], block=64)
    assert any(one.kind == "uninitialized_read" for one in read.findings), read.findings


def test_in_comes_not_back():
    y = numpy.zeros(64, numpy.float32)
    traced = warplens.trace(SCALE, 1, [floats(64), warplens.In(y), 64, 2.0], block=64)
    assert not y.any() and list(traced.outputs) == ["arg0"]


def test_an_array_that_cannot_be_written_is_only_read():
    x = floats(64)
    x.setflags(write=False)
    traced = warplens.trace(SCALE, 1, [x, numpy.zeros(64, numpy.float32), 64, 1.0], block=64)
    assert list(traced.outputs) == ["arg1"]


def test_the_same_array_twice_is_one_buffer():
    x = floats(64)
    traced = warplens.trace(SCALE, 1, [x, x, 64, 2.0], block=64)
    assert list(traced.outputs) == ["arg0"] and (x == 2 * floats(64)).all()


def test_every_second_row_of_an_array_keeps_its_place():
    whole = numpy.zeros((8, 16), numpy.float32)
    rows = whole[::2]  # spans seven rows
    warplens.trace(SCALE, 1, [floats(112), rows, 112, 1.0], block=128)
    assert (whole.ravel()[:112] == floats(112)).all() and not whole[7].any()


def test_pythons_own_arrays_need_no_package():
    x, y = array.array("f", range(100)), array.array("f", bytes(400))
    warplens.trace(SCALE, 1, [x, y, 100, 2.0], block=128)
    assert y[99] == 198


@pytest.mark.parametrize("number", [1000, numpy.int32(1000), ctypes.c_int(1000), True + 999])
def test_numbers_take_the_parameters_type(number):
    y = numpy.zeros(1000, numpy.float32)
    warplens.trace(SCALE, 4, [floats(1000), y, number, 1], block=256)
    assert y[999] == 999


def test_a_file_is_traced_as_it_lies_with_a_guessed_launch(tmp_path):
    file = tmp_path / "scale.ptx"
    file.write_text(SCALE)
    traced = warplens.trace(file)
    assert traced.is_guessed and "nobody said how it is launched" in traced.assumptions
    assert sorted(path.name for path in tmp_path.iterdir()) == ["scale.ptx"]


def test_a_block_that_the_ptx_requires_need_not_be_said():
    n = 500
    x, y, out = floats(n), floats(n, 3), numpy.zeros(n, numpy.float32)
    traced = warplens.trace(CORPUS / "triton/vector_add_90.ptx", 2, [x, y, out, n, None, None])
    assert (out == x + y).all() and traced.launches[0].block == (128, 1, 1)


def test_a_kernel_of_the_catalogue_has_sizes():
    traced = warplens.trace("transpose/tile", sizes={"rows": 64, "cols": 96})
    assert traced.totals.shared_load.conflicts == 5952
    assert traced.result == "match" and traced.causes[0].share > 0.5
    other = warplens.trace("transpose/tile", sizes={"rows": 64, "cols": 96}, as_ptx=True)
    assert len(other.events) > 0 and other.launches[0].architecture == ""


def test_promises_that_are_not_kept_are_said():
    traced = warplens.trace(shared_kernel(32), 1, [numpy.zeros(32, numpy.uint32)], block=32,
                            max={"shared_load.conflicts": 3}, fail_on=["races"])
    assert len(traced.broken_promises) == 1 and "31" in traced.broken_promises[0]


def test_a_trace_is_saved_as_a_capture(tmp_path):
    traced = warplens.trace(SCALE, 1, [floats(64), floats(64), 64, 1.0], block=64)
    traced.save(tmp_path / "t.wlens")
    program = os.environ["WARPLENS"]
    shown = subprocess.run([program, "show", str(tmp_path / "t.wlens")], capture_output=True, text=True)
    assert shown.returncode == 0 and "scale" in shown.stdout


def test_tables_are_pandas():
    traced = warplens.trace(shared_kernel(32), 1, [numpy.zeros(32, numpy.uint32)], block=32)
    sites = traced.to_pandas()
    assert sites.loc[sites.space == "shared", "conflicts"].sum() == 62
    assert str(sites.conflicts.dtype) == "Int64"
    assert len(traced.to_pandas("events")) == len(traced.events)
    assert list(traced.to_pandas("totals")["class"])[:2] == ["global_load", "global_store"]
    assert traced.to_pandas("findings").empty
    with pytest.raises(warplens.Error, match="no table 'lanes'"):
        traced.to_pandas("lanes")


def test_its_word_is_one_short_line():
    traced = warplens.trace(shared_kernel(32), 1, [numpy.zeros(32, numpy.uint32)], block=32)
    assert repr(traced) == "<warplens.Trace turn 1 x 32: 4 sectors, 64 wavefronts, 0 findings>"


MISTAKES = [
    (["/nowhere.ptx"], {}, "/nowhere.ptx: no such file"),
    (["no kernel"], {}, "no kernel is nothing that can be traced"),
    ([3.5], {}, "float is nothing that can be traced"),
    ([SCALE, 1, [floats(4)]], {"block": 32}, "kernel takes 4 arguments, not 1"),
    ([SCALE, 1, [floats(4), floats(4), "4", 1.0]], {"block": 32},
     "argument arg2: str is no array, number or bytes"),
    ([SCALE, 1, [floats(4), floats(4), b"12345", 1.0]], {"block": 32},
     "argument arg2 has 5 bytes, its parameter 4"),
    ([SCALE, 1, [floats(4)[::-1], floats(4), 4, 1.0]], {"block": 32}, "argument arg0 runs backwards"),
    ([SCALE, lambda values: 1, [floats(4), floats(4), 4, 1.0]], {"block": 32}, "kernel needs its grid"),
    ([SCALE], {"language": "fr"}, "language is 'en' or 'zh', not 'fr'"),
    (["transpose/none"], {}, "no kernel 'transpose/none'"),
    ([SCALE, 1, [floats(4), floats(4), 4, 1.0]], {"block": 4096}, "1024"),
]


@pytest.mark.parametrize("arguments, options, message", MISTAKES, ids=[one[2] for one in MISTAKES])
def test_what_goes_wrong_is_one_line(arguments, options, message):
    with pytest.raises(warplens.Error) as caught:
        warplens.trace(*arguments, **options)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_no_name_becomes_an_option(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-o.ptx").write_text(SCALE)
    y = numpy.zeros(4, numpy.float32)
    traced = warplens.trace("-o.ptx", 1, {"-oa.wlens": floats(4), "--dump=y=b": y, "n": 4, "f": 2}, block=32)
    assert (y == 2 * floats(4)).all() and list(traced.outputs) == ["_oa.wlens", "__dump_y_b"]
    with pytest.raises(warplens.Error):
        warplens.trace(SCALE, 1, [floats(4), y, 4, 1.0], block=32, entry="-oa.wlens")
    with pytest.raises(warplens.Error):
        warplens.trace("-o.ptx", arch="sm_90 -oa.wlens")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["-o.ptx"]


def test_arrays_that_overlap_are_refused():
    whole = floats(100)
    with pytest.raises(warplens.Error, match="参数 arg1 与 arg0 有部分重叠"):
        warplens.trace(SCALE, 1, [whole[:60], whole[40:], 60, 1.0], block=64, language="zh")


def test_a_timeout_ends_the_program():
    began = time.monotonic()
    with pytest.raises(warplens.Timeout, match="warplens was stopped after 0.5 s"):
        warplens.trace(LONG, 1, [numpy.zeros(1, numpy.uint64), 1 << 60], block=32, timeout=0.5)
    assert time.monotonic() - began < 5


def test_a_time_limit_is_a_finding():
    traced = warplens.trace(LONG, 1, [numpy.zeros(1, numpy.uint64), 1 << 60], block=32, time_limit=0.2)
    assert [one.severity for one in traced.findings] == ["error"]


def test_a_program_that_is_not_there_is_said(monkeypatch):
    monkeypatch.setenv("WARPLENS", "/nowhere/warplens")
    with pytest.raises(warplens.ProgramNotFound, match="WARPLENS is /nowhere/warplens, which is no program"):
        warplens.trace(SCALE)


def processes_of(group):
    """Those that still run, by /proc."""
    found = []
    for folder in os.listdir("/proc"):
        if folder.isdigit():
            try:
                with open(f"/proc/{folder}/stat") as stat:
                    if stat.read().rsplit(")", 1)[1].split()[2] == str(group):
                        found.append(int(folder))
            except (OSError, IndexError):
                pass
    return found


def test_ctrl_c_ends_the_program(tmp_path, nothing_left):
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent("""\
        import subprocess, sys
        import warplens, warplens.program as program
        began = subprocess.Popen
        def told(*arguments, **options):
            process = began(*arguments, **options)
            print(process.pid, flush=True)
            return process
        program.subprocess.Popen = told
        import conftest
        try:
            warplens.trace(conftest.LONG, 1, [bytearray(8), 1 << 60], block=32)
        except KeyboardInterrupt:
            sys.exit(42)
        """))
    running = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True,
                               env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    program = int(running.stdout.readline())
    time.sleep(0.5)
    assert processes_of(program) != []
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=20) == 42
    assert processes_of(program) == []


def test_access_and_swizzle_are_the_programs():
    wide = warplens.access("sld", [128 * lane for lane in range(32)])
    assert (wide.wavefronts, wide.conflicts, wide.sectors) == (32, 31, None)
    loads = warplens.access("gld", [4 * lane for lane in range(32)])
    assert (loads.sectors, loads.ideal_sectors) == (4, 4)
    found = warplens.swizzle(tile=(32, 32), find=True)
    assert found.best == found.json["found"]["best"]["map"] and found.is_bijection
    assert warplens.swizzle(tile=(32, 32), map="col ^ row").read_wavefronts == 32
    with pytest.raises(warplens.Error, match="kind"):
        warplens.access("nothing", [0])
