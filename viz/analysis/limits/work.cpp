#include "viz/analysis/limits/work.h"

#include <algorithm>

namespace warplens::analysis {
namespace {

constexpr std::array<std::string_view, kWorks> kIds = {
    "fp32",         "fp16",       "fp64",       "special",   "alu",        "integer_multiply",
    "uniform",      "shuffle",    "reduction",  "texture",   "mma_f16",    "mma_tf32",
    "mma_f64",      "mma_f8",     "mma_s8",     "mma_s4",    "mma_b1",     "wgmma_f16",
    "wgmma_tf32",   "wgmma_f8",   "wgmma_s8",   "wgmma_b1",  "mma_sparse", "tcgen05_f16",
    "tcgen05_tf32", "tcgen05_f8", "tcgen05_s8", "tcgen05_f4"};

}  // namespace

std::string_view id_of(Work work) { return kIds[static_cast<std::size_t>(work)]; }

std::optional<Work> work_named(std::string_view id) {
  const auto* const found = std::ranges::find(kIds, id);
  if (found == kIds.end()) return std::nullopt;
  return static_cast<Work>(found - kIds.begin());
}

}  // namespace warplens::analysis
