// What a launch's parameters point to, under the names that its author gave them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/base/tensor_map.h"
#include "kernels/captured/program.h"
#include "kernels/catalog/family.h"
#include "kernels/ptx/module.h"

namespace warplens::captured {

struct PointedPlace {
  std::uint64_t address = 0;
  std::string name;  // "x", "p+8" of a structure
  std::optional<catalog::ElementType> type{};
  catalog::BufferRole role = catalog::BufferRole::inout;
  std::uint64_t columns = 0;  // elements from row to row; 0: nobody says
};

// The map in a parameter's first bytes, or that they point to in what was kept; nothing where there
// is none.
[[nodiscard]] std::optional<TensorMap> tensor_map_in(std::span<const std::byte> bytes);

// In the order of the parameters. `sources`: texts of the entry's files, which name them.
[[nodiscard]] std::vector<PointedPlace> places_pointed_to(const Launch& launch,
                                                          const Episode& episode,
                                                          const ptx::Module& module,
                                                          const ptx::Function& entry,
                                                          const std::vector<std::string>& sources);

}  // namespace warplens::captured
