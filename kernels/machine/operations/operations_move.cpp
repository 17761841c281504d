// mov (copies, packing, unpacking), and what generic addresses need: cvta, isspacep.
#include "kernels/machine/operations/address_windows.h"
#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"

namespace warplens::machine {
namespace {

struct Copy {
  template <class T>
  WARPLENS_INLINE T operator()(T a) const {
    return a;
  }
};

struct CopyPredicate {
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    blend(predicate(frame, operands[0]), predicate(frame, operands[1]), mask);
  }
};

// Element `part` of a word in parts, low first.
template <class Part, class Word>
WARPLENS_INLINE Part part_of(Word word, unsigned part) {
  return static_cast<Part>(word >> (8 * sizeof(Part) * part));
}

template <class Word, class Part>
struct Unpack {
  static constexpr unsigned kParts = sizeof(Word) / sizeof(Part);
  WARPLENS_INLINE static void run(std::byte* frame, std::uint32_t mask,
                                  const OperandOffsets& operands) {
    const Word* const from = lanes<const Word>(frame, operands[kParts]);
    for (unsigned part = 0; part < kParts; ++part) {
      alignas(64) Part values[kLanes];
      for (unsigned lane = 0; lane < kLanes; ++lane) values[lane] = part_of<Part>(from[lane], part);
      blend_lanes(lanes<Part>(frame, operands[part]), values, mask);
    }
  }
};

template <class Word, class Part>
struct Pack {
  static constexpr unsigned kParts = sizeof(Word) / sizeof(Part);
  WARPLENS_INLINE static void run(std::byte* frame, std::uint32_t mask,
                                  const OperandOffsets& operands) {
    alignas(64) Word values[kLanes] = {};
    for (unsigned part = 0; part < kParts; ++part) {
      const Part* const from = lanes<const Part>(frame, operands[part + 1]);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        values[lane] = static_cast<Word>(values[lane] | static_cast<Word>(from[lane])
                                                            << (8 * sizeof(Part) * part));
      }
    }
    blend_lanes(lanes<Word>(frame, operands[0]), values, mask);
  }
};

// A 128-bit value is 32 low halves, then 32 high halves.
template <class Part>
struct Unpack128 {
  static constexpr unsigned kPartsPerHalf = 8 / sizeof(Part);
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    const auto* const from = lanes<const std::uint64_t>(frame, operands[2 * kPartsPerHalf]);
    for (unsigned part = 0; part < 2 * kPartsPerHalf; ++part) {
      alignas(64) Part values[kLanes];
      const auto* const half = from + (part / kPartsPerHalf) * kLanes;
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        values[lane] = part_of<Part>(half[lane], part % kPartsPerHalf);
      }
      blend_lanes(lanes<Part>(frame, operands[part]), values, mask);
    }
  }
};

template <class Part>
struct Pack128 {
  static constexpr unsigned kPartsPerHalf = 8 / sizeof(Part);
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    alignas(64) std::uint64_t values[2 * kLanes] = {};
    for (unsigned part = 0; part < 2 * kPartsPerHalf; ++part) {
      const Part* const from = lanes<const Part>(frame, operands[part + 1]);
      std::uint64_t* const half = values + (part / kPartsPerHalf) * kLanes;
      const unsigned shift = 8 * sizeof(Part) * (part % kPartsPerHalf);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        half[lane] |= static_cast<std::uint64_t>(from[lane]) << shift;
      }
    }
    auto* const to = lanes<std::uint64_t>(frame, operands[0]);
    blend_lanes(to, values, mask);
    blend_lanes(to + kLanes, values + kLanes, mask);
  }
};

// .b8 registers are 16 bits wide in a frame.
template <class Word>
struct UnpackBytes {
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    const Word* const from = lanes<const Word>(frame, operands[sizeof(Word)]);
    for (unsigned part = 0; part < sizeof(Word); ++part) {
      alignas(64) std::uint16_t values[kLanes];
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        values[lane] = part_of<std::uint8_t>(from[lane], part);
      }
      blend_lanes(lanes<std::uint16_t>(frame, operands[part]), values, mask);
    }
  }
};

template <class Word>
struct PackBytes {
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    alignas(64) Word values[kLanes] = {};
    for (unsigned part = 0; part < sizeof(Word); ++part) {
      const auto* const from = lanes<const std::uint16_t>(frame, operands[part + 1]);
      for (unsigned lane = 0; lane < kLanes; ++lane) {
        values[lane] =
            static_cast<Word>(values[lane] | static_cast<Word>(from[lane] & 0xffu) << (8 * part));
      }
    }
    blend_lanes(lanes<Word>(frame, operands[0]), values, mask);
  }
};

struct Copy128 {
  static void run(std::byte* frame, std::uint32_t mask, const OperandOffsets& operands) {
    const auto* const from = lanes<const std::uint64_t>(frame, operands[1]);
    auto* const to = lanes<std::uint64_t>(frame, operands[0]);
    blend_lanes(to, from, mask);
    blend_lanes(to + kLanes, from + kLanes, mask);
  }
};

Operation unpack(OperationFunction function, ptx::ScalarType word, ptx::ScalarType part,
                 std::size_t parts) {
  Operation operation{function, std::vector<OperandShape>(parts, {part, true})};
  operation.operands.push_back({word});
  return operation;
}

Operation pack(OperationFunction function, ptx::ScalarType word, ptx::ScalarType part,
               std::size_t parts) {
  Operation operation{function, std::vector<OperandShape>(parts + 1, {part})};
  operation.operands[0] = {word, true};
  return operation;
}

std::optional<Operation> find_unpack(ptx::ScalarType word, std::size_t parts) {
  using enum ptx::ScalarType;
  using U16 = std::uint16_t;
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  if (word == b16 && parts == 2) return unpack(UnpackBytes<U16>::run, b16, b16, 2);
  if (word == b32 && parts == 4) return unpack(UnpackBytes<U32>::run, b32, b16, 4);
  if (word == b32 && parts == 2) return unpack(function_of<Unpack<U32, U16>>(), b32, b16, 2);
  if (word == b64 && parts == 2) return unpack(function_of<Unpack<U64, U32>>(), b64, b32, 2);
  if (word == b64 && parts == 4) return unpack(function_of<Unpack<U64, U16>>(), b64, b16, 4);
  if (word == b128 && parts == 2) return unpack(Unpack128<U64>::run, b128, b64, 2);
  if (word == b128 && parts == 4) return unpack(Unpack128<U32>::run, b128, b32, 4);
  return std::nullopt;
}

std::optional<Operation> find_pack(ptx::ScalarType word, std::size_t parts) {
  using enum ptx::ScalarType;
  using U16 = std::uint16_t;
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  if (word == b16 && parts == 2) return pack(PackBytes<U16>::run, b16, b16, 2);
  if (word == b32 && parts == 4) return pack(PackBytes<U32>::run, b32, b16, 4);
  if (word == b32 && parts == 2) return pack(function_of<Pack<U32, U16>>(), b32, b16, 2);
  if (word == b64 && parts == 2) return pack(function_of<Pack<U64, U32>>(), b64, b32, 2);
  if (word == b64 && parts == 4) return pack(function_of<Pack<U64, U16>>(), b64, b16, 4);
  if (word == b128 && parts == 2) return pack(Pack128<U64>::run, b128, b64, 2);
  if (word == b128 && parts == 4) return pack(Pack128<U32>::run, b128, b32, 4);
  return std::nullopt;
}

std::optional<Operation> find_copy(ptx::ScalarType type) {
  using enum ptx::ScalarType;
  switch (type) {
    case pred:
      return Operation{CopyPredicate::run, shapes<bool, bool>()};
    case b16:
    case u16:
    case s16:
      return map<Copy, std::uint16_t, std::uint16_t>();
    case f16:
      return map<Copy, Half, Half>();
    case bf16:
      return map<Copy, BFloat, BFloat>();
    case b32:
    case u32:
    case s32:
    case f16x2:
    case bf16x2:
      return map<Copy, std::uint32_t, std::uint32_t>();
    case f32:
      return map<Copy, float, float>();
    case b64:
    case u64:
    case s64:
      return map<Copy, std::uint64_t, std::uint64_t>();
    case f64:
      return map<Copy, double, double>();
    case b128:
      return Operation{Copy128::run, {{b128, true}, {b128}}};
    default:
      return std::nullopt;
  }
}

// Generic address = window's base + address in the state space.
template <std::uint64_t Base>
struct ToGeneric {
  WARPLENS_INLINE std::uint64_t operator()(std::uint64_t a) const { return a + Base; }
};
template <std::uint64_t Base>
struct FromGeneric {
  WARPLENS_INLINE std::uint64_t operator()(std::uint64_t a) const { return a - Base; }
};
template <std::uint64_t Base>
struct IsInWindow {
  WARPLENS_INLINE bool operator()(std::uint64_t a) const { return a - Base < kWindowBytes; }
};
struct IsInLocalWindows {
  WARPLENS_INLINE bool operator()(std::uint64_t a) const { return is_in_local_windows(a); }
};
struct FromLocal {
  WARPLENS_INLINE std::uint64_t operator()(std::uint64_t a) const {
    return local_address(a).offset;
  }
};
struct IsInNoWindow {
  WARPLENS_INLINE bool operator()(std::uint64_t a) const {
    return !IsInWindow<kSharedWindow>{}(a) && !IsInLocalWindows{}(a) &&
           !IsInWindow<kParameterWindow>{}(a);
  }
};

template <std::uint64_t Base>
Operation convert_address(bool to_space) {
  using U = std::uint64_t;
  return to_space ? map<FromGeneric<Base>, U, U>() : map<ToGeneric<Base>, U, U>();
}

bool take_shared(InstructionReader& reader) {
  return reader.take("shared") || reader.take("shared::cta") || reader.take("shared::cluster");
}

std::optional<Operation> find_convert_address(InstructionReader& reader) {
  const bool to_space = reader.take("to");
  if (reader.take_type() != ptx::ScalarType::u64) return std::nullopt;
  if (take_shared(reader)) return convert_address<kSharedWindow>(to_space);
  // To a generic address: the decoder's, since it is the thread's own.
  if (reader.take("local") && to_space) return map<FromLocal, std::uint64_t, std::uint64_t>();
  if (reader.take("param") || reader.take("param::entry")) {
    return convert_address<kParameterWindow>(to_space);
  }
  // Global and constant variables are buffers, whose addresses are generic ones.
  if (reader.take("global") || reader.take("const")) return convert_address<0>(to_space);
  return std::nullopt;
}

// Constant variables are buffers like global ones, so isspacep.const is not known.
std::optional<Operation> find_is_in_space(InstructionReader& reader) {
  using U = std::uint64_t;
  if (take_shared(reader)) return map<IsInWindow<kSharedWindow>, bool, U>();
  if (reader.take("local")) return map<IsInLocalWindows, bool, U>();
  if (reader.take("param") || reader.take("param::entry")) {
    return map<IsInWindow<kParameterWindow>, bool, U>();
  }
  if (reader.take("global")) return map<IsInNoWindow, bool, U>();
  return std::nullopt;
}

}  // namespace

std::optional<Operation> find_move_operation(InstructionReader& reader) {
  const std::string_view opcode = reader.opcode();
  if (opcode == "cvta") return find_convert_address(reader);
  if (opcode == "isspacep") return find_is_in_space(reader);
  if (opcode != "mov") return std::nullopt;
  const ptx::ScalarType type = reader.take_type();
  if (reader.parts(0) > 1) return find_unpack(type, reader.parts(0));
  if (reader.parts(1) > 1) return find_pack(type, reader.parts(1));
  return find_copy(type);
}

}  // namespace warplens::machine
