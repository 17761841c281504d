#include "viz/scene/swizzle/workshop_view.h"

#include <algorithm>

#include "viz/scene/swizzle/workshop_parts.h"
#include "viz/scene/swizzle/workshop_phrases.h"

namespace warplens::scene {
namespace {

void paint_phrase(const WorkshopPaint& paint) {
  const swizzle::SwizzleAnswer& answer = *paint.scene.answer;
  const Language language = paint.style.language;
  if (paint.layout.proof.height > 0) {
    const bool is_proven = answer.after.is_bijection();
    add_text(paint.list, paint.style, paint.layout.proof, {proof_phrase(language, answer)},
             {.color = is_proven ? paint.colors.text : paint.colors.conflict,
              .id = {MarkId::Kind::label, 0, 0}});
  }
  if (paint.layout.run.height > 0) {
    const std::string words = run_phrase(language, answer);
    const bool is_fault = answer.write.after.fault || answer.read.after.fault;
    add_text(paint.list, paint.style, paint.layout.run, {words},
             {.color = is_fault ? paint.colors.conflict : paint.colors.muted_text,
              .id = {MarkId::Kind::label, 1, 0}});
  }
}

}  // namespace

DrawList workshop_view(const WorkshopScene& scene, const WorkshopLayout& layout, Size size,
                       const Style& style) {
  DrawList list;
  list.width = size.width;
  list.height = size.height;
  const WorkshopPaint paint{list, scene, layout, style, theme(style.theme)};
  paint_strips(paint);
  paint_phrase(paint);
  if (layout.cell_width > 0) paint_maps(paint);
  if (layout.row_height > 0) paint_rows(paint);
  return list;
}

std::optional<WorkshopAccess> access_at(const WorkshopScene& scene, const WorkshopLayout& layout,
                                        float x, float y) {
  using swizzle::Direction;
  for (const Direction direction : {Direction::write, Direction::read}) {
    const Box& bars = layout.strips[direction == Direction::write ? 0 : 1].bars;
    if (bars.width <= 0 || x < bars.x || y < bars.y || x >= bars.x + bars.width ||
        y >= bars.y + bars.height) {
      continue;
    }
    const auto count =
        static_cast<float>(pattern_of(*scene.answer, direction).accesses.warps.size());
    return WorkshopAccess{direction, static_cast<std::uint32_t>((x - bars.x) / bars.width * count)};
  }
  return std::nullopt;
}

std::optional<std::uint32_t> element_at(const WorkshopLayout& layout, float x, float y) {
  if (layout.cell_width <= 0) return std::nullopt;
  for (const Box& map : layout.maps) {
    if (x < map.x || y < map.y) continue;
    const auto cell =
        layout.part.first_cell + static_cast<std::uint32_t>((x - map.x) / layout.cell_width);
    const auto line =
        layout.part.first_line + static_cast<std::uint32_t>((y - map.y) / layout.cell_height);
    if (!layout.shows(line, cell) || cell >= layout.cells.cells) continue;
    const float inside = (x - map.x) / layout.cell_width;
    const auto further = static_cast<std::uint32_t>(
        (inside - static_cast<float>(static_cast<std::uint32_t>(inside))) *
        static_cast<float>(layout.cells.elements));
    return layout.cells.element_of(line, cell) + std::min(further, layout.cells.elements - 1);
  }
  return std::nullopt;
}

}  // namespace warplens::scene
