// __constant__ and __device__ variables, set before a launch.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/catalog/family.h"

namespace warplens::run {
struct LoadedKernel;
}

namespace warplens::own {

// `values`: numbers with commas between, a fill (fill_text.h) for all elements, or a file of raw
// bytes.
struct SymbolValue {
  std::string name;                            // in the source or in PTX
  std::optional<catalog::ElementType> type{};  // none: as the source or PTX declares it
  std::string values;
};

// "taps=1,2,3", "taps:f32=iota", "ns::table=table.bin".
Result<SymbolValue> parse_symbol(std::string_view text);

// The module with other initial values; files are read beneath `roots`
// (kernels/run/toolkit/readable_file.h). Errors: no such variable, an element type that nothing
// says, another number of values or bytes than it has.
Result<run::LoadedKernel> with_symbols(run::LoadedKernel loaded,
                                       const std::vector<SymbolValue>& symbols,
                                       const std::vector<std::filesystem::path>& roots);

}  // namespace warplens::own
