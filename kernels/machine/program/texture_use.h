// tex, tld4, suld, sust, txq and suq, decoded.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/machine/program/address_operand.h"
#include "kernels/ptx/module.h"

namespace warplens::machine {

// Which texel: slots of its coordinates, and of its layer where there are several.
struct TexelPlace {
  std::uint32_t dimensions = 1;
  bool is_layered = false;
  std::uint32_t layer = kNoSlot;
  std::array<std::uint32_t, 3> coordinates{kNoSlot, kNoSlot, kNoSlot};
};

struct TextureRead {
  std::uint32_t object = kNoSlot;  // 64 bits
  TexelPlace place;
  bool is_fetch = false;  // by whole numbers
  int gathered = -1;      // tld4: the component that it takes of four texels
  ptx::ScalarType type = ptx::ScalarType::f32;
  std::array<std::uint32_t, 4> results{kNoSlot, kNoSlot, kNoSlot, kNoSlot};
  std::uint32_t resident = kNoSlot;  // a predicate, always true
};

struct SurfaceAccess {
  enum class Outside : std::uint8_t { trap, clamp, zero };
  bool is_store = false;
  std::uint32_t object = kNoSlot;
  TexelPlace place;  // x in bytes
  Outside outside = Outside::trap;
  std::uint32_t access = 0;  // its bytes and registers: of ProgramImage::accesses
};

struct TextureQuery {
  enum class What : std::uint8_t { width, height, depth, layers };
  What what = What::width;
  bool is_surface = false;  // suq
  std::uint32_t object = kNoSlot;
  std::uint32_t destination = kNoSlot;  // 32 bits
};

}  // namespace warplens::machine
