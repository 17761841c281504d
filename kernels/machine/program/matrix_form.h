// The words of the instructions that work on matrices: what each operand is, and where its elements
// lie (fragment_map.h).
//
//   mma, wgmma, wmma.mma        A, B, C, D
//   wmma.load, wmma.store       the one that they move
//   ldmatrix, stmatrix          8×8 matrices, r
//   tcgen05.ld, tcgen05.st      a part of tensor memory, t
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"
#include "kernels/machine/operations/fragment_map.h"
#include "kernels/ptx/module.h"

namespace warplens::machine {

// Without slots; nullopt where the machine does not know the form. An instruction without operands
// is a form that a person names.
[[nodiscard]] std::optional<MatrixMultiply> read_mma(const ptx::Instruction& instruction);
[[nodiscard]] std::optional<MatrixMultiply> read_wmma_multiply(const ptx::Instruction& instruction);
// A comes from registers where no operands say otherwise.
[[nodiscard]] std::optional<WgmmaMultiply> read_wgmma(const ptx::Instruction& instruction);
struct MatrixRows {
  bool is_store = false, is_transposed = false, is_generic = false;
  std::uint32_t matrices = 1;
};
[[nodiscard]] std::optional<MatrixRows> read_matrix_rows(const ptx::Instruction& instruction);
// Its split, an operand, is left 0.
[[nodiscard]] std::optional<TensorImage> read_tensor_image(const ptx::Instruction& instruction);

struct FormOperand {
  char letter = 'a';  // of its registers: a0, a1, …; r: ldmatrix; t: tcgen05.ld
  FragmentMap map;
  bool is_result = false;  // its registers are written
  // Of the instruction's operands; wgmma's C is its D.
  std::size_t index = 0;
};

struct MatrixForm {
  std::string name;  // "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
  std::vector<FormOperand> operands;
  std::uint32_t warps = 1;  // wgmma: of which each has 16 rows of A, C and D
  bool is_sparse = false;   // A is shown as it is stored: half of its columns
  bool is_opaque = false;   // PTX leaves open where elements lie; here as ptxas does it
};

// nullopt for any other instruction.
[[nodiscard]] std::optional<MatrixForm> matrix_form(const ptx::Instruction& instruction);
// By a whole name or a short one: "mma.m16n8k16.f16", "wgmma.m64n128k16.bf16", "ldmatrix.x4.trans",
// "wmma.m16n16k16.f16". What a short name leaves open is what is most often written.
[[nodiscard]] Result<MatrixForm> matrix_form_named(std::string_view name);

}  // namespace warplens::machine
