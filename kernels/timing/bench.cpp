#include "kernels/timing/bench.h"

#include <algorithm>
#include <chrono>
#include <ctime>

#include "kernels/device/capabilities.h"
#include "kernels/timing/bench_items.h"

namespace warplens::timing {
namespace {

// One family on its way through its items.
class Bench {
 public:
  Bench(const device::Gpu& gpu, const BenchRequest& request, const Observer& observer,
        std::stop_token stop)
      : gpu_(gpu), request_(request), observer_(observer), stop_(std::move(stop)) {}

  Timings time_all(const std::vector<Item>& items, std::vector<Both> absent);

 private:
  void time(const Item& item);
  Result<Timing> measured(const Item& item, const std::stop_token& stop);
  void add(const Item& item, const Timing& timing);
  void leave_out(const Item& item, const Error& why, bool is_wrong = false);
  // Seconds that the last smaller size lets expect; 0 when there was none.
  double expected_seconds(const Item& item) const;

  const device::Gpu& gpu_;
  const BenchRequest& request_;
  const Observer& observer_;
  std::stop_token stop_;
  Timings timings_;
};

double amount_of(const catalog::Work& work) { return std::max(work.bytes, work.flops); }

double Bench::expected_seconds(const Item& item) const {
  const auto last = std::find_if(timings_.entries.rbegin(), timings_.entries.rend(),
                                 [&](const Entry& e) { return e.name == item.subject.name; });
  if (last == timings_.entries.rend()) return 0;
  return last->seconds.median * amount_of(item.work) / amount_of({last->bytes, last->flops});
}

void Bench::leave_out(const Item& item, const Error& why, bool is_wrong) {
  timings_.absent.push_back(absent_because(item.label, why));
  if (observer_.left_out) observer_.left_out(timings_.absent.back().en, is_wrong);
}

void Bench::add(const Item& item, const Timing& timing) {
  Entry entry;
  entry.kind = item.subject.kind;
  entry.family = item.subject.family->name;
  entry.name = item.subject.name;
  entry.side = item.side;
  entry.parameters = item.subject.parameters;
  entry.image = item.image;
  entry.bytes = item.work.bytes;
  entry.flops = item.work.flops;
  entry.seconds = timing.seconds;
  entry.checked = timing.checked;
  entry.fits_in_l2 = timing.buffer_bytes <= gpu_.description().l2_bytes;
  if (observer_.measured) observer_.measured(entry);
  timings_.set(std::move(entry));
}

Result<Timing> Bench::measured(const Item& item, const std::stop_token& stop) {
  if (item.subject.kind == EntryKind::ceiling)
    return time_copy(gpu_, item.work.bytes, request_.repeating, stop);
  return time_subject(gpu_, item.subject, request_.repeating, stop,
                      {request_.check_whole, observer_.checked, request_.memory});
}

void Bench::time(const Item& item) {
  if (const double seconds = expected_seconds(item); seconds > request_.longest_launch) {
    return leave_out(item, {tr("left out, a launch would take about {:.2g} s", seconds)});
  }
  const Result<Timing> timing = within_memory(
      request_.memory, stop_, [&](const std::stop_token& stop) { return measured(item, stop); });
  if (timing.has_value() && !timing->wrong.empty()) {
    return leave_out(item, Error{{timing->wrong}}, true);
  }
  if (timing.has_value()) return add(item, *timing);
  if (!stop_.stop_requested()) leave_out(item, timing.error());
}

Timings Bench::time_all(const std::vector<Item>& items, std::vector<Both> absent) {
  timings_.device = device_of(gpu_);
  timings_.date = today();
  timings_.command = request_.command;
  timings_.absent = std::move(absent);
  for (std::size_t i = 0; i < items.size() && !stop_.stop_requested(); ++i) {
    if (observer_.progress) observer_.progress(i, items.size(), items[i].label);
    time(items[i]);
    if (gpu_.synchronize().has_value()) continue;
    leave_out(items[i], Error{tr("it broke the GPU's context, what follows was not timed")});
    break;
  }
  return std::move(timings_);
}

}  // namespace

Result<Timings> bench(const run::Catalogue& catalogue, const device::Gpu& gpu,
                      const catalog::Family& family, const BenchRequest& request,
                      const Observer& observer, const std::stop_token& stop) {
  if (!family.timed.has_value()) {
    return fail(tr("{} is not timed: choose another family", family.name));
  }
  const Libraries libraries = Libraries::open(gpu);
  TRY(const auto items, list_items(catalogue, family, request, libraries));
  return Bench(gpu, request, observer, stop)
      .time_all(items, request.baselines ? libraries.absent(family) : std::vector<Both>{});
}

Device device_of(const device::Gpu& gpu) {
  const device::Description& from = gpu.description();
  return {from.name,
          fmt::format("{}.{}", from.compute_major, from.compute_minor),
          device::driver_release(gpu.driver()),
          from.memory_bytes,
          from.l2_bytes,
          from.multiprocessors};
}

std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm date{};
  localtime_r(&now, &date);
  return fmt::format("{:04}-{:02}-{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

}  // namespace warplens::timing
