#include "viz/hardware_tile/tile_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <set>

#include "kernels/own/tensor_map_text.h"

namespace warplens::hardware_tile {
namespace {

using machine::MatrixDescriptor;

Text place_of_site(const trace::Trace& trace, std::uint32_t index) {
  const trace::Site& site = trace.sites[index];
  return place_phrase(site.file, site.line, site.ptx_line);
}

// "k.cu:41", "k.cu:41 by block 1 of the cluster"
Text place_of_writer(const trace::Trace& trace, const TileWriter& writer) {
  const Text place = place_of_site(trace, writer.site);
  return writer.event ? place : tr("{} by block {} of the cluster", place, writer.rank);
}

std::string opcode_of(const std::string& instruction) {
  return instruction.substr(0, instruction.find_first_of(" \t"));
}

std::string box_word(const TensorMap& map) {
  std::string word;
  for (std::uint32_t i = 0; i < map.dimensions && !map.im2col; ++i) {
    word += (i == 0 ? "" : " × ") + fmt::format("{}", map.box[i]);
  }
  if (map.im2col) word = fmt::format("{} × {}", map.im2col->channels, map.im2col->pixels);
  return word;
}

std::string coordinates_word(const trace::BulkCopy& copy) {
  std::string word;
  for (std::uint32_t i = 0; i < copy.map->dimensions; ++i) {
    word += (i == 0 ? "" : ", ") + fmt::format("{}", copy.place.first[i]);
  }
  return word;
}

std::string range_word(std::int64_t first, std::int64_t count) {
  return count == 1 ? fmt::format("{}", first) : fmt::format("{}…{}", first, first + count - 1);
}

std::vector<Text> written_lines(const trace::Trace& trace, const TileMoment& moment,
                                const WrittenUnit& unit) {
  const TileWriter& writer = moment.written.writers[unit.writer];
  if (!unit.place) {
    return {tr("{}, by lane {}", written_phrase(trace, writer), unit.lane)};
  }
  std::vector<Text> lines{
      tr("there: {}, {}", box_element_phrase(writer, *unit.place), written_phrase(trace, writer))};
  if (writer.kind != WriterKind::tensor_box) return lines;
  const AddressSteps steps = steps_of(writer.copy, *unit.place);
  lines.emplace_back(steps_word(steps));
  if (steps.bits != 0) lines.push_back(exchanged_phrase(steps));
  return lines;
}

std::vector<Text> read_lines(const TileMoment& moment, const MatchedUnit& unit) {
  const TileReader& reader = moment.reader;
  std::vector<Text> lines{tr("taken for: {}", read_element_phrase(reader, unit.read))};
  if (!moment.descriptor) return lines;
  lines.front() = tr("taken for: {}, of {}", read_element_phrase(reader, unit.read),
                     core_phrase(reader, unit.read));
  const AddressSteps steps =
      steps_of(MatrixDescriptor::of(*moment.descriptor), reader.is_mn_major, unit.read.place);
  lines.emplace_back(steps_word(steps));
  if (steps.bits != 0) lines.push_back(exchanged_phrase(steps));
  return lines;
}

Text moved_line(const TileMoment& moment, const MatchedUnit& unit, const WrittenUnit& there) {
  const Text wanted = box_element_phrase(moment.written.writers[there.writer], *unit.wanted);
  if (!unit.lies_at) return tr("looked for: {}, which no copy brought", wanted);
  return tr("looked for: {}, which lies at {}", wanted, address_word(*unit.lies_at));
}

Text nothing_compared(const TileMoment& moment) {
  if (moment.reader.kind == ReaderKind::lanes) {
    return tr(
        "A load says an address a lane, not which element it wants: there is nothing to "
        "compare.");
  }
  if (moment.written.writers.empty()) {
    return tr("Nothing that was recorded of this block wrote what is read here.");
  }
  return tr(
      "Lanes or plain copies wrote what is read here, whose elements nobody names: there is "
      "nothing to compare.");
}

Text brief_at(const trace::Trace& trace, const TileWriter& writer, const Text& place) {
  const Text opcode(opcode_of(trace.sites[writer.site].ptx));
  if (writer.kind == WriterKind::store) return tr("lane of {}, {}", opcode, place);
  if (writer.kind != WriterKind::tensor_box) return tr("{}, {}", opcode, place);
  if (writer.swizzle_bytes() == 0) return tr("no swizzle, {}", place);
  return tr("{}-byte swizzle, {}", writer.swizzle_bytes(), place);
}

}  // namespace

Text place_phrase(const std::string& file, std::uint32_t line, std::uint32_t ptx_line) {
  if (line == 0) return tr("PTX line {}", ptx_line);
  return Text(fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line));
}

Text written_phrase(const trace::Trace& trace, const TileWriter& writer) {
  const Text place = place_of_writer(trace, writer);
  switch (writer.kind) {
    case WriterKind::tensor_box:
      if (writer.swizzle_bytes() == 0) return tr("written without a swizzle at {}", place);
      return tr("written with {}-byte swizzle at {}", writer.swizzle_bytes(), place);
    case WriterKind::plain_bytes:
      return tr("written as plain bytes at {}", place);
    case WriterKind::async_copy:
    case WriterKind::store:
      break;
  }
  return tr("written by {} at {}", opcode_of(trace.sites[writer.site].ptx), place);
}

std::uint32_t swizzle_of(const TileMoment& moment) {
  if (!moment.descriptor) return 0;
  const MatrixDescriptor matrix = MatrixDescriptor::of(*moment.descriptor);
  return matrix.swizzle == 0 ? 0 : static_cast<std::uint32_t>(matrix.row_bytes());
}

Text read_phrase(const TileMoment& moment) {
  const TileReader& reader = moment.reader;
  const Text place = place_phrase(reader.file, reader.line, reader.ptx_line);
  if (!moment.descriptor) return tr("read by {} at {}", reader.name, place);
  const MatrixDescriptor matrix = MatrixDescriptor::of(*moment.descriptor);
  if (matrix.swizzle == 0) return tr("read without a swizzle at {}", place);
  if (matrix.base_offset != 0) {
    return tr("read with {}-byte swizzle and base offset {} at {}", swizzle_of(moment),
              matrix.base_offset, place);
  }
  return tr("read with {}-byte swizzle at {}", swizzle_of(moment), place);
}

Text brief_written(const trace::Trace& trace, const TileWriter& writer) {
  const Text line = place_of_site(trace, writer.site);
  return brief_at(trace, writer, writer.event ? line : tr("{}, block {}", line, writer.rank));
}

Text brief_written(const trace::Trace& trace, std::span<const TileWriter> writers) {
  const TileWriter& first = writers.front();
  std::set<std::uint32_t> ranks;
  for (const TileWriter& writer : writers) {
    if (!are_of_one_line(trace, writer, first)) return brief_written(trace, first);
    ranks.insert(writer.rank);
  }
  if (ranks.size() == 1) return brief_written(trace, first);
  const Text line = place_of_site(trace, first.site);
  return brief_at(trace, first,
                  tr("{}, blocks {}", line, fmt::format("{}", fmt::join(ranks, ", "))));
}

bool are_of_one_line(const trace::Trace& trace, const TileWriter& a, const TileWriter& b) {
  const trace::Site &one = trace.sites[a.site], &other = trace.sites[b.site];
  return a.site == b.site || (one.line != 0 && one.line == other.line && one.file == other.file);
}

Text brief_read(const TileMoment& moment) {
  const TileReader& reader = moment.reader;
  const Text place = place_phrase(reader.file, reader.line, reader.ptx_line);
  const Text opcode(opcode_of(reader.name));
  if (reader.kind == ReaderKind::lanes) return tr("lane of {}, {}", opcode, place);
  if (!moment.descriptor) return tr("{}, {}", opcode, place);
  if (swizzle_of(moment) == 0) return tr("no swizzle, {}", place);
  return tr("{}-byte swizzle, {}", swizzle_of(moment), place);
}

Text who_reads(const TileMoment& moment) {
  const std::uint32_t warp = moment.read.warp;
  if (!moment.descriptor) return tr("Read by warp {}", warp);
  if (moment.reader.is_tcgen05) return tr("Read by tensor cores, for warp {}", warp);
  return tr("Read by warps {} to {}", warp, warp + machine::WgmmaMultiply::kWarps - 1);
}

Text verdict(const trace::Trace& trace, const TileMoment& moment) {
  const TileMatch& match = moment.match;
  if (match.compared == 0) return nothing_compared(moment);
  if (!match.first_wrong) {
    return match.compared == match.units.size()
               ? tr("All {} units are where they are looked for.", match.compared)
               : tr("All {} units that can be compared are where they are looked for.",
                    match.compared);
  }
  const MatchedUnit& wrong = match.units[*match.first_wrong];
  const WrittenUnit* const there = moment.written.at(wrong.read.address);
  return tr("{}, {}: {} of {} units are not where they are looked for",
            written_phrase(trace, moment.written.writers[there->writer]), read_phrase(moment),
            match.disagreeing, match.compared);
}

Text writer_phrase(const trace::Trace& trace, const TileWriter& writer) {
  if (writer.kind != WriterKind::tensor_box) return written_phrase(trace, writer);
  const TensorMap& map = *writer.copy.map;
  return tr("TMA at {}: a box of {} {} at ({}), rows of {} bytes, from {} on",
            place_of_writer(trace, writer), box_word(map), std::string(own::name_of(map.type)),
            coordinates_word(writer.copy), map.box_row_bytes(), address_word(writer.copy.shared));
}

Text reader_phrase(const TileReader& reader) {
  const Text place = place_phrase(reader.file, reader.line, reader.ptx_line);
  if (reader.kind != ReaderKind::descriptor) return tr("{} at {}", reader.name, place);
  return tr("{} at {}: {}, {}", reader.name, place, std::string(1, reader.operand),
            std::string(reader.is_mn_major ? "MN-major" : "K-major"));
}

Text box_element_phrase(const TileWriter& writer, TilePlace place) {
  const std::uint32_t bytes =
      writer.kind == WriterKind::tensor_box ? writer.copy.map->element_bytes() : 0;
  if (bytes == 0) return tr("row {}, unit {}", place.row, place.unit);
  const std::int64_t count = kUnitBytes / bytes;
  return tr("row {}, columns {}", place.row, range_word(place.unit * count, count));
}

Text read_element_phrase(const TileReader& reader, const ReadUnit& unit) {
  if (reader.kind == ReaderKind::lanes) return tr("lane {} reads of it", unit.lane);
  if (reader.kind == ReaderKind::matrix_rows) {
    return tr("row {} of matrix {}, by lane {}", unit.place.row, unit.part, unit.lane);
  }
  const std::int64_t count = reader.unit_elements;
  const std::string along = range_word(unit.place.unit * count, count);
  const bool is_column_first = (reader.operand == 'A') == reader.is_mn_major;
  return Text(is_column_first ? fmt::format("{}[{}][{}]", reader.operand, along, unit.place.row)
                              : fmt::format("{}[{}][{}]", reader.operand, unit.place.row, along));
}

Text core_phrase(const TileReader& reader, const ReadUnit& unit) {
  if (reader.kind != ReaderKind::descriptor) return {};
  return tr("core matrix {}, {}", unit.place.row / kCoreRows, unit.place.unit);
}

std::vector<Text> unit_phrases(const trace::Trace& trace, const TileMoment& moment,
                               std::uint64_t address) {
  const WrittenUnit* const there = moment.written.at(address);
  const MatchedUnit* const read = moment.match.at(address);
  std::vector<Text> lines;
  if (there == nullptr) {
    lines.emplace_back(tr("nothing that was recorded wrote this unit"));
  } else {
    lines = written_lines(trace, moment, *there);
  }
  if (read == nullptr) {
    lines.emplace_back(tr("not read here"));
    return lines;
  }
  for (Text& line : read_lines(moment, *read)) lines.push_back(std::move(line));
  if (read->state == UnitState::disagrees) lines.push_back(moved_line(moment, *read, *there));
  return lines;
}

Text unit_phrase(const TileMoment& moment, std::uint64_t address) {
  const WrittenUnit* const there = moment.written.at(address);
  const MatchedUnit* const read = moment.match.at(address);
  const std::string word = address_word(address);
  if (there == nullptr || !there->place) {
    return read == nullptr ? tr("{}: not read here", word)
                           : tr("{}: {}", word, read_element_phrase(moment.reader, read->read));
  }
  const TileWriter& writer = moment.written.writers[there->writer];
  const Text element = box_element_phrase(writer, *there->place);
  if (read == nullptr) return tr("{} holds {}, not read here", word, element);
  const Text taken = read_element_phrase(moment.reader, read->read);
  if (read->state != UnitState::disagrees)
    return tr("{} holds {}, read as {}", word, element, taken);
  const Text wanted = box_element_phrase(writer, *read->wanted);
  if (!read->lies_at)
    return tr("{} holds {}; looked for: {}, which no copy brought", word, element, wanted);
  return tr("{} holds {}; looked for: {}, at {}", word, element, wanted,
            address_word(*read->lies_at));
}

std::string address_word(std::uint64_t address) { return fmt::format("0x{:04x}", address); }

}  // namespace warplens::hardware_tile
