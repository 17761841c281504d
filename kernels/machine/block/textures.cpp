#include "kernels/machine/block/textures.h"

#include <algorithm>
#include <bit>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

using trace::FindingKind;

namespace {

std::int32_t whole_number(const Issue& issue, std::uint32_t slot, std::uint32_t lane) {
  return static_cast<std::int32_t>(read_slot(issue.frame.slots + slot, 4, lane));
}

std::uint32_t layer_of(const Issue& issue, const TexelPlace& place, std::uint32_t lane) {
  return place.is_layered ? static_cast<std::uint32_t>(whole_number(issue, place.layer, lane)) : 0;
}

// In bytes along a row, in texels beyond it.
using SurfacePlace = std::array<std::int64_t, Texture::kMostDimensions>;

SurfacePlace place_of(const Issue& issue, const SurfaceAccess& surface, std::uint32_t lane) {
  SurfacePlace place{};
  for (std::uint32_t d = 0; d < surface.place.dimensions; ++d) {
    place[d] = whole_number(issue, surface.place.coordinates[d], lane);
  }
  return place;
}

// Nothing where an access of `width` bytes leaves the surface and is not to be clamped.
std::optional<SurfacePlace> brought_inside(SurfacePlace place, SurfaceAccess::Outside outside,
                                           const Texture& surface, std::uint32_t width) {
  if (surface.row_bytes() < width) return std::nullopt;
  for (std::uint32_t d = 0; d < surface.dimensions; ++d) {
    const auto last = static_cast<std::int64_t>(d == 0 ? surface.row_bytes() / width * width - width
                                                       : surface.sizes[d] - 1);
    const std::int64_t most =
        d == 0 ? static_cast<std::int64_t>(surface.row_bytes() - width) : last;
    if (place[d] >= 0 && place[d] <= most) continue;
    if (outside != SurfaceAccess::Outside::clamp) return std::nullopt;
    place[d] = std::clamp<std::int64_t>(place[d], 0, last);
  }
  return place;
}

std::uint64_t byte_of(const SurfacePlace& place, const Texture& surface, std::uint32_t layer) {
  std::uint64_t row = 0;
  if (surface.layers != 0) row = std::min<std::uint64_t>(layer, surface.layers - 1);
  for (std::uint32_t d = surface.dimensions; d-- > 1;) {
    row = row * surface.sizes[d] + static_cast<std::uint64_t>(place[d]);
  }
  return row * surface.row_bytes() + static_cast<std::uint64_t>(place[0]);
}

}  // namespace

Textures::Object Textures::object(const Issue& issue, std::uint32_t slot, std::uint32_t lane,
                                  bool is_surface) {
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

bool Textures::fits(const Issue& issue, const TexelPlace& place, const Texture& texture,
                    std::uint32_t lane) {
  if (place.dimensions == texture.dimensions && place.is_layered == (texture.layers != 0)) {
    return true;
  }
  const std::string text = block_->image->text(issue.instruction);
  block_->end_launch(FindingKind::opaque_instruction, {issue.instruction, issue.warp.index, lane},
                     finding_text::other_texture(text.substr(0, text.find(' ')), texture));
  return false;
}

void Textures::use_values(const Issue& issue, std::uint32_t object, const TexelPlace& place) {
  TrackedValues& values = block_->values;
  if (!values.is_on()) return;
  values.use(issue.frame, object, issue.mask);
  if (place.is_layered) values.use(issue.frame, place.layer, issue.mask);
  for (std::uint32_t d = 0; d < place.dimensions; ++d) {
    values.use(issue.frame, place.coordinates[d], issue.mask);
  }
}

void Textures::note_uncounted(const Issue& issue, bool is_surface) {
  block_->report.add_lazily(FindingKind::uncounted_read,
                            {issue.instruction, issue.warp.index, first_lane(issue.mask)},
                            [&] { return finding_text::uncounted_texture(is_surface); });
}

void Textures::read(const Issue& issue) {
  const TextureRead& read = block_->image->texture_reads[issue.code.detail];
  note_uncounted(issue, false);
  use_values(issue, read.object, read.place);
  std::byte* const slots = issue.frame.slots;
  for (std::uint32_t left = issue.mask; left != 0; left &= left - 1) {
    const std::uint32_t lane = first_lane(left);
    const Object from = object(issue, read.object, lane, false);
    if (from.placed != nullptr && !fits(issue, read.place, from.placed->texture, lane)) return;
    const TexelBits bits =
        from.placed == nullptr ? TexelBits{} : read_lane(issue, read, from, lane);
    for (std::size_t i = 0; i < bits.size(); ++i) {
      write_slot(slots + read.results[i], 4, lane, bits[i]);
    }
  }
  for (const std::uint32_t result : read.results) {
    if (block_->values.is_on()) block_->values.clear(issue.frame, result, issue.mask);
  }
  if (read.resident == kNoSlot) return;
  *reinterpret_cast<std::uint32_t*>(slots + read.resident) |= issue.mask;
  if (block_->values.is_on()) block_->values.clear(issue.frame, read.resident, issue.mask);
}

TexelBits Textures::read_lane(const Issue& issue, const TextureRead& read, const Object& from,
                              std::uint32_t lane) const {
  const TextureReader reader(from.placed->texture, from.texels);
  const std::uint32_t layer = layer_of(issue, read.place, lane);
  TexelIndex index{{}, layer};
  TexturePlace place{{}, layer};
  for (std::uint32_t d = 0; d < read.place.dimensions; ++d) {
    index.at[d] = whole_number(issue, read.place.coordinates[d], lane);
    place.at[d] = std::bit_cast<float>(static_cast<std::int32_t>(index.at[d]));
  }
  if (read.is_fetch) return reader.fetch(index);
  if (read.gathered < 0) return reader.sample(place);
  return reader.gather(place, static_cast<std::uint32_t>(read.gathered));
}

std::optional<std::uint64_t> Textures::surface_address(const Issue& issue,
                                                       const SurfaceAccess& surface,
                                                       std::uint32_t lane) {
  const Object at = object(issue, surface.object, lane, true);
  if (at.placed == nullptr || !fits(issue, surface.place, at.placed->texture, lane)) {
    return std::nullopt;
  }
  const Texture& texture = at.placed->texture;
  const std::uint32_t width = block_->image->accesses[surface.access].width;
  const SurfacePlace asked = place_of(issue, surface, lane);
  const FindingPlace where{issue.instruction, issue.warp.index, lane};
  const auto place = brought_inside(asked, surface.outside, texture, width);
  if (!place) {
    if (surface.outside != SurfaceAccess::Outside::trap) return std::nullopt;
    block_->report.add_lazily(FindingKind::out_of_bounds, where, [&] {
      const std::span<const std::int64_t> told(asked);
      return finding_text::outside_surface(surface.is_store, width, told.first(texture.dimensions),
                                           texture);
    });
    return std::nullopt;
  }
  if ((*place)[0] % width != 0) {
    block_->report.add_lazily(FindingKind::misaligned, where, [&] {
      return finding_text::misaligned_surface(surface.is_store, width, (*place)[0]);
    });
    return std::nullopt;
  }
  return at.placed->address + byte_of(*place, texture, layer_of(issue, surface.place, lane));
}

void Textures::access_surface(const Issue& issue) {
  const SurfaceAccess& surface = block_->image->surface_accesses[issue.code.detail];
  const MemoryAccess& access = block_->image->accesses[surface.access];
  note_uncounted(issue, true);
  use_values(issue, surface.object, surface.place);
  LaneAddresses addresses{};
  Issue inside = issue;
  inside.mask = 0;
  for (std::uint32_t left = issue.mask; left != 0 && !block_->has_ended; left &= left - 1) {
    const std::uint32_t lane = first_lane(left);
    const auto address = surface_address(issue, surface, lane);
    if (!address) continue;
    addresses[lane] = *address;
    inside.mask |= 1u << lane;
  }
  if (!surface.is_store) load_zero(issue, access, issue.mask & ~inside.mask);
  if (inside.mask != 0) load_store_->access_at(inside, access, surface.is_store, addresses);
}

void Textures::query(const Issue& issue) {
  const TextureQuery& query = block_->image->texture_queries[issue.code.detail];
  if (block_->values.is_on()) {
    block_->values.use(issue.frame, query.object, issue.mask);
    block_->values.clear(issue.frame, query.destination, issue.mask);
  }
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const Object of = object(issue, query.object, lane, query.is_surface);
    std::uint64_t value = 0;
    if (of.placed != nullptr) {
      const Texture& texture = of.placed->texture;
      const auto dimension = static_cast<std::uint32_t>(query.what);
      if (query.what == TextureQuery::What::layers) {
        value = texture.layers;
      } else if (dimension < texture.dimensions) {
        value = texture.sizes[dimension];
      }
    }
    write_slot(issue.frame.slots + query.destination, 4, lane, value);
  });
}

}  // namespace warplens::machine
