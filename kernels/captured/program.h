// Launches taken out of a running program, with the memory that each found and left.
//
//   Program ── images: what the driver was given, as PTX where there is any
//           ── episodes ── steps: launches (of a graph several), copies and fills between them
//                       ── allocations: what of them was kept, before the first step and after the
//                       last
//
// Addresses are those of the program. Whether a word is a pointer is not said: it is one where its
// value lies in an allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kernels/base/dim3.h"
#include "kernels/base/text.h"
#include "kernels/trace/run.h"

namespace warplens::captured {

using Bytes = std::vector<std::byte>;

// What a kernel was loaded from.
struct Image {
  std::string ptx;  // empty: there is none, or none that could be found
  Bytes cubin;      // where there is no PTX: an ELF
  Text origin;      // "fatbin: PTX of compute_90", "Triton's cache: add.ptx"
  Text why_no_ptx;  // empty where there is PTX
  friend bool operator==(const Image&, const Image&) = default;
};

// Where a kernel's parameter lies in its parameter space.
struct Parameter {
  std::uint32_t offset = 0, bytes = 0;
  std::string name{};  // as its compiler noted it beside the PTX; empty: nobody did
  friend bool operator==(const Parameter&, const Parameter&) = default;
};

struct Launch {
  std::string entry;  // as the image has it
  std::uint32_t image = 0;
  Dim3 grid, block;
  std::optional<Dim3> cluster{};  // in blocks; none: as the kernel is compiled
  std::uint32_t dynamic_shared_bytes = 0;
  bool is_cooperative = false;
  std::vector<Parameter> parameters;  // ascending, apart
  Bytes parameter_bytes;              // all of them, with the bytes between
  std::string attributes{};  // others that it was given: "priority -5, programmatic event 1"
  friend bool operator==(const Launch&, const Launch&) = default;
};
// Of a graph: bytes from device memory to device memory.
struct Copy {
  std::uint64_t to = 0, from = 0, bytes = 0;
  friend bool operator==(const Copy&, const Copy&) = default;
};
// Of a graph: `count` elements of 1, 2 or 4 bytes.
struct Fill {
  std::uint64_t to = 0, count = 0;
  std::uint32_t value = 0, element_bytes = 1;
  friend bool operator==(const Fill&, const Fill&) = default;
};
using Step = std::variant<Launch, Copy, Fill>;

// Bytes that were kept of an allocation.
struct Part {
  std::uint64_t address = 0;
  Bytes before, after;  // of one size
  friend bool operator==(const Part&, const Part&) = default;
};

struct Allocation {
  enum class Kind : std::uint8_t { device, managed, host, variable };
  std::uint64_t address = 0, bytes = 0;
  Kind kind = Kind::device;
  std::string variable;     // of a module: its name in the image
  std::uint32_t image = 0;  // of a variable
  std::vector<Part> parts;  // ascending, apart; together fewer bytes than there are, perhaps
  friend bool operator==(const Allocation&, const Allocation&) = default;
};

struct Episode {
  std::string name;                     // "add", "add#2": each its own
  std::vector<Step> steps;              // at least one launch
  std::vector<Allocation> allocations;  // ascending by address, apart
  std::uint64_t nth = 0;                // how many launches of that kernel were before it
  std::uint64_t process = 0, thread = 0, stream = 0;
  std::vector<Text> notes;  // what could not be captured, a line each
  // What it ended with on the GPU, "CUDA_ERROR_ILLEGAL_ADDRESS": then nothing is known of memory
  // after it, and `after` is `before`. Empty: it ran to its end.
  std::string error{};
  friend bool operator==(const Episode&, const Episode&) = default;
};

struct Program {
  std::string command;           // as it was started
  std::string device;            // "NVIDIA H200"
  std::uint32_t capability = 0;  // 90
  std::string driver;            // "13.0"
  std::string created;           // ISO 8601
  std::vector<Image> images;
  std::vector<Episode> episodes;
  // Texts of the files that the images' lines name, as they were there.
  trace::Sources sources{};
  friend bool operator==(const Program&, const Program&) = default;
};

}  // namespace warplens::captured
