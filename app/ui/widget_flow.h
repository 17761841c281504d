// Widgets one after the other, in as many rows as they need; and what is typed into them.
#pragma once

#include <string>
#include <string_view>

#include "app/ui/ui.h"

namespace warplens::ui {

// What is typed into a field while it is not what stands there.
struct Draft {
  std::string text, instead_of;
  Text error;  // empty: it is taken as it is typed
};

class WidgetFlow {
 public:
  WidgetFlow(const Ui& ui, float row_height);
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

// Words before a widget, in the row's middle; the widget follows on the same line.
void phrase_before_widget(Ui& ui, std::string_view words);
[[nodiscard]] float width_before_widget(const Ui& ui, std::string_view words);

}  // namespace warplens::ui
