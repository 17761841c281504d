// testdata/swizzled.ptx and blackwell.ptx as they run: nvcc's (their second lines say how) of the
// .cu beside them, with the folder taken out of their .file lines.
#pragma once

#include <array>

#include "kernels/machine/machine_test_kit.h"
#include "viz/hardware_tile/tile_match.h"

namespace warplens::hardware_tile {

inline std::shared_ptr<const ptx::Module> planted_module(const std::string& name) {
  std::ifstream file(WARPLENS_SOURCE_DIR "/viz/hardware_tile/testdata/" + name + ".ptx");
  std::stringstream text;
  text << file.rdbuf();
  return machine::parse_text(text.str());
}

struct Planted {
  TensorMap::Swizzle swizzle = TensorMap::Swizzle::bytes_128;  // of A
  std::string module = "swizzled";
  std::uint32_t block = 0, blocks = 1;
};

// A kernel of them, of which a block is looked at.
class PlantedTile {
 public:
  explicit PlantedTile(std::string_view entry, const Planted& planted = {}) {
    machine::Machine machine(planted_module(planted.module), entry);
    add_map(machine, "a", planted.swizzle);
    add_map(machine, "b", TensorMap::Swizzle::bytes_128);
    machine.buffer("out", machine::zeros(std::size_t{64} * 64 * planted.blocks));
    machine.request.dynamic_shared_bytes = 3 * 8192 + 64;
    const auto records =
        std::make_shared<machine::MatrixRecords>(machine::MatrixRecords::Place{0, planted.block});
    machine.options.matrices = records.get();
    machine.options.first_block = planted.block;
    machine.options.block_count = 1;
    const auto trace = std::make_shared<trace::Trace>(machine.trace_of({planted.blocks}, {128}));
    run_ = {records, trace, records->program(), machine::matrix_instructions(*records->program())};
    reads_ = tile_reads(run_, planted.block);
  }

  [[nodiscard]] const fragments::MatrixRun& run() const { return run_; }
  [[nodiscard]] const trace::Trace& trace() const { return *run_.trace; }
  [[nodiscard]] const TileReads& reads() const { return reads_; }
  // The first read of an operand, 0 of ldmatrix.
  [[nodiscard]] TileMoment moment(char operand) const {
    for (const TileRead& read : reads_.reads) {
      if (reads_.readers[read.reader].operand == operand) {
        return tile_moment(run_, reads_, read);
      }
    }
    ADD_FAILURE() << "nothing reads " << operand;
    return {};
  }

 private:
  static void add_map(machine::Machine& machine, const char* name, TensorMap::Swizzle swizzle) {
    trace::Buffer description;
    description.name = name;
    description.bytes = std::uint64_t{64} * 64 * 2;
    TensorMap map;
    map.address = *machine.memory.allocate(description);
    map.type = TensorMap::Type::f16;
    // As many bytes in rows of 64.
    const bool is_narrow = swizzle == TensorMap::Swizzle::bytes_64;
    map.sizes = {is_narrow ? 32u : 64u, is_narrow ? 128u : 64u};
    map.strides = {is_narrow ? 64u : 128u};
    map.box = {is_narrow ? 32u : 64u, is_narrow ? 128u : 64u};
    map.swizzle = swizzle;
    const auto bytes = map.encode();
    auto& parameters = machine.request.parameters;
    parameters.insert(parameters.end(), bytes.begin(), bytes.end());
  }

  fragments::MatrixRun run_;
  TileReads reads_;
};

}  // namespace warplens::hardware_tile
