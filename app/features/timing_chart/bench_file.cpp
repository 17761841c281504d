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
                tr("is for families of the catalogue: a file's kernel is timed alone"));
}

// One size after the other, each printed as it comes; with --json all at the end.
class OwnTimes {
 public:
  OwnTimes(const FileBench& options, const OwnTarget& target,
           std::shared_ptr<const device::Gpu> gpu)
      : options_(options), target_(target), gpu_(std::move(gpu)) {
    if (!options_.json)
      print_text("{}", own_bench_heading(options_.speech, target_.name(), gpu_->description()));
  }

  // A size for which memory lacks is left out, and said.
  Result<void> time_or_leave_out(const catalog::Parameters& sizes, const std::stop_token& stop) {
    const auto timed = options_.memory.watch(
        stop, [&](const std::stop_token& asked) { return time(sizes, asked); });
    if (timed.has_value() || timed.error().code != ErrorCode::out_of_memory) return timed;
    left_out_.push_back(tr("{}: {}", own_sizes_text(sizes), timed.error().message));
    if (!options_.json) print_line(options_.speech, tr("not timed: {}", left_out_.back()));
    return {};
  }

  Result<int> end() const {
    if (options_.json) {
      std::vector<std::string> left_out;
      for (const Text& each : left_out_) left_out.push_back(each.in(Language::en));
      print_json(json_forms::kBench, {{"kernel", target_.name()},
                                      {"device", gpu_->description().name},
                                      {"timings", rows_},
                                      {"absent", left_out}});
    }
    if (wrong_ > 0) return fail(tr("{} of {} results are wrong: see above", wrong_, rows_.size()));
    if (rows_.empty() && !left_out_.empty()) return fail(left_out_.front());
    return 0;
  }

 private:
  Result<void> time(const catalog::Parameters& sizes, const std::stop_token& stop) {
    TRY(const auto kernel, target_.at(sizes));
    TRY(const auto timed, said_of(own_sizes_text(sizes),
                                  own::time_own(gpu_, kernel, options_.memory.bytes(), {}, stop)));
    wrong_ += timed.mismatch.has_value() ? 1 : 0;
    rows_.push_back(own_bench_json(sizes, timed));
    if (options_.json) return {};
    print_text("{}", own_bench_row(options_.speech, sizes, timed));
    std::fflush(stdout);
    return {};
  }

  const FileBench& options_;
  const OwnTarget& target_;
  std::shared_ptr<const device::Gpu> gpu_;
  Json rows_ = Json::array();
  std::vector<Text> left_out_;
  int wrong_ = 0;
};

}  // namespace

Result<int> time_file(const FileBench& options, const CLI::App& parser) {
  TRY(check_for_own(parser));
  const StopOnInterrupt interrupt;
  TRY(const auto target,
      options.own.read({options.file, options.settings, {}, interrupt.token()}, parser));
  TRY(const auto sizes, own_sizes(target, options.sizes));
  TRY(auto gpu, open_first_gpu());
  const auto shared = std::make_shared<const device::Gpu>(std::move(gpu));
  const std::stop_token stop = interrupt.token();
  OwnTimes times(options, target, shared);
  for (const catalog::Parameters& one : sizes) {
    const auto timed = times.time_or_leave_out(one, stop);
    if (stop.stop_requested()) break;
    TRY(timed);
  }
  TRY(const int status, times.end());
  if (stop.stop_requested()) return fail(tr("cancelled: what was timed so far is kept"));
  return status;
}

}  // namespace warplens::cli
