// Which source lines a line of PTX is of, from the innermost to the outermost call, as its .loc
// says.
//
//   .loc 1 30 3, function_name $L__info_string0, inlined_at 1 77 9
//        ─► [{0, 30}, {0, 77}]: line 30, inlined into line 77
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "kernels/ptx/module.h"

namespace warplens::code {

struct SourcePlace {
  std::uint32_t file = 0;  // of files()
  std::uint32_t line = 0;
  friend auto operator<=>(const SourcePlace&, const SourcePlace&) = default;
};

class PtxPlaces {
 public:
  explicit PtxPlaces(const ptx::Module& module);

  // Empty: the line has no instruction, or none with a .loc.
  [[nodiscard]] std::span<const SourcePlace> of(std::uint32_t ptx_line) const;
  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }

 private:
  std::vector<std::string> files_;
  std::vector<std::vector<SourcePlace>> chains_;  // by index into Module::locations
  std::vector<std::uint32_t> chain_of_line_;
};

}  // namespace warplens::code
