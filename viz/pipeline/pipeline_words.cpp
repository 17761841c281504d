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

// The stages that an asynchronous access touches.
std::string stages_of(const Pipeline& pipeline, const BarrierRecord& record) {
  std::string names;
  for (const Stage& stage : pipeline.stages.all) {
    bool touches = false;
    for (const SharedRun& run : record.runs) {
      for (const StagePart& part : stage.parts) {
        touches |= run.begin < part.bytes.end && part.bytes.begin < run.end;
      }
    }
    if (touches) names += (names.empty() ? "" : ", ") + stage.name();
  }
  return names.empty() ? "?" : names;
}

// What began an access that ends at this record.
const BarrierRecord& begun_by(const Pipeline& pipeline, const BarrierRecord& end) {
  if (end.number >= pipeline.begun.size()) return end;
  return pipeline.record(pipeline.begun[end.number]);
}

TextView group_phrase(AsyncGroup group) {
  if (group == AsyncGroup::bulk) return tr("bulk copies");
  return group == AsyncGroup::wgmma ? tr("wgmma") : tr("cp.async");
}

Text who_of(const Pipeline& pipeline, const BarrierRecord& record) {
  if (record.rank != pipeline.run.records->rank()) return tr("another block");
  return warp_phrase(record.warp, record.warps);
}

// Without what is still to come.
Text mbarrier_doing(const Pipeline& pipeline, const BarrierRecord& record) {
  const Text who = who_of(pipeline, record);
  const std::string name = mbarrier_name(pipeline, record.offset);
  switch (record.step) {
    case BarrierStep::init:
      return tr("{} sets up {} for {} arrivals", who, name, record.after.expected);
    case BarrierStep::invalidate:
      return tr("{} gives up {}", who, name);
    case BarrierStep::expect_bytes:
      return tr("{} has {} expect {} bytes", who, name, record.bytes);
    case BarrierStep::follow_copies:
      return tr("{} has its cp.async arrive at {} when they are complete", who, name);
    case BarrierStep::complete:
      if (record.bytes == 0) return tr("what {} began arrives at {}", who, name);
      return tr("{} bytes that {} copies are there, which {} counts", record.bytes, who, name);
    default:
      break;
  }
  const int arrivals = std::popcount(record.mask);
  if (record.bytes != 0) {
    return tr("{} arrives at {} and has it expect {} bytes", who, name, record.bytes);
  }
  return tr("{} arrives at {}, {} lanes", who, name, arrivals);
}

Text mbarrier_line(const Pipeline& pipeline, const BarrierRecord& record) {
  const Text doing = mbarrier_doing(pipeline, record);
  if (record.step == BarrierStep::init || record.step == BarrierStep::invalidate) return doing;
  if (record.before.phase != record.after.phase) {
    return tr("{}: its phase of parity {} is over", doing, record.before.phase ? 1 : 0);
  }
  return tr("{}; still to come: {}", doing, pending_phrase(record.after));
}

Text access_line(const Pipeline& pipeline, const BarrierRecord& record) {
  const BarrierRecord& begun = begun_by(pipeline, record);
  const Text who = who_of(pipeline, begun);
  const std::string stages = stages_of(pipeline, begun);
  switch (record.step) {
    case BarrierStep::copy_begins:
      return tr("{} begins to copy {} bytes into {}", who, record.bytes, stages);
    case BarrierStep::copy_lands:
      return tr("a copy of {} has landed in {}", who, stages);
    case BarrierStep::read_begins:
      return tr("{} has {} read asynchronously", who, stages);
    default:
      return tr("{}: its asynchronous read of {} is over", who, stages);
  }
}

Text block_barrier_line(const Pipeline& pipeline, const BarrierRecord& record) {
  const Text who = who_of(pipeline, record);
  const bool is_of_warpgroup = record.group == AsyncGroup::wgmma;
  if (record.step == BarrierStep::meet) {
    return is_of_warpgroup ? Text(tr("a warpgroup's wgmma.wait_group is over"))
                           : tr("all have come to barrier {}", record.offset);
  }
  if (is_of_warpgroup) return tr("{} comes to wgmma.wait_group {}", who, record.groups_left);
  if (record.step == BarrierStep::reach_only) {
    return tr("{} arrives at barrier {} and goes on", who, record.offset);
  }
  return tr("{} comes to barrier {}", who, record.offset);
}

Text test_line(const Pipeline& pipeline, const BarrierRecord& record) {
  const std::string name = mbarrier_name(pipeline, record.offset);
  const Text who = who_of(pipeline, record);
  const int parity = record.waits_for ? 1 : 0;
  if (record.passes) return tr("{} finds the phase of parity {} of {} over", who, parity, name);
  return tr("{} waits at {} for the end of the phase of parity {}; still to come: {}", who, name,
            parity, pending_phrase(record.after));
}

Text race_line(const Pipeline& pipeline, std::size_t record) {
  for (const Fault& fault : pipeline.faults) {
    if (fault.record == record) return fault_line(pipeline, fault);
  }
  return tr("{} meets an access of {} that it is not ordered with",
            warp_phrase(pipeline.record(record).warp),
            warp_phrase(pipeline.record(record).other_warp));
}

Text record_line(const Pipeline& pipeline, std::size_t index) {
  const BarrierRecord& record = pipeline.record(index);
  switch (record.step) {
    case BarrierStep::test:
      return test_line(pipeline, record);
    case BarrierStep::copy_begins:
    case BarrierStep::copy_lands:
    case BarrierStep::read_begins:
    case BarrierStep::read_ends:
      return access_line(pipeline, record);
    case BarrierStep::commit:
      return tr("{} closes a group of {}", who_of(pipeline, record),
                Text(group_phrase(record.group)));
    case BarrierStep::wait:
      return tr("{} waits for groups of {}; it may leave open: {}", who_of(pipeline, record),
                Text(group_phrase(record.group)),
                record.groups_left == BarrierRecord::kAll ? 0 : record.groups_left);
    case BarrierStep::reach:
    case BarrierStep::reach_only:
    case BarrierStep::meet:
      return block_barrier_line(pipeline, record);
    case BarrierStep::follow_tensors:
      return tr("{} asks for an arrival when its tcgen05 are complete", who_of(pipeline, record));
    case BarrierStep::race:
      return race_line(pipeline, index);
    default:
      return mbarrier_line(pipeline, record);
  }
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
                warps_phrase(round.fillers), begin, end, band.round.value_or(0) + 1,
                at.rounds.size());
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
    return tr("{} fills {}: accesses: {}, steps {} to {}", warp_phrase(warp.warp), stage,
              doing.count, begin, end);
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

Text step_line(const Pipeline& pipeline, Step step) {
  if (const auto record = pipeline.order.record_at(step)) return record_line(pipeline, *record);
  const auto row = pipeline.order.event_until(step);
  if (!row) return Text();
  const trace::Trace& trace = *pipeline.run.trace;
  return tr("{}: {}", warp_phrase(trace.events.warp(*row)),
            trace.sites[trace.events.site(*row)].ptx);
}

Text ender_phrase(const Pipeline& pipeline, std::size_t record) {
  const BarrierRecord& ender = pipeline.record(record);
  const Text who = who_of(pipeline, ender);
  if (ender.step != BarrierStep::complete) return who;
  return tr("a copy of {}", who);
}

std::string mbarrier_name(const Pipeline& pipeline, std::uint32_t offset) {
  return mbarrier_name(*pipeline.run.trace, offset);
}

}  // namespace warplens::pipeline
