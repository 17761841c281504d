// `warplens lesson check`: what is missing in a lesson or wrong with it, a line each. The lessons
// that ship are held to the same (lesson_check_test.cpp).
//
//   folder ─► inspect_lesson() ─► texts (text_checks.h) ─► stages, run and done (stage_checks.h)
//
#pragma once

#include "app/lessons/check/step_stage.h"
#include "app/lessons/documents.h"

namespace warplens::lessons {

class LessonCheck {
 public:
  // `scratch`: an empty folder, which lives as long.
  LessonCheck(std::shared_ptr<const run::Catalogue> catalogue, const std::filesystem::path& assets,
              std::filesystem::path scratch)
      : stage_(std::move(catalogue), assets, std::move(scratch)),
        documents_(read_documents(assets / "documents.json").value_or(Documents())) {}

  // One line each, with the file and, where that is known, its line; none: nothing is missing.
  // What cannot be read is told alone: the rest needs it.
  [[nodiscard]] std::vector<std::string> check(const std::filesystem::path& folder);

 private:
  StepStage stage_;
  Documents documents_;
};

}  // namespace warplens::lessons
