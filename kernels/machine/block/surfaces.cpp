#include "kernels/machine/block/surfaces.h"

#include <algorithm>
#include <bit>

#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/operations/texel_element.h"

namespace warplens::machine {
namespace {

using SurfaceAction = SurfaceAccess::Action;
using SurfaceOutside = SurfaceAccess::Outside;
using trace::FindingKind;

// In bytes along a row, in texels beyond it.
using SurfacePlace = std::array<std::int64_t, Texture::kMostDimensions>;

SurfacePlace place_of(const Issue& issue, const SurfaceAccess& surface, const Texture& texture,
                      std::uint32_t lane) {
  SurfacePlace place{};
  for (std::uint32_t d = 0; d < surface.place.dimensions; ++d) {
    place[d] = whole_number(issue, surface.place.coordinates[d], lane);
  }
  if (surface.is_formatted) place[0] *= texture.texel_bytes();
  return place;
}

// Nothing where an access of `width` bytes leaves the surface and is not to be clamped.
std::optional<SurfacePlace> brought_inside(SurfacePlace place, SurfaceOutside outside,
                                           const Texture& surface, std::uint32_t width) {
  if (surface.row_bytes() < width) return std::nullopt;
  for (std::uint32_t d = 0; d < surface.dimensions; ++d) {
    const auto last = static_cast<std::int64_t>(d == 0 ? surface.row_bytes() / width * width - width
                                                       : surface.sizes[d] - 1);
    const std::int64_t most =
        d == 0 ? static_cast<std::int64_t>(surface.row_bytes() - width) : last;
    if (place[d] >= 0 && place[d] <= most) continue;
    if (outside != SurfaceOutside::clamp) return std::nullopt;
    place[d] = std::clamp<std::int64_t>(place[d], 0, last);
  }
  return place;
}

std::uint64_t byte_of(const SurfacePlace& place, const Texture& surface, std::uint64_t plane) {
  std::uint64_t row = plane;
  for (std::uint32_t d = surface.dimensions; d-- > 1;) {
    row = row * surface.sizes[d] + static_cast<std::uint64_t>(place[d]);
  }
  return row * surface.row_bytes() + static_cast<std::uint64_t>(place[0]);
}

std::uint32_t power_of(std::uint32_t value) {
  return static_cast<std::uint32_t>(std::countr_zero(value));
}

// The number of its access behind the first one: decode_surface.cpp lists them.
std::uint32_t nth_access(const Texture& texture, std::uint32_t values) {
  return power_of(texture.element_bytes()) * (power_of(values) + 1) + power_of(texture.channels);
}

}  // namespace

std::optional<Surfaces::Target> Surfaces::form_for(const SurfaceAccess& surface,
                                                   const Texture& texture) const {
  Target form{0, surface.access, surface.atomic};
  if (!surface.is_formatted) return form;
  if (surface.action == SurfaceAction::store) {
    if (texture.channels > surface.values) return std::nullopt;
    form.access += nth_access(texture, surface.values);
    return form;
  }
  const bool is_whole = texture.type == Texture::Type::u32 || texture.type == Texture::Type::i32;
  if (!is_whole || texture.channels != 1) return std::nullopt;
  if (texture.is_signed()) ++form.atomic;
  form.access = block_->image->atomics[form.atomic].access;
  return form;
}

std::optional<std::uint64_t> Surfaces::address_in(const Issue& issue, const SurfaceAccess& surface,
                                                  const Memory::PlacedTexture& placed,
                                                  std::uint32_t width, std::uint32_t lane) {
  const Texture& texture = placed.texture;
  const bool is_store = surface.action != SurfaceAction::load;
  const FindingPlace where{issue.instruction, issue.warp.index, lane};
  std::uint64_t plane = layer_of(issue, surface.place, lane);
  if (plane >= texture.planes() && surface.outside != SurfaceOutside::clamp) {
    if (surface.outside != SurfaceOutside::trap) return std::nullopt;
    block_->report.add_lazily(FindingKind::out_of_bounds, where, [&] {
      return finding_text::outside_layers(is_store, plane, texture);
    });
    return std::nullopt;
  }
  plane = std::min(plane, texture.planes() - 1);
  const SurfacePlace asked = place_of(issue, surface, texture, lane);
  const auto place = brought_inside(asked, surface.outside, texture, width);
  if (!place) {
    if (surface.outside != SurfaceOutside::trap) return std::nullopt;
    block_->report.add_lazily(FindingKind::out_of_bounds, where, [&] {
      const std::span<const std::int64_t> told(asked);
      return finding_text::outside_surface(is_store, width, told.first(texture.dimensions),
                                           texture);
    });
    return std::nullopt;
  }
  if ((*place)[0] % width != 0) {
    block_->report.add_lazily(FindingKind::misaligned, where, [&] {
      return finding_text::misaligned_surface(is_store, width, (*place)[0]);
    });
    return std::nullopt;
  }
  const std::uint64_t address = placed.address + byte_of(*place, texture, plane);
  if (address % width == 0) return address;
  objects_.end(issue, lane, finding_text::uneven_rows(objects_.opcode(issue), width, texture));
  return std::nullopt;
}

bool Surfaces::convert(const Issue& issue, const SurfaceAccess& surface, const Texture& texture,
                       std::uint32_t lane) {
  std::byte* const slots = issue.frame.slots;
  for (std::uint32_t c = 0; c < texture.channels; ++c) {
    const auto bits = static_cast<std::uint32_t>(read_slot(slots + surface.sources[c], 4, lane));
    const auto element = texel_element(texture.type, bits);
    if (!element) {
      objects_.end(issue, lane, finding_text::no_such_texel(objects_.opcode(issue), bits, texture));
      return false;
    }
    write_slot(slots + surface.converted[c], 4, lane, *element);
  }
  return true;
}

std::optional<Surfaces::Target> Surfaces::target(const Issue& issue, const SurfaceAccess& surface,
                                                 std::uint32_t lane) {
  const TextureObjects::Object at = objects_.find(issue, surface.object, lane, true);
  if (at.placed == nullptr) return std::nullopt;
  const Texture& texture = at.placed->texture;
  if (!objects_.fits(issue, surface.place, texture, lane)) return std::nullopt;
  auto form = form_for(surface, texture);
  if (!form) {
    objects_.end(issue, lane, finding_text::other_texels(objects_.opcode(issue), texture));
    return std::nullopt;
  }
  const std::uint32_t width = block_->image->accesses[form->access].width;
  const auto address = address_in(issue, surface, *at.placed, width, lane);
  if (!address) return std::nullopt;
  const bool is_converted = surface.action == SurfaceAction::store && surface.is_formatted;
  if (is_converted && !convert(issue, surface, texture, lane)) return std::nullopt;
  form->address = *address;
  return form;
}

void Surfaces::access_lanes(const Issue& issue, const SurfaceAccess& surface, const Target& target,
                            const LaneAddresses& addresses) {
  const ProgramImage& image = *block_->image;
  if (surface.action == SurfaceAction::update) {
    return atomics_->update_at(issue, image.atomics[target.atomic], addresses);
  }
  load_store_->access_at(issue, image.accesses[target.access],
                         surface.action == SurfaceAction::store, addresses);
}

void Surfaces::access(const Issue& issue) {
  const SurfaceAccess& surface = block_->image->surface_accesses[issue.code.detail];
  objects_.note_uncounted(issue, true);
  objects_.use_values(issue, surface.object, surface.place);
  for (const std::uint32_t source : surface.sources) {
    if (block_->values.is_on() && source != kNoSlot) {
      block_->values.store(issue.frame, source, issue.mask);
    }
  }
  LaneAddresses addresses{};
  std::array<Target, kWarpSize> targets{};
  std::uint32_t inside = 0;
  for (std::uint32_t left = issue.mask; left != 0 && !block_->has_ended; left &= left - 1) {
    const std::uint32_t lane = first_lane(left);
    const auto found = target(issue, surface, lane);
    if (!found) continue;
    targets[lane] = *found;
    addresses[lane] = found->address;
    inside |= 1u << lane;
  }
  if (surface.action == SurfaceAction::load) {
    load_zero(issue, block_->image->accesses[surface.access], issue.mask & ~inside);
  }
  for (std::uint32_t left = inside; left != 0;) {
    const Target& first = targets[first_lane(left)];
    Issue same = issue;
    same.mask = 0;
    each_lane(left, [&](std::uint32_t lane) {
      const bool is_same =
          targets[lane].access == first.access && targets[lane].atomic == first.atomic;
      same.mask |= std::uint32_t{is_same} << lane;
    });
    left &= ~same.mask;
    access_lanes(same, surface, first, addresses);
  }
}

}  // namespace warplens::machine
