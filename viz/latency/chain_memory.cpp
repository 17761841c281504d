// Accesses to memory: what is loaded waits for what was stored there, and for the cache.
#include <algorithm>
#include <array>

#include "kernels/cost/access_cost.h"
#include "viz/latency/chain_builder.h"

namespace warplens::latency {
namespace {

using trace::EventKind;
using trace::Space;

constexpr std::uint32_t kWordBytes = 4;
constexpr std::array<std::uint32_t, 6> kMeasuredWavefronts{1, 2, 4, 8, 16, 32};

std::string wavefronts_row(std::uint32_t wavefronts) {
  return "ld.shared.u32 " + std::to_string(wavefronts) + " wavefronts";
}

// Loads that every L1 is passed by.
bool is_past_l1(const ptx::Instruction& instruction) {
  for (const char* word : {"cg", "cv", "volatile", "relaxed", "acquire", "mmio"}) {
    if (instruction.has(word)) return true;
  }
  return false;
}

bool is_in(const ptx::Instruction& instruction, const char* space) {
  for (const std::string& modifier : instruction.modifiers) {
    if (modifier == space || modifier.starts_with(std::string(space) + "::")) return true;
  }
  return false;
}

const char* atomic_row(const ptx::Instruction& instruction) {
  if (instruction.has("cas")) return "cas";
  return instruction.has("exch") ? "exch" : "add";
}

}  // namespace

template <class Visit>
void ChainBuilder::each_word(const Step& step, Visit visit) const {
  for (std::size_t row = step.first_row; row < step.end_row; ++row) {
    const trace::EventView event = run_->trace->events.view(row);
    const trace::Site& site = run_->trace->sites[event.site];
    if (event.warp != step.record->warp || site.ptx_line != step.instruction->ptx_line) continue;
    if (!trace::is_access(site.kind)) continue;
    const bool is_matrix =
        site.kind == EventKind::load_matrix || site.kind == EventKind::store_matrix;
    const std::uint32_t width = is_matrix ? 16 : std::max<std::uint32_t>(site.width, 1);
    const std::uint32_t lanes = is_matrix ? 8u * site.traits.matrices : kWarpSize;
    for (std::uint32_t lane = 0; lane < lanes && lane < kWarpSize; ++lane) {
      if (!is_matrix && (event.mask >> lane & 1) == 0) continue;
      for (std::uint32_t byte = 0; byte < width; byte += kWordBytes) {
        visit(site.space, (event.address[lane] + byte) / kWordBytes, lane);
      }
    }
  }
}

void ChainBuilder::access(Step& step) {
  const std::string& opcode = step.instruction->opcode;
  step.start = ordered(step);
  if (opcode == "ld" || opcode == "ldu" || opcode == "ldmatrix") return load(step);
  if (opcode == "atom" || opcode == "red") return update(step);
  if (opcode == "cp") return copy(step);
  store(step);
}

void ChainBuilder::load(const Step& step) {
  const ptx::Instruction& instruction = *step.instruction;
  if (is_in(instruction, "param")) return write_results(step, step.ready);
  if (is_in(instruction, "const")) {
    const double cycles = reading_ == Reading::least ? 0 : cycles_of("ld.const.u32+add.u64");
    take(step, StepKind::l1, step.ready, cycles);
    return;
  }
  Space space = Space::none;
  each_word(step, [&](Space of, std::uint64_t /*word*/, std::uint32_t /*lane*/) { space = of; });
  if (space == Space::shared) return load_shared(step);
  if (space == Space::global) return load_global(step);
  if (space == Space::distributed) {
    warp(step).issued = later(warp(step).issued, step.start);
    take(step, StepKind::shared, step.start, cycles_of("ld.shared::cluster.u32"));
    return;
  }
  const bool is_local = space == Space::local && reading_ == Reading::as_written;
  take(step, StepKind::l1, step.ready, is_local ? cycles_of("ld.local.u32") : 0);
}

// By all wavefronts of its events; between two that were measured, by the line between them.
double ChainBuilder::shared_cycles(const Step& step) {
  std::uint32_t wavefronts = 0;
  for (std::size_t row = step.first_row; row < step.end_row; ++row) {
    const trace::EventView event = run_->trace->events.view(row);
    const trace::Site& site = run_->trace->sites[event.site];
    if (site.ptx_line != step.instruction->ptx_line) continue;
    wavefronts += analysis::access_cost(site, event).wavefronts;
  }
  const auto above = std::ranges::lower_bound(kMeasuredWavefronts, std::max(wavefronts, 1u));
  if (above == kMeasuredWavefronts.end()) return cycles_of(wavefronts_row(32));
  const double high = cycles_of(wavefronts_row(*above));
  if (*above <= wavefronts || above == kMeasuredWavefronts.begin()) return high;
  const std::uint32_t below = *(above - 1);
  const double low = cycles_of(wavefronts_row(below));
  return low + (high - low) * (wavefronts - below) / (*above - below);
}

void ChainBuilder::load_shared(const Step& step) {
  Moment start = step.start;
  bool is_own = step.instruction->opcode != "ldmatrix";
  each_word(step, [&](Space space, std::uint64_t word, std::uint32_t lane) {
    const bool is_known = space == Space::shared && word < shared_.size();
    if (!is_known) {
      is_own = false;
      return;
    }
    const Word& kept = shared_[static_cast<std::size_t>(word)];
    is_own = is_own && kept.thread == step.record->warp * kWarpSize + lane;
    start = later(start, kept.moment);
  });
  warp(step).issued = later(warp(step).issued, step.start);
  if (is_own && reading_ == Reading::least) return write_results(step, step.ready);
  take(step, StepKind::shared, start, shared_cycles(step));
}

void ChainBuilder::note_load(const Step& step, std::uint64_t sector, double start) {
  const auto [kept, is_new] = loads_.try_emplace(sector, FirstLoad{start});
  FirstLoad& load = kept->second;
  load.start = std::min(load.start, start);
  if (load.last_record != step.index) ++load.instructions;
  load.last_record = step.index;
}

// Cycles until all of its sectors are there. One that a single instruction loads is there no sooner
// than that one has it brought.
double ChainBuilder::from_cache(const Step& step, double start, bool is_past_l1) {
  const double l1 = cycles_of("ld.global.ca.u64 lanes 0 bytes apart");
  const double l2 = cycles_of("L2 line least");
  if (is_past_l1) return l2;
  double cycles = l1;
  each_word(step, [&](Space space, std::uint64_t word, std::uint32_t /*lane*/) {
    if (space != Space::global) return;
    const std::uint64_t sector = word * kWordBytes / analysis::kSectorBytes;
    note_load(step, sector, start);
    if (first_ == nullptr) return;
    const auto known = first_->find(sector);
    if (known == first_->end()) return;
    const double begun = known->second.instructions == 1 ? start : known->second.start;
    cycles = std::max(cycles, begun + l2 - start);
  });
  return cycles;
}

void ChainBuilder::load_global(const Step& step) {
  Moment start = step.start;
  bool is_own = true, is_stored = false;
  each_word(step, [&](Space space, std::uint64_t word, std::uint32_t lane) {
    const auto found = global_.find(word);
    if (space != Space::global || found == global_.end()) {
      is_own = false;
      return;
    }
    is_stored = true;
    is_own = is_own && found->second.thread == step.record->warp * kWarpSize + lane;
    start = later(start, found->second.moment);
  });
  warp(step).issued = later(warp(step).issued, step.start);
  const bool is_past = is_past_l1(*step.instruction);
  if (is_own && !is_past && reading_ == Reading::least) return write_results(step, step.ready);
  const double cycles = is_stored && !is_past ? cycles_of("ld.global.ca.u64 lanes 0 bytes apart")
                                              : from_cache(step, start.at, is_past);
  const double l1 = cycles_of("ld.global.ca.u64 lanes 0 bytes apart");
  take(step, cycles > l1 ? StepKind::l2 : StepKind::l1, start, cycles);
}

void ChainBuilder::store(const Step& step) {
  if (is_in(*step.instruction, "param")) return;
  warp(step).issued = later(warp(step).issued, step.start);
  const Moment visible = is_in(*step.instruction, "shared")
                             ? add_node(step, StepKind::shared, step.start,
                                        cycles_of("st.shared+ld.shared-" + wavefronts_row(1)))
                             : step.start;
  each_word(step, [&](Space space, std::uint64_t word, std::uint32_t lane) {
    const std::uint32_t thread = step.record->warp * kWarpSize + lane;
    if (space == Space::shared) {
      const auto place = static_cast<std::size_t>(word);
      if (place >= shared_.size()) shared_.resize(place + 1);
      shared_[place] = {visible, thread};
    } else if (space == Space::global) {
      global_[word] = {step.start, thread};
    }
  });
}

void ChainBuilder::update(const Step& step) {
  Moment start = step.start;
  bool is_shared = false;
  each_word(step, [&](Space space, std::uint64_t word, std::uint32_t /*lane*/) {
    is_shared = is_shared || space == Space::shared;
    if (space != Space::shared || word >= shared_.size()) return;
    start = later(start, shared_[static_cast<std::size_t>(word)].moment);
  });
  warp(step).issued = later(warp(step).issued, step.start);
  each_word(step, [&](Space space, std::uint64_t word, std::uint32_t /*lane*/) {
    if (space == Space::global) global_[word] = {start, kNoNode};
    if (space != Space::shared) return;
    const auto place = static_cast<std::size_t>(word);
    if (place >= shared_.size()) shared_.resize(place + 1);
    shared_[place] = {start, kNoNode};
  });
  if (step.instruction->opcode == "red") return;
  const std::string operation = atomic_row(*step.instruction);
  const std::string type = operation == "add" ? ".u" : ".b";
  const std::string row = is_shared ? "atom.shared." + operation + type + "32"
                                    : "atom.global." + operation + type + "64" +
                                          (operation == "add" ? " lanes 8 bytes apart" : "");
  take(step, StepKind::atomic, start, cycles_of(row));
}

// cp.async, cp.async.bulk: what they bring is there later.
void ChainBuilder::copy(const Step& step) {
  const ptx::Instruction& instruction = *step.instruction;
  if (!instruction.has("async") || instruction.has("commit_group") ||
      instruction.has("wait_group") || instruction.has("wait_all")) {
    return;
  }
  warp(step).issued = later(warp(step).issued, step.start);
  const char* row = instruction.has("bulk") ? "cp.async.bulk 16 waited"
                    : instruction.has("cg") ? "cp.async.cg 16 waited"
                                            : "cp.async.ca 16 waited";
  warp(step).last_copy = add_node(step, StepKind::copy, step.start, cycles_of(row));
}

}  // namespace warplens::latency
