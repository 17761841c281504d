#include "kernels/ptx/special_registers.h"

#include <algorithm>
#include <array>

namespace warplens::ptx {
namespace {

constexpr std::array<std::string_view, 37> kNames = {"%aggr_smem_size",
                                                     "%clock",
                                                     "%clock64",
                                                     "%clock_hi",
                                                     "%cluster_ctaid",
                                                     "%cluster_ctarank",
                                                     "%cluster_nctaid",
                                                     "%cluster_nctarank",
                                                     "%clusterid",
                                                     "%ctaid",
                                                     "%current_graph_exec",
                                                     "%dynamic_smem_size",
                                                     "%globaltimer",
                                                     "%globaltimer_hi",
                                                     "%globaltimer_lo",
                                                     "%gridid",
                                                     "%is_explicit_cluster",
                                                     "%laneid",
                                                     "%lanemask_eq",
                                                     "%lanemask_ge",
                                                     "%lanemask_gt",
                                                     "%lanemask_le",
                                                     "%lanemask_lt",
                                                     "%nclusterid",
                                                     "%nctaid",
                                                     "%nsmid",
                                                     "%ntid",
                                                     "%nwarpid",
                                                     "%smid",
                                                     "%tid",
                                                     "%total_smem_size",
                                                     "%warpid",
                                                     "%reserved_smem_offset_0",
                                                     "%reserved_smem_offset_1",
                                                     "%reserved_smem_offset_begin",
                                                     "%reserved_smem_offset_cap",
                                                     "%reserved_smem_offset_end"};

// %pm0..%pm7, %pm0_64, %envreg0..%envreg31
bool is_numbered(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  if (name.ends_with("_64")) name.remove_suffix(3);
  return !name.empty() && name.size() <= 2 &&
         std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool is_special_register(std::string_view name) {
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end() ||
         is_numbered(name, "%pm") || is_numbered(name, "%envreg");
}

bool reads_grid_workspace(const Function& entry) {
  return std::ranges::any_of(entry.instructions, [](const Instruction& instruction) {
    return std::ranges::any_of(instruction.operands, [](const Operand& operand) {
      return operand.kind == Operand::Kind::special &&
             (operand.text == "%envreg1" || operand.text == "%envreg2");
    });
  });
}

}  // namespace warplens::ptx
