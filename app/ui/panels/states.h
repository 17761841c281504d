// What the panels of this module keep from frame to frame: ui.state<…>().
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/session/selection.h"
#include "app/ui/layout.h"
#include "app/ui/panels/finding_states.h"
#include "app/ui/panels/ribbon_states.h"

namespace warplens::ui {

struct SourceState {
  std::size_t scrolled_to_row = ~std::size_t{0};  // of the source
  session::Side scrolled_side = session::Side::left;
  ImVec2 scrolled_size{0, 0};                     // the size of the source's lines then
  bool shows_ptx = false;                         // below the source, or in its place
  std::size_t scrolled_to_ptx = ~std::size_t{0};  // row
};

struct LessonState {
  std::string shown_step;  // whose words these are, with what is measured in them
  lessons::StepText words;
  bool is_answered = false, is_done = false;  // the step, when it was drawn last
};

struct ExploreState {
  std::string scrolled_to_kernel;  // in the list of kernels
  std::string search;              // what is typed above it
};

struct PresentState {
  bool draws = false;       // the mouse draws
  bool is_blank = false;    // nothing is shown, until a key is pressed
  bool has_code = false;    // beside the picture
  bool hides_keys = false;  // the line that tells some of them: once one was pressed, in pictures
  std::string subject;      // what the lines were drawn over
  std::vector<std::vector<ImVec2>> lines;
};

struct StageState {
  std::size_t views_shown = 0;  // of AppState::views: the others have no room
};

}  // namespace warplens::ui
