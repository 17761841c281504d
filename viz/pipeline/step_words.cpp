// What happens at a step, in a line.
#include <bit>

#include "viz/pipeline/pipeline_words.h"

namespace warplens::pipeline {
namespace {

using machine::AsyncGroup;
using machine::BarrierRecord;
using machine::BarrierStep;

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

// Without what is still to come.
Text mbarrier_doing(const Pipeline& pipeline, const BarrierRecord& record) {
  const Text who = whose_phrase(pipeline, record);
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
  const Text who = whose_phrase(pipeline, begun);
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
  const Text who = whose_phrase(pipeline, record);
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

Text cluster_line(const Pipeline& pipeline, const BarrierRecord& record) {
  const Text who = whose_phrase(pipeline, record);
  if (record.step == BarrierStep::cluster_meet) {
    return tr("all of the cluster have arrived at barrier.cluster, {} as the last", who);
  }
  if (record.step == BarrierStep::cluster_arrive) {
    return tr("{} arrives at barrier.cluster and goes on", who);
  }
  if (record.passes) return tr("{} finds that all of the cluster have arrived", who);
  return tr("{} waits at barrier.cluster", who);
}

Text elsewhere_line(const Pipeline& pipeline, const BarrierRecord& record) {
  const Text who = whose_phrase(pipeline, record);
  const std::string name = mbarrier_name(pipeline, record.offset);
  if (record.bytes != 0) {
    return tr("{} arrives at {} of the cluster's block {} and has it expect {} bytes", who, name,
              record.to_rank, record.bytes);
  }
  return tr("{} arrives at {} of the cluster's block {}, {} lanes", who, name, record.to_rank,
            std::popcount(record.mask));
}

Text test_line(const Pipeline& pipeline, const BarrierRecord& record) {
  const std::string name = mbarrier_name(pipeline, record.offset);
  const Text who = whose_phrase(pipeline, record);
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
      return tr("{} closes a group of {}", whose_phrase(pipeline, record),
                Text(group_phrase(record.group)));
    case BarrierStep::wait:
      return tr("{} waits for groups of {}; it may leave open: {}", whose_phrase(pipeline, record),
                Text(group_phrase(record.group)),
                record.groups_left == BarrierRecord::kAll ? 0 : record.groups_left);
    case BarrierStep::reach:
    case BarrierStep::reach_only:
    case BarrierStep::meet:
      return block_barrier_line(pipeline, record);
    case BarrierStep::cluster_arrive:
    case BarrierStep::cluster_wait:
    case BarrierStep::cluster_meet:
      return cluster_line(pipeline, record);
    case BarrierStep::arrive_elsewhere:
      return elsewhere_line(pipeline, record);
    case BarrierStep::follow_tensors:
      return tr("{} asks for an arrival when its tcgen05 are complete",
                whose_phrase(pipeline, record));
    case BarrierStep::race:
      return race_line(pipeline, index);
    default:
      return mbarrier_line(pipeline, record);
  }
}

}  // namespace

Text step_line(const Pipeline& pipeline, Step step) {
  if (const auto record = pipeline.order.record_at(step)) return record_line(pipeline, *record);
  const auto row = pipeline.order.event_until(step);
  if (!row) return Text();
  const trace::Trace& trace = *pipeline.run.trace;
  return tr("{}: {}", warp_phrase(trace.events.warp(*row)),
            trace.sites[trace.events.site(*row)].ptx);
}

}  // namespace warplens::pipeline
