#include "kernels/machine/block/parameter_space.h"

#include "kernels/machine/block/lane_transfer.h"
#include "kernels/machine/operations/lane_loops.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

void ParameterSpace::access(const Issue& issue, const MemoryAccess& access, bool is_store,
                            std::uint32_t mask, LaneAddresses& addresses) {
  TrackedValues& values = block_->values;
  if (values.is_on() && !is_store) values.load_parameter(issue, access, mask, addresses);
  if (values.is_on() && is_store) values.store_parameter(issue, access, mask, addresses);
  const Lanes lanes = split(issue, access, is_store, mask, addresses);
  const MemoryRange own{issue.frame.parameters, 0, 0};
  if (is_store) {
    if (lanes.own != 0) store_lanes(issue, access, own, addresses, lanes.own);
    return;
  }
  load_zero(issue, access, lanes.bad);
  if (lanes.own != 0) load_lanes(issue, access, own, addresses, lanes.own);
  if (lanes.launch == 0) return;
  std::byte* const parameters =
      const_cast<std::byte*>(block_->launch->request->parameters.data());  // only read
  load_lanes(issue, access, {parameters, 0, 0}, addresses, lanes.launch);
}

ParameterSpace::Lanes ParameterSpace::split(const Issue& issue, const MemoryAccess& access,
                                            bool is_store, std::uint32_t mask,
                                            LaneAddresses& addresses) {
  const std::size_t launch_bytes = block_->launch->request->parameters.size();
  const std::size_t stride = issue.frame.function->parameter_bytes;
  Lanes lanes;
  // The usual case: all lanes read inside the launch's parameters.
  if (!is_store && are_inside(addresses, mask, 0, launch_bytes, access.width)) {
    lanes.launch = mask;
    return lanes;
  }
  each_lane(mask, [&](std::uint32_t lane) {
    const bool is_own = addresses[lane] >= kFrameParameters;
    const std::uint64_t offset = addresses[lane] - (is_own ? kFrameParameters : 0);
    const std::uint64_t bytes = is_own ? stride : launch_bytes;
    if (bytes < access.width || offset > bytes - access.width || (!is_own && is_store)) {
      lanes.bad |= 1u << lane;
      block_->report.add(trace::FindingKind::out_of_bounds,
                         {issue.instruction, issue.warp.index, lane},
                         finding_text::bad_parameter_access(is_store, access.width, offset, bytes));
      return;
    }
    (is_own ? lanes.own : lanes.launch) |= 1u << lane;
    if (is_own) addresses[lane] = lane * stride + offset;
  });
  return lanes;
}

}  // namespace warplens::machine
