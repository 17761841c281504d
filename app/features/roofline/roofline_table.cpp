#include "app/features/roofline/roofline_table.h"

#include <fmt/format.h>

namespace warplens::roofline {
namespace {

std::string cell_of(std::optional<double> value) { return value ? fmt::format("{}", *value) : ""; }

}  // namespace

tables::Table roofline_table(const analysis::Roofline& roofline) {
  tables::Table table{{"kernel", "kind", "side", "chip", "memory", "flop", "bytes", "flop_per_byte",
                       "median_s", "rate_per_s", "roof_per_s", "share_of_roof"}};
  for (const analysis::RooflineKernel& kernel : roofline.kernels) {
    const analysis::RooflinePoint& point = kernel.point;
    table.push_back({kernel.name(), kernel.kind ? std::string(id_of(*kernel.kind)) : "",
                     fmt::format("{}", kernel.side), roofline.chip.id,
                     std::string(id_of(roofline.roofs.memory)), fmt::format("{}", point.flop),
                     fmt::format("{}", point.bytes), fmt::format("{}", point.intensity()),
                     cell_of(point.seconds), cell_of(point.rate()),
                     fmt::format("{}", roof_over(point, roofline.roofs)),
                     cell_of(share_of_roof(point, roofline.roofs))});
  }
  return table;
}

}  // namespace warplens::roofline
