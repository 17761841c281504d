// What the panels of this room keep from frame to frame: ui.state<…>().
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/session/choice/selection.h"
#include "app/session/kernel_result.h"
#include "app/ui/findings/states.h"
#include "app/ui/layout.h"
#include "app/ui/ribbon/states.h"
#include "kernels/base/job.h"
#include "viz/analysis/limits/roofline.h"

namespace warplens::ui {

struct SourceState {
  std::size_t scrolled_to_row = ~std::size_t{0};  // of the source
  session::Side scrolled_side = session::Side::left;
  ImVec2 scrolled_size{0, 0};                     // the size of the source's lines then
  bool shows_ptx = false;                         // below the source, or in its place
  std::size_t scrolled_to_ptx = ~std::size_t{0};  // row
};

// Of each side of the stage.
struct CacheScroll {
  struct Side {
    std::size_t event = 0;  // whose rows it is from
    std::int64_t rows = 0;
  };
  std::array<Side, 2> sides;
};

struct LessonState {
  std::string shown_step;  // whose words these are, with what is measured in them
  lessons::StepText words;
};

struct ExploreState {
  std::string scrolled_to_kernel;  // in the list of kernels
  std::string search;              // what is typed above it
};

struct LimitsState {
  std::size_t chip = 0;  // of those in assets/chips.json
};

struct RooflineState {
  std::string of;  // what it was made of: chip, size, recordings
  analysis::Roofline roofline;
  // Of the own kernel's result; what it took on a chip. Never null.
  using CountingJob = Job<session::KernelResultPtr, std::vector<analysis::LaunchDemand>>;
  using TimingJob = Job<std::pair<session::KernelResultPtr, std::string>, double>;
  std::shared_ptr<CountingJob> own = std::make_shared<CountingJob>();
  std::shared_ptr<TimingJob> own_seconds = std::make_shared<TimingJob>();
  std::string trouble;  // why the own kernel on the stage is not among them, or has no time
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
