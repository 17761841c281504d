// The accesses that wmma.load and wmma.store are made of.
//
// They are what ptxas (CUDA 13.0, sm_80 and sm_90) makes of them: factors of at most 16 bits come
// from shared memory by ldmatrix, unless bytes would have to be turned; everything else by a load
// or store of what a lane has of a tile, if that is one piece of memory, or of its elements one by
// one. 16-bit tiles that lie the other way are moved as they lie, and turned in registers.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/machine/operations/matrix_fragment.h"

namespace warplens::machine {

// An element in memory: strides from the first one, and elements from there.
struct MatrixPlace {
  std::uint32_t major = 0, minor = 0;
};

// Where each lane accesses: at `first`, and a step further for each bit of its number.
struct WmmaPiece {
  MatrixPlace first;
  std::array<MatrixPlace, 5> steps{};

  [[nodiscard]] MatrixPlace of(std::uint32_t lane) const;
};

struct WmmaPieces {
  std::vector<WmmaPiece> pieces;
  std::uint32_t matrices = 0;   // of each, by ldmatrix
  std::uint32_t registers = 1;  // of each piece
  std::uint32_t width = 4;      // bytes a lane
  bool turns = false;           // rows become columns, in registers or by ldmatrix
  bool joins_bytes = false;     // four pieces make a register
};

// `is_along`: what is next to each other in a tile is so in memory, too.
[[nodiscard]] WmmaPieces wmma_pieces(const MatrixFragment& fragment, MatrixRole role, bool is_along,
                                     bool is_shared);

}  // namespace warplens::machine
