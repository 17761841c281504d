// The memory accesses that a GPU's own instructions (SASS) make, read from nvdisasm's text.
//
//   ptxas -arch=sm_90 -lineinfo k.ptx -o k.cubin      kernels/run/toolkit/disassemble.h runs both
//   nvdisasm -c -gp k.cubin  ──►  list() (listing.h)  ──►  accesses_of()  ──►  one Access a memory
//   instruction
//
// Names: CUDA Binary Utilities, "Instruction Set Reference".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/sass/listing.h"
#include "kernels/trace/trace.h"

namespace warplens::sass {

struct Access {
  std::string function;        // the entry in whose code it stands
  std::string text;            // "@!P1 LDS.128 R4, [R2+0x10]"
  std::uint32_t ptx_line = 0;  // from 1; 0: not told
  trace::EventKind kind = trace::EventKind::load;
  trace::Space space = trace::Space::none;  // none: generic
  std::uint8_t width = 4;                   // bytes a lane
  trace::AccessTraits traits;
  std::string base;            // its address but for `offset`: "R2"
  std::int64_t offset = 0;     // in bytes
  bool is_predicated = false;  // lanes may be left out
  bool is_never_run = false;   // @!PT: padding of the assembler's
  // Instructions of one straight run that are not predicated run equally often, for the same lanes;
  // those of run 0 once, for every lane.
  std::uint32_t straight_run = 0;
  bool is_in_loop = false;  // between a label and a branch back to it
  friend bool operator==(const Access&, const Access&) = default;
};

// The accesses in the order of the code; instructions that do not access memory are passed over.
[[nodiscard]] std::vector<Access> accesses_of(const Listing& listing);
// accesses_of(list(text))
[[nodiscard]] std::vector<Access> parse(std::string_view text);

}  // namespace warplens::sass
