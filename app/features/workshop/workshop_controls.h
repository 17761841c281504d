// What the swizzle workshop is asked, as widgets: the tile with its accesses, and the map.
#pragma once

#include "app/ui/ui.h"
#include "viz/swizzle/spec.h"

namespace warplens::ui {

// Element, shape, order, who writes and who reads.
void workshop_tile_row(const AppState& app, Ui& ui);
// none | padding | XOR | …, the map's numbers, its text.
void workshop_map_row(const AppState& app, Ui& ui);
// Its formula, or in its place what is wrong with what was typed or asked.
void workshop_formula(const AppState& app, Ui& ui);

// A search that is under way, or what it has found; nothing where none was asked for.
void workshop_search(const AppState& app, Ui& ui);
// Layouts that people meet, each with its costs: a list over the panel.
void workshop_presets(const AppState& app, Ui& ui);
// Back, Presets, Find one, Code: at the right end of the panel's title line.
void workshop_header(const AppState& app, Ui& ui, const Area& area);

// A field whose text is taken as it is typed, as far as it can be.
struct WorkshopField {
  const char* name;
  std::string now;
  float width;
  Result<swizzle::SwizzleSpec> (*with)(const swizzle::SwizzleSpec& spec, const std::string& text);
  bool is_large = false;  // presenting: what the class looks at
};
void workshop_field(const AppState& app, Ui& ui, const WorkshopField& field);

// The next size of an element, or the next pattern of those that the tile fits; `by` -1: the one
// before.
void step_element(AppState& app, int by);
void step_pattern(AppState& app, swizzle::Direction direction, int by);

void ask_swizzle(Ui& ui, const swizzle::SwizzleSpec& spec, bool continues = false);

}  // namespace warplens::ui
