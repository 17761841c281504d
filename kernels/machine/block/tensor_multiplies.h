// tcgen05.mma as a thread asks for it (tensor_pipe.h): what it reads, and what comes of it in
// tensor memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "kernels/machine/block/tensor_metadata.h"
#include "kernels/machine/block/tensor_pipe.h"
#include "kernels/machine/block/tensor_scales.h"
#include "kernels/machine/operations/tcgen05.h"

namespace warplens::machine {

class TensorMultiplies {
 public:
  TensorMultiplies(BlockContext& block, BlockMemory& memory, TensorPipe& pipe)
      : block_(&block),
        memory_(&memory),
        pipe_(&pipe),
        accesses_(block, memory),
        peer_(block, memory) {}

  void multiply(const Issue& issue);

 private:
  static constexpr std::string_view kMma = "tcgen05.mma";

  // A thread's mma as its operands say.
  struct Asked {
    std::uint32_t lane = 0;
    Tcgen05Product product;
    bool adds = false;
    TensorCell d;
    std::array<std::uint32_t, 4> disabled{};  // lanes that are not written
    std::optional<TensorCell> a;              // in tensor memory
    MatrixDescriptor a_tile, b_tile;
    std::optional<TensorScales> a_scales, b_scales;
    std::optional<TensorMetadata> metadata;  // of a sparse A
    ClusterMember* peer = nullptr;           // the other block of a pair
  };
  // A block that D lies in, with its rows of A.
  struct Side {
    ClusterMember* peer = nullptr;  // nullptr: the block itself
    TensorMemory* tensor = nullptr;
    SharedTile* a = nullptr;
  };
  void multiply(const Issue& issue, const TensorMultiply& multiply, std::uint32_t lane);
  [[nodiscard]] std::optional<Asked> read_operands(const Issue& issue,
                                                   const TensorMultiply& multiply,
                                                   std::uint32_t lane);
  // Lanes that are not to be written; false: which they are is not known, which ends the launch.
  [[nodiscard]] bool read_disabled(const Issue& issue, const TensorMultiply& multiply,
                                   Asked& asked);
  [[nodiscard]] static bool is_disabled(const Asked& asked, std::uint32_t lane);
  // Whether D, A and the scales lie where PTX lets them.
  [[nodiscard]] bool may_lie(const Issue& issue, const Asked& asked);
  [[nodiscard]] bool has_cells(const Issue& issue, const Asked& asked, const TensorArea& d,
                               const TensorArea& a);
  void read_factors(const Issue& issue, const Asked& asked, const TensorArea& a,
                    TensorPipe::Operation& operation);
  // Of a pair: the other block's rows of A, and its columns of B beside the own ones.
  void read_other_factors(const Issue& issue, const Asked& asked, const TensorArea& a,
                          TensorPipe::Operation& operation);
  void read_scales(const Issue& issue, const TensorScales& scales, const Side& side,
                   TensorPipe::Operation& operation);
  void compute(const Issue& issue, const Asked& asked, const TensorArea& d, const TensorArea& a);
  void compute_side(const Issue& issue, const Asked& asked, const TensorArea& d,
                    const TensorArea& a, const Side& side);
  // Where along k a sparse A's elements stand; reports metadata that PTX leaves undefined.
  [[nodiscard]] std::vector<std::uint8_t> places_of(const Issue& issue, const Asked& asked);
  void sum(const Issue& issue, const Asked& asked, const TensorArea& a, const Side& side,
           std::vector<std::uint32_t>& sums);
  // A part's A from tensor memory, its rows one behind the other.
  static void gather(const Asked& asked, const TensorArea& area, const Side& side,
                     std::uint32_t part);
  // For who looks at the block (matrix_records.h).
  void record(const Issue& issue, const TensorMultiply& multiply, const Asked& asked);
  void use_values(const Issue& issue, const TensorMultiply& multiply);

  BlockContext* block_;
  BlockMemory* memory_;
  TensorPipe* pipe_;
  TensorAccesses accesses_;
  TensorPeer peer_;
  // Of the operation at hand.
  SharedTile a_{}, b_{}, other_a_{}, other_b_{};
  std::vector<std::byte> both_b_;  // of a pair: all columns
};

}  // namespace warplens::machine
