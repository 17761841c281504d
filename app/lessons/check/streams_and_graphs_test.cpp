// What the lesson on streams and graphs asks and says, on host timelines made by hand, and on every
// recording that has its runs.
#include "app/features/host_timeline/host_runs.h"
#include "app/features/host_timeline/host_timeline_choice.h"
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

constexpr const char* kLesson = "streams-and-graphs";

class StreamsAndGraphs : public TimelineLesson {
 protected:
  const Lesson& lesson() {
    return *std::ranges::find(lessons_, kLesson, [](const Lesson& each) { return each.id; });
  }
};

TEST_F(StreamsAndGraphs, PredictionsAreAnsweredByTheTimelineOnScreen) {
  EXPECT_EQ(expected_answer(enter_step(kLesson, "ahead"), session_), 12);
  EXPECT_EQ(expected_answer(enter_step(kLesson, "streams"), session_), 3);
  EXPECT_EQ(expected_answer(enter_step(kLesson, "missing-wait"), session_), 1);
  const Step& chunks = enter_step(kLesson, "chunks");
  const auto answer = expected_answer(chunks, session_);
  ASSERT_TRUE(answer.has_value());
  EXPECT_TRUE(std::ranges::count(chunks.prediction->choices, *answer));
  choose_run({Scenario::streams, kUsualArray, 1});
  EXPECT_EQ(expected_answer(chunks, session_), answer) << "however many are on screen";
}

TEST_F(StreamsAndGraphs, ARunIsWantedWithItsParts) {
  const Step& step = enter_step(kLesson, "chunks");
  EXPECT_EQ(controls_to_set(step, session_), std::vector<std::string>{"host_timeline.parts"});
  choose_run({Scenario::streams, kUsualArray, 1});
  EXPECT_TRUE(controls_to_set(step, session_).empty());
}

TEST_F(StreamsAndGraphs, TheChallengeTakesStreamsAndLargeChunksInGreatNumber) {
  const Step& step = enter_step(kLesson, "mostly-overlapped");
  EXPECT_FALSE(is_done(step, session_));
  choose_run({Scenario::streams, kUsualArray, 1});
  EXPECT_FALSE(is_done(step, session_));
  choose_run({Scenario::default_stream, kUsualArray, 16});
  EXPECT_FALSE(is_done(step, session_));
  choose_run({Scenario::streams, kUsualArray, 16});
  EXPECT_TRUE(is_done(step, session_));
}

// What the texts say of every recording that has these runs.
class StreamClaims : public StreamsAndGraphs {
 protected:
  StreamClaims() {
    for (const session::HostTimelinePtr& each : recordings().timelines()) {
      if (each->find(Scenario::streams, kUsualArray, 4) != nullptr) recorded_.push_back(each);
    }
  }
  void SetUp() override { ASSERT_FALSE(recorded_.empty()); }
  static const TimelineRun& run(const timing::HostTimeline& of, Scenario scenario,
                                std::uint64_t bytes = kUsualArray, std::uint32_t parts = 4) {
    return run_in(of, scenario, bytes, parts);
  }
};

TEST_F(StreamClaims, EveryStepIsRecorded) { expect_every_step_is_recorded(lesson()); }

// Copies are placed as if those in one direction took turns. Had two shared the way, one would seem
// to be faster than a copy that has it for itself.
TEST_F(StreamClaims, NoCopyIsFasterThanTheWayThatItTakes) {
  constexpr double kNoise = 1.15;
  of_each([&](const timing::HostTimeline& recorded) {
    for (const Action copy : {Action::copy_to_device, Action::copy_to_host}) {
      const auto rate = [&](const TimelineRun& of) {
        double best = 0;
        for (const Span& span : of.spans) {
          if (span.track == Track::device && span.action == copy)
            best = std::max(best, static_cast<double>(span.bytes) / span.seconds());
        }
        return best;
      };
      for (const TimelineRun& each : recorded.runs) {
        if (each.scenario != Scenario::streams) continue;
        const TimelineRun& alone = run(recorded, Scenario::one_stream, kLargeArray, 1);
        EXPECT_LT(rate(each), kNoise * rate(alone)) << each.bytes << " in " << each.parts;
      }
    }
  });
}

TEST_F(StreamClaims, FourStreamsOverlapAndTheOthersDoNot) {
  of_each([&](const timing::HostTimeline& recorded) {
    const auto most = [&](Scenario scenario) {
      return timing::figure(run(recorded, scenario), TimelineFigure::most_at_once);
    };
    EXPECT_EQ(most(Scenario::streams), 3);
    EXPECT_EQ(most(Scenario::one_stream), 1);
    EXPECT_EQ(most(Scenario::pageable_streams), 1);
    EXPECT_EQ(most(Scenario::default_stream), 1);
    for (const Scenario other :
         {Scenario::one_stream, Scenario::pageable_streams, Scenario::default_stream}) {
      EXPECT_LT(1.2 * run(recorded, Scenario::streams).seconds(), run(recorded, other).seconds())
          << timing::name_of(other);
    }
  });
}

TEST_F(StreamClaims, EveryCallIsMadeBeforeTheFirstCopyIsOverUnlessMemoryIsPageable) {
  of_each([&](const timing::HostTimeline& recorded) {
    EXPECT_EQ(timing::figure(run(recorded, Scenario::one_stream, kLargeArray),
                             TimelineFigure::calls_ahead),
              12);
    const TimelineRun& pageable = run(recorded, Scenario::pageable_streams);
    for (const Span& span : pageable.spans) {
      if (span.track == Track::host || span.action == Action::kernel) continue;
      EXPECT_GT(pageable.spans[*span.queued_by].seconds(), 0.9 * span.seconds());
    }
  });
}

TEST_F(StreamClaims, AnEventOrdersTwoStreamsAndWithoutItTheResultIsWrong) {
  of_each([&](const timing::HostTimeline& recorded) {
    const TimelineRun& waits = run(recorded, Scenario::event_wait);
    const auto is_event = [](const Span& span) {
      return span.track == Track::device && span.action == Action::event;
    };
    const auto event = std::ranges::find_if(waits.spans, is_event);
    ASSERT_NE(event, waits.spans.end());
    EXPECT_GE(waits.spans.back().begin, event->end);
    const auto call = std::ranges::find(waits.spans, Action::order, &Span::action);
    EXPECT_LT(call->end, event->end) << "it returns at once";
    EXPECT_GT(run(recorded, Scenario::missing_wait).wrong.value_or(0), 0u);
    const TimelineRun& small = run(recorded, Scenario::missing_wait, kSmallArray);
    EXPECT_EQ(small.wrong, 0u);
  });
}

TEST_F(StreamClaims, AGraphTakesLessOfTheHostForEachKernelAndTimeToMake) {
  of_each([&](const timing::HostTimeline& recorded) {
    const TimelineRun& many = run(recorded, Scenario::launches, kSmallArray, 16);
    const TimelineRun& graph = run(recorded, Scenario::graph, kSmallArray, 16);
    EXPECT_LT(10 * timing::launch_seconds(graph), timing::launch_seconds(many));
    EXPECT_GT(graph.seconds(), many.seconds()) << "to make it, and two launches";
    EXPECT_LT(graph.seconds(), 2 * many.seconds());
  });
}

TEST_F(StreamClaims, OnlyManyChunksOnStreamsOverlapForMostOfTheTime) {
  constexpr TimelineFigure kOverlap = TimelineFigure::overlap_percent;
  of_each([&](const timing::HostTimeline& recorded) {
    for (const TimelineRun& each : recorded.runs) {
      if (timing::figure(each, kOverlap) < 70) continue;
      EXPECT_EQ(each.scenario, Scenario::streams);
      EXPECT_GE(each.parts, 8u);
      EXPECT_GE(each.bytes, kUsualArray);
    }
    const TimelineRun& most = run(recorded, Scenario::streams, kUsualArray, 16);
    const TimelineRun& shortest = run(recorded, Scenario::streams, kUsualArray, 8);
    EXPECT_GE(timing::figure(most, kOverlap), 70);
    EXPECT_LT(timing::figure(shortest, kOverlap), timing::figure(most, kOverlap));
    EXPECT_LT(shortest.seconds(), most.seconds());
  });
}

}  // namespace
}  // namespace warplens::lessons
