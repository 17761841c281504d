// A pipeline's stages, mbarriers, waits and steps as people say them, a line each. Steps count
// from 1.
#pragma once

#include <string>

#include "kernels/base/text.h"
#include "viz/pipeline/pipeline_model.h"

namespace warplens::pipeline {

// "warp 0", "warps 0–3"; of none: "another block".
[[nodiscard]] Text warps_phrase(Warps warps);
// Of these ranks, a bit each: "block 1 of the cluster".
[[nodiscard]] Text blocks_phrase(std::uint32_t ranks);
// "warp 0 and block 1 of the cluster"
[[nodiscard]] Text fillers_phrase(Warps warps, std::uint32_t blocks);
// "warp 0"; of another block: "block 1 of the cluster".
[[nodiscard]] Text name_phrase(const WarpLife& life);
[[nodiscard]] Text warp_phrase(std::uint32_t warp, std::uint32_t warps = 1);
[[nodiscard]] TextView role_phrase(Role role);
[[nodiscard]] TextView state_phrase(StageState state);

[[nodiscard]] Text stage_line(const Pipeline& pipeline, std::size_t stage, const StageBand& band);
[[nodiscard]] Text phase_line(const Pipeline& pipeline, const MbarrierLife& mbarrier,
                              std::size_t phase);
// "1 arrival, 128 bytes"
[[nodiscard]] Text pending_phrase(const MbarrierState& state);
[[nodiscard]] Text wait_line(const Pipeline& pipeline, const Wait& wait);
[[nodiscard]] Text doing_line(const Pipeline& pipeline, const WarpLife& warp, const Doing& doing);
[[nodiscard]] Text fault_line(const Pipeline& pipeline, const Fault& fault);
// What happens at a step.
[[nodiscard]] Text step_line(const Pipeline& pipeline, Step step);

// Whose record it is: "warp 1", "warp 0 of the cluster's block 1".
[[nodiscard]] Text whose_phrase(const Pipeline& pipeline, const machine::BarrierRecord& record);
// Who ended a wait or a phase: "warp 1", "a copy of warp 0".
[[nodiscard]] Text ender_phrase(const Pipeline& pipeline, std::size_t record);
[[nodiscard]] std::string mbarrier_name(const Pipeline& pipeline, std::uint32_t offset);
// "0–3", "0, 2"
[[nodiscard]] std::string warp_numbers(Warps warps);

}  // namespace warplens::pipeline
