// What the words of a wmma.load or wmma.store say.
#pragma once

#include <optional>

#include "kernels/machine/operations/wmma_pieces.h"
#include "kernels/ptx/module.h"

namespace warplens::machine {

struct WmmaForm {
  bool is_store = false;
  MatrixRole role = MatrixRole::a;
  MatrixShape shape;
  MatrixFragment fragment;
  WmmaPieces parts;
  ptx::StateSpace space = ptx::StateSpace::generic;
  std::uint32_t least_stride = 0;  // what counts where none is written
};
// nullopt where the machine does not know it.
[[nodiscard]] std::optional<WmmaForm> read_wmma_form(const ptx::Instruction& instruction);

}  // namespace warplens::machine
