// Instructions of tcgen05 on tensor memory, decoded. `is_of_pair`: .cta_group::2, of two blocks of
// a cluster (block/tensor_peer.h).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernels/machine/operations/tcgen05.h"
#include "kernels/machine/operations/tensor_move.h"
#include "kernels/machine/program/address_operand.h"

namespace warplens::machine {

// tcgen05.alloc, .dealloc, .relinquish_alloc_permit
struct TensorAllocation {
  enum class Action : std::uint8_t { allocate, free, relinquish };
  Action action = Action::allocate;
  bool is_of_pair = false;
  AddressOperand destination;  // allocate: in shared memory, of the address
  bool is_generic = false;     // the destination
  std::uint32_t address = kNoSlot;
  std::uint32_t columns = kNoSlot;
};

// tcgen05.ld, tcgen05.st
struct TensorMove {
  bool is_store = false;
  TensorImage image;
  AddressOperand address;
  std::vector<std::uint32_t> slots;
};

// tcgen05.mma
struct TensorMultiply {
  Tcgen05Kind kind = Tcgen05Kind::f16;
  bool is_of_pair = false;
  AddressOperand d;
  AddressOperand a_memory;               // where A is in tensor memory
  std::uint32_t a_descriptor = kNoSlot;  // where it is in shared memory
  std::uint32_t b_descriptor = kNoSlot;
  std::uint32_t form = kNoSlot;  // the instruction descriptor
  // Lanes, a bit each: 4 words, of a pair 8.
  std::array<std::uint32_t, 8> disabled{kNoSlot, kNoSlot, kNoSlot, kNoSlot,
                                        kNoSlot, kNoSlot, kNoSlot, kNoSlot};
  std::uint32_t adds = kNoSlot;  // a predicate: whether D is read
  std::uint32_t adds_flip = 0;
  std::uint32_t scale = 0;  // what D is divided by before: 2^scale
  Tcgen05Form product = Tcgen05Form::dense;
  AddressOperand metadata;       // sparse: A's
  std::uint32_t mask = kNoSlot;  // .ws: a zero-column mask descriptor
  std::uint32_t chunks = 0;      // block_scale: of a row of a factor, each with a scale
  AddressOperand a_scales, b_scales;
};

// tcgen05.cp
struct TensorCopy {
  bool is_of_pair = false;
  AddressOperand destination;
  std::uint32_t descriptor = kNoSlot;
  std::uint32_t rows = 128, chunks = 2;  // of 16 bytes, in a row
  // Rows side by side in `together` lanes, then `apart` lanes on; all of them so many times.
  std::uint32_t together = 128, apart = 0;
  std::uint32_t copies = 1, copies_apart = 0;
};

}  // namespace warplens::machine
