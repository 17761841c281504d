// Texts of the swizzle workshop's picture.
#pragma once

#include <string>

#include "kernels/base/text.h"
#include "viz/scene/swizzle/map_cells.h"
#include "viz/scene/swizzle/workshop_scene.h"

namespace warplens::scene {

// What a pattern is called: "rows.16B", in Chinese in words; as it is typed if it has no name.
[[nodiscard]] std::string pattern_name(Language language, const std::string& text);
// "read  ldmatrix.x4"
[[nodiscard]] std::string pattern_phrase(Language language, const swizzle::SwizzleAnswer& answer,
                                         swizzle::Direction direction);
// "1,024 → 32 wavefronts"; "not possible"
[[nodiscard]] std::string change_phrase(Language language, const swizzle::SwizzleAnswer& answer,
                                        swizzle::Direction direction);
// "read 3 of 32: 32 → 1 wavefronts"
[[nodiscard]] std::string access_change_phrase(Language language,
                                               const swizzle::SwizzleAnswer& answer,
                                               WorkshopAccess access);
// "Each of the 1,024 elements has a place of its own · 4,224 bytes, 128 of them lost"
[[nodiscard]] std::string proof_phrase(Language language, const swizzle::SwizzleAnswer& answer);
// Text: what the run of a kernel with these accesses showed; if an access is impossible, why.
[[nodiscard]] std::string run_phrase(Language language, const swizzle::SwizzleAnswer& answer);
// "before: bank of each element"; of a part of the tile, which.
[[nodiscard]] std::string map_title(Language language, const swizzle::SwizzleAnswer& answer,
                                    const MapCells& cells, bool is_after);
// "before: read 3 of 32, 32 wavefronts, 32-way conflict"
[[nodiscard]] std::string rows_title(Language language, const swizzle::SwizzleAnswer& answer,
                                     WorkshopAccess access, bool is_after);
// "1 wavefront in place of 32"
[[nodiscard]] std::string saved_phrase(Language language, std::uint32_t before,
                                       std::uint32_t after);
// "element (3, 5): offset 101 → 102, bank 5 → 6; lane 3 of this access"
[[nodiscard]] std::string element_phrase(Language language, const WorkshopScene& scene,
                                         std::uint32_t element);
// The lines of a tile in sight and the places in them, from the first to the last.
struct TilePart {
  std::uint32_t first_line = 0, last_line = 0, first_place = 0, last_place = 0;
};
// "rows 0–31 of 64, columns 0–63 of 256"; what is there as a whole is not named.
[[nodiscard]] std::string part_phrase(Language language, const swizzle::Tile& tile,
                                      const TilePart& part);

}  // namespace warplens::scene
