#include "kernels/timing/scenarios.h"

#include "kernels/timing/scenario_calls.h"

namespace warplens::timing {
namespace {

constexpr std::size_t kEventsOfAPart = 3;    // of a chunk; a launch has fewer
constexpr std::size_t kEventsOfAnyRun = 16;  // besides those of parts

std::size_t streams_of(Scenario scenario) {
  switch (scenario) {
    case Scenario::streams:
    case Scenario::pageable_streams:
    case Scenario::default_stream:
      return kChunkStreams;
    case Scenario::event_wait:
    case Scenario::missing_wait:
      return 2;
    case Scenario::one_stream:
    case Scenario::launches:
    case Scenario::graph:
      return 1;
    default:
      return 0;
  }
}

ScenarioCallsPtr calls_of(AddProblem& problem, HostRun& run, const ScenarioSetting& setting) {
  if (has_chunks(setting.scenario)) return chunk_calls(problem, run, setting);
  if (has_parts(setting.scenario)) return launch_calls(problem, run, setting);
  if (streams_of(setting.scenario) == 2) return two_stream_calls(problem, run, setting.scenario);
  return default_stream_calls(problem, run, setting.scenario);
}

Result<FinishedRun> finish(const HostRun& run, const DeviceClock& clock, const ClockMap& map,
                           HostClock::time_point origin) {
  const double start = seconds_between(origin, run.first_begin());
  TRY(auto spans, run.finish(clock, map, start));
  FinishedRun finished;
  finished.run.spans = std::move(spans);
  finished.run.uncertainty = map.uncertainty();
  finished.run.repetitions = 1;
  return finished;
}

}  // namespace

std::string wrong_sum(const AddProblem& problem) {
  for (std::size_t i = 0; i < problem.c.size(); ++i) {
    const float right = problem.a[i] + problem.b[i];
    if (problem.c[i] != right) return fmt::format("c[{}] is {}, not {}", i, problem.c[i], right);
  }
  return "";
}

Result<FinishedRun> run_scenario(AddProblem& problem, const ScenarioSetting& setting) {
  const HostClock::time_point origin = HostClock::now();
  TRY(HostRun run, HostRun::prepare(*problem.gpu, kEventsOfAnyRun + kEventsOfAPart * setting.parts,
                                    streams_of(setting.scenario)));
  const ScenarioCallsPtr calls = calls_of(problem, run, setting);
  TRY(calls->prepare());
  TRY(DeviceClock clock, DeviceClock::start(*problem.gpu, origin));
  TRY(const ClockOffset before, clock.measure());
  TRY(calls->make_calls());
  TRY(problem.gpu->synchronize());
  TRY(const ClockOffset after, clock.measure());
  TRY(auto finished, finish(run, clock, {before, after}, origin));
  TRY(const Outcome outcome, calls->check());
  finished.run.scenario = setting.scenario;
  finished.run.parts = setting.parts;
  finished.run.bytes = problem.bytes();
  finished.run.wrong = outcome.wrong_elements;
  finished.wrong = outcome.wrong;
  if (setting.scenario != Scenario::events) return finished;
  TRY(const double between, run.between_events());
  finished.run.between_events = between;
  return finished;
}

}  // namespace warplens::timing
