#include "kernels/machine/block/textures.h"

#include <bit>

#include "kernels/base/small_float.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using ptx::ScalarType;

TexelIndex offsets_of(const Issue& issue, const TextureRead& read, std::uint32_t lane) {
  TexelIndex offsets;
  for (std::uint32_t d = 0; read.has_offsets && d < read.place.dimensions; ++d) {
    offsets.at[d] = whole_number(issue, read.offsets[d], lane);
  }
  return offsets;
}

TexelBits read_texels(const Issue& issue, const TextureRead& read,
                      const TextureObjects::Object& from, std::uint32_t lane) {
  const TextureReader reader(from.placed->texture, from.texels);
  const std::uint32_t layer = layer_of(issue, read.place, lane);
  TexelIndex index{{}, layer};
  TexturePlace place{{}, layer, offsets_of(issue, read, lane).at};
  for (std::uint32_t d = 0; d < read.place.dimensions; ++d) {
    const std::int32_t coordinate = whole_number(issue, read.place.coordinates[d], lane);
    index.at[d] = coordinate + place.offsets[d];
    place.at[d] = std::bit_cast<float>(coordinate);
  }
  if (read.is_fetch) return reader.fetch(index);
  if (read.gathered < 0) return reader.sample(place);
  return reader.gather(place, static_cast<std::uint32_t>(read.gathered));
}

bool gives_halves(const TextureRead& read) {
  return read.type == ScalarType::f16 || read.type == ScalarType::f16x2;
}

std::uint32_t half_of(std::uint32_t bits) {
  return to_half(static_cast<double>(std::bit_cast<float>(bits)));
}

void write_results(const Issue& issue, const TextureRead& read, std::uint32_t lane,
                   TexelBits bits) {
  std::byte* const slots = issue.frame.slots;
  if (gives_halves(read)) {
    for (std::uint32_t& channel : bits) channel = half_of(channel);
  }
  if (read.type == ScalarType::f16x2) bits = {bits[0] | bits[1] << 16, bits[2] | bits[3] << 16};
  const std::uint32_t bytes = read.type == ScalarType::f16 ? 2 : 4;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (read.results[i] != kNoSlot) write_slot(slots + read.results[i], bytes, lane, bits[i]);
  }
}

std::uint64_t answer(const TextureQuery& query, const Texture& texture) {
  return query.dimension < texture.dimensions ? texture.sizes[query.dimension] : 0;
}

}  // namespace

bool Textures::can_read(const Issue& issue, const TextureRead& read, const Texture& texture,
                        std::uint32_t lane) {
  if (!objects_.fits(issue, read.place, texture, lane)) return false;
  if (gives_halves(read) && !texture.gives_floats()) {
    objects_.end(issue, lane, finding_text::other_texels(objects_.opcode(issue), texture));
    return false;
  }
  for (const std::int64_t offset : offsets_of(issue, read, lane).at) {
    if (offset >= TextureRead::kLeastOffset && offset <= TextureRead::kMostOffset) continue;
    objects_.end(issue, lane, finding_text::texture_offset(objects_.opcode(issue), offset));
    return false;
  }
  return true;
}

void Textures::read(const Issue& issue) {
  const TextureRead& read = block_->image->texture_reads[issue.code.detail];
  objects_.note_uncounted(issue, false);
  objects_.use_values(issue, read.object, read.place);
  TrackedValues& values = block_->values;
  for (const std::uint32_t offset : read.offsets) {
    if (values.is_on() && offset != kNoSlot) values.use(issue.frame, offset, issue.mask);
  }
  for (std::uint32_t left = issue.mask; left != 0; left &= left - 1) {
    const std::uint32_t lane = first_lane(left);
    const TextureObjects::Object from = objects_.find(issue, read.object, lane, false);
    const bool is_there = from.placed != nullptr;
    if (is_there && !can_read(issue, read, from.placed->texture, lane)) return;
    write_results(issue, read, lane, is_there ? read_texels(issue, read, from, lane) : TexelBits{});
  }
  for (const std::uint32_t result : read.results) {
    if (values.is_on() && result != kNoSlot) values.clear(issue.frame, result, issue.mask);
  }
  if (read.resident == kNoSlot) return;
  *reinterpret_cast<std::uint32_t*>(issue.frame.slots + read.resident) |= issue.mask;
  if (values.is_on()) values.clear(issue.frame, read.resident, issue.mask);
}

bool Textures::can_ask(const Issue& issue, const TextureQuery& query, const Texture& texture,
                       std::uint32_t lane) {
  constexpr std::uint32_t kDepth = 2;
  const std::int32_t level = query.level == kNoSlot ? 0 : whole_number(issue, query.level, lane);
  if (level == 0 && !(texture.is_cube && query.dimension == kDepth)) return true;
  objects_.end(issue, lane,
               level == 0 ? finding_text::other_texture(objects_.opcode(issue), texture)
                          : finding_text::texture_level(objects_.opcode(issue), level));
  return false;
}

void Textures::query(const Issue& issue) {
  const TextureQuery& query = block_->image->texture_queries[issue.code.detail];
  TrackedValues& values = block_->values;
  if (values.is_on()) {
    values.use(issue.frame, query.object, issue.mask);
    if (query.level != kNoSlot) values.use(issue.frame, query.level, issue.mask);
    values.clear(issue.frame, query.destination, issue.mask);
  }
  for (std::uint32_t left = issue.mask; left != 0; left &= left - 1) {
    const std::uint32_t lane = first_lane(left);
    const TextureObjects::Object of = objects_.find(issue, query.object, lane, query.is_surface);
    const bool is_there = of.placed != nullptr;
    if (is_there && !can_ask(issue, query, of.placed->texture, lane)) return;
    write_slot(issue.frame.slots + query.destination, 4, lane,
               is_there ? answer(query, of.placed->texture) : 0);
  }
}

}  // namespace warplens::machine
