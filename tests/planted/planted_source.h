// The kernels of one .cu file of this folder, each with its launch, its arguments and its planted
// fault, read from the comments beside them:
//
//   // Sparse rows without an end.                        the file's first line: what it is about
//   // TOOL: memcheck                                     compute-sanitizer's tool for such faults
//
//   // What the kernel does wrong, or right.
//   // LAUNCH: grid 2x1 block 64 shared 256 cooperative   extents x, y, z; bytes; both optional
//   // ARGS: in f32[64] iota, out f32[64], value i32 64   one a parameter, in their order
//   // PRINT                                              on a GPU: show the buffers afterwards
//   extern "C" __global__ void name(…) {
//     out[t] = in[t + 1];  // FAULT: out_of_bounds block 1,0,0 warp 1 lane 31
//   }
//
// An argument is `in`, `out` (nothing has set it), `inout`, `freed` (allocated and given back),
// each TYPE[COUNT] with a fill (zero, iota, mod K: i % K, all V), or `value TYPE NUMBER`. FAULT
// names a trace::FindingKind, and the place where it is determined. Where one of several lines is
// to be named, each says `(either end)`. What stands above a kernel, back to the kernel before it,
// belongs to it. A kernel without FAULT is right; the twin of `name` is `name_right`.
//
// May depend on: the standard library and kernels/base/dim3.h, since the launcher is built on a
// machine that has nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "kernels/base/dim3.h"

namespace warplens::planted {

enum class Role : std::uint8_t { in, out, inout, freed, value };

struct Fill {
  enum class Kind : std::uint8_t { zero, iota, mod, all } kind = Kind::zero;
  std::uint64_t number = 0;  // of mod and all
};

struct Argument {
  Role role = Role::in;
  std::string type;         // "i32": catalog::ElementType's names
  std::uint64_t count = 0;  // elements of a buffer
  Fill fill;
  std::uint64_t bits = 0;  // of a value, little-endian
};

struct Fault {
  std::string kind;  // trace::name_of(FindingKind)
  std::uint32_t line = 0;
  bool either_end = false;
  std::optional<Dim3> block;
  std::optional<std::uint32_t> warp, lane;
};

struct Kernel {
  std::string name;
  std::string about;  // one or two sentences; may be empty of a twin
  Dim3 grid, block;
  std::uint32_t shared_bytes = 0;  // dynamic
  bool is_cooperative = false;
  bool prints = false;
  std::vector<Argument> arguments;
  std::vector<Fault> faults;
};

struct Source {
  std::string title;  // "Global memory: an index past the end or before the start"
  std::string tool;   // "memcheck"
  std::vector<Kernel> kernels;
};

struct ReadSource {
  Source source;
  std::string error;  // one line: which line of the file is wrong, and how; empty: nothing is
};
[[nodiscard]] ReadSource read_source(std::istream& text);

[[nodiscard]] std::size_t size_of(const std::string& type);  // bytes; 0: no such type
// The initial bytes of a buffer.
[[nodiscard]] std::vector<std::byte> contents_of(const Argument& buffer);

}  // namespace warplens::planted
