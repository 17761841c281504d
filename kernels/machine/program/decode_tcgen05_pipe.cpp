// tcgen05: what one thread asks for and tensor cores do by themselves, mma and cp, and the mbarrier
// that tells when that is complete.
#include <algorithm>

#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::ScalarType;
using ptx::StateSpace;

constexpr std::uint32_t kMostScale = 15;  // "scale-input-d"

std::optional<Tcgen05Kind> take_kind(Modifiers& modifiers) {
  const auto kind = modifiers.take_one_of({"kind::f16", "kind::tf32", "kind::f8f6f4", "kind::i8",
                                           "kind::mxf8f6f4", "kind::mxf4", "kind::mxf4nvf4"});
  if (!kind) return std::nullopt;
  return static_cast<Tcgen05Kind>(*kind);
}

// .block_scale{.scale_vec::NX, .blockN}: how many blocks a row has; 0: no scales. None where the
// kind has no such ones.
std::optional<std::uint32_t> take_chunks(Modifiers& modifiers, Tcgen05Kind kind) {
  const bool is_scaled = kind >= Tcgen05Kind::mxf8f6f4;
  if (modifiers.take("block_scale") != is_scaled) return std::nullopt;
  if (!is_scaled) return 0;
  const std::uint32_t usual = kind == Tcgen05Kind::mxf8f6f4 ? 1 : 2;
  const auto size = modifiers.take_one_of(
      {"scale_vec::1X", "scale_vec::2X", "scale_vec::4X", "block32", "block16"});
  if (!size) return kind == Tcgen05Kind::mxf4nvf4 ? std::nullopt : std::optional(usual);
  const std::uint32_t chunks = *size < 3 ? 1u << *size : *size == 3 ? usual : 4;
  const bool is_own = chunks == usual || (chunks == 4 && kind == Tcgen05Kind::mxf4nvf4);
  return is_own ? std::optional(chunks) : std::nullopt;
}

// What A, or .ws' B, may be kept or taken from: no other one than that of memory.
void take_collector(Modifiers& modifiers, bool is_stationary) {
  for (const std::string_view buffer : {"b0", "b1", "b2", "b3"}) {
    for (const std::string_view use : {"fill", "use", "lastuse", "discard"}) {
      const std::string word = "collector::" + std::string(buffer) + "::" + std::string(use);
      if (is_stationary && modifiers.take(word)) return;
    }
  }
  if (is_stationary) return;
  modifiers.take_one_of({"collector::a::fill", "collector::a::use", "collector::a::lastuse",
                         "collector::a::discard"});
}

std::optional<TensorCopy> take_copy_shape(Modifiers& modifiers) {
  TensorCopy copy;
  const auto shape =
      modifiers.take_one_of({"128x256b", "4x256b", "128x128b", "64x128b", "32x128b"});
  if (!shape) return std::nullopt;
  constexpr std::uint32_t kWarpLanes = 32;
  switch (*shape) {
    case 0:
      return copy;
    case 1:
      copy.rows = 4;
      copy.together = 1;
      copy.apart = kWarpLanes;
      return copy;
    case 2:
      copy.chunks = 1;
      return copy;
    default:
      break;
  }
  copy.chunks = 1;
  copy.rows = *shape == 3 ? 64 : 32;
  if (*shape == 4) {
    copy.copies = 4;
    copy.copies_apart = kWarpLanes;
    return modifiers.take("warpx4") ? std::optional(copy) : std::nullopt;
  }
  copy.copies = 2;
  if (modifiers.take("warpx2::02_13")) {
    copy.copies_apart = 2 * kWarpLanes;
    return copy;
  }
  copy.together = kWarpLanes;
  copy.apart = 2 * kWarpLanes;
  copy.copies_apart = kWarpLanes;
  return modifiers.take("warpx2::01_23") ? std::optional(copy) : std::nullopt;
}

}  // namespace

bool Decoder::decode_tensor_multiply(const Instruction& instruction, Decoded& code) {
  // [d], a's descriptor or [a], b's descriptor{, [a's metadata]}, instruction descriptor
  // {, {disabled lanes}},
  // enable-input-d{, scale-input-d}; .ws: …, enable-input-d{, zero-column mask}; of scaled factors:
  // …, [a's scales], [b's], enable-input-d
  Modifiers modifiers(instruction);
  TensorMultiply multiply;
  modifiers.take("mma");
  const auto is_of_pair = take_cta_group(modifiers);
  const bool is_stationary = modifiers.take("ws"), is_sparse = modifiers.take("sp");
  if (is_stationary && is_sparse) return false;
  multiply.product = is_stationary ? Tcgen05Form::stationary
                     : is_sparse   ? Tcgen05Form::sparse
                                   : Tcgen05Form::dense;
  const auto kind = take_kind(modifiers);
  const auto chunks = kind ? take_chunks(modifiers, *kind) : std::nullopt;
  take_collector(modifiers, is_stationary);
  if (!is_of_pair || !chunks || !modifiers.empty()) return false;
  // No figures of a pair's sparse factors are put into words; .ws has no pairs.
  if (*is_of_pair && (is_stationary || is_sparse)) return false;
  multiply.is_of_pair = *is_of_pair;
  multiply.kind = *kind;
  multiply.chunks = chunks.value_or(0);
  if (multiply.product != Tcgen05Form::dense && multiply.chunks != 0) return false;
  std::vector<Operand> operands = instruction.operands;
  if (is_sparse) {
    if (operands.size() < 6 || !decode_address(operands[3], multiply.metadata)) return false;
    operands.erase(operands.begin() + 3);
  }
  if (operands.size() < 5 || !decode_address(operands[0], multiply.d)) return false;
  const bool is_in_tensor_memory = operands[1].kind == OperandKind::memory;
  if (is_in_tensor_memory) {
    if (!decode_address(operands[1], multiply.a_memory)) return false;
  } else {
    multiply.a_descriptor = source(operands[1], ScalarType::b64);
    if (multiply.a_descriptor == kNoSlot) return false;
  }
  multiply.b_descriptor = source(operands[2], ScalarType::b64);
  multiply.form = source(operands[3], ScalarType::b32);
  if (multiply.b_descriptor == kNoSlot || multiply.form == kNoSlot) return false;
  if (!decode_tensor_multiply_extras(std::span(operands).subspan(4), multiply)) return false;
  image_->has_agents = image_->reads_shared = true;
  code.kind = InstructionKind::tensor_multiply;
  code.detail = static_cast<std::uint32_t>(image_->tensor_multiplies.size());
  image_->tensor_multiplies.push_back(multiply);
  return true;
}

bool Decoder::decode_tensor_multiply_extras(std::span<const Operand> operands,
                                            TensorMultiply& multiply) {
  if (multiply.chunks != 0) {
    if (operands.size() != 3 || !decode_address(operands[0], multiply.a_scales) ||
        !decode_address(operands[1], multiply.b_scales)) {
      return false;
    }
    operands = operands.subspan(2);
  } else if (operands.front().kind == OperandKind::vector &&
             multiply.product != Tcgen05Form::stationary) {
    const std::vector<Operand>& words = operands.front().elements;
    if (words.size() != (multiply.is_of_pair ? 8u : 4u)) return false;
    for (std::size_t i = 0; i < words.size(); ++i) {
      multiply.disabled[i] = source(words[i], ScalarType::b32);
      if (multiply.disabled[i] == kNoSlot) return false;
    }
    operands = operands.subspan(1);
  }
  if (operands.empty() || operands.size() > 2) return false;
  multiply.adds = source(operands[0], ScalarType::pred);
  multiply.adds_flip = operands[0].negated ? ~0u : 0u;
  if (multiply.adds == kNoSlot) return false;
  if (operands.size() == 1) return true;
  if (multiply.product == Tcgen05Form::stationary) {
    multiply.mask = source(operands[1], ScalarType::b64);
    return multiply.mask != kNoSlot;
  }
  const bool may_scale = multiply.kind == Tcgen05Kind::f16 || multiply.kind == Tcgen05Kind::tf32;
  multiply.scale = static_cast<std::uint32_t>(operands[1].bits);
  return may_scale && operands[1].kind == OperandKind::integer && operands[1].bits <= kMostScale;
}

bool Decoder::decode_tensor_copy(const Instruction& instruction, Decoded& code) {
  // cp.CTA_GROUP.SHAPE{.MULTICAST} [address], descriptor;
  Modifiers modifiers(instruction);
  const auto& operands = instruction.operands;
  modifiers.take("cp");
  const auto is_of_pair = take_cta_group(modifiers);
  if (!is_of_pair || operands.size() != 2) return false;
  auto copy = take_copy_shape(modifiers);
  if (!copy || !modifiers.empty() || !decode_address(operands[0], copy->destination)) return false;
  copy->is_of_pair = *is_of_pair;
  copy->descriptor = source(operands[1], ScalarType::b64);
  if (copy->descriptor == kNoSlot) return false;
  image_->has_agents = image_->reads_shared = true;
  code.kind = InstructionKind::tensor_copy;
  code.detail = static_cast<std::uint32_t>(image_->tensor_copies.size());
  image_->tensor_copies.push_back(*copy);
  return true;
}

bool Decoder::decode_tensor_commit(const Instruction& instruction, Decoded& code) {
  // commit.CTA_GROUP.mbarrier::arrive::one{.shared::cluster}{.multicast::cluster}.b64 [mbarrier]
  // {, blocks};
  Modifiers modifiers(instruction);
  const auto& operands = instruction.operands;
  MbarrierUse use;
  use.action = MbarrierAction::tensor_commit;
  modifiers.take("commit");
  if (!take_cta_group(modifiers)) return false;
  if (!modifiers.take("mbarrier::arrive::one")) return false;
  const StateSpace space = modifiers.take_space();
  use.is_generic = space == StateSpace::generic;
  use.is_of_cluster = true;
  if (space != StateSpace::shared && !use.is_generic) return false;
  const bool is_multicast = modifiers.take("multicast::cluster");
  if (!modifiers.take("b64") || !modifiers.empty()) return false;
  if (operands.size() != (is_multicast ? 2 : 1)) return false;
  if (!decode_address(operands[0], use.address)) return false;
  if (is_multicast) {
    use.blocks = source(operands[1], ScalarType::b16);
    if (use.blocks == kNoSlot) return false;
    image_->uses_cluster = image_->maps_cluster = true;
  }
  return add_mbarrier(use, code);
}

}  // namespace warplens::machine
