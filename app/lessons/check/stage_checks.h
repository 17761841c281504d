// Whether a lesson's steps run, can be answered and can be done.
#pragma once

#include "app/lessons/check/complaints.h"
#include "app/lessons/check/step_stage.h"

namespace warplens::lessons {

// Runs every step on `stage`: its kernels and anchors are there, its question has an answer that
// fits its options, doing what it asks completes it and nothing less does, its highlights name
// something.
void check_stages(const Lesson& lesson, StepStage& stage, Complaints& complaints);

}  // namespace warplens::lessons
