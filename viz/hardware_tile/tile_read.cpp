#include "viz/hardware_tile/tile_read.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "kernels/machine/program/source_line.h"
#include "viz/fragments/fragment_words.h"

namespace warplens::hardware_tile {
namespace {

using fragments::MatrixRun;
using machine::MatrixDescriptor;
using machine::MatrixInstruction;
using machine::MatrixRecord;
using machine::TensorRecord;
using machine::WgmmaMultiply;

constexpr std::uint32_t kRowsOfWarpgroup = WgmmaMultiply::kRows * WgmmaMultiply::kWarps;

// Elements of the operand: `rows` of A, or of B's transpose, each `bytes` along k.
struct OperandShape {
  std::uint32_t rows = 0, depth = 0, bytes = 0, unit_elements = 8;
  bool is_mn_major = false;
};

std::uint32_t unit_elements(machine::MatrixElement element) {
  return kUnitBytes * 8 / machine::bits_of(element);
}

OperandShape shape_of(const WgmmaMultiply& multiply, char operand) {
  if (operand == 'A') {
    return {kRowsOfWarpgroup, multiply.stored_depth(), WgmmaMultiply::kDepthBytes,
            unit_elements(multiply.a), multiply.a_is_mn_major};
  }
  return {multiply.columns, multiply.depth, multiply.column_bytes(), unit_elements(multiply.b),
          multiply.b_is_mn_major};
}

// Elements of 6 and 4 bits that are padded are 16 to a unit.
OperandShape shape_of(const machine::Tcgen05Product& product, char operand) {
  using machine::Tcgen05Product;
  const auto elements = [](machine::MatrixElement element) {
    return machine::is_padded(element) ? kUnitBytes : unit_elements(element);
  };
  if (operand == 'A') {
    return {product.rows, product.depth(), Tcgen05Product::kDepthBytes, elements(product.a),
            product.a_is_mn_major};
  }
  const std::uint32_t bytes = product.b_bytes();
  return {product.columns, product.depth() * (bytes / Tcgen05Product::kDepthBytes), bytes,
          elements(product.b), product.b_is_mn_major};
}

void set_shape(TileReader& reader, const OperandShape& shape) {
  reader.unit_elements = shape.unit_elements;
  reader.is_mn_major = shape.is_mn_major;
  reader.rows = shape.is_mn_major ? shape.depth : shape.rows;
  reader.units = shape.is_mn_major ? shape.rows / shape.unit_elements : shape.bytes / kUnitBytes;
}

TileReader reader_of(const MatrixInstruction& at, char operand) {
  TileReader reader{ReaderKind::descriptor, operand, at.instruction->ptx_line, at.file, at.line};
  reader.name = fragments::short_name(at.form);
  const auto multiply = machine::read_wgmma(*at.instruction);
  if (multiply) set_shape(reader, shape_of(*multiply, operand));
  return reader;
}

// What it multiplies, its descriptor says as it runs.
TileReader reader_of(const TensorRecord& record, const machine::SourceLine& place, char operand) {
  TileReader reader{ReaderKind::descriptor, operand, record.instruction->ptx_line, place.file,
                    place.line};
  const machine::Tcgen05Product& product = record.product;
  reader.name = fmt::format("{} m{}n{}k{}", record.instruction->mnemonic(), product.rows,
                            product.columns, shape_of(product, 'B').depth);
  reader.is_tcgen05 = true;
  set_shape(reader, shape_of(product, operand));
  return reader;
}

TileReader reader_of(const trace::Site& site) {
  TileReader reader{ReaderKind::lanes, 0, site.ptx_line, site.file, site.line};
  const std::size_t end = site.ptx.find_first_of(" \t");
  reader.name = site.ptx.substr(0, end);
  if (!reader.name.starts_with("ldmatrix")) return reader;
  reader.kind = ReaderKind::matrix_rows;
  reader.rows = kCoreRows;
  reader.units = 1;
  return reader;
}

bool reads_shared(const trace::Site& site) {
  const bool is_read =
      site.kind == trace::EventKind::load || site.kind == trace::EventKind::load_matrix;
  return is_read && site.space == trace::Space::shared;
}

class ReadCollector {
 public:
  ReadCollector(const MatrixRun& run, std::uint32_t block) : run_(run), block_(block) {}

  TileReads collect() {
    if (run_.records != nullptr) {
      collect_records();
      collect_tensors();
    }
    collect_events();
    std::ranges::stable_sort(all_.reads, {}, &TileRead::before);
    all_.block = block_;
    all_.writes = shared_writes(run_, block_);
    return sorted();
  }

 private:
  // What a loop that is unrolled has many times is one: by line of the source, where it is known.
  struct Key {
    std::uint32_t line = 0, ptx_line = 0;
    std::string file, name;
    bool is_mn_major = false;
    char operand = 0;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  static Key key_of(const TileReader& reader) {
    return {reader.line,        reader.line == 0 ? reader.ptx_line : 0,
            reader.file,        reader.name,
            reader.is_mn_major, reader.operand};
  }

  void collect_records() {
    const auto& records = run_.records->all();
    for (std::size_t i = 0; i < records.size(); ++i) {
      const MatrixRecord& record = records[i];
      if (record.warp % WgmmaMultiply::kWarps != 0) continue;
      const std::size_t index = fragments::instruction_of(run_, record);
      if (index == run_.instructions.size()) continue;
      for (const char operand : {'A', 'B'}) {
        if (!(operand == 'A' ? record.a_descriptor : record.b_descriptor)) continue;
        add(reader_of(run_.instructions[index], operand),
            {0, record.warp, static_cast<std::size_t>(record.events), i,
             static_cast<std::size_t>(record.received)});
      }
    }
  }

  void collect_tensors() {
    const auto& records = run_.records->tensors();
    for (std::size_t i = 0; i < records.size(); ++i) {
      const TensorRecord& record = records[i];
      const auto place = machine::source_line(*run_.program, *record.instruction);
      for (const char operand : {'A', 'B'}) {
        if (operand == 'A' && !record.a_descriptor) continue;
        add(reader_of(record, place, operand),
            {0, record.warp, static_cast<std::size_t>(record.events), i,
             static_cast<std::size_t>(record.received)});
      }
    }
  }

  void collect_events() {
    const trace::Trace& trace = *run_.trace;
    for (std::size_t row = 0; row < trace.events.size(); ++row) {
      const trace::Site& site = trace.sites[trace.events.site(row)];
      if (trace.events.block(row) != block_ || !reads_shared(site)) continue;
      add(reader_of(site), {0, trace.events.warp(row), row, row, received_until(row)});
    }
  }

  // Copies of other blocks that come before an event.
  std::size_t received_until(std::size_t row) {
    if (run_.records == nullptr) return 0;
    const auto& received = run_.records->received();
    while (received_ < received.size() && received[received_].events <= row) ++received_;
    return received_;
  }

  void add(TileReader reader, TileRead read) {
    const auto [found, is_new] = numbers_.emplace(key_of(reader), all_.readers.size());
    if (is_new) all_.readers.push_back(std::move(reader));
    read.reader = found->second;
    all_.reads.push_back(read);
  }

  // Readers by line; what stands in one line by PTX and operand.
  TileReads sorted() {
    std::vector<std::size_t> order(all_.readers.size()), place(order.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) {
      const TileReader& reader = all_.readers[i];
      return std::tuple(reader.line, reader.ptx_line, reader.operand);
    });
    TileReads sorted{all_.block, std::move(all_.writes), {}, {}};
    for (std::size_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
      sorted.readers.push_back(std::move(all_.readers[order[i]]));
    }
    sorted.reads = std::move(all_.reads);
    for (TileRead& read : sorted.reads) read.reader = place[read.reader];
    return sorted;
  }

  const MatrixRun& run_;
  std::uint32_t block_;
  TileReads all_;
  std::map<Key, std::size_t> numbers_;
  std::size_t received_ = 0;
};

std::vector<ReadUnit> units_by_descriptor(const TileReader& reader, std::uint64_t bits) {
  const MatrixDescriptor matrix = MatrixDescriptor::of(bits);
  const std::uint32_t wide = 1u << matrix.swizzle;
  std::vector<ReadUnit> units;
  for (std::uint32_t row = 0; row < reader.rows; ++row) {
    for (std::uint32_t unit = 0; unit < reader.units; ++unit) {
      ReadUnit one;
      one.place = {row, unit};
      one.linear =
          reader.is_mn_major ? matrix.linear_mn_major(unit, row) : matrix.linear_k_major(row, unit);
      one.address = reader.is_mn_major ? matrix.mn_major(unit, row) : matrix.k_major(row, unit);
      const bool is_one_part = !reader.is_mn_major && matrix.swizzle != 0;
      one.part = is_one_part ? 0 : unit / wide;
      units.push_back(one);
    }
  }
  return units;
}

std::vector<ReadUnit> units_by_rows(const trace::EventView& event, std::uint32_t matrices) {
  std::vector<ReadUnit> units;
  for (std::uint32_t lane = 0; lane < matrices * kCoreRows && lane < kWarpSize; ++lane) {
    if ((event.mask >> lane & 1) == 0) continue;
    const std::uint64_t address = event.address[lane] / kUnitBytes * kUnitBytes;
    units.push_back({address, address, {lane % kCoreRows, 0}, lane / kCoreRows, lane});
  }
  return units;
}

// Each unit once, with the first lane that reads of it.
std::vector<ReadUnit> units_by_lanes(const trace::EventView& event, std::uint32_t width) {
  std::vector<ReadUnit> units;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((event.mask >> lane & 1) == 0) continue;
    const std::uint64_t end = event.address[lane] + std::max(width, 1u);
    for (std::uint64_t at = event.address[lane] / kUnitBytes * kUnitBytes; at < end;
         at += kUnitBytes) {
      if (std::ranges::find(units, at, &ReadUnit::address) == units.end()) {
        units.push_back({at, at, {}, 0, lane});
      }
    }
  }
  return units;
}

}  // namespace

TileReads tile_reads(const MatrixRun& run, std::uint32_t block) {
  return ReadCollector(run, block).collect();
}

std::optional<std::uint64_t> descriptor_bits(const MatrixRun& run, const TileReads& reads,
                                             const TileRead& read) {
  const TileReader& reader = reads.readers[read.reader];
  if (reader.kind != ReaderKind::descriptor) return std::nullopt;
  if (reader.is_tcgen05) {
    const TensorRecord& tensor = run.records->tensors()[read.source];
    return reader.operand == 'A' ? tensor.a_descriptor : tensor.b_descriptor;
  }
  const MatrixRecord& record = run.records->all()[read.source];
  return reader.operand == 'A' ? record.a_descriptor : record.b_descriptor;
}

std::vector<ReadUnit> units_of(const MatrixRun& run, const TileReads& reads, const TileRead& read) {
  const TileReader& reader = reads.readers[read.reader];
  if (const auto bits = descriptor_bits(run, reads, read)) {
    return units_by_descriptor(reader, *bits);
  }
  const trace::EventView event = run.trace->events.view(read.source);
  const trace::Site& site = run.trace->sites[event.site];
  if (reader.kind == ReaderKind::matrix_rows) return units_by_rows(event, site.traits.matrices);
  return units_by_lanes(event, site.width);
}

}  // namespace warplens::hardware_tile
