// What the words of a cp.async.bulk, cp.reduce.async.bulk, or one of tensors, say, and which
// operand is what. Those of Blackwell (gather4, scatter4, im2col::w) are not known.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "kernels/ptx/module.h"
#include "kernels/trace/bulk_copy.h"

namespace warplens::machine {

struct BulkCopyForm {
  using Way = trace::BulkCopy::Way;
  Way way = Way::to_shared;
  std::uint32_t dimensions = 0;  // of the tensor; 0: plain bytes
  bool is_im2col = false;
  bool is_of_pair = false;                     // .cta_group::2
  std::string_view reduction{};                // empty: none
  ptx::ScalarType type = ptx::ScalarType::b8;  // of a reduction of plain bytes

  // Of the instruction. Null: there is none.
  const ptx::Operand* shared = nullptr;  // to_block: the source
  const ptx::Operand* other = nullptr;   // global bytes, a tensor map, or bytes of another block
  const ptx::Operand* barrier = nullptr;
  const ptx::Operand* bytes = nullptr;
  const ptx::Operand* blocks = nullptr;     // of a multicast
  const ptx::Operand* byte_mask = nullptr;  // .cp_mask
  std::span<const ptx::Operand> coordinates{}, offsets{};
};
// nullopt where the machine does not know it.
[[nodiscard]] std::optional<BulkCopyForm> read_bulk_copy_form(const ptx::Instruction& instruction);

}  // namespace warplens::machine
