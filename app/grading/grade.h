// One task of one student, graded: the file is compiled, launched as the lesson's own sidecar says
// (never as one that was handed in), and held to the bounds of the step.
#pragma once

#include "app/grading/submissions.h"
#include "app/lessons/check/step_stage.h"

namespace warplens::grading {

struct Grade {
  bool passed = false;
  Text why;  // what is wrong first: it does not compile, a finding, a result, a bound
};

// `scratch`: a folder for the file and what it is launched with; emptied before.
[[nodiscard]] Grade grade(const Task& task, const Result<HandedIn>& file, lessons::StepStage& stage,
                          const std::filesystem::path& scratch);

}  // namespace warplens::grading
