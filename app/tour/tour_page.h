// The tour's page: what each step shows, as data, and that as one HTML file.
//
//   TourPage ── lessons ── steps ── moments (a picture, the kernel's figures)
//
// The page needs nothing but its folder: style and script stand in it, addresses are relative.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"
#include "app/texts/strings.h"
#include "viz/scene/access/metrics_view.h"

namespace warplens::ui {

// What a folder with a tour in it, complete or not, is known by.
inline constexpr std::string_view kTourMark = "<meta name=\"generator\" content=\"warplens tour\">";

struct KernelFigures {
  std::string kernel;      // "transpose/tile"
  std::string parameters;  // "cols=64 rows=64"
  std::size_t launch = 0;  // of the kernel's plan, from 0
  std::string access;      // the event under the cursor
  std::vector<scene::MetricRow> event;
  std::vector<scene::MetricTable> totals;
  std::string shared_bytes;
  std::string verdict;  // whether the result was right
  bool is_wrong = false;
  std::vector<std::string> findings;
};

// What is laid over a picture, in its pixels.
struct TourPart {
  std::string file;
  int x = 0, y = 0, width = 0, height = 0;
};

struct TourPicture {
  std::string file;  // in the page's folder
  std::string caption;
  int width = 0, height = 0;
  std::optional<TourPart> part{};  // in which it differs from that file
};

// A picture of the stage, and the figures of what stands on its stage.
struct TourMoment {
  TourPicture picture;
  std::vector<KernelFigures> figures;  // two where two kernels stand side by side
};

struct TourStep {
  std::string id, title;
  lessons::StepText text;
  TourMoment begins;             // without figures while its prediction is open
  std::string answer;            // to its question, in words; empty without one
  std::vector<TourMoment> then;  // after each thing that the step asks for
};

struct TourLesson {
  std::string id, title;
  int number = 0;
  std::vector<TourStep> steps;
};

struct TourPage {
  Language language = Language::en;
  std::vector<TourLesson> lessons;
};

[[nodiscard]] std::string html_of(const TourPage& page);

// Stands in the page's place until the tour is complete.
[[nodiscard]] std::string unfinished_page(Language language);

// The page's own; private to it.
[[nodiscard]] std::string_view tour_style();
[[nodiscard]] std::string_view tour_script();

}  // namespace warplens::ui
