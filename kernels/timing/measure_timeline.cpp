#include "kernels/timing/measure_timeline.h"

#include <algorithm>

#include "kernels/timing/bench.h"
#include "kernels/timing/images.h"
#include "kernels/timing/scenarios.h"

namespace warplens::timing {
namespace {

constexpr const char* kFamily = "add";
constexpr const char* kVariant = "linear_1d";

std::vector<Scenario> scenarios_of(const TimelineRequest& request) {
  if (!request.scenarios.empty()) return request.scenarios;
  std::vector<Scenario> all;
  for (std::size_t i = 0; i < kScenarioNames.size(); ++i) all.push_back(static_cast<Scenario>(i));
  return all;
}

std::vector<ScenarioSetting> settings_of(const TimelineRequest& request) {
  const auto parts = request.parts.empty() ? usual_timeline_parts() : request.parts;
  std::vector<ScenarioSetting> settings;
  for (const Scenario scenario : scenarios_of(request)) {
    if (!has_parts(scenario)) settings.push_back({scenario});
    for (const std::uint32_t count : parts) {
      if (has_parts(scenario)) settings.push_back({scenario, count});
    }
  }
  return settings;
}

std::string label_of(const ScenarioSetting& setting, std::uint64_t bytes) {
  const std::string label = fmt::format("{} at {}", name_of(setting.scenario), bytes);
  return has_parts(setting.scenario) ? fmt::format("{} in {}", label, setting.parts) : label;
}

// The run of middle length, as it was.
TimelineRun median_of(std::vector<TimelineRun> runs) {
  const auto middle = runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2);
  std::ranges::nth_element(runs, middle, {}, &TimelineRun::seconds);
  middle->repetitions = static_cast<std::uint32_t>(runs.size());
  return std::move(*middle);
}

// Errors: what the driver refuses, a wrong result; "cancelled".
Result<TimelineRun> repeat(AddProblem& problem, const ScenarioSetting& setting,
                           std::uint32_t repetitions, const std::stop_token& stop) {
  std::vector<TimelineRun> runs;
  for (std::uint32_t i = 0; i <= repetitions; ++i) {  // the first one is to warm up
    if (stop.stop_requested()) return fail(tr("cancelled"));
    TRY(FinishedRun finished, run_scenario(problem, setting));
    if (!finished.wrong.empty()) return fail(tr("its result is wrong: {}", finished.wrong));
    if (i > 0) runs.push_back(std::move(finished.run));
  }
  return median_of(std::move(runs));
}

class Measurement {
 public:
  Measurement(const run::Catalogue& catalogue, const device::Gpu& gpu,
              const TimelineRequest& request, const TimelineObserver& observer,
              std::stop_token stop)
      : catalogue_(catalogue),
        gpu_(gpu),
        request_(request),
        observer_(observer),
        stop_(std::move(stop)),
        settings_(settings_of(request)) {
    timeline_.device = device_of(gpu);
    timeline_.date = today();
    timeline_.command = request.command;
    timeline_.kernel = std::string(kFamily) + "/" + kVariant;
  }

  Result<HostTimeline> measure() {
    TRY(const auto found, catalogue_.find(timeline_.kernel));
    TRY(const auto images, Images::open(catalogue_.assets()));
    timeline_.image = images.of(*found.family, *found.variant);
    for (const std::uint64_t bytes : request_.bytes) measure(bytes);
    return std::move(timeline_);
  }

 private:
  void measure(std::uint64_t bytes) {
    Result<AddProblem> problem = make_add_problem(catalogue_, gpu_, bytes);
    for (const ScenarioSetting& setting : settings_) {
      if (stop_.stop_requested()) return;
      const std::string label = label_of(setting, bytes);
      if (observer_.progress) {
        observer_.progress(done_++, request_.bytes.size() * settings_.size(), label);
      }
      if (problem.has_value()) {
        add(label, repeat(*problem, setting, request_.repetitions, stop_));
      } else {
        leave_out(label, problem.error().message.in(Language::en));
      }
    }
  }

  void add(const std::string& label, Result<TimelineRun> run) {
    if (!run.has_value()) {
      if (!stop_.stop_requested()) leave_out(label, run.error().message.in(Language::en));
      return;
    }
    timeline_.set(std::move(*run));
    if (observer_.measured) observer_.measured(timeline_);
  }

  void leave_out(const std::string& label, const std::string& why) {
    timeline_.absent.push_back(fmt::format("{}: {}", label, why));
    if (observer_.measured) observer_.measured(timeline_);
  }

  const run::Catalogue& catalogue_;
  const device::Gpu& gpu_;
  const TimelineRequest& request_;
  const TimelineObserver& observer_;
  std::stop_token stop_;
  std::vector<ScenarioSetting> settings_;
  std::size_t done_ = 0;
  HostTimeline timeline_;
};

}  // namespace

std::vector<std::uint64_t> usual_timeline_sizes() {
  constexpr std::uint64_t kKibibyte = 1024, kMebibyte = kKibibyte * 1024;
  return {64 * kKibibyte, kMebibyte, 16 * kMebibyte, 256 * kMebibyte};
}

std::vector<std::uint32_t> usual_timeline_parts() { return {1, 2, 4, 8, 16}; }

Result<HostTimeline> measure_timeline(const run::Catalogue& catalogue, const device::Gpu& gpu,
                                      const TimelineRequest& request,
                                      const TimelineObserver& observer,
                                      const std::stop_token& stop) {
  for (const std::uint64_t bytes : request.bytes) {
    if (bytes == 0 || bytes % sizeof(float) != 0) {
      return fail(tr("{} bytes are no array of floats: give a multiple of 4", bytes));
    }
  }
  for (const std::uint32_t parts : request.parts) {
    if (parts == 0 || parts > kMostTimelineParts)
      return fail(tr("a run has 1 to {} parts, not {}", kMostTimelineParts, parts));
  }
  if (request.repetitions == 0) return fail(tr("no repetition is no measurement: give at least 1"));
  return Measurement(catalogue, gpu, request, observer, stop).measure();
}

}  // namespace warplens::timing
