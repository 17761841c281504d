#include "app/features/timing_chart/timing_chart.h"

#include <array>
#include <charconv>

#include "app/features/timing_chart/staged_timing.h"
#include "app/session/feature.h"
#include "app/session/recorded_seconds.h"
#include "app/session/recordings.h"
#include "app/session/session.h"
#include "app/session/stage.h"
#include "app/settings/timing_choice.h"

namespace warplens::timing_chart {
namespace {

using session::FeatureChoices;
using session::Session;
using session::StageView;
using session::TimingChoice;
using session::TimingTab;

// Of a step's "scene".
void read_stage(const JsonFields& step, session::Stage& stage) {
  const JsonFields scene = step.at("scene");
  StagedTiming staged;
  staged.against = scene.text_or("against", "");
  staged.side = scene.integer_or<std::uint32_t>("side", 0, 0, 1'000'000);
  staged.cited = scene.flag_or("cited", false);
  staged.ladder = scene.flag_or("ladder", false);
  staged.device = scene.text_or("device", "");
  if (scene.has("reading")) {
    staged.reading = scene.choice<session::TimingReading>("reading", session::kTimingReadingNames);
  }
  stage.asked.set(std::move(staged));
}

// What a stage changes of how timings are looked at; where recorded ones are.
class Timed final : public session::Companion {
 public:
  explicit Timed(std::function<const session::Recordings&()> recordings)
      : recordings_(std::move(recordings)) {}
  [[nodiscard]] const session::Recordings& recordings() const { return recordings_(); }

  void stage(const Session& now, const session::Stage& stage,
             session::FeatureChoices& next) const override {
    const StagedTiming& staged = stage.asked.of<StagedTiming>();
    TimingChoice timing = now.chosen<TimingChoice>();
    timing.settings.clear();
    // What is set is about the chart of what was measured.
    if (timing.tab != TimingTab::table) timing.tab = TimingTab::plot;
    if (staged.cited) timing.tab = TimingTab::cited;
    if (staged.ladder) timing.tab = TimingTab::ladder;
    timing.against = staged.against;
    timing.place.reset();
    // What the stage before brought, no person has chosen.
    if (!staged_device_.empty() && timing.device == staged_device_) timing.device.clear();
    if (!staged.device.empty()) timing.device = staged.device;
    // A step's own size and reading, which none before it left behind.
    if (stage.asked.has<StagedTiming>()) {
      timing.side = staged.side;
      timing.reading = staged.reading.value_or(session::TimingReading::rate);
    }
    next.set(std::move(timing));
  }
  void begin(const session::Stage& stage) override {
    staged_device_ = stage.asked.of<StagedTiming>().device;
  }

 private:
  std::function<const session::Recordings&()> recordings_;
  std::string staged_device_;  // of the stage that stands there
};

// What kernels took at that size, in the first recording that has them all.
class Time final : public session::Measure {
 public:
  explicit Time(std::int64_t side) : side_(side) {}
  [[nodiscard]] std::optional<std::vector<double>> values(
      const Session& session, const std::vector<session::NamedKernel>& kernels) const override {
    const auto* timed = session.companion<Timed>();
    if (timed == nullptr) return std::nullopt;
    return session::recorded_seconds(timed->recordings(), session.families(), kernels, side_);
  }
  [[nodiscard]] bool is_recorded() const override { return true; }

 private:
  std::int64_t side_;
};

session::MeasurePtr read_time(const JsonFields& ranking) {
  const auto side = ranking.integer_or<std::uint32_t>("side", 0, 0, 1'000'000);
  if (side == 0)
    ranking.wrong(tr("a ranking by {} needs a \"side\": the size that was timed", "time"));
  return std::make_shared<Time>(side);
}

constexpr session::MeasureKind kMeasure{"time", read_time};

std::unique_ptr<session::Companion> companion(const session::Surroundings& surroundings) {
  return std::make_unique<Timed>(surroundings.recordings);
}

template <class Change>
Result<void> change(FeatureChoices& choices, Change what) {
  TimingChoice timing = choices.of<TimingChoice>();
  what(timing);
  choices.set(std::move(timing));
  return {};
}

Result<void> choose_side(const std::string& text, FeatureChoices& choices) {
  std::int64_t side = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, side);
  if (read.ec != std::errc() || read.ptr != end || side < 1) {
    return fail(tr("'{}' is no size: write a whole number, at least 1", text));
  }
  return change(choices, [side](TimingChoice& timing) { timing.side = side; });
}

constexpr std::array kViews{StageView::timing_view};
constexpr std::array kViewsOfSize{StageView::timing_view, StageView::roofline};
constexpr std::array kPictures{
    session::PictureOption{.name = "--side",
                           .help = "The size that the timing view shows",
                           .views = kViewsOfSize,
                           .choose = choose_side},
    session::PictureOption{
        .name = "--against",
        .help = "A parameter that the timing view's chart runs over, in place of the size",
        .views = kViews,
        .choose =
            [](const std::string& text, FeatureChoices& choices) {
              return change(choices, [&](TimingChoice& timing) { timing.against = text; });
            }},
    session::PictureOption{
        .name = "--ladder",
        .help = "The timing view shows the ladder from the family's first kernel to its fastest",
        .views = kViews,
        .choose =
            [](const std::string& /*text*/, FeatureChoices& choices) {
              return change(choices, [](TimingChoice& timing) { timing.tab = TimingTab::ladder; });
            },
        .is_flag = true}};

}  // namespace

session::Feature feature() {
  return {.read_stage = read_stage,
          .measures = {&kMeasure, 1},
          .picture_options = kPictures,
          .companion = companion};
}

}  // namespace warplens::timing_chart
