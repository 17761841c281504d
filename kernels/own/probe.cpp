#include "kernels/own/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "kernels/own/fit_expression.h"
#include "kernels/run/own_kernel.h"

namespace warplens::own {
namespace {

constexpr std::uint64_t kRoomBytes = std::uint64_t{1} << 20;  // of every buffer of a probe
constexpr std::int64_t kSharedRoom = 32 << 10;
constexpr std::array<std::string_view, 3> kDimensionNames{"x", "y", "z"};

// How far one run reached.
struct Reach {
  std::map<std::string, std::int64_t> bytes;  // by buffer, from its begin
  std::int64_t dynamic_shared = 0;            // bytes
  bool leaves_shared = false;                 // or local memory: the block is too large
  bool has_end = true;
};

machine::RunOptions probe_options() {
  machine::RunOptions options;
  options.detect_races = false;
  options.instruction_budget = 1'000'000;
  options.time_limit = std::chrono::seconds(30);
  options.event_bytes = std::uint64_t{128} << 20;
  return options;
}

void note_global(const trace::Trace& trace, const trace::Site& site, const trace::EventView& event,
                 Reach& reach) {
  for (std::uint32_t mask = trace::addressed_lanes(site, event); mask != 0; mask &= mask - 1) {
    const std::uint64_t address = event.address[static_cast<std::size_t>(std::countr_zero(mask))];
    const trace::Buffer* buffer = trace::find_buffer(trace.buffers, address);
    if (buffer == nullptr) continue;
    const auto end = static_cast<std::int64_t>(address + site.width - buffer->address);
    std::int64_t& known = reach.bytes[buffer->name];
    known = std::max(known, end);
  }
}

void note_shared(const trace::Trace& trace, const trace::Site& site, const trace::EventView& event,
                 Reach& reach) {
  const bool is_copy = site.kind == trace::EventKind::async_copy;
  const auto& addresses = is_copy ? event.address2 : event.address;
  const std::int64_t width = site.kind == trace::EventKind::load_matrix ? 16 : site.width;
  for (std::uint32_t mask = event.mask; mask != 0; mask &= mask - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(mask));
    const auto end = static_cast<std::int64_t>(addresses[lane]) + width -
                     static_cast<std::int64_t>(trace.launch.static_shared_bytes);
    reach.dynamic_shared = std::max(reach.dynamic_shared, end);
  }
}

void note_events(const trace::Trace& trace, Reach& reach) {
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const trace::Site& site = trace.sites[trace.events.site(row)];
    if (!trace::is_access(site.kind)) continue;
    const trace::EventView event = trace.events.view(row);
    if (site.space == trace::Space::global) note_global(trace, site, event, reach);
    const bool is_copy = site.kind == trace::EventKind::async_copy;
    if (site.space == trace::Space::shared || is_copy) note_shared(trace, site, event, reach);
  }
}

void note_findings(const trace::Trace& trace, Reach& reach) {
  using enum trace::FindingKind;
  for (const trace::Finding& finding : trace.findings) {
    if (finding.kind == no_end || finding.kind == deadlock) reach.has_end = false;
    if (finding.kind != out_of_bounds || finding.site >= trace.sites.size()) continue;
    const trace::Space space = trace.sites[finding.site].space;
    reach.leaves_shared |= space == trace::Space::shared || space == trace::Space::local;
  }
}

// The form with room to spare everywhere.
LaunchForm roomy(LaunchForm form, bool has_dynamic_shared) {
  for (FormArgument& argument : form.arguments) {
    auto* buffer = std::get_if<FormBuffer>(&argument);
    if (buffer == nullptr) continue;
    buffer->count.text = std::to_string(kRoomBytes / catalog::size_of(buffer->type));
  }
  if (has_dynamic_shared) form.shared.text = std::to_string(kSharedRoom);
  return form;
}

class Probe {
 public:
  Probe(Inference inference, const run::LoadedKernel& loaded, const std::stop_token& stop)
      : inference_(std::move(inference)), form_(inference_.form), loaded_(loaded), stop_(stop) {}

  Result<LaunchForm> take() {
    const Result<Reach> base = find_block();
    if (stop_.stop_requested()) return cancelled();
    TRY(base);
    samples_.push_back({form_, *base});
    vary_sizes();
    set_counts();
    set_shared();
    if (stop_.stop_requested()) return cancelled();
    return std::move(form_);
  }

 private:
  static tl::unexpected<Error> cancelled() { return fail(tr("cancelled")); }

  struct Run {
    LaunchForm form;
    Reach reach;
  };

  Result<Reach> reach_of(const LaunchForm& form) const {
    if (stop_.stop_requested()) return cancelled();
    TRY(const auto kernel, own_kernel(roomy(form, inference_.has_dynamic_shared), loaded_));
    run::Options options;
    options.machine = probe_options();
    options.machine.stop = stop_;
    options.keep_buffers = false;
    TRY(const auto result, run::run_own(kernel, options));
    Reach reach;
    note_events(*result.traces.front(), reach);
    note_findings(*result.traces.front(), reach);
    return reach;
  }

  // The first block that stays in shared memory and ends, at the sizes as they are or at smaller
  // ones.
  Result<Reach> find_block() {
    Result<Reach> first = fail(tr("no block was tried"));
    const LaunchForm start = form_;
    for (const std::int64_t divisor : {1, 4, 16, 64}) {
      for (const BlockGuess& block : inference_.blocks) {
        LaunchForm form = divided(start, divisor);
        set_block(form, block);
        keep_within_block(form, block.threads[0]);
        Result<Reach> reach = reach_of(form);
        const bool is_first = &block == &inference_.blocks.front() && divisor == 1;
        const bool fits = reach.has_value() && !reach->leaves_shared && reach->has_end;
        if (is_first || fits) {
          form_ = form;
          first = reach;
        }
        if (fits) return reach;
        if (reach.has_value() && !reach->has_end) break;  // other blocks take as long
      }
    }
    if (first.has_value())
      form_.assumptions.push_back(
          tr("no block and sizes were found with which it ends and stays in its shared arrays"));
    return first;
  }

  static LaunchForm divided(LaunchForm form, std::int64_t divisor) {
    for (FormSize& size : form.sizes)
      if (size.value > 8) size.value = std::max<std::int64_t>(size.value / divisor, 4);
    return form;
  }

  void keep_within_block(LaunchForm& form, std::int64_t threads) const {
    for (FormSize& size : form.sizes) {
      const auto& bound = inference_.block_bound;
      if (std::find(bound.begin(), bound.end(), size.name) == bound.end()) continue;
      if (size.value <= threads && size.value != 256) continue;
      size.value = std::min(size.value, threads);
      size.why = tr("one block's threads are held against it");
    }
  }

  void add_sample(const LaunchForm& form) {
    const Result<Reach> reach = reach_of(form);
    if (reach.has_value() && reach->has_end && !reach->leaves_shared)
      samples_.push_back({form, *reach});
  }

  // Each size halved (or doubled, where it is 1), by itself.
  void vary_sizes() {
    constexpr std::size_t kMost = 6;
    for (std::size_t i = 0; i < std::min(form_.sizes.size(), kMost); ++i) {
      LaunchForm form = form_;
      std::int64_t& value = form.sizes[i].value;
      value = value >= 2 ? value / 2 : value + 1;
      add_sample(form);
    }
    if (!inference_.has_dynamic_shared) return;
    LaunchForm form = form_;
    const auto threads = evaluate(form.block[0].text, {}).value_or(0);
    form.block[0].text = std::to_string(std::max<std::int64_t>(threads / 2, 1));
    keep_within_block(form, threads / 2);
    add_sample(form);
  }

  template <class Measure>
  [[nodiscard]] std::vector<Sample> measured(Measure measure) const {
    std::vector<Sample> samples;
    for (const Run& run : samples_)
      samples.push_back({values_of(run.form).value_or(Values()), measure(run.reach)});
    return samples;
  }

  [[nodiscard]] std::vector<std::string> size_names() const {
    std::vector<std::string> names;
    for (const FormSize& size : form_.sizes) names.push_back(size.name);
    return names;
  }

  // Sizes, then the launch's shape.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names = size_names();
    for (const char* shape : {"grid", "block"})
      for (std::size_t d = 0; d < 3; ++d) {
        const bool is_used = !(shape[0] == 'g' ? form_.grid : form_.block)[d].text.empty();
        if (is_used) names.push_back(fmt::format("{}.{}", shape, kDimensionNames[d]));
      }
    return names;
  }

  void set_counts() {
    for (FormArgument& argument : form_.arguments)
      if (auto* buffer = std::get_if<FormBuffer>(&argument)) set_count(*buffer);
  }

  void set_count(FormBuffer& buffer) {
    const auto width = static_cast<std::int64_t>(catalog::size_of(buffer.type));
    const auto samples = measured([&](const Reach& reach) {
      const auto found = reach.bytes.find(buffer.name);
      return found == reach.bytes.end() ? 0 : (found->second + width - 1) / width;
    });
    const std::int64_t base = samples.front().value;
    if (base == 0) {
      buffer.count = {form_.sizes.empty() ? "1" : form_.sizes.front().name,
                      tr("not touched at these sizes")};
    } else if (auto exact = fit_expression(samples, names()); exact.has_value()) {
      buffer.count = {
          without_last_few(*exact),
          tr("its first {} elements were touched in {} small runs", base, samples.size())};
    } else if (auto enough = fit_upper_bound(samples, size_names()); enough.has_value()) {
      buffer.count = {*enough, tr("enough for the {} elements touched in small runs", base)};
    } else {
      set_constant_count(samples, buffer);
    }
    if (base * width >= static_cast<std::int64_t>(kRoomBytes))
      form_.assumptions.push_back(
          tr("{} may need more elements: all that it had were touched", buffer.name));
  }

  // An array of n of which the last is not touched has n elements all the same.
  static std::string without_last_few(const std::string& text) {
    for (const std::string_view few : {" - 1", " - 2"})
      if (text.ends_with(few)) return text.substr(0, text.size() - few.size());
    return text;
  }

  static void set_constant_count(const std::vector<Sample>& samples, FormBuffer& buffer) {
    std::int64_t most = 1;
    for (const Sample& sample : samples) most = std::max(most, sample.value);
    buffer.count = {std::to_string(most),
                    tr("touched at these sizes: no expression of them was found")};
  }

  void set_shared() {
    if (!inference_.has_dynamic_shared) return;
    const auto samples = measured([](const Reach& reach) { return reach.dynamic_shared; });
    if (samples.front().value <= 0) return;
    std::vector<std::string> order = names();
    std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(form_.sizes.size()),
                order.end());
    auto text = fit_expression(samples, order);
    if (!text.has_value()) text = fit_upper_bound(samples, order);
    std::int64_t most = 0;
    for (const Sample& sample : samples) most = std::max(most, sample.value);
    form_.shared = {text.value_or(std::to_string(most)),
                    tr("its first {} bytes were touched in {} small runs", samples.front().value,
                       samples.size())};
  }

  Inference inference_;
  LaunchForm form_;
  const run::LoadedKernel& loaded_;
  std::stop_token stop_;
  std::vector<Run> samples_;
};

}  // namespace

Result<LaunchForm> probe_form(Inference inference, const run::LoadedKernel& loaded,
                              const std::stop_token& stop) {
  return Probe(std::move(inference), loaded, stop).take();
}

}  // namespace warplens::own
