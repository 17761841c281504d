// What the rows of source text and of PTX have in common: columns of costs, marks, hints.
#pragma once

#include "app/ui/widgets.h"

namespace warplens::ui {

// Right ends of the columns, and where the text begins, from a row's left end.
struct Columns {
  float number, global, shared, text;
};
// For line numbers of at most `digits` digits, and costs of global memory that are so wide.
[[nodiscard]] Columns columns_of(const Ui& ui, int digits, float widest_global);
// Sectors a request, "load·store" where they differ.
[[nodiscard]] std::string global_figure(const analysis::LineCost& cost);
void columns_header(Ui& ui, const Columns& columns);

// `at` is the row's left end.
void line_number(const Ui& ui, const Columns& columns, ImVec2 at, std::size_t number, bool is_bad);
void line_costs(Ui& ui, const Columns& columns, ImVec2 at, const analysis::LineCost& cost,
                bool hides_costs);

// The mark of a line whose costs are not the PTX's, with its story.
void story_mark(Ui& ui, const Columns& columns, ImVec2 at, const scene::SourceRow& row);

// Behind a row of the window that is being drawn into: the current one, or one that belongs to it.
enum class RowMark { current, related };
void mark_row(const Ui& ui, float y, float height, RowMark mark);

// Explains a rectangle of the window that is being drawn into.
void hint(Ui& ui, ImVec2 low, ImVec2 high, std::string_view words);

// The kernel's PTX, costs beside instructions; those of the source line are marked.
void ptx_lines(const AppState& app, Ui& ui, const trace::Site* site, std::string_view file,
               std::uint32_t line);

}  // namespace warplens::ui
