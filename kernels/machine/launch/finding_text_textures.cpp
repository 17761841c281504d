// Texts of findings on textures and surfaces.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "kernels/machine/launch/finding_text.h"
#include "kernels/machine/launch/finding_text_names.h"

namespace warplens::machine::finding_text {
namespace {

std::string sizes_of(const Texture& texture) {
  return fmt::format(
      "{}", fmt::join(texture.sizes.begin(), texture.sizes.begin() + texture.dimensions, " x "));
}

}  // namespace

FindingText no_texture(std::uint64_t handle, bool is_surface) {
  return is_surface ? tr("takes {:#x} for a surface object, and none has this handle", handle)
                    : tr("takes {:#x} for a texture object, and none has this handle", handle);
}

FindingText other_texture(std::string_view opcode, const Texture& texture) {
  return texture.layers == 0
             ? tr("{} on a texture of {} texels: PTX leaves it undefined, and the run ends here",
                  opcode, sizes_of(texture))
             : tr("{} on a texture of {} texels in {} layers: PTX leaves it undefined, and the run "
                  "ends here",
                  opcode, sizes_of(texture), texture.layers);
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

FindingText uncounted_texture(bool is_surface) {
  return {is_surface ? tr("accesses a surface: what that costs is not known and in no figure here")
                     : tr("reads a texture: what that costs is not known and in no figure here")};
}

}  // namespace warplens::machine::finding_text
