#include "viz/analysis/limits/chip.h"

#include <algorithm>
#include <set>

#include "kernels/base/names.h"
#include "kernels/run/toolkit/sources.h"
#include "kernels/timing/json_reading.h"

namespace warplens::analysis {

using namespace timing::json_reading;

namespace {

constexpr int kChipsVersion = 1;

ChipFigure figure(const Json& object, const char* name) {
  const Json& json = member(object, name);
  ChipFigure read{amount(json, "value"), text(json, "source"), flag(json, "measured")};
  if (read.value <= 0) throw Damage{fmt::format("'{}' is 0", name)};
  if (read.source.empty()) throw Damage{fmt::format("'{}' has no source", name)};
  return read;
}

std::optional<ChipFigure> optional_figure(const Json& object, const char* name) {
  if (!object.contains(name)) return std::nullopt;
  return figure(object, name);
}

Chip chip(const Json& json) {
  Chip read;
  read.id = text(json, "id");
  read.name = text(json, "name");
  read.capability = integer<std::uint32_t>(json, "capability");
  read.multiprocessors = figure(json, "multiprocessors");
  read.clock = figure(json, "clock");
  read.dram_rate = figure(json, "dram_rate");
  read.l2_bytes = figure(json, "l2_bytes");
  read.l2_rate = optional_figure(json, "l2_rate");
  read.fp32_lanes = figure(json, "fp32_lanes");
  read.load_store_lanes = optional_figure(json, "load_store_lanes");
  read.launch = optional_figure(json, "launch");
  read.block_rate = optional_figure(json, "block_rate");
  return read;
}

std::vector<Chip> chips(const Json& json) {
  if (const int version = integer<int>(json, "version"); version != kChipsVersion) {
    throw Damage{fmt::format("it is of version {}, this program reads {}", version, kChipsVersion)};
  }
  std::vector<Chip> read;
  std::set<std::string> ids;
  for (const Json& one : list(json, "chips")) {
    read.push_back(chip(one));
    if (!ids.insert(read.back().id).second)
      throw Damage{fmt::format("'{}' is there twice", read.back().id)};
  }
  if (read.empty()) throw Damage{"it names no chip"};
  return read;
}

}  // namespace

Result<std::vector<Chip>> parse_chips(std::string_view json, std::string_view name) {
  const Json parsed = parse_json(json);
  if (parsed.is_discarded()) {
    return fail(tr("{} tells of no chips: it is not JSON; install warplens again", name));
  }
  try {
    return chips(parsed);
  } catch (const Damage& damage) {
    return fail(tr("{} is damaged: {}; install warplens again", name, damage.what));
  }
}

Result<std::vector<Chip>> read_chips(const std::filesystem::path& file) {
  TRY(const auto text, run::read_text(file));
  return parse_chips(text, file.string());
}

Result<const Chip*> find_chip(const std::vector<Chip>& chips, std::string_view id) {
  const auto found = std::ranges::find(chips, id, &Chip::id);
  if (found != chips.end()) return &*found;
  std::vector<std::string> ids;
  for (const Chip& chip : chips) ids.push_back(chip.id);
  return fail(tr("no chip is called '{}', there is {}", id, list_of_names(ids, id)));
}

const Chip* chip_of_device(const std::vector<Chip>& chips, std::string_view device) {
  const auto found = std::ranges::find(chips, device, &Chip::name);
  return found == chips.end() ? nullptr : &*found;
}

}  // namespace warplens::analysis
