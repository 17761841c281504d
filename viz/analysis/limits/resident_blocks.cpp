#include "viz/analysis/limits/resident_blocks.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "kernels/ptx/special_registers.h"
#include "viz/analysis/limits/occupancy.h"

namespace warplens::analysis {
namespace {

bool waits_across_blocks(const ptx::Module& module, const std::string& entry) {
  const auto found = std::ranges::find(module.functions, entry, &ptx::Function::name);
  return found != module.functions.end() && ptx::reads_grid_workspace(*found);
}

std::uint64_t most_blocks(const Chip& chip, const trace::TracedLaunch& launch) {
  const BlockNeeds needs{.threads = static_cast<std::uint32_t>(launch.block.count()),
                         .shared_bytes = launch.static_shared_bytes + launch.dynamic_shared_bytes};
  const auto multiprocessors = static_cast<std::uint64_t>(chip.multiprocessors.value);
  return multiprocessors * blocks_an_sm(chip.capability, needs).value_or(0);
}

}  // namespace

std::optional<Text> too_many_to_be_resident(const ptx::Module& module, const trace::Trace& launch,
                                            const std::vector<Chip>& chips) {
  if (!waits_across_blocks(module, launch.entry)) return std::nullopt;
  const std::uint64_t blocks = launch.launch.grid.count();
  std::vector<std::string> too_small;
  for (const Chip& chip : chips) {
    const std::uint64_t most = most_blocks(chip, launch.launch);
    if (most < blocks) too_small.push_back(fmt::format("{} ({})", chip.name, most));
  }
  if (too_small.empty()) return std::nullopt;
  const std::string list = fmt::format("{}", fmt::join(too_small, ", "));
  if (too_small.size() == chips.size())
    return tr(
        "its {} blocks wait for each other (grid.sync()) and have to be resident at once, or the "
        "launch is refused: none of these GPUs can hold as many; the most that they can hold: {}",
        blocks, list);
  return tr(
      "its {} blocks wait for each other (grid.sync()) and have to be resident at once, or the "
      "launch is refused; these GPUs cannot hold as many (in brackets the most that they can): {}",
      blocks, list);
}

}  // namespace warplens::analysis
