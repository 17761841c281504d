#include "viz/hardware_tile/tile_match.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

namespace warplens::hardware_tile {
namespace {

// What is compared as one: units of a tensor, read by one part of the instruction.
struct MatchGroup {
  std::uint32_t tensor = 0, part = 0;
  friend auto operator<=>(const MatchGroup&, const MatchGroup&) = default;
};

TilePlace sum(TilePlace a, TilePlace b) { return {a.row + b.row, a.unit + b.unit}; }
TilePlace difference(TilePlace a, TilePlace b) { return {a.row - b.row, a.unit - b.unit}; }

class TileMatcher {
 public:
  TileMatcher(const TileReader& reader, std::vector<ReadUnit> units, const Written& written)
      : reader_(reader), written_(written) {
    for (ReadUnit& unit : units) match_.units.push_back({unit, UnitState::unknown, {}, {}});
  }

  TileMatch match() {
    if (reader_.kind == ReaderKind::lanes) return std::move(match_);
    for (const auto& [group, members] : groups()) judge(members);
    for (std::size_t i = 0; i < match_.units.size(); ++i) {
      if (match_.units[i].state == UnitState::disagrees && !match_.first_wrong) {
        match_.first_wrong = i;
      }
    }
    return std::move(match_);
  }

 private:
  using Members = std::vector<std::size_t>;

  [[nodiscard]] const WrittenUnit* there(std::size_t index) const {
    const WrittenUnit* const unit = written_.at(match_.units[index].read.address);
    return unit == nullptr || !unit->place ? nullptr : unit;
  }
  [[nodiscard]] TilePlace place_of(const WrittenUnit& unit) const {
    return sum(*unit.place, written_.writers[unit.writer].origin);
  }

  // A descriptor reads a plain matrix as one; a box of more dimensions may hold its parts behind
  // one another.
  [[nodiscard]] std::map<MatchGroup, Members> groups() const {
    std::map<MatchGroup, Members> all;
    for (std::size_t i = 0; i < match_.units.size(); ++i) {
      const WrittenUnit* const unit = there(i);
      if (unit == nullptr) continue;
      const TileWriter& writer = written_.writers[unit->writer];
      const bool is_box = writer.kind == WriterKind::tensor_box;
      const bool is_one =
          reader_.kind == ReaderKind::descriptor && (!is_box || writer.copy.map->dimensions <= 2);
      all[{writer.tensor, is_one ? 0 : match_.units[i].read.part}].push_back(i);
    }
    return all;
  }

  [[nodiscard]] TilePlace offset_at(std::size_t index) const {
    return difference(place_of(*there(index)), match_.units[index].read.place);
  }

  // Of what would lie at the first member's place if nothing were swizzled.
  [[nodiscard]] std::optional<TilePlace> begin_offset(const Members& members) const {
    const ReadUnit& first = match_.units[members.front()].read;
    const TileWriter& writer = written_.writers[there(members.front())->writer];
    if (writer.kind != WriterKind::tensor_box || first.linear < writer.copy.shared) {
      return std::nullopt;
    }
    const std::uint64_t linear = first.linear - writer.copy.shared;
    const std::uint64_t pitch = writer.copy.map->row_pitch();
    const TilePlace in_box{static_cast<std::int64_t>(linear / pitch),
                           static_cast<std::int64_t>(linear % pitch / kUnitBytes)};
    return difference(sum(in_box, writer.origin), first.place);
  }

  [[nodiscard]] TilePlace most_frequent(const Members& members) const {
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> votes;
    TilePlace best;
    std::size_t most = 0;
    for (const std::size_t i : members) {
      const TilePlace offset = offset_at(i);
      const std::size_t count = ++votes[{offset.row, offset.unit}];
      if (count <= most) continue;
      most = count;
      best = offset;
    }
    return best;
  }

  [[nodiscard]] TilePlace right_offset(const Members& members) const {
    const auto begin =
        reader_.kind == ReaderKind::descriptor ? begin_offset(members) : std::nullopt;
    return begin ? *begin : most_frequent(members);
  }

  void judge(const Members& members) {
    const TilePlace offset = right_offset(members);
    for (const std::size_t i : members) {
      MatchedUnit& unit = match_.units[i];
      const WrittenUnit& is_there = *there(i);
      const TilePlace wanted = sum(unit.read.place, offset);
      unit.wanted = difference(wanted, written_.writers[is_there.writer].origin);
      unit.state = place_of(is_there) == wanted ? UnitState::agrees : UnitState::disagrees;
      ++match_.compared;
      if (unit.state == UnitState::agrees) continue;
      ++match_.disagreeing;
      unit.lies_at = address_of(written_.writers[is_there.writer].tensor, wanted);
    }
  }

  // In any box of the tensor.
  [[nodiscard]] std::optional<std::uint64_t> address_of(std::uint32_t tensor,
                                                        TilePlace wanted) const {
    for (std::size_t i = written_.writers.size(); i-- > 0;) {
      const TileWriter& writer = written_.writers[i];
      if (writer.tensor != tensor) continue;
      const auto address = written_.address_of(i, difference(wanted, writer.origin));
      if (address) return address;
    }
    return std::nullopt;
  }

  const TileReader& reader_;
  const Written& written_;
  TileMatch match_;
};

std::vector<std::uint64_t> addresses_of(const std::vector<ReadUnit>& units) {
  std::vector<std::uint64_t> all;
  for (const ReadUnit& unit : units) all.push_back(unit.address);
  return all;
}

std::vector<std::uint64_t> units_of_lines(const std::vector<std::uint64_t>& lines) {
  std::vector<std::uint64_t> all;
  for (const std::uint64_t line : lines) {
    for (std::uint64_t i = 0; i < kUnitsOfLine; ++i) all.push_back(line + i * kUnitBytes);
  }
  return all;
}

std::vector<std::uint64_t> lines_of(const TileMatch& match) {
  std::set<std::uint64_t> lines;
  const auto add = [&](std::uint64_t address) { lines.insert(address / kLineBytes * kLineBytes); };
  for (const MatchedUnit& unit : match.units) {
    add(unit.read.address);
    if (unit.lies_at) add(*unit.lies_at);
  }
  return {lines.begin(), lines.end()};
}

}  // namespace

const MatchedUnit* TileMatch::at(std::uint64_t address) const {
  const auto found =
      std::ranges::find(units, address, [](const MatchedUnit& unit) { return unit.read.address; });
  return found == units.end() ? nullptr : &*found;
}

bool TileMoment::has(std::uint64_t address) const {
  return std::ranges::binary_search(lines, address / kLineBytes * kLineBytes);
}

TileMatch match(const TileReader& reader, std::vector<ReadUnit> units, const Written& written) {
  return TileMatcher(reader, std::move(units), written).match();
}

TileMatch match_of(const fragments::MatrixRun& run, const TileReads& reads, const TileRead& read) {
  std::vector<ReadUnit> units = units_of(run, reads, read);
  const Written written = written_before(run, reads, read, addresses_of(units));
  return match(reads.readers[read.reader], std::move(units), written);
}

TileMoment tile_moment(const fragments::MatrixRun& run, const TileReads& reads,
                       const TileRead& read) {
  TileMoment moment{reads.readers[read.reader], read, descriptor_bits(run, reads, read)};
  std::vector<ReadUnit> units = units_of(run, reads, read);
  const auto written_at = [&](const std::vector<std::uint64_t>& all) {
    return written_before(run, reads, read, all);
  };
  const Written of_units = written_at(addresses_of(units));
  moment.lines = lines_of(match(moment.reader, units, of_units));
  moment.written = written_at(units_of_lines(moment.lines));
  moment.match = match(moment.reader, std::move(units), moment.written);
  return moment;
}

}  // namespace warplens::hardware_tile
