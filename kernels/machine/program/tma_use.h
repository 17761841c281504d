// Copies by TMA and edits of tensor maps, decoded.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "kernels/base/tensor_map.h"
#include "kernels/machine/program/address_operand.h"
#include "kernels/ptx/module.h"
#include "kernels/trace/bulk_copy.h"

namespace warplens::machine {

// cp.async.bulk, cp.reduce.async.bulk and those of tensors: bytes, or what a tensor map says.
struct TmaCopy {
  using Way = trace::BulkCopy::Way;
  Way way = Way::to_shared;
  AddressOperand shared;         // to_block: that of the source
  AddressOperand other;          // of global bytes, of a tensor map (generic), or in another block
  AddressOperand barrier;        // none of to_global, which is of its thread's bulk groups
  std::uint32_t dimensions = 0;  // of the tensor; 0: plain bytes
  bool is_im2col = false;
  std::array<std::uint32_t, TensorMap::kMostDimensions> coordinates{};  // 32-bit slots
  std::array<std::uint32_t, TensorMap::kMostOffsets> offsets{kNoSlot, kNoSlot, kNoSlot};  // 16-bit
  std::uint32_t bytes = kNoSlot;      // of plain ones: a 32-bit slot
  std::uint32_t blocks = kNoSlot;     // multicast: a 16-bit slot with a bit for each rank
  bool is_of_pair = false;            // .cta_group::2: the mbarrier may lie in the other block
  std::uint32_t byte_mask = kNoSlot;  // .cp_mask: a 16-bit slot with a bit for each byte of 16
  // What is done with each element at its destination; empty: it is overwritten.
  std::string_view reduction{};
  ptx::ScalarType type = ptx::ScalarType::b8;  // of plain ones; a tensor map has its own
};

// tensormap.replace, or tensormap.cp_fenceproxy, which copies a whole map to global memory.
struct TensorMapEdit {
  bool is_copy = false;
  ptx::StateSpace space = ptx::StateSpace::generic;
  AddressOperand map;
  AddressOperand source;  // of a copy, in shared memory
  TensorMapField field = TensorMapField::address;
  std::uint32_t dimension = 0;
  std::uint32_t value = kNoSlot;
  std::uint32_t value_bytes = 4;
};

}  // namespace warplens::machine
