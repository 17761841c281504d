// tex, tld4, txq and suq; suld.b and sust.b: by handles, without samplers of their own.
#include <array>

#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using ptx::ScalarType;

struct TexelShape {
  std::string_view name;
  std::uint32_t dimensions;
  bool is_layered;
};
constexpr std::array<TexelShape, 5> kTexelShapes{
    {{"1d", 1, false}, {"2d", 2, false}, {"3d", 3, false}, {"a1d", 1, true}, {"a2d", 2, true}}};

const TexelShape* take_shape(Modifiers& modifiers) {
  for (const TexelShape& shape : kTexelShapes) {
    if (modifiers.take(shape.name)) return &shape;
  }
  return nullptr;
}

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

bool is_result(ScalarType type) {
  return type == ScalarType::u32 || type == ScalarType::s32 || type == ScalarType::f32;
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

bool Decoder::decode_texture(const Instruction& instruction, Decoded& code) {
  // tex{.base,.level,.grad}.SHAPE.v4.TYPE.TYPE {d, d, d, d}{|p}, [object, {coordinates}]{, level};
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
  if (shape == nullptr || !modifiers.take("v4") || modifiers.left().size() != 2) return false;
  const auto type = ptx::scalar_type(modifiers.left()[0]);
  const auto coordinate = ptx::scalar_type(modifiers.left()[1]);
  if (!type || !coordinate || !is_result(*type) || !is_coordinate(*coordinate)) return false;
  read.type = *type;
  read.is_fetch = *coordinate == ScalarType::s32;
  read.place.dimensions = shape->dimensions;
  read.place.is_layered = shape->is_layered;
  if (read.gathered >= 0 && (levels || read.is_fetch || shape->dimensions != 2)) return false;
  if (operands.size() != 2 + behind) return false;
  const TexelResults results = results_of(operands[0]);
  if (results.values == nullptr || results.values->size() != read.results.size()) return false;
  for (std::size_t i = 0; i < read.results.size(); ++i) {
    read.results[i] = destination((*results.values)[i], 4);
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

bool Decoder::decode_surface(const Instruction& instruction, Decoded& code) {
  // suld.b.SHAPE{.CACHE}{.v2,.v4}.TYPE.OUTSIDE d, [object, {coordinates}];
  // sust.b.SHAPE{.CACHE}{.v2,.v4}.TYPE.OUTSIDE [object, {coordinates}], d;
  Modifiers modifiers(instruction);
  const auto& operands = instruction.operands;
  SurfaceAccess surface;
  surface.is_store = instruction.opcode == "sust";
  if (!modifiers.take("b") || operands.size() != 2) return false;
  const TexelShape* const shape = take_shape(modifiers);
  const auto outside = modifiers.take_one_of({"trap", "clamp", "zero"});
  modifiers.take_cache_hints();
  MemoryAccess access;
  access.space = ptx::StateSpace::global;
  access.elements = static_cast<std::uint8_t>(modifiers.take_vector());
  const auto type = modifiers.take_type();
  if (shape == nullptr || !outside || !type || !modifiers.empty()) return false;
  const std::uint32_t bytes = ptx::size_of(*type);
  if (bytes == 0 || bytes > 8 || bytes * access.elements > 16) return false;
  access.element_bytes = static_cast<std::uint8_t>(bytes);
  access.width = static_cast<std::uint8_t>(bytes * access.elements);
  access.shared_kind = surface.is_store ? RaceAccessKind::write : RaceAccessKind::read;
  surface.outside = static_cast<SurfaceAccess::Outside>(*outside);
  surface.place.dimensions = shape->dimensions;
  surface.place.is_layered = shape->is_layered;
  const Operand& data = operands[surface.is_store ? 1 : 0];
  const Operand& memory = operands[surface.is_store ? 0 : 1];
  if (!decode_access_slots(data, *type, surface.is_store, access)) return false;
  if (!decode_texel_place(memory, ScalarType::s32, surface.object, surface.place)) return false;
  access.address.slot = surface.object;
  if (surface.is_store) {
    image_->stores_surfaces = image_->writes_anywhere = true;
    image_->order_dependent = image_->order_dependent || image_->reads_textures;
  } else {
    image_->reads_anywhere = true;
  }
  surface.access = static_cast<std::uint32_t>(image_->accesses.size());
  image_->accesses.push_back(access);
  code.kind = InstructionKind::surface_access;
  code.detail = static_cast<std::uint32_t>(image_->surface_accesses.size());
  image_->surface_accesses.push_back(surface);
  return true;
}

bool Decoder::decode_texture_query(const Instruction& instruction, Decoded& code) {
  // txq.WHAT.b32 d, [object];   suq likewise
  Modifiers modifiers(instruction);
  const auto& operands = instruction.operands;
  const auto what = modifiers.take_one_of({"width", "height", "depth", "array_size"});
  if (!what || !modifiers.take("b32") || !modifiers.empty() || operands.size() != 2) return false;
  const Operand& memory = operands[1];
  if (memory.kind != OperandKind::memory || memory.elements.size() != 1 || memory.bits != 0 ||
      memory.elements[0].kind != OperandKind::reg) {
    return false;
  }
  TextureQuery query;
  query.what = static_cast<TextureQuery::What>(*what);
  query.is_surface = instruction.opcode == "suq";
  query.object = source(memory.elements[0], ScalarType::u64);
  query.destination = destination(operands[0], 4);
  if (query.object == kNoSlot || query.destination == kNoSlot) return false;
  code.kind = InstructionKind::texture_query;
  code.detail = static_cast<std::uint32_t>(image_->texture_queries.size());
  image_->texture_queries.push_back(query);
  return true;
}

}  // namespace warplens::machine
