// Texts of findings on textures and surfaces.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "kernels/machine/launch/finding_text.h"
#include "kernels/machine/launch/finding_text_names.h"

namespace warplens::machine::finding_text {
namespace {

std::string sizes_of(const Texture& texture) {
  return fmt::format(
      "{}", fmt::join(texture.sizes.begin(), texture.sizes.begin() + texture.dimensions, " x "));
}

// "u8", "4 x f16"
std::string texel_name(const Texture& texture) {
  constexpr std::array<std::string_view, 8> kTypes{"u8",  "i8",  "u16", "i16",
                                                   "u32", "i32", "f16", "f32"};
  const std::string_view type = kTypes[static_cast<std::size_t>(texture.type)];
  return texture.channels == 1 ? std::string(type) : fmt::format("{} x {}", texture.channels, type);
}

}  // namespace

FindingText no_texture(std::uint64_t handle, bool is_surface) {
  return is_surface ? tr("takes {:#x} for a surface object, and none has this handle", handle)
                    : tr("takes {:#x} for a texture object, and none has this handle", handle);
}

FindingText other_texture(std::string_view opcode, const Texture& texture) {
  if (texture.is_cube) {
    return texture.layers == 0
               ? tr("{} on a cube map of {} texels a face: PTX leaves it undefined, and the run "
                    "ends here",
                    opcode, sizes_of(texture))
               : tr("{} on a cube map of {} texels a face in {} layers: PTX leaves it undefined, "
                    "and the run ends here",
                    opcode, sizes_of(texture), texture.layers);
  }
  return texture.layers == 0
             ? tr("{} on a texture of {} texels: PTX leaves it undefined, and the run ends here",
                  opcode, sizes_of(texture))
             : tr("{} on a texture of {} texels in {} layers: PTX leaves it undefined, and the run "
                  "ends here",
                  opcode, sizes_of(texture), texture.layers);
}

FindingText other_texels(std::string_view opcode, const Texture& texture) {
  return tr("{} on texels of {}: PTX leaves it undefined, and the run ends here", opcode,
            texel_name(texture));
}

FindingText no_such_texel(std::string_view opcode, std::uint32_t bits, const Texture& surface) {
  const std::int64_t value =
      surface.is_signed() ? std::int64_t{static_cast<std::int32_t>(bits)} : std::int64_t{bits};
  return tr(
      "{} of {} on texels of {}, which cannot hold it: what becomes of it is not known, and "
      "the run ends here",
      opcode, value, texel_name(surface));
}

FindingText texture_offset(std::string_view opcode, std::int64_t offset) {
  return tr("{} with an offset of {} texels: PTX has -8 to 7, and the run ends here", opcode,
            offset);
}

FindingText texture_level(std::string_view opcode, std::int64_t level) {
  return tr("{} of level {}: there is level 0 alone, and the run ends here", opcode, level);
}

FindingText outside_layers(bool is_store, std::uint64_t layer, const Texture& surface) {
  return about("surface", surface.is_cube ? tr("{} face {} of a cube map's surface: it has {}",
                                               verb(is_store), layer, surface.planes())
                                          : tr("{} layer {} of a surface: it has {}",
                                               verb(is_store), layer, surface.planes()));
}

FindingText outside_surface(bool is_store, std::uint32_t width, std::span<const std::int64_t> place,
                            const Texture& surface) {
  return about("surface", tr("{} {} of a surface at byte {} of a row, ({}): it has {} texels of {}",
                             verb(is_store), bytes(width), place[0],
                             fmt::format("{}", fmt::join(place.subspan(1), ", ")),
                             sizes_of(surface), bytes(surface.texel_bytes())));
}

FindingText misaligned_surface(bool is_store, std::uint32_t width, std::int64_t x) {
  return about("surface", tr("{} {} of a surface at byte {} of a row: not a multiple of {}",
                             verb(is_store), bytes(width), x, width));
}

FindingText uneven_rows(std::string_view opcode, std::uint32_t width, const Texture& surface) {
  return tr(
      "{} of {} on a surface whose rows have {}: here nothing lies between rows, so that they "
      "do not begin at multiples of it, and the run ends here",
      opcode, bytes(width), bytes(surface.row_bytes()));
}

FindingText uncounted_texture(bool is_surface) {
  return {is_surface ? tr("accesses a surface: what that costs is not known and in no figure here")
                     : tr("reads a texture: what that costs is not known and in no figure here")};
}

}  // namespace warplens::machine::finding_text
