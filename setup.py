"""The two native rooms; everything else about the package is in pyproject.toml."""

import os
import sys
from glob import glob

from Cython.Build import cythonize
from pybind11.setup_helpers import Pybind11Extension
from setuptools import Extension, setup

if sys.platform == "win32":
    FLAGS = ["/O2", "/std:c++20", "/utf-8"]
else:
    FLAGS = ["-O3", "-std=c++20", "-fvisibility=hidden", "-g0", "-Wall", "-Wextra"]
    FLAGS.append("-Wno-bitwise-instead-of-logical")  # clang's advice; the kernels mean it, to save a branch
    if os.environ.get("PAILI_WERROR"):
        FLAGS.append("-Werror")


def sources(room: str) -> dict[str, list[str]]:
    """Source files of a room under ``csrc`` and the headers whose change rebuilds them."""
    found = [file for folder in ("common", room) for file in glob(f"csrc/{folder}/**", recursive=True)]
    headers = [file for file in found if file.endswith((".hpp", ".inc", ".def"))]
    return {"sources": sorted(glob(f"csrc/{room}/*.cpp")), "depends": sorted(headers)}


scoring = Pybind11Extension(
    "paili._scoring", **sources("scoring"), include_dirs=["csrc"], extra_compile_args=FLAGS, cxx_std=0
)

counting = sources("counting")
counting["sources"] = ["src/paili/_counting.pyx", *counting["sources"]]
counting_extension = Extension(
    "paili._counting", **counting, language="c++", include_dirs=["csrc"], extra_compile_args=FLAGS
)

setup(ext_modules=[scoring, *cythonize([counting_extension], language_level=3)])
