// What ptxas made of one PTX text for one architecture, as a file.
//
//   warplens-sass 2
//   # PTX line, straight run of code with L: in a loop, live registers, instruction; .: as above
//   (docs/SASS.md) architecture sm_90 ptxas 13.0.88 nvdisasm 13.0.85 ptx_sha256 1f0a… of the PTX
//   text function _Z18gemm_register_tilePKfS0_Pfiii 118 3L 27/5 LDS.128 R4, [R2+0x10]       one
//   line an instruction, in the order of the code 130 4 26/5/1 @!P1 STG.E desc[UR6][R2.64], R5 . .
//   24/5 EXIT sha256 77c3…                            of all lines above
//
// Live registers are general/uniform/predicates/uniform predicates, without zeros at the end; "-":
// nvdisasm did not say. A file of the first version has the memory accesses alone:
//
//   warplens-sass 1
//   # PTX line, straight run of code, L: in a loop, instruction (docs/SASS.md)
//   …
//   118 3 L LDS.128 R4, [R2+0x10]
//
// Files compare well, and are read where neither ptxas nor nvdisasm is: assets/sass holds those of
// the PTX that ships (all instructions for sm_90), the user's cache those of other kernels.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/sass/sass.h"

namespace warplens::sass {

struct Assembled {
  std::uint32_t capability = 0;  // 10 × major + minor: 90 is sm_90
  std::string ptxas, nvdisasm;   // their versions
  std::string ptx_sha256;
  std::vector<Access> accesses;
  Listing listing;  // every instruction; empty: a file that has the accesses alone
  friend bool operator==(const Assembled&, const Assembled&) = default;
};

// "sm_90"
[[nodiscard]] std::string architecture_name(std::uint32_t capability);
// "sm_90" → 90; nothing when it is no architecture.
[[nodiscard]] std::optional<std::uint32_t> capability_of(std::string_view architecture);

// Of the first version where there is no listing.
[[nodiscard]] std::string to_text(const Assembled& assembled);

// Errors: the first line that is not as to_text() writes it; a file that was cut or changed.
Result<Assembled> read_assembled(std::string_view text);

}  // namespace warplens::sass
