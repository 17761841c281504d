// The lanes that execute a warp-level operation together, each with its own operands: they may come
// from several fragments, and from several places in the code.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/machine/block/call_frame.h"
#include "kernels/machine/operations/lane_moves.h"

namespace warplens::machine {

struct Participant {
  const WarpOperation* operation = nullptr;
  CallFrame* frame = nullptr;
  std::uint32_t instruction = 0;

  [[nodiscard]] std::uint64_t value(std::uint32_t lane) const {
    return read_slot(frame->slots + operation->value, operation->value_bytes, lane);
  }
  void write(std::uint32_t lane, std::uint64_t value) const {
    write_slot(frame->slots + operation->destination, 4, lane, value);
  }
};

using Participants = std::array<Participant, kWarpSize>;  // by lane

}  // namespace warplens::machine
