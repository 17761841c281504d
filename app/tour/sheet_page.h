// Lessons as pages to print: what each step shows and asks, with room to answer; and the answers.
#pragma once

#include "app/tour/tour_page.h"

namespace warplens::ui {

// What a folder with sheets in it is known by.
inline constexpr std::string_view kSheetMark =
    "<meta name=\"generator\" content=\"warplens sheet\">";

struct SheetStep {
  lessons::StepText text;
  TourPicture picture;
  std::optional<lessons::Prediction::Kind> asks;  // nothing: no question
  std::string answer;  // in words; empty where nothing is recorded to compute it from
  bool is_challenge = false;
};

struct SheetLesson {
  int number = 0, minutes = 0;  // 0: of a path, whose steps are of several lessons
  std::string title;
  std::vector<SheetStep> steps;
};

// What is said of a screen, as paper has it: nothing can be clicked there.
[[nodiscard]] lessons::Markdown on_paper(lessons::Markdown words);

// A lesson begins on a new page.
[[nodiscard]] std::string sheet_page(const std::vector<SheetLesson>& lessons, Language language);
// Each question with its answer and the reasons, and what each step shows in the end.
[[nodiscard]] std::string answers_page(const std::vector<SheetLesson>& lessons, Language language);
// Stands in the sheet's place until it is complete.
[[nodiscard]] std::string unfinished_sheet(Language language);

}  // namespace warplens::ui
