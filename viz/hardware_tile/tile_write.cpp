#include "viz/hardware_tile/tile_write.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <unordered_map>

namespace warplens::hardware_tile {
namespace {

using trace::BulkCopy;
using trace::EventKind;
using trace::EventView;
using trace::Site;

constexpr std::uint64_t kPatternRow = 128;  // whose number the exchanged bits come from

// Boxes whose places are those of the tensor: a plain matrix's.
bool is_flat(const TensorMap& map) {
  return map.dimensions <= 2 && !map.im2col && map.interleave == TensorMap::Interleave::none &&
         map.element_strides[0] == 1 && map.element_strides[1] == 1 && map.element_bytes() != 0;
}

std::optional<TilePlace> origin_in_tensor(const BulkCopy& copy) {
  if (!is_flat(*copy.map)) return std::nullopt;
  const std::int64_t byte = copy.place.first[0] * std::int64_t{copy.map->element_bytes()};
  if (byte % kUnitBytes != 0) return std::nullopt;
  return TilePlace{copy.map->dimensions > 1 ? copy.place.first[1] : 0, byte / kUnitBytes};
}

TilePlace place_in_box(const TensorMap& map, std::uint64_t at) {
  const std::uint64_t row = map.box_row_bytes();
  return {static_cast<std::int64_t>(at / row), static_cast<std::int64_t>(at % row / kUnitBytes)};
}

class WriteFinder {
 public:
  WriteFinder(const fragments::MatrixRun& run, const SharedWrites& writes, std::size_t count,
              std::span<const std::uint64_t> units)
      : run_(run), trace_(*run.trace), writes_(writes), count_(count) {
    for (const std::uint64_t unit : units) {
      const auto first = writes.first.find(unit);
      if (first == writes.first.end() || first->second >= count) continue;
      wanted_.emplace(unit, false);
      low_ = std::min(low_, unit);
      high_ = std::max(high_, unit + kUnitBytes);
    }
    left_ = wanted_.size();
  }

  Written find() {
    for (std::size_t next = count_; left_ != 0 && next > 0; --next) {
      const SharedWrite& write = writes_.all[next - 1];
      write.received ? take_received(run_.records->received()[*write.received])
                     : take_event(write.row);
    }
    return finished();
  }

 private:
  // Who asks for a copy: an event, or another block.
  struct Asker {
    std::uint32_t site = 0;
    std::optional<std::size_t> event;
    std::uint32_t rank = 0;
  };

  void take_event(std::size_t row) {
    row_ = row;
    const Site& site = trace_.sites[trace_.events.site(row)];
    trace_.events.view(row, event_);
    if (!is_bulk_copy(site.kind)) return take_lanes(site, event_);
    const Asker asker{event_.site, row, writes_.rank.value_or(0)};
    for (std::size_t i = event_.copies.size(); i-- > 0;) {
      if (lands_here(event_.copies[i], writes_.rank)) take_copy(asker, event_.copies[i]);
    }
  }

  void take_received(const machine::ReceivedCopy& received) {
    const auto site = std::ranges::find_if(trace_.sites, [&](const Site& each) {
      return is_bulk_copy(each.kind) && each.ptx_line == received.instruction->ptx_line;
    });
    if (site == trace_.sites.end()) return;
    const auto number = static_cast<std::uint32_t>(site - trace_.sites.begin());
    take_copy({number, std::nullopt, received.rank}, received.copy);
  }

  // Whether somebody wants to know, and nothing later wrote it.
  bool take(std::uint64_t unit) {
    const auto found = wanted_.find(unit);
    if (found == wanted_.end() || found->second) return false;
    found->second = true;
    --left_;
    return true;
  }

  void take_copy(const Asker& asker, const BulkCopy& copy) {
    if (copy.shared >= high_ || copy.shared + copy.shared_bytes() <= low_) return;
    copy.map ? take_box(asker, copy) : take_bytes(asker, copy);
  }

  void take_box(const Asker& asker, const BulkCopy& copy) {
    std::optional<std::size_t> writer;
    const std::uint64_t bytes = copy.map->box_bytes();
    for (std::uint64_t at = 0; at < bytes; at += kUnitBytes) {
      const std::uint64_t address = copy.map->swizzled(copy.shared, at) / kUnitBytes * kUnitBytes;
      if (!take(address)) continue;
      if (!writer) writer = add_copy(WriterKind::tensor_box, asker, copy);
      written_.units.push_back({address, *writer, copy.lane, place_in_box(*copy.map, at)});
    }
  }

  void take_bytes(const Asker& asker, const BulkCopy& copy) {
    std::optional<std::size_t> writer;
    for (std::uint64_t at = 0; at < copy.bytes; at += kUnitBytes) {
      const std::uint64_t address = (copy.shared + at) / kUnitBytes * kUnitBytes;
      if (!take(address)) continue;
      if (!writer) writer = add_copy(WriterKind::plain_bytes, asker, copy);
      written_.units.push_back({address, *writer, copy.lane, std::nullopt});
    }
  }

  std::size_t add_copy(WriterKind kind, const Asker& asker, const BulkCopy& copy) {
    TileWriter writer{kind, asker.site, asker.event, asker.rank, copy};
    const auto origin = copy.map ? origin_in_tensor(copy) : std::nullopt;
    if (origin) writer.origin = *origin;
    writer.tensor = origin ? tensor_number(*copy.map) : next_tensor_++;
    written_.writers.push_back(std::move(writer));
    return written_.writers.size() - 1;
  }

  std::uint32_t tensor_number(const TensorMap& map) {
    for (const auto& [known, number] : tensors_) {
      if (*known == map) return number;
    }
    tensors_.emplace_back(&map, next_tensor_);
    return next_tensor_++;
  }

  void take_lanes(const Site& site, const EventView& event) {
    const bool is_copy = site.kind == EventKind::async_copy;
    for (std::uint32_t lane = kWarpSize; lane-- > 0;) {
      if ((event.mask >> lane & 1) == 0) continue;
      const LaneWrite write = lane_write(site, event, lane);
      each_unit(write.address, write.bytes, [&](std::uint64_t unit) {
        if (!take(unit)) return;
        const bool is_whole = is_copy && write.bytes == kUnitBytes && write.address == unit;
        written_.units.push_back(
            {unit, writer_at(event.site, is_copy), lane,
             is_whole ? place_in_buffer(event.address[lane], event.site) : std::nullopt});
      });
    }
  }

  std::size_t writer_at(std::uint32_t site, bool is_copy) {
    const auto [found, is_new] = by_site_.emplace(site, written_.writers.size());
    if (is_new) {
      TileWriter writer{is_copy ? WriterKind::async_copy : WriterKind::store, site, row_,
                        writes_.rank.value_or(0)};
      writer.tensor = next_tensor_++;
      written_.writers.push_back(std::move(writer));
    }
    return found->second;
  }

  // Of a matrix whose rows the run tells, and that one instruction copies from.
  std::optional<TilePlace> place_in_buffer(std::uint64_t address, std::uint32_t site) {
    const trace::Buffer* buffer = address == 0 ? nullptr : find_buffer(trace_.buffers, address);
    if (buffer == nullptr || buffer->rows < 2) return std::nullopt;
    const std::uint64_t pitch =
        buffer->pitch != 0 ? buffer->pitch : buffer->columns * buffer->element_bytes;
    if (pitch == 0 || pitch % kUnitBytes != 0) return std::nullopt;
    const auto [source, is_new] = sources_.emplace(site, buffer);
    if (source->second != buffer) return std::nullopt;
    const std::uint64_t byte = address - buffer->address;
    if (byte % kUnitBytes != 0) return std::nullopt;
    return TilePlace{static_cast<std::int64_t>(byte / pitch),
                     static_cast<std::int64_t>(byte % pitch / kUnitBytes)};
  }

  // Places of buffers, from the first row and unit on that were copied.
  void move_origins() {
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < written_.writers.size(); ++i) {
      TileWriter& writer = written_.writers[i];
      if (writer.kind != WriterKind::async_copy) continue;
      TilePlace least{kMost, kMost};
      for (const WrittenUnit& unit : written_.units) {
        if (unit.writer != i || !unit.place) continue;
        least = {std::min(least.row, unit.place->row), std::min(least.unit, unit.place->unit)};
      }
      if (least.row == kMost) continue;
      writer.origin = least;
      for (WrittenUnit& unit : written_.units) {
        if (unit.writer != i || !unit.place) continue;
        unit.place = TilePlace{unit.place->row - least.row, unit.place->unit - least.unit};
      }
    }
  }

  Written finished() {
    move_origins();
    std::ranges::sort(written_.units, {}, &WrittenUnit::address);
    // They were found from the last one back.
    std::ranges::reverse(written_.writers);
    for (WrittenUnit& unit : written_.units) {
      unit.writer = written_.writers.size() - 1 - unit.writer;
    }
    return std::move(written_);
  }

  const fragments::MatrixRun& run_;
  const trace::Trace& trace_;
  const SharedWrites& writes_;
  std::size_t count_;  // of the writes that come before
  EventView event_;
  std::unordered_map<std::uint64_t, bool> wanted_;  // units, and whether they were found
  std::uint64_t low_ = std::numeric_limits<std::uint64_t>::max(), high_ = 0;
  std::size_t left_ = 0, row_ = 0;
  std::uint32_t next_tensor_ = 0;
  std::vector<std::pair<const TensorMap*, std::uint32_t>> tensors_;
  std::map<std::uint32_t, std::size_t> by_site_;
  std::map<std::uint32_t, const trace::Buffer*> sources_;
  Written written_;
};

// As many bits as the pattern's rows have units, from those three above.
std::uint32_t exchanged_bits(std::uint64_t row_bytes) {
  return static_cast<std::uint32_t>(std::countr_zero(row_bytes / kUnitBytes));
}

AddressSteps finished_steps(AddressSteps all, std::uint64_t row_bytes, std::uint64_t address) {
  all.linear = all.start;
  for (const AddressStep& step : all.steps) all.linear += step.count * step.bytes;
  all.bits = exchanged_bits(row_bytes);
  all.address = address;
  all.exchanged = all.linear ^ address;
  return all;
}

}  // namespace

std::uint32_t TileWriter::swizzle_bytes() const {
  const bool has_one = kind == WriterKind::tensor_box && copy.map->swizzle_bytes() > kUnitBytes;
  return has_one ? static_cast<std::uint32_t>(copy.map->swizzle_bytes()) : 0;
}

const WrittenUnit* Written::at(std::uint64_t address) const {
  const auto found = std::ranges::lower_bound(units, address, {}, &WrittenUnit::address);
  return found == units.end() || found->address != address ? nullptr : &*found;
}

std::optional<std::uint64_t> Written::address_of(std::size_t writer, TilePlace place) const {
  const TileWriter& from = writers[writer];
  if (from.kind != WriterKind::tensor_box) {
    for (const WrittenUnit& unit : units) {
      if (unit.writer == writer && unit.place == place) return unit.address;
    }
    return std::nullopt;
  }
  const TensorMap& map = *from.copy.map;
  const std::uint64_t row = map.box_row_bytes();
  const auto units_of_row = static_cast<std::int64_t>(row / kUnitBytes);
  const auto rows = static_cast<std::int64_t>(map.box_bytes() / row);
  if (place.row < 0 || place.row >= rows || place.unit < 0 || place.unit >= units_of_row) {
    return std::nullopt;
  }
  return map.swizzled(from.copy.shared, static_cast<std::uint64_t>(place.row) * row +
                                            static_cast<std::uint64_t>(place.unit) * kUnitBytes);
}

Written written_before(const fragments::MatrixRun& run, const TileReads& reads,
                       const TileRead& read, std::span<const std::uint64_t> units) {
  const std::size_t count = reads.writes.count_before(read.before, read.received);
  return WriteFinder(run, reads.writes, count, units).find();
}

AddressSteps steps_of(const BulkCopy& copy, TilePlace place) {
  const TensorMap& map = *copy.map;
  const auto row = static_cast<std::uint64_t>(place.row);
  const auto unit = static_cast<std::uint64_t>(place.unit);
  AddressSteps all;
  all.start = copy.shared;
  all.steps = {{row, map.row_pitch()}, {unit, kUnitBytes}};
  const std::uint64_t at = row * map.box_row_bytes() + unit * kUnitBytes;
  return finished_steps(std::move(all), map.swizzle_bytes(), map.swizzled(copy.shared, at));
}

AddressSteps steps_of(const machine::MatrixDescriptor& matrix, bool is_mn_major, TilePlace place) {
  const auto row = static_cast<std::uint32_t>(place.row);
  const auto unit = static_cast<std::uint32_t>(place.unit);
  const std::uint32_t wide = 1u << matrix.swizzle;
  const bool is_plain = matrix.swizzle == 0;
  AddressSteps all;
  all.start = matrix.start;
  all.base_offset = matrix.base_offset;
  if (is_mn_major) {
    all.steps = {{row / kCoreRows, is_plain ? matrix.leading : matrix.stride},
                 {row % kCoreRows, matrix.row_bytes()},
                 {unit / wide, is_plain ? matrix.stride : matrix.leading},
                 {unit % wide, kUnitBytes}};
    return finished_steps(std::move(all), matrix.row_bytes(), matrix.mn_major(unit, row));
  }
  all.steps = {{row / kCoreRows, matrix.stride},
               {row % kCoreRows, matrix.row_bytes()},
               {unit, is_plain ? matrix.leading : kUnitBytes}};
  return finished_steps(std::move(all), matrix.row_bytes(), matrix.k_major(row, unit));
}

std::uint32_t phase_of(std::uint64_t address, std::uint32_t swizzle_bytes) {
  if (swizzle_bytes == 0) return 0;
  return static_cast<std::uint32_t>(address / kPatternRow % (swizzle_bytes / kUnitBytes));
}

}  // namespace warplens::hardware_tile
