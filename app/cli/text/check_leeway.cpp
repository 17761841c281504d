#include "app/cli/text/check_leeway.h"

#include <algorithm>
#include <map>
#include <string>

#include "kernels/ptx/mbarrier_waits.h"
#include "kernels/ptx/spins.h"

namespace warplens::cli {
namespace {

bool is_open_sum(const ptx::Instruction& instruction) {
  if (instruction.opcode != "mma" && instruction.opcode != "wgmma") return false;
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"f16", "bf16", "tf32", "e4m3", "e5m2"},
      [&](std::string_view type) { return instruction.has(type); });
}

bool has_any(const ptx::Module& module, bool (*is_meant)(const ptx::Instruction&)) {
  return std::ranges::any_of(module.functions, [&](const ptx::Function& function) {
    return std::ranges::any_of(function.instructions, is_meant);
  });
}

// Sites of the trace whose instructions are among those that `pick` gives of their function.
std::set<std::uint32_t> picked_sites(const trace::Trace& trace, const ptx::Module& module,
                                     std::set<std::uint32_t> (*pick)(const ptx::Function&)) {
  std::set<std::uint32_t> sites;
  std::map<std::string, std::set<std::uint32_t>> picked;  // of a function
  for (std::uint32_t i = 0; i < trace.sites.size(); ++i) {
    const trace::Site& site = trace.sites[i];
    const auto [found, is_new] = picked.try_emplace(site.function);
    const ptx::Function* function = is_new ? module.find_function(site.function) : nullptr;
    if (function != nullptr) found->second = pick(*function);
    if (found->second.contains(site.instruction)) sites.insert(i);
  }
  return sites;
}

}  // namespace

std::set<std::uint32_t> waiting_sites(const trace::Trace& trace, const ptx::Module& module) {
  std::set<std::uint32_t> sites = picked_sites(trace, module, ptx::mbarrier_waits);
  std::erase_if(sites, [&](std::uint32_t site) {
    return trace.sites[site].kind != trace::EventKind::branch;
  });
  return sites;
}

std::set<std::uint32_t> spinning_sites(const trace::Trace& trace, const ptx::Module& module) {
  return picked_sites(trace, module, ptx::spins);
}

bool edits_tensor_maps(const ptx::Module& module) {
  return has_any(module, [](const ptx::Instruction& instruction) {
    return instruction.opcode == "tensormap";
  });
}

bool prints(const ptx::Module& module) {
  return has_any(module, [](const ptx::Instruction& instruction) {
    return instruction.opcode == "call" &&
           std::ranges::find(instruction.operands, "vprintf", &ptx::Operand::text) !=
               instruction.operands.end();
  });
}

bool sums_in_open_order(const ptx::Module& module) { return has_any(module, is_open_sum); }

}  // namespace warplens::cli
