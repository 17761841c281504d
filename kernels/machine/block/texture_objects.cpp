#include "kernels/machine/block/texture_objects.h"

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

using trace::FindingKind;

namespace {

// Faces of a cube map are read by directions, and written as layers.
bool is_of_shape(const TexelPlace& place, const Texture& texture) {
  if (texture.is_cube && texture.is_surface) return place.dimensions == 2 && place.is_layered;
  if (place.is_layered != (texture.layers != 0)) return false;
  if (texture.is_cube || place.is_cube) return texture.is_cube && place.is_cube;
  return place.dimensions == texture.dimensions;
}

}  // namespace

std::int32_t whole_number(const Issue& issue, std::uint32_t slot, std::uint32_t lane) {
  return static_cast<std::int32_t>(read_slot(issue.frame.slots + slot, 4, lane));
}

std::uint32_t layer_of(const Issue& issue, const TexelPlace& place, std::uint32_t lane) {
  return place.is_layered ? static_cast<std::uint32_t>(whole_number(issue, place.layer, lane)) : 0;
}

TextureObjects::Object TextureObjects::find(const Issue& issue, std::uint32_t slot,
                                            std::uint32_t lane, bool is_surface) {
  const std::uint64_t handle = read_slot(issue.frame.slots + slot, 8, lane);
  const Memory::PlacedTexture* const placed = block_->launch->memory->find_texture(handle);
  if (placed == nullptr || placed->texture.is_surface != is_surface) {
    block_->report.add_lazily(FindingKind::out_of_bounds,
                              {issue.instruction, issue.warp.index, lane},
                              [&] { return finding_text::no_texture(handle, is_surface); });
    return {};
  }
  const MemoryRange buffer = memory_->bounds.buffer_at(placed->address, 1);
  const std::uint64_t offset = placed->address - buffer.base;
  if (buffer.origin == nullptr || placed->texture.bytes() > buffer.bytes - offset) return {};
  return {placed, {buffer.origin + offset, static_cast<std::size_t>(placed->texture.bytes())}};
}

bool TextureObjects::fits(const Issue& issue, const TexelPlace& place, const Texture& texture,
                          std::uint32_t lane) {
  if (is_of_shape(place, texture)) return true;
  end(issue, lane, finding_text::other_texture(opcode(issue), texture));
  return false;
}

void TextureObjects::end(const Issue& issue, std::uint32_t lane, const FindingText& why) {
  block_->end_launch(FindingKind::opaque_instruction, {issue.instruction, issue.warp.index, lane},
                     why);
}

std::string TextureObjects::opcode(const Issue& issue) const {
  const std::string text = block_->image->text(issue.instruction);
  return text.substr(0, text.find(' '));
}

void TextureObjects::use_values(const Issue& issue, std::uint32_t object, const TexelPlace& place) {
  TrackedValues& values = block_->values;
  if (!values.is_on()) return;
  values.use(issue.frame, object, issue.mask);
  if (place.is_layered) values.use(issue.frame, place.layer, issue.mask);
  for (std::uint32_t d = 0; d < place.dimensions; ++d) {
    values.use(issue.frame, place.coordinates[d], issue.mask);
  }
}

void TextureObjects::note_uncounted(const Issue& issue, bool is_surface) {
  block_->report.add_lazily(FindingKind::uncounted_read,
                            {issue.instruction, issue.warp.index, first_lane(issue.mask)},
                            [&] { return finding_text::uncounted_texture(is_surface); });
}

}  // namespace warplens::machine
