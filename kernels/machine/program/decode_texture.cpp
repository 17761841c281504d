// tex, tld4, txq and suq: by handles, without samplers of their own.
#include "kernels/machine/program/texel_shape.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::ScalarType;

// The results, and the predicate behind a bar.
struct TexelResults {
  const std::vector<ptx::Operand>* values = nullptr;
  const ptx::Operand* resident = nullptr;
};

TexelResults results_of(const ptx::Operand& operand) {
  if (operand.kind == OperandKind::vector) return {&operand.elements, nullptr};
  if (operand.kind != OperandKind::pair || operand.elements.size() != 2) return {};
  if (operand.elements[0].kind != OperandKind::vector) return {};
  return {&operand.elements[0].elements, &operand.elements[1]};
}

// How many registers hold the channels: none where tex does not give the type.
std::size_t results_of_type(ScalarType type) {
  switch (type) {
    case ScalarType::u32:
    case ScalarType::s32:
    case ScalarType::f32:
    case ScalarType::f16:
      return 4;
    case ScalarType::f16x2:
      return 2;
    default:
      return 0;
  }
}

bool is_coordinate(ScalarType type) { return type == ScalarType::s32 || type == ScalarType::f32; }

}  // namespace

// [object, {coordinates}]: of layers the first one says which.
bool Decoder::decode_texel_place(const Operand& memory, ScalarType type, std::uint32_t& object,
                                 TexelPlace& place) {
  if (memory.kind != OperandKind::memory || memory.elements.size() != 2 || memory.bits != 0) {
    return false;
  }
  if (memory.elements[0].kind != OperandKind::reg) return false;
  object = source(memory.elements[0], ScalarType::u64);
  if (object == kNoSlot) return false;
  const Operand& given = memory.elements[1];
  const std::vector<Operand> coordinates =
      given.kind == OperandKind::vector ? given.elements : std::vector<Operand>{given};
  std::size_t next = 0;
  if (place.is_layered) {
    if (coordinates.empty()) return false;
    place.layer = source(coordinates[next++], ScalarType::u32);
    if (place.layer == kNoSlot) return false;
  }
  // What fills three coordinates up to four is not looked at.
  if (coordinates.size() < next + place.dimensions || coordinates.size() > 4) return false;
  for (std::uint32_t d = 0; d < place.dimensions; ++d) {
    place.coordinates[d] = source(coordinates[next++], type);
    if (place.coordinates[d] == kNoSlot) return false;
  }
  return true;
}

// A vector, one element a dimension; three are filled up to four. A number alone may as well be
// what depths are compared with.
bool Decoder::decode_texel_offsets(const Operand& operand, TextureRead& read) {
  const std::uint32_t dimensions = read.place.dimensions;
  const std::size_t elements = operand.elements.size();
  if (operand.kind != OperandKind::vector || read.place.is_cube) return false;
  if (elements < (dimensions == 3 ? 4 : dimensions) || elements > 4) return false;
  read.has_offsets = true;
  for (std::uint32_t d = 0; d < dimensions; ++d) {
    read.offsets[d] = source(operand.elements[d], ScalarType::s32);
    if (read.offsets[d] == kNoSlot) return false;
  }
  return true;
}

bool Decoder::decode_texture(const Instruction& instruction, Decoded& code) {
  // tex{.base,.level,.grad}.SHAPE.v4.TYPE.TYPE {d, d, d, d}{|p}, [object, {coordinates}]{, level}
  //     {, {offsets}};   tex….v2.f16x2.TYPE {d, d}
  // tld4.COMPONENT.2d.v4.TYPE.f32
  Modifiers modifiers(instruction);
  const auto& operands = instruction.operands;
  TextureRead read;
  if (instruction.opcode == "tld4") {
    const auto component = modifiers.take_one_of({"r", "g", "b", "a"});
    if (!component) return false;
    read.gathered = static_cast<int>(*component);
  }
  // An array here has one level, whichever is asked for.
  const auto levels = modifiers.take_one_of({"base", "level", "grad"});
  const std::size_t behind = levels.value_or(0);
  const TexelShape* const shape = take_shape(modifiers);
  const std::uint32_t vector = modifiers.take_vector();
  if (shape == nullptr || modifiers.left().size() != 2) return false;
  const auto type = ptx::scalar_type(modifiers.left()[0]);
  const auto coordinate = ptx::scalar_type(modifiers.left()[1]);
  if (!type || !coordinate || !is_coordinate(*coordinate)) return false;
  const std::size_t count = results_of_type(*type);
  if (count == 0 || count != vector) return false;
  read.type = *type;
  read.is_fetch = *coordinate == ScalarType::s32;
  read.place = place_of(*shape);
  if (shape->is_cube && read.is_fetch) return false;
  const bool is_half = *type == ScalarType::f16 || *type == ScalarType::f16x2;
  const bool is_gathered = read.gathered >= 0;
  if (is_gathered && (levels || read.is_fetch || is_half || shape->dimensions != 2)) return false;
  if (operands.size() != 2 + behind && operands.size() != 3 + behind) return false;
  if (operands.size() == 3 + behind && !decode_texel_offsets(operands.back(), read)) return false;
  const TexelResults results = results_of(operands[0]);
  if (results.values == nullptr || results.values->size() != count) return false;
  for (std::size_t i = 0; i < count; ++i) {
    read.results[i] = destination((*results.values)[i], slot_bytes(*type));
    if (read.results[i] == kNoSlot) return false;
  }
  if (results.resident != nullptr) {
    read.resident = destination(*results.resident, 0);
    if (read.resident == kNoSlot) return false;
  }
  if (!decode_texel_place(operands[1], *coordinate, read.object, read.place)) return false;
  image_->reads_textures = true;
  image_->order_dependent = image_->order_dependent || image_->stores_surfaces;
  code.kind = InstructionKind::texture_read;
  code.detail = static_cast<std::uint32_t>(image_->texture_reads.size());
  image_->texture_reads.push_back(read);
  return true;
}

bool Decoder::decode_texture_query(const Instruction& instruction, Decoded& code) {
  // txq.SIZE.b32 d, [object];   suq likewise
  // txq.level.SIZE.b32 d, [object], level;
  // Of what else there is the driver loads nothing that asks an object's handle.
  Modifiers modifiers(instruction);
  const auto& operands = instruction.operands;
  TextureQuery query;
  query.is_surface = instruction.opcode == "suq";
  const bool is_of_level = modifiers.take("level");
  const auto dimension = modifiers.take_one_of({"width", "height", "depth"});
  if (!dimension || !modifiers.take("b32") || !modifiers.empty()) return false;
  query.dimension = static_cast<std::uint32_t>(*dimension);
  if (query.is_surface && is_of_level) return false;
  if (operands.size() != (is_of_level ? 3u : 2u)) return false;
  const Operand& memory = operands[1];
  if (memory.kind != OperandKind::memory || memory.elements.size() != 1 || memory.bits != 0 ||
      memory.elements[0].kind != OperandKind::reg) {
    return false;
  }
  if (is_of_level) query.level = source(operands[2], ScalarType::u32);
  if (is_of_level && query.level == kNoSlot) return false;
  query.object = source(memory.elements[0], ScalarType::u64);
  query.destination = destination(operands[0], 4);
  if (query.object == kNoSlot || query.destination == kNoSlot) return false;
  code.kind = InstructionKind::texture_query;
  code.detail = static_cast<std::uint32_t>(image_->texture_queries.size());
  image_->texture_queries.push_back(query);
  return true;
}

}  // namespace warplens::machine
