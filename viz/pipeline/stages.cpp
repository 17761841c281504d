#include "viz/pipeline/stages.h"

#include <fmt/format.h>

#include <algorithm>

#include "viz/pipeline/stage_accesses.h"
#include "viz/pipeline/stage_places.h"

namespace warplens::pipeline {
namespace {

Round& round_of(Stage& stage, const StageAccess& access) {
  if (access.round >= stage.rounds.size()) stage.rounds.resize(std::size_t{access.round} + 1);
  return stage.rounds[access.round];
}

void add_fill(Stage& stage, const StageAccess& fill) {
  Round& round = round_of(stage, fill);
  if (round.fills == 0) round.fill = fill.at;
  round.fill.end = std::max(round.fill.end, fill.at.end);
  round.fillers |= fill.warps;
  if (fill.warps == 0) round.filling_blocks |= 1u << fill.rank;
  round.bytes += fill.bytes;
  ++round.fills;
}

void add_read(Stage& stage, const StageAccess& read) {
  Round& round = round_of(stage, read);
  if (!round.read) round.read = read.at;
  round.read->end = std::max(round.read->end, read.at.end);
  round.readers |= read.warps;
  ++round.reads;
}

std::string part_name(const StagePart& part) {
  return part.count == 1 ? part.array : fmt::format("{}[{}]", part.array, part.index);
}

}  // namespace

std::uint32_t Stage::bytes() const {
  std::uint32_t sum = 0;
  for (const StagePart& part : parts) sum += part.bytes.end - part.bytes.begin;
  return sum;
}

std::string Stage::name() const {
  std::string name;
  for (const StagePart& part : parts) {
    if (!name.empty()) name += " + ";
    name += part_name(part);
  }
  return name;
}

bool Stage::holds(std::uint32_t offset) const {
  return std::ranges::any_of(parts, [offset](const StagePart& part) {
    return offset >= part.bytes.begin && offset < part.bytes.end;
  });
}

Stages find_stages(const BarrierRun& run, const Order& order) {
  Stages stages = stage_places(run, order);
  add_accesses(run, order, stages);
  for (Stage& stage : stages.all) {
    for (const StageAccess& fill : stage.fills) add_fill(stage, fill);
    for (const StageAccess& read : stage.reads) add_read(stage, read);
  }
  return stages;
}

std::vector<StageBand> bands_of(const Stage& stage, Step steps) {
  std::vector<StageBand> bands;
  const auto add = [&](Step begin, Step end, StageState state, std::size_t round) {
    if (begin < end) bands.push_back({{begin, end}, state, round});
  };
  for (std::size_t i = 0; i < stage.rounds.size(); ++i) {
    const Round& round = stage.rounds[i];
    const Step next = i + 1 < stage.rounds.size() ? stage.rounds[i + 1].fill.begin : steps;
    const Step filled = std::min(round.fill.end, next);
    add(round.fill.begin, filled, StageState::filling, i);
    if (!round.read) {
      add(filled, next, StageState::full, i);
      continue;
    }
    const Step read = std::clamp(round.read->begin, filled, next);
    const Step done = std::clamp(round.read->end, read, next);
    add(filled, read, StageState::full, i);
    add(read, done, StageState::reading, i);
    add(done, next, StageState::free, i);
  }
  return bands;
}

}  // namespace warplens::pipeline
