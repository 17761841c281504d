// State that every part of a block shares: the block's place in its launch, findings, events, and
// the values that are followed.
//
//   Block ──► sync, branches, calls, matrices ──► memory ──► BlockContext
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "kernels/machine/block/block_report.h"
#include "kernels/machine/block/copy_landing.h"
#include "kernels/machine/block/event_recorder.h"
#include "kernels/machine/block/run_control.h"
#include "kernels/machine/block/tracked_values.h"
#include "kernels/machine/launch/barrier_records.h"
#include "kernels/machine/launch/instruction_records.h"
#include "kernels/machine/launch/launch.h"
#include "kernels/machine/launch/matrix_records.h"

namespace warplens::machine {

class Cluster;
class NonFiniteWatch;

struct BlockContext {
  const PreparedLaunch* launch;
  const ProgramImage* image;
  RunControl* control;
  BlockReport report;
  EventRecorder events;
  TrackedValues values;
  CopyLanding landing;
  bool has_ended = false;                     // a finding ended the launch, or it was cancelled
  std::uint64_t buffer_reads = 0;             // instructions that read global memory
  trace::MultiplyAdds multiply_adds{};        // of tcgen05.mma, whose shape is known when it runs
  std::uint64_t epoch = 0;                    // goes on at each barrier of the whole block
  BlockOrder* order = nullptr;                // among the others; none where nobody asks
  NonFiniteWatch* non_finite = nullptr;       // the same
  MatrixRecords* matrices = nullptr;          // the same
  BarrierRecords* barriers = nullptr;         // the same
  BlockInstructions* instructions = nullptr;  // the same
  Cluster* cluster = nullptr;                 // nullptr: the code asks nothing of one
  std::uint32_t rank = 0;                     // in it
  std::uint64_t shared_start = 0;  // the address of its shared memory (address_windows.h)

  BlockContext(const PreparedLaunch& prepared, RunControl& run_control, std::span<Warp> warps)
      : launch(&prepared),
        image(prepared.image),
        control(&run_control),
        report(prepared),
        values(warps),
        landing(*prepared.options) {}

  void start(std::uint64_t index, trace::BlockRecorder* recorder, bool is_tracked) {
    report.start(index);
    events.start(index, recorder);
    landing.start(index);
    values.start(is_tracked ? control->tracked_loads : nullptr);
    order = control->global_races == nullptr ? nullptr : &control->global_races->begin(index);
    matrices = launch->options->matrices;
    if (!events.is_on() || matrices == nullptr || !matrices->begin_block(index)) matrices = nullptr;
    barriers = launch->options->barriers;
    if (!events.is_on() || barriers == nullptr || !barriers->begin_block(index)) barriers = nullptr;
    InstructionRecords* const executed = launch->options->instructions;
    instructions = events.is_on() && !is_tracked && executed != nullptr
                       ? executed->begin_block(index)
                       : nullptr;
    cluster = nullptr;
    rank = 0;
    shared_start = 0;
    has_ended = false;
    buffer_reads = 0;
    multiply_adds = {};
  }
  // A finding of `kind` at a load if its value is used. In the first run that is a candidate; in
  // the second it asks for a text where the load's value is followed.
  [[nodiscard]] bool asks_for_text(trace::FindingKind kind, const FindingPlace& place,
                                   ValueTracker::Load load) {
    if (values.is_on()) return load != ValueTracker::kNotFollowed;
    values.add_candidate({kind, place.instruction, kNoIndex}, place.instruction);
    return false;
  }
  void report_if_used(trace::FindingKind kind, const FindingPlace& place, ValueTracker::Load load,
                      FindingText text) {
    values.when_used(
        load, [this, kind, place, text = std::move(text)] { report.add(kind, place, text); });
  }
  // A finding after which nothing can go on.
  void end_launch(trace::FindingKind kind, const FindingPlace& place, const FindingText& text) {
    report.add(kind, place, text);
    has_ended = true;
  }
};

}  // namespace warplens::machine
