#include "app/features/hardware_tile/tile_report.h"

#include <fmt/format.h>

#include "kernels/base/json.h"
#include "viz/hardware_tile/tile_words.h"

namespace warplens::cli {
namespace {

using hardware_tile::DescriptorField;
using hardware_tile::MatchedUnit;
using hardware_tile::ReaderSummary;
using hardware_tile::TileMoment;
using hardware_tile::TilePlace;
using hardware_tile::TileReader;
using hardware_tile::TileWriter;
using hardware_tile::UnitState;
using hardware_tile::WrittenUnit;
using ui::Speech;

std::string said_line(const Speech& speech, const Text& words, int indent = 0) {
  return words.empty() ? std::string()
                       : std::string(static_cast<std::size_t>(indent), ' ') +
                             std::string(speech.say(words)) + "\n";
}

Text summary_phrase(const ReaderSummary& summary) {
  if (summary.compared == 0) return tr("reads: {}, nothing to compare", summary.reads);
  if (summary.disagreeing == 0) return tr("reads: {}, all find their elements", summary.reads);
  return tr("reads: {}, not finding their elements: {}", summary.reads, summary.disagreeing);
}

std::string writer_text(const Speech& speech, const trace::Trace& trace, const TileWriter& writer) {
  std::string text = said_line(speech, hardware_tile::writer_phrase(trace, writer), 2);
  const std::uint32_t swizzle = writer.swizzle_bytes();
  text += said_line(speech, hardware_tile::exchange_phrase(swizzle), 4);
  return text + said_line(speech, hardware_tile::phase_phrase(writer.copy.shared, swizzle), 4);
}

std::string field_text(const Speech& speech, const DescriptorField& field) {
  return fmt::format("    {:>2}-{:<2}  {:>5}  {}", field.first_bit, field.last_bit, field.raw,
                     said_line(speech, tr("{}: {}", Text(field.name), field.meaning)));
}

std::string reader_text(const Speech& speech, const TileMoment& moment) {
  std::string text = said_line(speech, hardware_tile::reader_phrase(moment.reader), 2);
  if (!moment.descriptor) return text;
  text += said_line(speech, tr("descriptor 0x{:016x}: bits, value", *moment.descriptor), 4);
  for (const DescriptorField& field : hardware_tile::descriptor_fields(
           *moment.descriptor, moment.reader.is_mn_major, moment.reader.is_tcgen05)) {
    text += field_text(speech, field);
  }
  return text +
         said_line(speech, hardware_tile::exchange_phrase(hardware_tile::swizzle_of(moment)), 4);
}

std::string place_word(const TilePlace& place) {
  return fmt::format("{},{}", place.row, place.unit);
}

// "3,2" as it is there; "3,2≠5,4" where 5,4 is looked for; in brackets: not read.
std::string cell_word(const TileMoment& moment, std::uint64_t address) {
  const WrittenUnit* const there = moment.written.at(address);
  const MatchedUnit* const read = moment.match.at(address);
  std::string word = there == nullptr ? "-"
                     : there->place   ? place_word(*there->place)
                                      : fmt::format("l{}", there->lane);
  if (read == nullptr) return "(" + word + ")";
  if (read->state == UnitState::disagrees) word += "≠" + place_word(*read->wanted);
  return word;
}

// fmt counts ≠ as one column, as terminals do.
std::string line_text(const TileMoment& moment, std::uint64_t line) {
  std::string text = fmt::format("  {:>7} {:>2}", hardware_tile::address_word(line),
                                 line / hardware_tile::kLineBytes % 8);
  for (std::uint64_t i = 0; i < hardware_tile::kUnitsOfLine; ++i) {
    text += fmt::format(" {:>10}", cell_word(moment, line + i * hardware_tile::kUnitBytes));
  }
  return text + "\n";
}

std::string units_text(const Speech& speech, const TileMoment& moment) {
  std::string text = said_line(
      speech, tr("Units of 16 bytes, 8 a line of 128 bytes (address, its bits 7 to 9): row,unit "
                 "of the box that is there, ≠ the one that is looked for, in brackets what is "
                 "not read."));
  for (const std::uint64_t line : moment.lines) text += line_text(moment, line);
  return text;
}

Json reader_json(const TileReader& reader, const ReaderSummary& summary) {
  constexpr const char* kKinds[] = {"descriptor", "ldmatrix", "load"};
  Json json = {{"kind", kKinds[static_cast<std::size_t>(reader.kind)]},
               {"instruction", reader.name},
               {"file", reader.file},
               {"line", reader.line},
               {"ptx_line", reader.ptx_line},
               {"reads", summary.reads},
               {"compared", summary.compared},
               {"disagreeing", summary.disagreeing}};
  if (reader.operand != 0) {
    json["operand"] = std::string(1, reader.operand);
    json["is_mn_major"] = reader.is_mn_major;
    json["is_tcgen05"] = reader.is_tcgen05;
  }
  return json;
}

Json writer_json(const trace::Trace& trace, const TileWriter& writer) {
  constexpr const char* kKinds[] = {"tensor", "bytes", "cp.async", "store"};
  const trace::Site& site = trace.sites[writer.site];
  Json json = {{"kind", kKinds[static_cast<std::size_t>(writer.kind)]},
               {"file", site.file},
               {"line", site.line},
               {"ptx_line", site.ptx_line},
               {"block_rank", writer.event ? Json(nullptr) : Json(writer.rank)},
               {"swizzle_bytes", writer.swizzle_bytes()}};
  if (writer.kind != hardware_tile::WriterKind::tensor_box) return json;
  Json first = Json::array(), box = Json::array();
  for (std::uint32_t i = 0; i < writer.copy.map->dimensions; ++i) {
    first.push_back(writer.copy.place.first[i]);
    box.push_back(writer.copy.map->box[i]);
  }
  json["address"] = writer.copy.shared;
  json["phase"] = hardware_tile::phase_of(writer.copy.shared, writer.swizzle_bytes());
  json["row_bytes"] = writer.copy.map->box_row_bytes();
  json["coordinates"] = std::move(first);
  json["box"] = std::move(box);
  return json;
}

Json place_json(const TilePlace& place) { return Json::array({place.row, place.unit}); }

Json unit_json(const TileMoment& moment, const MatchedUnit& unit) {
  constexpr const char* kStates[] = {"unknown", "agrees", "disagrees"};
  Json json = {{"address", unit.read.address},
               {"state", kStates[static_cast<std::size_t>(unit.state)]}};
  if (moment.reader.kind != hardware_tile::ReaderKind::lanes) {
    json["read_as"] = place_json(unit.read.place);
  }
  if (unit.read.lane != trace::kNone) json["lane"] = unit.read.lane;
  if (moment.reader.kind == hardware_tile::ReaderKind::matrix_rows) {
    json["matrix"] = unit.read.part;
  }
  if (const WrittenUnit* const there = moment.written.at(unit.read.address)) {
    json["writer"] = there->writer;
    if (there->place) json["there"] = place_json(*there->place);
  }
  if (unit.wanted) json["looked_for"] = place_json(*unit.wanted);
  if (unit.lies_at) json["lies_at"] = *unit.lies_at;
  return json;
}

Json descriptor_json(std::uint64_t bits) {
  const auto matrix = machine::MatrixDescriptor::of(bits);
  return {{"bits", fmt::format("0x{:016x}", bits)},
          {"start", matrix.start},
          {"leading", matrix.leading},
          {"stride", matrix.stride},
          {"base_offset", matrix.base_offset},
          {"swizzle_bytes", matrix.swizzle == 0 ? 0 : matrix.row_bytes()}};
}

Json read_json(const TileReport& report, const TileMoment& moment) {
  Json json = {{"reader", moment.read.reader},
               {"warp", moment.read.warp},
               {"compared", moment.match.compared},
               {"disagreeing", moment.match.disagreeing},
               {"verdict", hardware_tile::verdict(*report.run->trace, moment).in(Language::en)}};
  if (moment.descriptor) json["descriptor"] = descriptor_json(*moment.descriptor);
  Json writers = Json::array(), units = Json::array();
  for (const TileWriter& writer : moment.written.writers) {
    writers.push_back(writer_json(*report.run->trace, writer));
  }
  for (const MatchedUnit& unit : moment.match.units) units.push_back(unit_json(moment, unit));
  json["writers"] = std::move(writers);
  json["units"] = std::move(units);
  return json;
}

TileMoment moment_of(const TileReport& report) {
  return hardware_tile::tile_moment(*report.run, *report.reads, report.reads->reads[*report.read]);
}

std::string readers_text(const Speech& speech, const TileReport& report) {
  std::string text = said_line(speech, tr("{}, block {}", report.kernel, report.reads->block));
  if (report.reads->readers.empty()) {
    return text + said_line(speech, tr("It reads no tile of shared memory."));
  }
  const auto all = hardware_tile::summaries(*report.reads, *report.survey);
  for (std::size_t i = 0; i < all.size(); ++i) {
    text += said_line(speech,
                      tr("{}: {}", hardware_tile::reader_phrase(report.reads->readers[i]),
                         summary_phrase(all[i])),
                      2);
  }
  return text;
}

}  // namespace

std::string read_text(const Speech& speech, const trace::Trace& trace, const TileMoment& moment) {
  std::string text = said_line(speech, hardware_tile::verdict(trace, moment));
  text += said_line(speech, tr("Written"));
  for (const TileWriter& writer : moment.written.writers) {
    text += writer_text(speech, trace, writer);
  }
  text += said_line(speech, hardware_tile::who_reads(moment));
  text += reader_text(speech, moment);
  return text + units_text(speech, moment);
}

std::string unit_text(const Speech& speech, const trace::Trace& trace, const TileMoment& moment,
                      std::uint64_t address) {
  std::string text = hardware_tile::address_word(address) + "\n";
  for (const Text& line : hardware_tile::unit_phrases(trace, moment, address)) {
    text += said_line(speech, line, 2);
  }
  return text;
}

std::string tile_text(const Speech& speech, const TileReport& report) {
  std::string text = readers_text(speech, report);
  if (!report.read) return text;
  return text + "\n" + read_text(speech, *report.run->trace, moment_of(report));
}

Json tile_json(const TileReport& report) {
  Json readers = Json::array();
  const auto all = hardware_tile::summaries(*report.reads, *report.survey);
  for (std::size_t i = 0; i < all.size(); ++i) {
    readers.push_back(reader_json(report.reads->readers[i], all[i]));
  }
  Json json = {
      {"kernel", report.kernel}, {"block", report.reads->block}, {"readers", std::move(readers)}};
  if (report.read) json["read"] = read_json(report, moment_of(report));
  return json;
}

}  // namespace warplens::cli
