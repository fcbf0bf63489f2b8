"""The kernels touch nothing but their arrays; the C functions answer like the Python ones."""

import ctypes
import mmap
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import corpora
import paili
from paili import counting
from paili._counting import force_isa

ROOT = Path(__file__).parents[1]
ISAS = [isa for isa in ("portable", "avx2", "avx512") if force_isa(isa)]
force_isa(os.environ.get("PAILI_ISA", ""))


def at_the_edge(array):
    """A copy of `array` whose last byte is the last of its page; the next page may not be touched."""
    libc = ctypes.CDLL(None, use_errno=True)
    pages = -(-max(array.nbytes, 1) // mmap.PAGESIZE)
    room = mmap.mmap(-1, (pages + 1) * mmap.PAGESIZE)
    start = ctypes.addressof(ctypes.c_char.from_buffer(room))
    guard = ctypes.c_void_p(start + pages * mmap.PAGESIZE)
    assert libc.mprotect(guard, ctypes.c_size_t(mmap.PAGESIZE), 0) == 0
    end = pages * mmap.PAGESIZE
    copy = np.frombuffer(room, np.uint8)[end - array.nbytes : end].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


@pytest.mark.skipif(sys.platform not in ("linux", "darwin"), reason="needs mprotect")
@pytest.mark.parametrize("isa", ISAS)
def test_nothing_past_the_last_hand(isa):
    force_isa(isa)
    for n in (1, 2, 7, 8, 15, 16, 17, 31, 40):
        for size in (13, 14, 16):
            hands = at_the_edge(corpora.dealt(n, size, n))
            out = at_the_edge(np.zeros(n, np.int8))
            paili.shanten(hands, out=out)
            if size % 3 == 1:
                rows = at_the_edge(np.zeros((n, 34), np.bool_))
                paili.acceptance(hands, out=rows)
                paili.waits(hands, out=rows)
            else:
                paili.discards(hands)
    force_isa(os.environ.get("PAILI_ISA", ""))


@pytest.mark.long
def test_under_sanitizers(tmp_path):
    compiler = shutil.which(os.environ.get("CXX", "g++")) or shutil.which("clang++")
    if compiler is None:
        pytest.skip("no C++ compiler")
    program = tmp_path / "counting_memory"
    sources = [ROOT / "tests/native/counting_memory.cpp", *sorted((ROOT / "csrc/counting").glob("*.cpp"))]
    flags = ["-std=c++20", "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    subprocess.run(
        [compiler, *flags, f"-I{ROOT / 'csrc'}", *map(str, sources), "-o", str(program)], check=True
    )
    done = subprocess.run([str(program)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-4000:]
    assert int(done.stdout) > 10_000


def native(name, result, *arguments):
    return ctypes.CFUNCTYPE(result, *arguments)(counting.symbols()[f"paili_{name}_v1"])


def test_c_functions():
    u8, i8, u64 = (ctypes.POINTER(t) for t in (ctypes.c_uint8, ctypes.c_int8, ctypes.c_uint64))
    shanten = native("shanten", ctypes.c_int, u8, u8, ctypes.c_uint32)
    acceptance = native("acceptance", ctypes.c_int, u8, u8, ctypes.c_uint32, u64)
    waits = native("waits", ctypes.c_uint64, u8, u8, ctypes.c_uint32)
    discards = native("discards", ctypes.c_int, u8, u8, u8, ctypes.c_uint32, i8, u64, u8)
    weights = 1 << np.arange(34, dtype=np.uint64)
    code, tiles = counting.query(), ctypes.c_uint64()
    hands = corpora.near_complete(200, 13, 3, changed=1)
    for hand, accepted, waiting in zip(hands, paili.acceptance(hands), paili.waits(hands), strict=True):
        counts = hand.ctypes.data_as(u8)
        assert shanten(counts, None, code) == paili.shanten(hand)
        assert acceptance(counts, None, code, ctypes.byref(tiles)) == paili.shanten(hand)
        assert tiles.value == accepted @ weights and waits(counts, None, code) == waiting @ weights
    drawn = corpora.dealt(1, 14, 4)[0]
    found = np.zeros(34, np.int8), np.zeros(34, np.uint64), np.zeros(34, np.uint8)
    where = [array.ctypes.data_as(kind) for array, kind in zip(found, (i8, u64, u8), strict=True)]
    assert discards(drawn.ctypes.data_as(u8), None, None, code, *where) == 0
    for ours, theirs in zip(found, paili.discards(drawn), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    bad = np.full(34, 5, np.uint8).ctypes.data_as(u8)
    assert shanten(bad, None, code) == -128 and waits(bad, None, code) == 0
    assert discards(bad, None, None, code, *where) == -128


def test_tables_are_built_once_by_whichever_thread():
    code = (
        "import sys; sys.path.insert(0, 'bench')\n"
        "import corpora as c, numpy as np, paili\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "hands = c.dealt(64, 16, 1)\n"
        "ask = lambda i: (paili.acceptance(hands), paili.shanten(hands[:, :], tile_set='ten-rank'))\n"
        "with ThreadPoolExecutor(8) as pool: found = list(pool.map(ask, range(16)))\n"
        "print(all((a == found[0][0]).all() and (b == found[0][1]).all() for a, b in found))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.strip() == "True", done.stderr


def test_threads_may_share_arrays():
    hands = corpora.dealt(3000, 13, 9)
    expected = paili.acceptance(hands)
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: paili.acceptance(hands), range(8)):
            np.testing.assert_array_equal(found, expected)
