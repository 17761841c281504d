#include "app/features/host_timeline/host_timeline.h"

#include <algorithm>

#include "app/features/host_timeline/host_runs.h"
#include "app/session/feature.h"
#include "app/session/goal.h"
#include "kernels/timing/host_timeline.h"
#include "kernels/timing/timeline_figures.h"

namespace warplens::host_timeline {
namespace {

using session::Session;

// {"scenario": …, "bytes": …, "parts": …}; the last where the scenario has some.
HostTimelineKey key_of(const JsonFields& fields) {
  HostTimelineKey key{fields.choice<timing::Scenario>("scenario", timing::kScenarioNames),
                      fields.integer<std::uint64_t>("bytes")};
  if (timing::has_parts(key.scenario))
    key.parts = fields.integer<std::uint32_t>("parts", 1, timing::kMostTimelineParts);
  return key;
}

void read_stage(const JsonFields& step, session::Stage& stage) {
  if (const auto timeline = step.find("timeline")) stage.asked.set(key_of(*timeline));
}

template <class T>
bool was_seen(const Session& session, const T& wanted) {
  const std::vector<T>& seen = session.activity().seen.of<T>();
  return std::ranges::find(seen, wanted) != seen.end();
}

void choose(Session& session, const HostTimelineKey& key) {
  HostTimelineChoice choice = session.chosen<HostTimelineChoice>();
  choice.scenario = key.scenario;
  choice.bytes = key.bytes;
  if (timing::has_parts(key.scenario)) choice.parts = key.parts;
  session.choose(choice);
}

const timing::TimelineRun* run_of(const Session& session, const HostTimelineKey& key) {
  const auto* runs = session.companion<HostRuns>();
  if (runs == nullptr || !runs->timeline(session)) return nullptr;
  return runs->timeline(session)->find(key.scenario, key.bytes, key.parts);
}

// This run on screen.
class RunGoal final : public session::Goal {
 public:
  explicit RunGoal(HostTimelineKey key) : key_(key) {}
  [[nodiscard]] bool is_met(const Session& session) const override {
    return was_seen(session, key_);
  }
  Result<void> act(Session& session) const override {
    choose(session, key_);
    return {};
  }
  [[nodiscard]] std::vector<std::string> controls(const Session& session) const override {
    const HostTimelineChoice& now = session.chosen<HostTimelineChoice>();
    std::vector<std::string> controls;
    if (now.scenario != key_.scenario) controls.emplace_back("host_timeline.scenario");
    if (now.bytes != key_.bytes) controls.emplace_back("host_timeline.bytes");
    if (timing::has_parts(key_.scenario) && now.parts != key_.parts)
      controls.emplace_back("host_timeline.parts");
    return controls;
  }
  [[nodiscard]] bool is_missing(const Session& session) const override {
    return run_of(session, key_) == nullptr;
  }
  [[nodiscard]] session::Subject subject() const override { return session::Subject::host; }

 private:
  HostTimelineKey key_;
};

session::GoalPtr read_run(const JsonFields& condition) {
  return std::make_shared<RunGoal>(key_of(condition.at("timeline")));
}

// Such a span pointed at.
class SpanGoal final : public session::Goal {
 public:
  explicit SpanGoal(SpanKey key) : key_(key) {}
  [[nodiscard]] bool is_met(const Session& session) const override {
    return was_seen(session, key_);
  }
  // The first one.
  Result<void> act(Session& session) const override {
    HostRuns& all = runs(session);
    const timing::TimelineRun* run = all.run(session);
    if (run == nullptr) return {};
    const auto found = std::ranges::find_if(run->spans, [&](const timing::Span& span) {
      return span.track == key_.track && span.action == key_.action && !span.is_probe;
    });
    all.point_at(static_cast<std::size_t>(found - run->spans.begin()), session);
    return {};
  }
  [[nodiscard]] session::Subject subject() const override { return session::Subject::host; }

 private:
  SpanKey key_;
};

session::GoalPtr read_span(const JsonFields& condition) {
  const JsonFields fields = condition.at("span");
  return std::make_shared<SpanGoal>(
      SpanKey{fields.choice<timing::Track>("track", timing::kTrackNames),
              fields.choice<timing::Action>("action", timing::kActionNames)});
}

// A run with at least so much of a figure on screen. The example is one, and is told to nobody.
class FigureGoal final : public session::Goal {
 public:
  FigureGoal(timing::TimelineFigure figure, std::int64_t at_least, HostTimelineKey example)
      : figure_(figure), at_least_(at_least), example_(example) {}
  [[nodiscard]] bool is_met(const Session& session) const override {
    const auto& shown = session.activity().seen.of<HostTimelineKey>();
    return std::ranges::any_of(shown, [&](const HostTimelineKey& each) {
      const timing::TimelineRun* run = run_of(session, each);
      return run != nullptr && timing::figure(*run, figure_) >= at_least_;
    });
  }
  Result<void> act(Session& session) const override {
    choose(session, example_);
    return {};
  }
  [[nodiscard]] bool is_missing(const Session& session) const override {
    return run_of(session, example_) == nullptr;
  }
  [[nodiscard]] session::Subject subject() const override { return session::Subject::host; }
  [[nodiscard]] bool judges() const override { return true; }

 private:
  timing::TimelineFigure figure_;
  std::int64_t at_least_;
  HostTimelineKey example_;
};

session::GoalPtr read_figure(const JsonFields& condition) {
  const JsonFields fields = condition.at("judged_timeline");
  return std::make_shared<FigureGoal>(
      fields.choice<timing::TimelineFigure>("figure", timing::kTimelineFigureNames),
      fields.integer_or<std::uint32_t>("at_least", 0, 0, 1'000'000), key_of(fields.at("example")));
}

// Of the stage's scenario at the size and with the parts on screen.
class Figure final : public session::Asked {
 public:
  explicit Figure(timing::TimelineFigure figure) : figure_(figure) {}
  [[nodiscard]] std::optional<std::int64_t> value(const Session& session,
                                                  const session::Stage& stage) const override {
    const HostTimelineChoice& now = session.chosen<HostTimelineChoice>();
    const timing::TimelineRun* run =
        run_of(session, {stage.asked.of<HostTimelineKey>().scenario, now.bytes, now.parts});
    if (run == nullptr) return std::nullopt;
    return timing::figure(*shown_timeline(session), *run, figure_);
  }
  [[nodiscard]] bool is_recorded() const override { return true; }
  [[nodiscard]] std::optional<Text> missing(const session::Stage& stage) const override {
    if (stage.asked.has<HostTimelineKey>()) return std::nullopt;
    return tr("\"predict\" asks about a host timeline: give the step a \"timeline\"");
  }

 private:
  timing::TimelineFigure figure_;
};

session::AskedPtr read_asked(const JsonFields& predict) {
  return std::make_shared<Figure>(
      predict.choice<timing::TimelineFigure>("timeline", timing::kTimelineFigureNames));
}

std::unique_ptr<session::Companion> companion(const session::Surroundings& surroundings) {
  return std::make_unique<HostRuns>(surroundings);
}

constexpr std::array kGoals{session::GoalKind{"timeline", read_run},
                            session::GoalKind{"span", read_span},
                            session::GoalKind{"judged_timeline", read_figure}};
constexpr session::AskedKind kAsked{"timeline", read_asked};

}  // namespace

session::Feature feature() {
  return {.read_stage = read_stage, .goals = kGoals, .asked = {&kAsked, 1}, .companion = companion};
}

}  // namespace warplens::host_timeline
