// What the panels of this room keep from frame to frame: ui.state<…>().
#pragma once

#include <string>
#include <vector>

#include "app/session/selection.h"
#include "app/ui/findings/states.h"
#include "app/ui/layout.h"

namespace warplens::ui {

struct SourceState {
  session::Side side = session::Side::left;       // whose source is shown
  std::size_t scrolled_to_row = ~std::size_t{0};  // of the source
  ImVec2 scrolled_size{0, 0};                     // the size of the source's lines then
  bool shows_ptx = false;                         // below the source, or in its place
  std::size_t scrolled_to_ptx = ~std::size_t{0};  // row
};

struct LessonState {
  int typed = 0;              // in the answer's field
  bool wants_answer = false;  // the field is to get the keyboard
};

inline constexpr std::size_t kNoControl = ~std::size_t{0};

struct ControlsState {
  std::size_t chosen = kNoControl;  // the control that the keyboard changes
  std::size_t scrolled_to = kNoControl;
  std::string scrolled_to_step;  // whose control is pointed at
};

struct ExploreState {
  std::string scrolled_to_kernel;  // in the list of kernels
};

struct LimitsState {
  std::size_t chip = 0;  // of those in assets/chips.json
};

struct PresentState {
  bool draws = false;   // the mouse draws
  std::string subject;  // what the lines were drawn over
  std::vector<std::vector<ImVec2>> lines;
};

struct StageState {
  std::size_t views_shown = 0;  // of AppState::views: the others have no room
};

}  // namespace warplens::ui
