#include "viz/analysis/limits/chip.h"

#include <algorithm>
#include <map>
#include <set>

#include "kernels/base/json_fields.h"
#include "kernels/base/names.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::analysis {

namespace {

constexpr int kChipsVersion = 2;

ChipFigure figure(const JsonFields& fields) {
  ChipFigure read{fields.number("value", 0), fields.text("source"), fields.flag("measured")};
  if (fields.find("probed")) read.probed = fields.number("probed", 0);
  if (read.value <= 0) fields.wrong(tr("its value is 0"));
  if (read.source.empty()) fields.wrong(tr("it has no source"));
  return read;
}

std::optional<ChipFigure> optional_figure(const JsonFields& fields, std::string_view name) {
  const auto found = fields.find(name);
  return found ? std::optional(figure(*found)) : std::nullopt;
}

Chip chip(const JsonFields& fields) {
  Chip read;
  read.id = fields.text("id");
  read.name = fields.text("name");
  read.capability = fields.integer<std::uint32_t>("capability");
  read.multiprocessors = figure(fields.at("multiprocessors"));
  read.clock = figure(fields.at("clock"));
  read.dram_rate = figure(fields.at("dram_rate"));
  read.l2_bytes = figure(fields.at("l2_bytes"));
  read.l2_rate = optional_figure(fields, "l2_rate");
  read.fp32_lanes = figure(fields.at("fp32_lanes"));
  read.load_store_lanes = optional_figure(fields, "load_store_lanes");
  read.launch = optional_figure(fields, "launch");
  read.block_rate = optional_figure(fields, "block_rate");
  read.atomic_rate = optional_figure(fields, "atomic_rate");
  read.word_rate = optional_figure(fields, "word_rate");
  read.float_word_rate = optional_figure(fields, "float_word_rate");
  read.dram_cycles = optional_figure(fields, "dram_cycles");
  return read;
}

using Rates = std::array<std::optional<ChipFigure>, kWorks>;

// By compute capability.
std::map<std::uint32_t, Rates> architectures(const JsonFields& fields) {
  std::map<std::uint32_t, Rates> read;
  for (const JsonFields& one : fields.list("architectures")) {
    Rates& rates = read[one.integer<std::uint32_t>("capability")];
    for (std::size_t i = 0; i < kWorks; ++i) {
      rates[i] = optional_figure(one, id_of(static_cast<Work>(i)));
    }
  }
  return read;
}

std::vector<Chip> chips(const JsonFields& fields) {
  fields.version(kChipsVersion);
  std::vector<Chip> read;
  std::set<std::string> ids;
  const std::map<std::uint32_t, Rates> known = architectures(fields);
  for (const JsonFields& one : fields.list("chips")) {
    read.push_back(chip(one));
    if (const auto found = known.find(read.back().capability); found != known.end()) {
      read.back().rates = found->second;
    }
    read.back().rates[static_cast<std::size_t>(Work::fp32)] = read.back().fp32_lanes;
    if (!ids.insert(read.back().id).second) one.wrong(tr("'{}' is there twice", read.back().id));
  }
  if (read.empty()) fields.wrong(tr("it names no chip"));
  return read;
}

}  // namespace

Result<std::vector<Chip>> parse_chips(std::string_view json, std::string_view name) {
  const auto fields = JsonFields::parse(json);
  if (!fields) {
    return fail(tr("{} tells of no chips: it is not JSON; install warplens again", name));
  }
  return fields->finish(chips(*fields), name, tr("install warplens again"));
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
