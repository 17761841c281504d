#include "app/cli/text/check_orders.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::cli {
namespace {

// Each kind of turns (seeded_turns.h) once, and one twice.
constexpr std::uint64_t kSeeds = 5;

bool has_copies(const ptx::Module& module) {
  const auto copies = [](const ptx::Instruction& instruction) {
    return instruction.opcode == "cp";
  };
  return std::ranges::any_of(module.functions, [&](const ptx::Function& function) {
    return std::ranges::any_of(function.instructions, copies);
  });
}

}  // namespace

void CheckedOrder::apply(machine::RunOptions& options) const {
  options.order_seed = seed;
  options.copies = copies;
  options.copies_seed = seed.value_or(0);
}

std::vector<CheckedOrder> checked_orders(const ptx::Module* module) {
  using machine::CopiesLand;
  const bool copies = module == nullptr || has_copies(*module);
  std::vector<CheckedOrder> orders;
  if (copies) {
    orders.push_back({"--copies early", std::nullopt, CopiesLand::early});
    orders.push_back({"--copies at-once", std::nullopt, CopiesLand::at_once});
  }
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const std::string option = fmt::format("--order seed:{}", seed);
    if (!copies) orders.push_back({option, seed});
    if (copies) {
      orders.push_back(
          {fmt::format("{} --copies seed:{}", option, seed), seed, CopiesLand::by_seed});
    }
  }
  return orders;
}

}  // namespace warplens::cli
