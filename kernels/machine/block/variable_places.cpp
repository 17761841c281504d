#include "kernels/machine/block/variable_places.h"

#include <string_view>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/tensor_memory.h"
#include "kernels/machine/program/symbols.h"

namespace warplens::machine {
namespace {

// nvcc lays all of a function's local variables out in one of its own.
constexpr std::string_view kDepot = "__local_depot";

bool is_local_of(const PlacedVariable& variable, const CallFrame& frame) {
  return variable.space == ptx::StateSpace::local && variable.function == frame.function->function;
}

}  // namespace

SharedPlace shared_place(const BlockContext& block, std::uint64_t offset) {
  if (const auto cell = tensor_cell_at(*block.launch, offset)) {
    SharedPlace place;
    place.tensor_cell = cell;
    return place;
  }
  for (const trace::SharedArray& array : block.launch->shared_arrays) {
    if (offset < array.offset || offset - array.offset >= array.bytes) continue;
    return {array.name, offset - array.offset};
  }
  return {{}, offset};
}

SharedPlace local_place(const BlockContext& block, const CallFrame& frame, std::uint64_t offset) {
  for (const PlacedVariable& variable : block.image->placed) {
    const std::uint64_t own = offset - frame.local_base - variable.offset;
    if (!is_local_of(variable, frame) || own >= variable.bytes) continue;
    if (variable.name.starts_with(kDepot)) break;
    return {source_name(variable.name), own, true};
  }
  return {{}, offset, true};
}

SharedPlace buffer_place(const BlockContext& block, std::uint64_t address) {
  const Memory& memory = *block.launch->memory;
  const std::size_t index = memory.find(address, 1);
  if (index == memory.buffers().size()) return {};
  const trace::Buffer& buffer = memory.buffers()[index];
  return {buffer.name, address - buffer.address};
}

}  // namespace warplens::machine
