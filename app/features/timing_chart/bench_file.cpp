#include "app/features/timing_chart/bench_file.h"

#include <memory>

#include "app/cli/text/own_sizes.h"
#include "app/cli/text/own_timings.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/cli/text/refused_options.h"
#include "app/cli/text/said_of.h"
#include "app/cli/text/stop_on_interrupt.h"
#include "kernels/base/json.h"

namespace warplens::cli {

namespace {

Result<device::Gpu> open_first_gpu() {
  TRY(const auto driver, device::Driver::open());
  return device::Gpu::open(driver);
}

Result<void> check_for_own(const CLI::App& parser) {
  return refuse(parser,
                {"--variants", "--no-baselines", "--against-nvcc", "--record", "--longest",
                 "--tolerance", "--sweep", "--check"},
                "is for families of the catalogue: a file's kernel is timed alone");
}

// One size after the other, each printed as it comes; with --json all at the end.
class OwnTimes {
 public:
  OwnTimes(const FileBench& options, const OwnTarget& target,
           std::shared_ptr<const device::Gpu> gpu)
      : options_(options), target_(target), gpu_(std::move(gpu)) {
    if (!options_.json) print_text("{}", own_bench_heading(target_.name(), gpu_->description()));
  }

  Result<void> time(const catalog::Parameters& sizes, const std::stop_token& stop) {
    TRY(const auto kernel, target_.at(sizes));
    TRY(const auto timed, said_of(own_sizes_text(sizes),
                                  own::time_own(gpu_, kernel, options_.memory.bytes(), {}, stop)));
    wrong_ += timed.mismatch.has_value() ? 1 : 0;
    rows_.push_back(own_bench_json(sizes, timed));
    if (options_.json) return {};
    print_text("{}", own_bench_row(sizes, timed));
    std::fflush(stdout);
    return {};
  }

  Result<int> end() const {
    if (options_.json)
      print_json(
          {{"kernel", target_.name()}, {"device", gpu_->description().name}, {"timings", rows_}});
    return wrong_ == 0 ? Result<int>(0)
                       : fail("{} of {} results are wrong: see above", wrong_, rows_.size());
  }

 private:
  const FileBench& options_;
  const OwnTarget& target_;
  std::shared_ptr<const device::Gpu> gpu_;
  Json rows_ = Json::array();
  int wrong_ = 0;
};

}  // namespace

Result<int> time_file(const FileBench& options, const CLI::App& parser) {
  TRY(check_for_own(parser));
  const StopOnInterrupt interrupt;
  TRY(auto gpu, open_first_gpu());
  TRY(const auto target, options.own.read({options.file, options.settings}, parser));
  TRY(const auto sizes, own_sizes(target, options.sizes));
  const auto shared = std::make_shared<const device::Gpu>(std::move(gpu));
  return options.memory.watch(interrupt.token(), [&](const std::stop_token& stop) -> Result<int> {
    OwnTimes times(options, target, shared);
    for (const catalog::Parameters& one : sizes) {
      TRY(times.time(one, stop));
    }
    return times.end();
  });
}

}  // namespace warplens::cli
