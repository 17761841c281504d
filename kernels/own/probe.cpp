#include "kernels/own/probe.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "kernels/base/stopped.h"
#include "kernels/machine/launch/unrecorded_reach.h"
#include "kernels/own/fit_expression.h"
#include "kernels/run/own_kernel.h"

namespace warplens::own {
namespace {

constexpr std::uint64_t kRoomBytes = std::uint64_t{1} << 20;   // of every buffer of a probe
constexpr std::uint64_t kFarthest = std::uint64_t{256} << 20;  // that is taken to be meant
constexpr std::int64_t kSharedRoom = 32 << 10;
constexpr std::int64_t kMostShared = 227 << 10;  // that a block may have, its arrays included
constexpr std::array<std::string_view, 3> kDimensionNames{"x", "y", "z"};

// How far one run reached.
struct Reach {
  std::map<std::string, std::int64_t> bytes;  // by buffer, from its begin
  std::int64_t dynamic_shared = 0;            // bytes
  std::int64_t static_shared = 0;             // bytes
  bool leaves_shared = false;                 // or local memory: the block is too large
  bool has_end = true;
};

constexpr std::uint64_t kBudget = 1'000'000;     // warp instructions of a run
constexpr std::uint64_t kSmallBudget = 100'000;  // of one with another block, which may be in vain

machine::RunOptions probe_options(std::uint64_t budget) {
  machine::RunOptions options;
  options.detect_races = false;
  options.instruction_budget = budget;
  options.time_limit = std::chrono::seconds(30);
  options.event_bytes = std::uint64_t{128} << 20;
  return options;
}

void extend(Reach& reach, const std::string& buffer, std::int64_t end) {
  std::int64_t& known = reach.bytes[buffer];
  known = std::max(known, end);
}

void note_global(const trace::Trace& trace, const trace::Site& site, const trace::EventView& event,
                 Reach& reach) {
  for (std::uint32_t mask = trace::addressed_lanes(site, event); mask != 0; mask &= mask - 1) {
    const std::uint64_t address = event.address[static_cast<std::size_t>(std::countr_zero(mask))];
    const trace::Buffer* buffer = trace::find_buffer(trace.buffers, address);
    if (buffer == nullptr) continue;
    extend(reach, buffer->name, static_cast<std::int64_t>(address + site.width - buffer->address));
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
    const bool is_copy = site.kind == trace::EventKind::async_copy;
    if (site.space == trace::Space::global || is_copy) note_global(trace, site, event, reach);
    if (site.space == trace::Space::shared) note_shared(trace, site, event, reach);
  }
}

// What lies misaligned, or beyond the room that there was, is meant all the same.
void note_unrecorded(const machine::UnrecordedReach& unrecorded, Reach& reach) {
  for (const auto& [buffer, end] : unrecorded.ends())
    if (end <= kFarthest) extend(reach, buffer, static_cast<std::int64_t>(end));
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

// The form with room to spare in each buffer that `is_open` names.
template <class IsOpen>
LaunchForm roomy(LaunchForm form, IsOpen is_open) {
  for (FormArgument& argument : form.arguments) {
    auto* buffer = std::get_if<FormBuffer>(&argument);
    if (buffer == nullptr || !is_open(*buffer)) continue;
    buffer->count.text = std::to_string(kRoomBytes / catalog::size_of(buffer->type));
  }
  return form;
}

// Whether a run goes on once an access has left its block's memory.
enum class WhenLeft : std::uint8_t { go_on, end };

Result<Reach> reach_of(const LaunchForm& form, const run::LoadedKernel& loaded,
                       const std::stop_token& stop, std::uint64_t budget,
                       WhenLeft when_left = WhenLeft::go_on) {
  if (is_stopped(stop)) return fail(tr("cancelled"));
  TRY(const auto kernel, own_kernel(form, loaded));
  run::Options options;
  options.machine = probe_options(budget);
  options.machine.stop = stop;
  options.keep_buffers = false;
  machine::UnrecordedReach unrecorded;
  options.machine.unrecorded = &unrecorded;
  if (when_left == WhenLeft::end) options.machine.halt = unrecorded.left_block();
  TRY(const auto result, run::run_own(kernel, options));
  Reach reach;
  if (options.machine.halt.stop_requested()) {
    reach.leaves_shared = true;
    return reach;
  }
  reach.static_shared = result.traces.front()->launch.static_shared_bytes;
  note_events(*result.traces.front(), reach);
  note_unrecorded(unrecorded, reach);
  note_findings(*result.traces.front(), reach);
  return reach;
}

std::int64_t elements_of(const Reach& reach, const FormBuffer& buffer) {
  const auto width = static_cast<std::int64_t>(catalog::size_of(buffer.type));
  const auto found = reach.bytes.find(buffer.name);
  return found == reach.bytes.end() ? 0 : (found->second + width - 1) / width;
}

class Probe {
 public:
  Probe(Inference inference, const run::LoadedKernel& loaded, const std::stop_token& stop,
        std::uint64_t budget = kBudget)
      : inference_(std::move(inference)),
        form_(inference_.form),
        loaded_(loaded),
        stop_(stop),
        budget_(budget) {}

  Result<LaunchForm> take() {
    const Result<Reach> base = find_block();
    if (is_stopped(stop_)) return cancelled();
    TRY(base);
    samples_.push_back({form_, *base});
    vary_sizes();
    set_counts();
    set_shared();
    if (is_stopped(stop_)) return cancelled();
    return std::move(form_);
  }
  // Whether the kernel ends with one of the blocks, and stays in its shared arrays.
  [[nodiscard]] bool has_found() const { return has_found_; }

 private:
  static tl::unexpected<Error> cancelled() { return fail(tr("cancelled")); }

  struct Run {
    LaunchForm form;
    Reach reach;
  };

  [[nodiscard]] Result<Reach> reach_of(const LaunchForm& form, WhenLeft when_left) const {
    const auto is_open = [&](const FormBuffer& buffer) { return !is_given(buffer); };
    LaunchForm with_room = roomy(form, is_open);
    if (inference_.has_dynamic_shared) with_room.shared.text = std::to_string(shared_room_);
    return own::reach_of(with_room, loaded_, stop_, budget_, when_left);
  }

  [[nodiscard]] bool is_given(const FormBuffer& buffer) const {
    return inference_.given_counts.contains(buffer.name);
  }

  // As any kernel may be launched, or with as much shared memory as there is where that is too
  // little.
  Result<Reach> find_block() {
    const LaunchForm start = form_;
    Result<Reach> first = find_block(start);
    const bool may_need_more =
        inference_.has_dynamic_shared && first.has_value() && !has_found_ && first->leaves_shared;
    if (may_need_more) {
      shared_room_ = kMostShared - first->static_shared;
      first = find_block(start);
    }
    if (first.has_value() && !has_found_)
      form_.assumptions.push_back(
          tr("no block and sizes were found with which it ends and stays in its shared arrays"));
    return first;
  }

  // The first block that stays in shared memory and ends, at the sizes as they are or at smaller
  // ones.
  Result<Reach> find_block(const LaunchForm& start) {
    Result<Reach> first = fail(tr("no block was tried"));
    for (const std::int64_t divisor : {1, 4, 16, 64}) {
      for (const BlockGuess& block : inference_.blocks) {
        LaunchForm form = divided(start, divisor);
        set_block(form, block);
        keep_within_block(form, block.threads[0]);
        const bool is_first = &block == &inference_.blocks.front() && divisor == 1;
        Result<Reach> reach = reach_of(form, is_first ? WhenLeft::go_on : WhenLeft::end);
        const bool fits = reach.has_value() && !reach->leaves_shared && reach->has_end;
        if (is_first || fits) {
          form_ = form;
          first = reach;
        }
        has_found_ = fits;
        if (fits) return reach;
        if (reach.has_value() && !reach->has_end) break;  // other blocks take as long
      }
    }
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
    const Result<Reach> reach = reach_of(form, WhenLeft::end);
    if (reach.has_value() && reach->has_end && !reach->leaves_shared)
      samples_.push_back({form, *reach});
  }

  // Each size halved (or doubled, where it is 1 or only whole steps are worked on), by itself.
  void vary_sizes() {
    constexpr std::size_t kMost = 6;
    for (std::size_t i = 0; i < std::min(form_.sizes.size(), kMost); ++i) {
      LaunchForm form = form_;
      std::int64_t& value = form.sizes[i].value;
      const bool is_whole =
          std::ranges::find(inference_.whole, form.sizes[i].name) != inference_.whole.end();
      value = is_whole || value < 2 ? value * 2 : value / 2;
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
      if (auto* buffer = std::get_if<FormBuffer>(&argument))
        if (!is_given(*buffer)) set_count(*buffer);
  }

  void set_count(FormBuffer& buffer) {
    const auto samples = measured([&](const Reach& reach) { return elements_of(reach, buffer); });
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
    buffer.is_measured = true;
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
  std::uint64_t budget_;
  std::vector<Run> samples_;
  std::int64_t shared_room_ = kSharedRoom;  // of a block that has dynamic shared memory
  bool has_found_ = false;
};

// Whether a block of another shape may be all that it takes to be rid of it.
bool may_be_of_block(const trace::Finding& finding) {
  using enum trace::FindingKind;
  constexpr std::array kKinds{race,        global_race,       out_of_bounds,    uninitialized_read,
                              deadlock,    divergent_barrier, inactive_shuffle, undefined_sync,
                              bad_mbarrier};
  return finding.severity == trace::Severity::error &&
         std::ranges::find(kKinds, finding.kind) != kKinds.end();
}

// Whether the launch as it is guessed has faults that may be the guess's.
bool has_faults(const LaunchForm& form, const run::LoadedKernel& loaded,
                const std::stop_token& stop, std::uint64_t budget) {
  const auto kernel = own_kernel(form, loaded);
  if (!kernel.has_value()) return false;
  run::Options options;
  options.machine = probe_options(budget);
  options.machine.detect_races = true;
  options.machine.recording = machine::Recording::none;
  options.machine.stop = stop;
  options.keep_buffers = false;
  const auto result = run::run_own(*kernel, options);
  return result.has_value() &&
         std::ranges::any_of(result->traces.front()->findings, may_be_of_block);
}

std::string shape_text(const BlockGuess& block) {
  const auto& [x, y, z] = block.threads;
  if (z > 1) return fmt::format("{} × {} × {}", x, y, z);
  return y > 1 ? fmt::format("{} × {}", x, y) : std::to_string(x);
}

std::int64_t threads_of(const BlockGuess& block) {
  return block.threads[0] * block.threads[1] * block.threads[2];
}

std::array<std::int64_t, 3> block_of(const LaunchForm& form) {
  std::array<std::int64_t, 3> threads{1, 1, 1};
  for (std::size_t d = 0; d < 3; ++d)
    if (!form.block[d].text.empty()) threads[d] = evaluate(form.block[d].text, {}).value_or(1);
  return threads;
}

// The form with the first other block, of no fewer threads, that has no faults; a smaller one would
// hide races that the kernel has.
std::optional<LaunchForm> with_other_block(const Inference& inference, const LaunchForm& faulty,
                                           const run::LoadedKernel& loaded,
                                           const std::stop_token& stop) {
  constexpr int kMostTries = 2;
  const BlockGuess first{block_of(faulty), {}};
  int tries = 0;
  for (const BlockGuess& block : inference.blocks) {
    if (block.threads == first.threads || threads_of(block) < threads_of(first)) continue;
    if (++tries > kMostTries || is_stopped(stop)) break;
    Inference other = inference;
    other.blocks = {block};
    Probe probe(std::move(other), loaded, stop, kSmallBudget);
    auto form = probe.take();
    if (!form.has_value() || !probe.has_found() || has_faults(*form, loaded, stop, kSmallBudget))
      continue;
    form->assumptions.push_back(tr("with a block of {} it had faults that it has not with {}",
                                   shape_text(first), shape_text(block)));
    return std::move(*form);
  }
  return std::nullopt;
}

}  // namespace

Result<LaunchForm> probe_form(const Inference& inference, const run::LoadedKernel& loaded,
                              const std::stop_token& stop) {
  Probe probe(inference, loaded, stop);
  TRY(auto form, probe.take());
  const bool is_settled = inference.blocks.size() == 1 || !has_faults(form, loaded, stop, kBudget);
  auto other = is_settled ? std::nullopt : with_other_block(inference, form, loaded, stop);
  if (is_stopped(stop)) return fail(tr("cancelled"));
  return other.has_value() ? std::move(*other) : std::move(form);
}

Result<void> resize_guess(LaunchForm& form, const catalog::Parameters& sizes,
                          const run::LoadedKernel& loaded, const std::stop_token& stop) {
  TRY(set_sizes(form, sizes));
  const auto may_be_short = [](const FormBuffer& buffer) { return buffer.may_be_short; };
  const bool is_sure = std::ranges::none_of(form.arguments, [&](const FormArgument& argument) {
    const auto* buffer = std::get_if<FormBuffer>(&argument);
    return buffer != nullptr && may_be_short(*buffer);
  });
  if (is_sure) return {};
  const auto reach = reach_of(roomy(form, may_be_short), loaded, stop, kBudget);
  if (!reach.has_value() || !reach->has_end) return {};
  for (FormArgument& argument : form.arguments) {
    auto* buffer = std::get_if<FormBuffer>(&argument);
    if (buffer == nullptr || !may_be_short(*buffer)) continue;
    buffer->count.text = std::to_string(std::max<std::int64_t>(elements_of(*reach, *buffer), 1));
    buffer->may_be_short = false;
  }
  return {};
}

}  // namespace warplens::own
