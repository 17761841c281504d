// suld.b, sust and sured, by handles.
#include "kernels/machine/operations/atomic_update.h"
#include "kernels/machine/program/shared_order.h"
#include "kernels/machine/program/texel_shape.h"

namespace warplens::machine {
namespace {

using SurfaceAction = SurfaceAccess::Action;
using ptx::ScalarType;

SurfaceAction surface_action_of(std::string_view opcode) {
  if (opcode == "suld") return SurfaceAction::load;
  return opcode == "sust" ? SurfaceAction::store : SurfaceAction::update;
}

MemoryAccess access_of_surface(const SurfaceAccess& surface, std::uint32_t element_bytes,
                               std::uint32_t elements) {
  MemoryAccess access;
  access.space = ptx::StateSpace::global;
  access.elements = static_cast<std::uint8_t>(elements);
  access.element_bytes = static_cast<std::uint8_t>(element_bytes);
  access.width = static_cast<std::uint8_t>(element_bytes * elements);
  access.address.slot = surface.object;
  access.shared_kind = surface.action == SurfaceAction::update  ? RaceAccessKind::atomic
                       : surface.action == SurfaceAction::store ? RaceAccessKind::write
                                                                : RaceAccessKind::read;
  return access;
}

// PTX ISA, "sured".
bool is_update_of_bytes(std::string_view word, ScalarType type) {
  if (word == "and" || word == "or") return type == ScalarType::b32;
  if (type == ScalarType::s64) return word != "add";
  return type == ScalarType::u32 || type == ScalarType::s32 || type == ScalarType::u64;
}

}  // namespace

bool Decoder::decode_surface_bytes(Modifiers& modifiers, const Operand& data,
                                   SurfaceAccess& surface) {
  modifiers.take_cache_hints();
  const std::uint32_t elements = modifiers.take_vector();
  const auto type = modifiers.take_type();
  if (!type || !modifiers.empty()) return false;
  const std::uint32_t bytes = ptx::size_of(*type);
  if (bytes == 0 || bytes > 8 || bytes * elements > 16) return false;
  MemoryAccess access = access_of_surface(surface, bytes, elements);
  if (!decode_access_slots(data, *type, surface.action == SurfaceAction::store, access))
    return false;
  surface.access = static_cast<std::uint32_t>(image_->accesses.size());
  image_->accesses.push_back(access);
  return true;
}

// Which texels they become is known when a surface is.
bool Decoder::decode_surface_values(Modifiers& modifiers, const Operand& data,
                                    SurfaceAccess& surface) {
  modifiers.take_cache_hints();
  surface.values = modifiers.take_vector();
  if (!modifiers.take("b32") || !modifiers.empty()) return false;
  const bool is_vector = data.kind == Operand::Kind::vector;
  if (surface.values > surface.sources.size()) return false;
  if ((is_vector ? data.elements.size() : 1) != surface.values) return false;
  for (std::uint32_t i = 0; i < surface.values; ++i) {
    surface.sources[i] = source(is_vector ? data.elements[i] : data, ScalarType::b32);
    surface.converted[i] = layout_.temporary(sizeof(std::uint32_t));
    if (surface.sources[i] == kNoSlot) return false;
  }
  surface.access = static_cast<std::uint32_t>(image_->accesses.size());
  for (const std::uint32_t bytes : {1u, 2u, 4u}) {
    for (std::uint32_t channels = 1; channels <= surface.values; channels *= 2) {
      MemoryAccess access = access_of_surface(surface, bytes, channels);
      for (std::uint32_t i = 0; i < channels; ++i) access.slots[i] = surface.converted[i];
      access.alone = find_moves(bytes, sizeof(std::uint32_t), false, false);
      access.concurrent = find_moves(bytes, sizeof(std::uint32_t), false, true);
      image_->accesses.push_back(access);
    }
  }
  return true;
}

bool Decoder::decode_surface_update(Modifiers& modifiers, const Operand& data,
                                    SurfaceAccess& surface) {
  static constexpr std::string_view kWords[] = {"add", "min", "max", "and", "or"};
  const auto which = modifiers.take_one_of({"add", "min", "max", "and", "or"});
  const auto type = modifiers.take_type();
  if (!which || !type || !modifiers.empty() || surface.place.is_layered) return false;
  const std::string_view word = kWords[*which];
  surface.access = static_cast<std::uint32_t>(image_->accesses.size());
  surface.atomic = static_cast<std::uint32_t>(image_->atomics.size());
  if (!surface.is_formatted) {
    return is_update_of_bytes(word, *type) && add_surface_update(word, *type, data, surface);
  }
  if (*type != ScalarType::b32) return false;
  const bool is_of_bits = word == "and" || word == "or";
  return add_surface_update(word, is_of_bits ? *type : ScalarType::u32, data, surface) &&
         add_surface_update(word, is_of_bits ? *type : ScalarType::s32, data, surface);
}

bool Decoder::add_surface_update(std::string_view word, ScalarType type, const Operand& data,
                                 const SurfaceAccess& surface) {
  const auto operation = find_atomic(word, type);
  if (!operation) return false;
  AtomicAccess atomic;
  atomic.operation = *operation;
  atomic.b[0] = source(data, type);
  if (atomic.b[0] == kNoSlot) return false;
  atomic.access = static_cast<std::uint32_t>(image_->accesses.size());
  image_->accesses.push_back(access_of_surface(surface, ptx::size_of(type), 1));
  image_->atomics.push_back(atomic);
  return true;
}

bool Decoder::decode_surface(const Instruction& instruction, Decoded& code) {
  // suld.b.SHAPE{.CACHE}{.v2,.v4}.TYPE.OUTSIDE d, [object, {coordinates}];
  // sust.b.SHAPE{.CACHE}{.v2,.v4}.TYPE.OUTSIDE [object, {coordinates}], d;
  // sust.p.SHAPE{.CACHE}{.v2,.v4}.b32.OUTSIDE [object, {coordinates}], values;
  // sured.{b,p}.OPERATION.SHAPE.TYPE.OUTSIDE [object, {coordinates}], value;
  Modifiers modifiers(instruction);
  const auto& operands = instruction.operands;
  SurfaceAccess surface;
  surface.action = surface_action_of(instruction.opcode);
  const bool is_load = surface.action == SurfaceAction::load;
  const auto addressing = modifiers.take_one_of({"b", "p"});
  const TexelShape* const shape = take_shape(modifiers);
  const auto outside = modifiers.take_one_of({"trap", "clamp", "zero"});
  if (!addressing || shape == nullptr || !outside || operands.size() != 2) return false;
  surface.is_formatted = *addressing == 1;
  surface.outside = static_cast<SurfaceAccess::Outside>(*outside);
  surface.place = place_of(*shape);
  if (shape->is_cube || (is_load && surface.is_formatted)) return false;
  const Operand& data = operands[is_load ? 0 : 1];
  const Operand& memory = operands[is_load ? 1 : 0];
  if (!decode_texel_place(memory, ScalarType::s32, surface.object, surface.place)) return false;
  const bool is_known = surface.action == SurfaceAction::update
                            ? decode_surface_update(modifiers, data, surface)
                        : surface.is_formatted ? decode_surface_values(modifiers, data, surface)
                                               : decode_surface_bytes(modifiers, data, surface);
  if (!is_known) return false;
  if (surface.action != SurfaceAction::store) image_->reads_anywhere = true;
  if (!is_load) {
    image_->stores_surfaces = image_->writes_anywhere = true;
    image_->order_dependent = image_->order_dependent || image_->reads_textures;
  }
  if (surface.action == SurfaceAction::update)
    code.operands[kOptionPlace] = kWritesStrongly | kUpdates;
  code.kind = InstructionKind::surface_access;
  code.detail = static_cast<std::uint32_t>(image_->surface_accesses.size());
  image_->surface_accesses.push_back(surface);
  return true;
}

}  // namespace warplens::machine
