#include "kernels/timing/scenarios.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "kernels/run/launch.h"
#include "kernels/timing/device_arrays.h"

namespace warplens::timing {
namespace {

constexpr std::size_t kMostEvents = 16;       // of any scenario
constexpr int kLaunches = 3;                  // of the asynchronous one
constexpr std::size_t kHostElements = 16384;  // that the host adds itself meanwhile

// One scenario being run.
class Runner {
 public:
  Runner(AddProblem& problem, HostRun& run)
      : problem_(problem), run_(run), arrays_(*problem.gpu), bytes_(problem.bytes()) {
    std::ranges::fill(problem_.c, 0.0f);
  }

  Result<void> make_calls(Scenario scenario) {
    switch (scenario) {
      case Scenario::five_steps:
        return five_steps();
      case Scenario::asynchronous:
        return asynchronous();
      case Scenario::events:
        return events();
      case Scenario::pageable:
        return copies(problem_.a.data(), problem_.c.data());
      case Scenario::pinned:
        return pinned();
    }
    return {};
  }

  // Once the calls are over. Errors: what the driver refuses.
  Result<std::string> check(Scenario scenario) {
    if (scenario == Scenario::asynchronous || scenario == Scenario::events) {
      TRY(problem_.gpu->driver().check(
          calls().cuMemcpyDtoH_v2(problem_.c.data(), arrays_[2], bytes_), "cuMemcpyDtoH"));
    }
    if (scenario == Scenario::pageable || scenario == Scenario::pinned) {
      return difference(problem_.a);
    }
    for (std::size_t i = 0; i < expected_.size(); ++i) {
      if (expected_[i] != problem_.c[i]) return fmt::format("c[{}] is not what the host adds", i);
    }
    return sums();
  }

  // Makes all that must exist before the first call is timed.
  Result<void> prepare(Scenario scenario) {
    TRY(make_arguments());
    if (scenario == Scenario::five_steps) return {};
    TRY(arrays_.allocate(bytes_));
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const float* from = i == 0 ? problem_.a.data() : problem_.b.data();
      TRY(problem_.gpu->driver().check(calls().cuMemcpyHtoD_v2(arrays_[i], from, bytes_),
                                       "cuMemcpyHtoD"));
    }
    return problem_.gpu->synchronize();
  }

 private:
  [[nodiscard]] const device::api::Functions& calls() const { return arrays_.calls(); }

  Result<void> five_steps() {
    TRY(arrays_.allocate(run_, bytes_));
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const float* from = i == 0 ? problem_.a.data() : problem_.b.data();
      TRY(run_.queue({Action::copy_to_device, "cuMemcpyHtoD", bytes_}, "Memcpy HtoD",
                     [&] { return calls().cuMemcpyHtoD_v2(arrays_[i], from, bytes_); }));
    }
    set_addresses();
    TRY(launch());
    TRY(run_.queue(
        {Action::copy_to_host, "cuMemcpyDtoH", bytes_}, "Memcpy DtoH",
        [&] { return calls().cuMemcpyDtoH_v2(problem_.c.data(), arrays_[2], bytes_); }, true));
    return arrays_.free(run_, bytes_);
  }

  Result<void> asynchronous() {
    set_addresses();
    for (int i = 0; i < kLaunches; ++i) TRY(launch());
    const std::size_t count = std::min(kHostElements, problem_.a.size());
    expected_.resize(count);
    run_.work("a[i] + b[i]", count * sizeof(float), [&] {
      for (std::size_t i = 0; i < count; ++i) expected_[i] = problem_.a[i] + problem_.b[i];
    });
    return run_.wait_for_stream();
  }

  Result<void> events() {
    set_addresses();
    TRY(run_.queue_between_events({Action::kernel, "cuLaunchKernel"}, kernel_name(),
                                  [&] { return launch_now(); }));
    return run_.wait_for_last_event();
  }

  Result<void> copies(const void* from, void* to) {
    TRY(run_.queue({Action::copy_to_device, "cuMemcpyHtoDAsync", bytes_}, "Memcpy HtoD", [&] {
      return calls().cuMemcpyHtoDAsync_v2(arrays_[2], from, bytes_, nullptr);
    }));
    TRY(run_.wait_for_stream());
    TRY(run_.queue({Action::copy_to_host, "cuMemcpyDtoHAsync", bytes_}, "Memcpy DtoH",
                   [&] { return calls().cuMemcpyDtoHAsync_v2(to, arrays_[2], bytes_, nullptr); }));
    return run_.wait_for_stream();
  }

  // Two arrays of page-locked memory: one to copy from, one to copy to.
  Result<void> pinned() {
    std::array<void*, 2> pages{};
    Result<void> done;
    for (void*& page : pages) {
      if (!done.has_value()) break;
      done = run_.call({Action::pin, "cuMemHostAlloc", bytes_}, [&] {
        return calls().cuMemHostAlloc(&page, bytes_, device::api::kHostAllocDefault);
      });
    }
    if (done.has_value()) {
      run_.work("memcpy", bytes_, [&] { std::memcpy(pages[0], problem_.a.data(), bytes_); });
      done = copies(pages[0], pages[1]);
    }
    if (done.has_value()) {
      run_.work("memcpy", bytes_, [&] { std::memcpy(problem_.c.data(), pages[1], bytes_); });
    }
    for (void* page : pages) {
      if (page == nullptr) continue;
      const Result<void> freed = run_.call({Action::unpin, "cuMemFreeHost", bytes_},
                                           [&] { return calls().cuMemFreeHost(page); });
      if (done.has_value()) done = freed;
    }
    return done;
  }

  // Makes the kernel's arguments before the first call, so that no time goes by between calls;
  // set_addresses() fills in what is known only once the arrays are allocated.
  Result<void> make_arguments() {
    const auto& step = std::get<catalog::LaunchStep>(problem_.planned.plan.steps.front());
    constexpr std::uint64_t kLater = 1;
    TRY(auto made, run::plain_arguments(step, [](std::string_view) { return kLater; }));
    arguments_ = std::move(made);
    for (run::PlainArgument& argument : arguments_) pointers_.push_back(argument.bytes.data());
    return {};
  }

  // a, b and c come first, in this order (make_plan() of the family).
  void set_addresses() {
    for (std::size_t i = 0; i < 3; ++i) {
      const CUdeviceptr address = arrays_[i];
      std::memcpy(arguments_[i].bytes.data(), &address, sizeof(address));
    }
  }

  device::api::CUresult launch_now() {
    const auto& [grid, block, shared] = problem_.shape;
    return calls().cuLaunchKernel(problem_.kernel.function, grid.x, grid.y, grid.z, block.x,
                                  block.y, block.z, shared, nullptr, pointers_.data(), nullptr);
  }

  Result<void> launch() {
    return run_.queue({Action::kernel, "cuLaunchKernel"}, kernel_name(),
                      [&] { return launch_now(); });
  }

  [[nodiscard]] std::string kernel_name() const {
    return "add_" + problem_.planned.found.variant->name;
  }

  [[nodiscard]] std::string difference(const std::vector<float>& expected) const {
    const auto [wrong, right] = std::ranges::mismatch(problem_.c, expected);
    if (wrong == problem_.c.end()) return "";
    return fmt::format("element {} came back as {}, not {}", wrong - problem_.c.begin(), *wrong,
                       *right);
  }

  [[nodiscard]] std::string sums() const {
    for (std::size_t i = 0; i < problem_.c.size(); ++i) {
      const float right = problem_.a[i] + problem_.b[i];
      if (problem_.c[i] == right) continue;
      return fmt::format("c[{}] is {}, not {}", i, problem_.c[i], right);
    }
    return "";
  }

  AddProblem& problem_;
  HostRun& run_;
  DeviceArrays arrays_;
  std::uint64_t bytes_;
  std::vector<run::PlainArgument> arguments_;
  std::vector<void*> pointers_;
  std::vector<float> expected_;  // that the host has added itself
};

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

Result<FinishedRun> run_scenario(AddProblem& problem, Scenario scenario) {
  const HostClock::time_point origin = HostClock::now();
  TRY(HostRun run, HostRun::prepare(*problem.gpu, kMostEvents));
  Runner runner(problem, run);
  TRY(runner.prepare(scenario));
  TRY(DeviceClock clock, DeviceClock::start(*problem.gpu, origin));
  TRY(const ClockOffset before, clock.measure());
  TRY(runner.make_calls(scenario));
  TRY(problem.gpu->synchronize());
  TRY(const ClockOffset after, clock.measure());
  TRY(auto finished, finish(run, clock, {before, after}, origin));
  TRY(const std::string wrong, runner.check(scenario));
  finished.run.scenario = scenario;
  finished.run.bytes = problem.bytes();
  finished.wrong = wrong;
  if (scenario != Scenario::events) return finished;
  TRY(const double between, run.between_events());
  finished.run.between_events = between;
  return finished;
}

}  // namespace warplens::timing
