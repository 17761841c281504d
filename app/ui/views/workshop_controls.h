// What the swizzle workshop is asked, as widgets: the tile with its accesses, and the map.
#pragma once

#include "app/ui/ui.h"
#include "viz/swizzle/spec.h"

namespace warplens::ui {

// Widgets one after the other, in as many rows as they need.
class WorkshopFlow {
 public:
  WorkshopFlow(const Ui& ui, float row_height);
  // Puts ImGui's cursor where so many pixels have room.
  void next(float width);
  // What is left of the row; of a whole row where that is less than `least`.
  [[nodiscard]] float left(float least) const;
  // Puts ImGui's cursor below all rows.
  void end() const;

 private:
  ImVec2 start_;
  float right_, row_height_, row_, gap_, x_, y_;
};

// Element, shape, order, who writes and who reads.
void workshop_tile_row(const AppState& app, Ui& ui);
// none | padding | XOR | …, the map's numbers, its text.
void workshop_map_row(const AppState& app, Ui& ui);
// Its formula, or in its place what is wrong with what was typed or asked.
void workshop_formula(const AppState& app, Ui& ui);

// A search that is under way, or what it has found; nothing where none was asked for.
void workshop_search(const AppState& app, Ui& ui);
// Find one, Code, Back: at the right end of the panel's title line.
void workshop_header(const AppState& app, Ui& ui, const Area& area);

// A field whose text is taken as it is typed, as far as it can be.
struct WorkshopField {
  const char* name;
  std::string now;
  float width;
  Result<swizzle::SwizzleSpec> (*with)(const swizzle::SwizzleSpec& spec, const std::string& text);
};
void workshop_field(const AppState& app, Ui& ui, const WorkshopField& field);

void ask_swizzle(Ui& ui, const swizzle::SwizzleSpec& spec, bool continues = false);

// Words before a widget, in the row's middle; the widget follows on the same line.
void words_before_widget(Ui& ui, std::string_view words);
[[nodiscard]] float width_before_widget(const Ui& ui, std::string_view words);

}  // namespace warplens::ui
