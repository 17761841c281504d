// What the lesson on host and device asks and says, on a host timeline made by hand, and on every
// recording that ships.
#include "app/features/host_timeline/host_runs.h"
#include "app/features/host_timeline/host_timeline_choice.h"
#include "app/features/host_timeline/live_host_timeline.h"
#include "app/lessons/check/timeline_lesson_test.h"
#include "kernels/timing/timeline_figures.h"

namespace warplens::lessons {
namespace {

using timing::Action;
using timing::Scenario;
using timing::Span;
using timing::TimelineFigure;
using timing::TimelineRun;
using timing::Track;

constexpr TimelineFigure kShare = TimelineFigure::kernel_percent;

class HostAndDevice : public TimelineLesson {
 protected:
  const Lesson& lesson() { return lessons_.front(); }
  void choose_bytes(std::uint64_t bytes) {
    choose_run({session_.chosen<host_timeline::HostTimelineChoice>().scenario, bytes});
  }
};

TEST_F(HostAndDevice, IsTheFirstLesson) {
  EXPECT_EQ(lesson().id, "host-and-device");
  EXPECT_EQ(lesson().number, 1);
}

TEST_F(HostAndDevice, PredictionsAreAnsweredByTheTimelineOnScreen) {
  EXPECT_EQ(expected_answer(enter_step("host-and-device", "five-steps"), session_), 2);
  EXPECT_EQ(expected_answer(enter_step("host-and-device", "launch-returns"), session_), 3);
  const Step& pinned = enter_step("host-and-device", "pinned");
  EXPECT_EQ(expected_answer(pinned, session_), 2);
  timing::HostTimeline other = timing::fake_host_timeline({kUsualArray});
  other.set([] {
    TimelineRun slow = timing::fake_copies(Scenario::pageable, kUsualArray, false);
    slow.scenario = Scenario::pinned;
    return slow;
  }());
  offer(std::make_shared<const timing::HostTimeline>(std::move(other)));
  EXPECT_EQ(expected_answer(pinned, session_), 0);
}

TEST_F(HostAndDevice, AnOpenPredictionHidesTheTimes) {
  const Step& step = enter_step("host-and-device", "five-steps");
  EXPECT_TRUE(hides_costs(step, session_));
  answer(step, 3, session_);
  EXPECT_FALSE(hides_costs(step, session_));
  EXPECT_EQ(session_.activity().expected, 2);
}

TEST_F(HostAndDevice, PointsAtTheSizeUntilItIsChosen) {
  const Step& step = enter_step("host-and-device", "sizes");
  EXPECT_EQ(controls_to_set(step, session_), std::vector<std::string>(2, "host_timeline.bytes"));
  choose_bytes(kLargeArray);
  choose_bytes(kSmallArray);
  EXPECT_TRUE(controls_to_set(step, session_).empty());
}

TEST_F(HostAndDevice, WithoutATimelineAStepLacksOneAndCannotBeAnswered) {
  for (const Step& step : lesson().steps) {
    begin(step);
    EXPECT_FALSE(lacks_recording(step, session_)) << step.id;
  }
  offer(nullptr);
  for (const Step& step : lesson().steps) {
    begin(step);
    EXPECT_TRUE(lacks_recording(step, session_)) << step.id;
    EXPECT_FALSE(expected_answer(step, session_).has_value()) << step.id;
    EXPECT_FALSE(is_done(step, session_)) << step.id;
  }
  offer(std::make_shared<const timing::HostTimeline>(timing::fake_host_timeline({kUsualArray})));
  EXPECT_TRUE(lacks_recording(enter_step("host-and-device", "sizes"), session_)) << "one size only";
}

TEST_F(HostAndDevice, UndoBringsTheSizeBack) {
  (void)enter_step("host-and-device", "sizes");
  choose_bytes(kLargeArray);
  EXPECT_EQ(host_timeline::shown_run(session_)->bytes, kLargeArray);
  session_.undo();
  EXPECT_EQ(host_timeline::shown_run(session_)->bytes, kUsualArray);
}

// What the texts say of every recording that ships.
class Claims : public HostAndDevice {
 protected:
  Claims() { recorded_ = recordings().timelines(); }
  void SetUp() override {
    if (recorded_.empty()) GTEST_SKIP() << "no host timeline is recorded";
  }
  static const TimelineRun& run(const timing::HostTimeline& of, Scenario scenario,
                                std::uint64_t bytes = kUsualArray) {
    return run_in(of, scenario, bytes, 1);
  }
  static const Span& span(const TimelineRun& of, Track track, Action action) {
    return *std::ranges::find_if(of.spans, [&](const Span& each) {
      return each.track == track && each.action == action && !each.is_probe;
    });
  }
  static double seconds(const TimelineRun& of, Action action) {
    return timing::step_seconds(of, action);
  }
};

TEST_F(Claims, AreOfThePtxThatShips) {
  EXPECT_NE(recordings().timeline(session_.families()), nullptr);
}

TEST_F(Claims, EveryStepOfTheLessonIsRecorded) { expect_every_step_is_recorded(lesson()); }

TEST_F(Claims, CopiesTakeFarLongerThanTheKernel) {
  of_each([&](const timing::HostTimeline& recorded) {
    const TimelineRun& five = run(recorded, Scenario::five_steps);
    const double kernel = seconds(five, Action::kernel);
    EXPECT_GT(seconds(five, Action::copy_to_device), 10 * kernel);
    EXPECT_GT(seconds(five, Action::copy_to_host), 10 * kernel);
  });
}

TEST_F(Claims, LargeArraysAreMostlyCopiesAndSmallOnesMostlyCalls) {
  of_each([&](const timing::HostTimeline& recorded) {
    const TimelineRun& large = run(recorded, Scenario::five_steps, kLargeArray);
    const double copies =
        seconds(large, Action::copy_to_device) + seconds(large, Action::copy_to_host);
    EXPECT_GT(copies, 0.8 * large.seconds());
    const TimelineRun& small = run(recorded, Scenario::five_steps, kSmallArray);
    EXPECT_GT(seconds(small, Action::allocate) + seconds(small, Action::free),
              seconds(small, Action::kernel));
  });
}

TEST_F(Claims, EveryLaunchReturnsEarlyAndTheKernelsFollowEachOther) {
  of_each([&](const timing::HostTimeline& recorded) {
    const TimelineRun& launches = run(recorded, Scenario::asynchronous);
    EXPECT_EQ(timing::figure(launches, TimelineFigure::early_launches), 3);
    const Span& work = span(launches, Track::host, Action::work);
    EXPECT_LT(work.begin, launches.spans.back().end) << "the host works while kernels run";
    const Span& wait = span(launches, Track::host, Action::wait);
    EXPECT_NEAR(wait.end, launches.spans.back().end, 20e-6);
  });
}

TEST_F(Claims, TheCopyBackIsCalledBeforeTheKernelEndsAndEndsWithTheCopy) {
  of_each([&](const timing::HostTimeline& recorded) {
    const TimelineRun& five = run(recorded, Scenario::five_steps);
    const Span& call = span(five, Track::host, Action::copy_to_host);
    EXPECT_LT(call.begin, span(five, Track::device, Action::kernel).end);
    EXPECT_NEAR(call.end, span(five, Track::device, Action::copy_to_host).end, 20e-6);
  });
}

TEST_F(Claims, TheHostsClockSaysMoreThanTheEvents) {
  of_each([&](const timing::HostTimeline& recorded) {
    const TimelineRun& events = run(recorded, Scenario::events);
    const double by_host = span(events, Track::host, Action::wait).end -
                           span(events, Track::host, Action::kernel).begin;
    EXPECT_LT(*events.between_events, by_host);
    EXPECT_LT(span(events, Track::device, Action::event).end + events.uncertainty,
              span(events, Track::host, Action::kernel).end)
        << "the first event is reached while the host is still launching";
  });
}

TEST_F(Claims, APageableCopyBackHoldsTheHostAndPinnedOnesAreFasterAndDoNot) {
  of_each([&](const timing::HostTimeline& recorded) {
    const TimelineRun& pageable = run(recorded, Scenario::pageable);
    const TimelineRun& pinned = run(recorded, Scenario::pinned);
    const Span& held = span(pageable, Track::host, Action::copy_to_host);
    EXPECT_GT(held.seconds(), 0.9 * span(pageable, Track::device, Action::copy_to_host).seconds());
    EXPECT_EQ(timing::figure(pinned, TimelineFigure::early_copies), 2);
    for (const Action copy : {Action::copy_to_device, Action::copy_to_host}) {
      EXPECT_LT(span(pinned, Track::device, copy).seconds(),
                span(pageable, Track::device, copy).seconds());
    }
    EXPECT_GT(span(pinned, Track::host, Action::pin).seconds(),
              span(pinned, Track::device, Action::copy_to_device).seconds());
  });
}

TEST_F(Claims, OnlyLaunchesWithoutCopiesFillTheTimeAndOnlyOnArraysThatAreLargeEnough) {
  of_each([&](const timing::HostTimeline& recorded) {
    offer(std::make_shared<const timing::HostTimeline>(recorded));
    const Step& step = enter_step("host-and-device", "mostly-computing");
    EXPECT_FALSE(is_done(step, session_)) << "the five steps";
    const std::int64_t share = timing::figure(*host_timeline::shown_run(session_), kShare);
    EXPECT_LT(share, 2) << "the GPU hardly computes";
    for (const Scenario scenario : {Scenario::five_steps, Scenario::pageable, Scenario::pinned}) {
      for (const std::uint64_t bytes : recorded.sizes()) {
        EXPECT_LT(timing::figure(run(recorded, scenario, bytes), kShare), 90);
      }
    }
    for (const TimelineRun& of : recorded.runs) {
      if (timing::figure(of, kShare) < 90) continue;
      EXPECT_GT(of.bytes, kSmallArray);
      for (const Span& each : of.spans) {
        EXPECT_NE(each.action, Action::copy_to_device);
        EXPECT_NE(each.action, Action::copy_to_host);
      }
    }
    choose_run({Scenario::asynchronous, kSmallArray});
    EXPECT_FALSE(is_done(step, session_));
    choose_run({Scenario::asynchronous, kUsualArray});
    EXPECT_TRUE(is_done(step, session_));
  });
}

}  // namespace
}  // namespace warplens::lessons
