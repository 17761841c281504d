// For tests of lessons about the host timeline: what is asked of each recording.
#pragma once

#include <stdexcept>
#include <vector>

#include "app/lessons/course_test.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::lessons {

class TimelineLesson : public Course {
 protected:
  template <class Check>
  void of_each(const Check& check) {
    for (const session::HostTimelinePtr& recorded : recorded_) {
      SCOPED_TRACE(recorded->device.name);
      check(*recorded);
    }
  }
  static const timing::TimelineRun& run_in(const timing::HostTimeline& of,
                                           timing::Scenario scenario, std::uint64_t bytes,
                                           std::uint32_t parts) {
    const timing::TimelineRun* found = of.find(scenario, bytes, parts);
    if (found == nullptr) throw std::runtime_error("not recorded");
    return *found;
  }
  void expect_every_step_is_recorded(const Lesson& lesson) {
    of_each([&](const timing::HostTimeline& recorded) {
      offer(std::make_shared<const timing::HostTimeline>(recorded));
      for (const Step& step : lesson.steps) {
        begin(step);
        EXPECT_FALSE(lacks_recording(step, session_)) << step.id;
      }
    });
  }

  std::vector<session::HostTimelinePtr> recorded_;
};

}  // namespace warplens::lessons
