#include "viz/pipeline/pipeline_words.h"

#include <fmt/format.h>

#include <bit>

namespace warplens::pipeline {
namespace {

using machine::AsyncGroup;
using machine::BarrierRecord;
using machine::BarrierStep;

Step shown(Step step) { return step + 1; }
// The last step of a span, as it is shown.
Step last_of(const Span& span) { return span.end; }

Text end_phrase(const Pipeline& pipeline, const Wait& wait) {
  if (!wait.is_over) return tr("it never ends");
  if (!wait.ended_by) return tr("then it is over");
  return tr("ended by {}", ender_phrase(pipeline, *wait.ended_by));
}

Text mbarrier_wait(const Pipeline& pipeline, const Wait& wait) {
  const Text who = warp_phrase(wait.warp, wait.warps);
  const std::string name = mbarrier_name(pipeline, wait.offset);
  const int parity = wait.parity ? 1 : 0;
  if (!wait.was_long() && wait.is_over) {
    return tr("{} finds the phase of parity {} of {} over, step {}", who, parity, name,
              shown(wait.at.begin));
  }
  return tr("{} waits at {} for the end of the phase of parity {}, steps {} to {}: {}", who, name,
            parity, shown(wait.at.begin), last_of(wait.at), end_phrase(pipeline, wait));
}

Text cluster_wait(const Pipeline& pipeline, const Wait& wait) {
  const bool is_own = wait.rank == pipeline.run.records->rank();
  const Text who = is_own ? warp_phrase(wait.warp, wait.warps) : blocks_phrase(1u << wait.rank);
  if (!wait.was_long() && wait.is_over) {
    return tr("{} finds that all of the cluster have arrived, step {}", who, shown(wait.at.begin));
  }
  return tr("{} waits at barrier.cluster, steps {} to {}: {}", who, shown(wait.at.begin),
            last_of(wait.at), end_phrase(pipeline, wait));
}

Text groups_wait(const Wait& wait, TextView what) {
  const Text who = warp_phrase(wait.warp, wait.warps);
  if (wait.groups_left == BarrierRecord::kAll) {
    return tr("{} waits for all of its {}, step {}", who, Text(what), shown(wait.at.begin));
  }
  if (wait.groups_left == 0) {
    return tr("{} waits for all groups of its {}, step {}", who, Text(what), shown(wait.at.begin));
  }
  return tr("{} waits for its groups of {} but the latest {}, step {}", who, Text(what),
            wait.groups_left, shown(wait.at.begin));
}

}  // namespace

std::string warp_numbers(Warps warps) {
  std::string text;
  for (std::uint32_t warp = 0; warp < 32; ++warp) {
    if ((warps >> warp & 1) == 0) continue;
    std::uint32_t last = warp;
    while (last + 1 < 32 && (warps >> (last + 1) & 1) != 0) ++last;
    if (!text.empty()) text += ", ";
    text += warp == last ? fmt::format("{}", warp) : fmt::format("{}–{}", warp, last);
    warp = last;
  }
  return text;
}

Text warps_phrase(Warps warps) {
  if (warps == 0) return tr("another block");
  if (std::has_single_bit(warps)) return tr("warp {}", std::countr_zero(warps));
  return tr("warps {}", warp_numbers(warps));
}

Text blocks_phrase(std::uint32_t ranks) {
  const std::string numbers = warp_numbers(ranks);
  if (std::has_single_bit(ranks)) return tr("block {} of the cluster", numbers);
  return tr("blocks {} of the cluster", numbers);
}

Text fillers_phrase(Warps warps, std::uint32_t blocks) {
  if (blocks == 0) return warps_phrase(warps);
  if (warps == 0) return blocks_phrase(blocks);
  return tr("{} and {}", warps_phrase(warps), blocks_phrase(blocks));
}

Text name_phrase(const WarpLife& life) {
  return life.role == Role::elsewhere ? blocks_phrase(1u << life.rank) : warp_phrase(life.warp);
}

Text warp_phrase(std::uint32_t warp, std::uint32_t warps) {
  if (warps == 1) return tr("warp {}", warp);
  return tr("warps {}", fmt::format("{}–{}", warp, warp + warps - 1));
}

TextView role_phrase(Role role) {
  switch (role) {
    case Role::producer:
      return tr("producers");
    case Role::both:
      return tr("fill and read");
    case Role::consumer:
      return tr("consumers");
    case Role::elsewhere:
      return tr("other blocks of the cluster");
    default:
      return tr_in("warps that neither fill nor read", "others");
  }
}

TextView state_phrase(StageState state) {
  switch (state) {
    case StageState::filling:
      return tr("being filled");
    case StageState::full:
      return tr("full");
    case StageState::reading:
      return tr("being read");
    default:
      return tr_in("a stage", "free");
  }
}

Text stage_line(const Pipeline& pipeline, std::size_t stage, const StageBand& band) {
  const Stage& at = pipeline.stages.all[stage];
  const Round& round = at.rounds[band.round.value_or(0)];
  const Step begin = shown(band.at.begin), end = last_of(band.at);
  switch (band.state) {
    case StageState::filling:
      return tr("{}: being filled by {}, steps {} to {}, fill {} of {}", at.name(),
                fillers_phrase(round.fillers, round.filling_blocks), begin, end,
                band.round.value_or(0) + 1, at.rounds.size());
    case StageState::full:
      return tr("{}: full, and not read yet, steps {} to {}", at.name(), begin, end);
    case StageState::reading:
      return tr("{}: being read by {}, steps {} to {}", at.name(), warps_phrase(round.readers),
                begin, end);
    default:
      return tr("{}: free, as all has been read, steps {} to {}", at.name(), begin, end);
  }
}

Text phase_line(const Pipeline& pipeline, const MbarrierLife& mbarrier, std::size_t phase) {
  const Phase& at = mbarrier.phases[phase];
  const Step begin = shown(at.at.begin), end = last_of(at.at);
  const int parity = at.parity ? 1 : 0;
  if (!at.ended_by) {
    return tr("{}: phase {}, of parity {}, from step {} on; nothing ends it", mbarrier.name, phase,
              parity, begin);
  }
  return tr("{}: phase {}, of parity {}, steps {} to {}, ended by {}", mbarrier.name, phase, parity,
            begin, end, ender_phrase(pipeline, *at.ended_by));
}

Text pending_phrase(const MbarrierState& state) {
  return tr("{} arrivals, {} bytes", state.pending, state.bytes);
}

Text wait_line(const Pipeline& pipeline, const Wait& wait) {
  switch (wait.what) {
    case Wait::For::mbarrier:
      return mbarrier_wait(pipeline, wait);
    case Wait::For::cluster:
      return cluster_wait(pipeline, wait);
    case Wait::For::copies:
      return groups_wait(wait, tr("cp.async"));
    case Wait::For::bulk:
      return groups_wait(wait, tr("bulk copies"));
    case Wait::For::wgmma:
      return tr("{} waits for its wgmma, of which {} groups may be left, steps {} to {}",
                warp_phrase(wait.warp, wait.warps), wait.groups_left, shown(wait.at.begin),
                last_of(wait.at));
    default:
      return tr("{} waits at barrier {}, steps {} to {}: {}", warp_phrase(wait.warp, wait.warps),
                wait.offset, shown(wait.at.begin), last_of(wait.at), end_phrase(pipeline, wait));
  }
}

Text doing_line(const Pipeline& pipeline, const WarpLife& warp, const Doing& doing) {
  const std::string stage = pipeline.stages.all[doing.stage].name();
  const Step begin = shown(doing.at.begin), end = last_of(doing.at);
  if (doing.fills) {
    return tr("{} fills {}: accesses: {}, steps {} to {}", name_phrase(warp), stage, doing.count,
              begin, end);
  }
  return tr("{} reads {}: accesses: {}, steps {} to {}", warp_phrase(warp.warp), stage, doing.count,
            begin, end);
}

Text fault_line(const Pipeline& pipeline, const Fault& fault) {
  const std::string stage = pipeline.stages.all[fault.stage].name();
  const Text who = warp_phrase(fault.warp), other = warp_phrase(fault.other_warp);
  const Step step = shown(fault.at);
  switch (fault.kind) {
    case Fault::Kind::overwritten_early:
      return tr(
          "overwritten too early: {} fills {} at step {}, and nothing orders that behind a "
          "read by {}",
          who, stage, step, other);
    case Fault::Kind::filled_twice:
      return tr(
          "overwritten too early: {} fills {} at step {}, and nothing orders that behind "
          "what {} fills it with",
          who, stage, step, other);
    default:
      break;
  }
  if (pipeline.record(fault.record).other == nullptr) {
    return tr("read too early: {} reads {} at step {}, and nothing has filled it yet", who, stage,
              step);
  }
  return tr(
      "read too early: {} reads {} at step {}, and nothing orders that behind what {} fills "
      "it with",
      who, stage, step, other);
}

Text whose_phrase(const Pipeline& pipeline, const BarrierRecord& record) {
  const Text warps = warp_phrase(record.warp, record.warps);
  if (record.rank == pipeline.run.records->rank()) return warps;
  return tr("{} of the cluster's block {}", warps, record.rank);
}

Text ender_phrase(const Pipeline& pipeline, std::size_t record) {
  const BarrierRecord& ender = pipeline.record(record);
  const Text who = whose_phrase(pipeline, ender);
  if (ender.step != BarrierStep::complete) return who;
  return tr("a copy of {}", who);
}

std::string mbarrier_name(const Pipeline& pipeline, std::uint32_t offset) {
  return mbarrier_name(*pipeline.run.trace, offset);
}

}  // namespace warplens::pipeline
