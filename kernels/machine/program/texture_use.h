// tex, tld4, suld, sust, sured, txq and suq, decoded.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/machine/program/address_operand.h"
#include "kernels/ptx/module.h"

namespace warplens::machine {

// Which texel: slots of its coordinates, and of its layer where there are several.
struct TexelPlace {
  std::uint32_t dimensions = 1;  // of the coordinates: of a cube map three, a direction
  bool is_layered = false;
  bool is_cube = false;
  std::uint32_t layer = kNoSlot;
  std::array<std::uint32_t, 3> coordinates{kNoSlot, kNoSlot, kNoSlot};
};

struct TextureRead {
  // PTX knows those from -8 to 7.
  static constexpr std::int32_t kLeastOffset = -8, kMostOffset = 7;

  std::uint32_t object = kNoSlot;  // 64 bits
  TexelPlace place;
  bool has_offsets = false;
  std::array<std::uint32_t, 3> offsets{kNoSlot, kNoSlot, kNoSlot};  // one a dimension, in texels
  bool is_fetch = false;                                            // by whole numbers
  int gathered = -1;  // tld4: the component that it takes of four texels
  // f16 takes one result a channel, f16x2 one for two.
  ptx::ScalarType type = ptx::ScalarType::f32;
  std::array<std::uint32_t, 4> results{kNoSlot, kNoSlot, kNoSlot, kNoSlot};
  std::uint32_t resident = kNoSlot;  // a predicate, always true
};

struct SurfaceAccess {
  enum class Outside : std::uint8_t { trap, clamp, zero };
  enum class Action : std::uint8_t { load, store, update };
  Action action = Action::load;
  bool is_formatted = false;  // .p: x in texels, not in bytes
  std::uint32_t object = kNoSlot;
  TexelPlace place;
  Outside outside = Outside::trap;
  // Its bytes and registers, of ProgramImage::accesses. Of sust.p the first of those that texels of
  // 1, 2 and 4 bytes a channel take, each with as many channels as it has values at most.
  std::uint32_t access = 0;
  // Of ProgramImage::atomics. Of sured.p the one of unsigned texels; the next is of signed ones.
  std::uint32_t atomic = 0;
  // Of sust.p, which writes what it converts to its own slots.
  std::uint32_t values = 0;
  std::array<std::uint32_t, 4> sources{kNoSlot, kNoSlot, kNoSlot, kNoSlot};
  std::array<std::uint32_t, 4> converted{kNoSlot, kNoSlot, kNoSlot, kNoSlot};
};

struct TextureQuery {
  std::uint32_t dimension = 0;  // whose size is asked for
  bool is_surface = false;  // suq
  std::uint32_t object = kNoSlot;
  std::uint32_t level = kNoSlot;        // txq.level: there is one, 0
  std::uint32_t destination = kNoSlot;  // 32 bits
};

}  // namespace warplens::machine
