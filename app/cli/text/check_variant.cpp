#include "app/cli/text/check_variant.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "app/cli/text/check_leeway.h"
#include "app/cli/text/trace_text.h"
#include "kernels/run/elements.h"
#include "kernels/run/run_plan.h"

namespace warplens::cli {

namespace {

using run::PlannedVariant;

bool has_findings(const trace::Run& result) {
  return std::ranges::any_of(result.traces, [](const auto& trace) {
    return std::ranges::any_of(trace->findings, [](const trace::Finding& finding) {
      return finding.severity != trace::Severity::information;
    });
  });
}

bool is_order_dependent(const trace::Run& result) {
  return std::ranges::any_of(result.traces,
                             [](const auto& trace) { return trace->order_dependent; });
}

catalog::BufferSpec spec_of(const trace::NamedBytes& buffer) {
  catalog::BufferSpec spec;
  spec.name = buffer.name;
  spec.type = catalog::element_type(buffer.element_type).value_or(spec.type);
  spec.rows = buffer.rows;
  spec.columns = buffer.columns;
  spec.pitch = buffer.bytes.size() / buffer.rows;
  return spec;
}

// The first element whose bits differ.
std::optional<trace::Mismatch> different_bits(const trace::Run& cpu, const trace::Run& gpu) {
  std::optional<trace::Mismatch> mismatch;
  for (std::size_t i = 0; i < cpu.buffers.size(); ++i) {
    run::compare(spec_of(cpu.buffers[i]), cpu.buffers[i].bytes, gpu.buffers.at(i).bytes, {},
                 mismatch);
  }
  return mismatch;
}

std::string counter_text(const analysis::ComparedCounter& row) {
  std::string text =
      fmt::format("{}: {} counted, {} predicted", row.counter->name, row.measured, row.predicted);
  if (row.as_ptx != row.predicted) text += fmt::format(", {} in the PTX", row.as_ptx);
  using enum analysis::Agreement;
  if (row.agreement == uncertain || row.agreement == missed_copies ||
      row.agreement == without_rule) {
    text += fmt::format(" ({})", analysis::name_of(row.agreement));
  }
  return text;
}

class Check {
 public:
  Check(const CheckRuns& runs, const CheckSubject& subject) : runs_(runs), subject_(subject) {
    result_.name = subject.name;
    result_.parameters = subject.parameters;
  }

  Result<VariantCheck> on_cpu() {
    TRY(const trace::Run cpu, runs_.cpu(std::nullopt));
    if (run::was_stopped(cpu)) return stopped(cpu);
    for (const auto& trace : cpu.traces) result_.launches.emplace_back().trace = trace;
    add_findings(cpu);
    add_wrong(cpu, tr("the result is wrong: {}"));
    if (cpu.verdict == trace::Verdict::unchecked) result_.results = ResultCheck::unchecked;
    if (cpu.verdict == trace::Verdict::match) result_.results = ResultCheck::within_tolerance;
    TRY(try_orders(cpu));
    return std::move(result_);
  }

  Result<VariantCheck> run() {
    TRY(const trace::Run cpu, runs_.cpu(std::nullopt));
    if (run::was_stopped(cpu)) return stopped(cpu);
    TRY(const trace::Run gpu, runs_.gpu());
    result_.notes = gpu.notes;
    result_.hangs_on_order =
        subject_.may_hang_on_order && (has_findings(cpu) || is_order_dependent(cpu));
    compare_traces(cpu, gpu);
    add_findings(cpu);
    TRY(compare_results(cpu, gpu));
    TRY(compare_counters(cpu, gpu));
    TRY(try_orders(cpu));
    return std::move(result_);
  }

 private:
  // The CPU came to a limit: there is nothing whole to compare.
  Result<VariantCheck> stopped(const trace::Run& cpu) {
    for (const auto& trace : cpu.traces) {
      LaunchCheck& launch = result_.launches.emplace_back();
      launch.trace = trace;
      for (const trace::Finding& finding : trace->findings) {
        if (finding.kind == trace::FindingKind::no_end) add_fault(*trace, finding.message);
      }
    }
    result_.results = ResultCheck::stopped;
    return std::move(result_);
  }

  void compare_traces(const trace::Run& cpu, const trace::Run& gpu) {
    for (std::size_t i = 0; i < cpu.traces.size(); ++i) {
      LaunchCheck& launch = result_.launches.emplace_back();
      launch.trace = cpu.traces[i];
      if (result_.hangs_on_order) continue;
      std::set<std::uint32_t> waits, left_out = spins_of(*cpu.traces[i]);
      if (subject_.module != nullptr) waits = waiting_sites(*cpu.traces[i], *subject_.module);
      left_out.insert(waits.begin(), waits.end());
      launch.parity = analysis::parity(*cpu.traces[i], *gpu.traces.at(i), {.waits = left_out});
      if (!waits.empty()) {
        result_.notes.push_back(
            tr("turns of loops that wait for an mbarrier hang on time and are not compared: {} "
               "branches",
               waits.size()));
      }
      add_faults(*cpu.traces[i], *launch.parity);
    }
  }

  [[nodiscard]] std::set<std::uint32_t> spins_of(const trace::Trace& trace) const {
    if (subject_.module == nullptr) return {};
    return spinning_sites(trace, *subject_.module);
  }

  using AccessKinds = std::set<std::pair<trace::Space, trace::EventKind>>;

  AccessKinds unpredicted_accesses(const trace::Trace& trace) {
    using trace::EventKind;
    using trace::Space;
    AccessKinds kinds = spun_accesses(trace);
    if (subject_.module == nullptr) return kinds;
    if (edits_tensor_maps(*subject_.module)) {
      result_.notes.push_back(tr(
          "{}: what tensormap instructions read and write no rule predicts: the counters of shared "
          "loads and stores and of global atomics are not compared",
          trace.entry));
      kinds.insert({{Space::shared, EventKind::load},
                    {Space::shared, EventKind::store},
                    {Space::global, EventKind::atomic}});
    }
    if (prints(*subject_.module)) {
      result_.notes.push_back(
          tr("{}: what printf reads and writes no rule predicts: the counters "
             "of global memory are not compared",
             trace.entry));
      kinds.insert({{Space::global, EventKind::load},
                    {Space::global, EventKind::store},
                    {Space::global, EventKind::atomic}});
    }
    return kinds;
  }

  // Those by which the launch's lanes wait for what others store.
  AccessKinds spun_accesses(const trace::Trace& trace) {
    const std::set<std::uint32_t> spins = spins_of(trace);
    AccessKinds spun;
    for (const std::uint32_t site : spins) {
      spun.insert({trace.sites[site].space, trace.sites[site].kind});
    }
    if (!spins.empty()) {
      result_.notes.push_back(tr(
          "{}: turns of loops that wait for what others store hang on time: {} accesses, branches "
          "and shuffles and the counters of such accesses are not compared",
          trace.entry, spins.size()));
    }
    return spun;
  }

  void add_faults(const trace::Trace& trace, const analysis::Parity& parity) {
    if (!parity.incomparable.empty()) return add_fault(trace, parity.incomparable);
    if (!trace.events_complete) {
      add_fault(trace, tr("events of {} blocks of {} were kept: choose a smaller size",
                          trace.block_count, trace.launch.grid.count()));
    }
    for (const auto& difference : parity.differences) {
      add_fault(trace, text_of(difference, trace));
    }
    if (const auto more = parity.lanes_different - parity.differences.size(); more > 0) {
      add_fault(trace, tr("{} more lanes differ", more));
    }
    for (const auto& difference : parity.mask_differences) {
      result_.notes.push_back(text_of(difference, trace));
    }
    for (const std::uint32_t site : parity.sites_different) {
      const Text text = tr("totals of {}:{} differ, {}", trace.sites[site].file,
                           trace.sites[site].line, trace.sites[site].ptx);
      if (parity.masks_different > 0) result_.notes.push_back(text);
      if (parity.masks_different == 0) add_fault(trace, text);
    }
  }

  Result<void> compare_results(const trace::Run& cpu, const trace::Run& gpu) {
    if (result_.hangs_on_order && !subject_.has_reference) {
      result_.results = ResultCheck::hangs_on_order;
      return {};
    }
    const std::size_t faults = result_.faults.size();
    const auto bits = different_bits(cpu, gpu);
    // Where last bits are left open, a reference says whether they are right.
    const bool is_open = is_order_dependent(cpu) ||
                         (!runs_.sums_are_measured && subject_.has_reference &&
                          subject_.module != nullptr && sums_in_open_order(*subject_.module));
    if (bits.has_value() && !result_.hangs_on_order && !is_open) {
      result_.faults.push_back(tr("the GPU's result is not the CPU's: {}", mismatch_phrase(*bits)));
    }
    if (subject_.has_reference) {
      add_wrong(cpu, tr("the CPU's result is wrong: {}"));
      TRY(hold_to_reference(gpu));
    }
    if (result_.faults.size() == faults) {
      result_.results = bits.has_value() ? ResultCheck::within_tolerance : ResultCheck::equal_bits;
    }
    return {};
  }

  Result<void> hold_to_reference(const trace::Run& gpu) {
    add_wrong(gpu, tr("the GPU's result is wrong: {}"));
    TRY(const auto untouched, runs_.untouched());
    if (untouched.has_value()) {
      result_.faults.push_back(
          tr("the untouched kernel's result is wrong: {}", mismatch_phrase(*untouched)));
    }
    return {};
  }

  void add_findings(const trace::Run& cpu) {
    if (!subject_.findings_are_faults) return;
    for (const auto& trace : cpu.traces)
      for (const trace::Finding& finding : trace->findings)
        if (finding.severity == trace::Severity::error) add_fault(*trace, finding.message);
  }

  void add_wrong(const trace::Run& result, TextView format) {
    if (!result.mismatch.has_value()) return;
    result_.faults.push_back(tr(format, mismatch_phrase(*result.mismatch)));
  }

  // What is wrong in other orders, and not in this one.
  Result<void> try_orders(const trace::Run& cpu) {
    if (!runs_.in_order) return {};
    std::set<FindingPlace> known;
    add_places(cpu, known);
    bool is_known_wrong = cpu.mismatch.has_value();
    for (const CheckedOrder& order : checked_orders(subject_.module.get())) {
      TRY(const trace::Run other, runs_.in_order(order));
      const bool is_stopped = run::was_stopped(other);
      for (const auto& trace : other.traces) {
        for (const trace::Finding& finding : trace->findings) {
          const Text text = tr("with {}: {}", order.option, finding.message);
          const bool is_limit = is_stopped && finding.kind == trace::FindingKind::no_end;
          if (is_limit) result_.notes.push_back(text);
          if (is_limit || finding.severity != trace::Severity::error) continue;
          if (known.insert(place_of(finding)).second) add_fault(*trace, text);
        }
      }
      if (is_stopped || !other.mismatch.has_value() || is_known_wrong) continue;
      is_known_wrong = true;
      result_.faults.push_back(
          tr("with {}, the result is wrong: {}", order.option, mismatch_phrase(*other.mismatch)));
    }
    return {};
  }

  using FindingPlace = std::tuple<trace::FindingKind, std::string, std::uint32_t, std::uint32_t>;
  static FindingPlace place_of(const trace::Finding& finding) {
    // The two ends of a race may come in any order.
    const auto [first, last] = std::minmax(finding.line, finding.other_line);
    return {finding.kind, finding.file, first, last};
  }
  static void add_places(const trace::Run& result, std::set<FindingPlace>& places) {
    for (const auto& trace : result.traces) {
      for (const trace::Finding& finding : trace->findings) places.insert(place_of(finding));
    }
  }

  Result<void> compare_counters(const trace::Run& cpu, const trace::Run& gpu) {
    result_.has_counters = !gpu.counters.empty();
    result_.why_no_counters = gpu.why_no_counters;
    if (!result_.has_counters) return {};
    const auto accesses = runs_.sass();
    for (std::size_t i = 0; i < cpu.traces.size(); ++i) {
      TRY(auto counters, check_counters({i, cpu.traces[i].get(), &gpu.counters.at(i),
                                         accesses.has_value() ? &*accesses : nullptr,
                                         unpredicted_accesses(*cpu.traces[i])},
                                        [this](std::uint64_t seed) { return runs_.cpu(seed); }));
      if (has_fault(counters) && !accesses.has_value()) {
        result_.notes.push_back(tr("no SASS: {}", accesses.error().message));
      }
      take(*cpu.traces[i], result_.launches[i], std::move(counters));
    }
    return {};
  }

  void take(const trace::Trace& trace, LaunchCheck& launch, CheckedCounters counters) {
    for (const analysis::ComparedCounter& row : counters.rows) {
      if (is_fault(row)) {
        add_fault(trace, counter_text(row));
      } else if (!is_explained(row)) {
        result_.notes.push_back(counter_text(row));
      }
    }
    launch.counters = std::move(counters);
  }

  void add_fault(const trace::Trace& trace, const Text& what) {
    const bool is_one = result_.launches.size() <= 1;
    result_.faults.push_back(is_one ? what : tr("{}: {}", trace.entry, what));
  }

  const CheckRuns& runs_;
  const CheckSubject& subject_;
  VariantCheck result_;
};

}  // namespace

TextView phrase_of(ResultCheck check) {
  switch (check) {
    case ResultCheck::equal_bits:
      return tr("equal bits");
    case ResultCheck::within_tolerance:
      return tr("within tolerance");
    case ResultCheck::hangs_on_order:
      return tr("hangs on order");
    case ResultCheck::unchecked:
      return tr("unchecked");
    case ResultCheck::stopped:
      return tr("stopped");
    case ResultCheck::different:
      break;
  }
  return tr("DIFFERENT");
}

std::string_view name_of(ResultCheck check) { return phrase_of(check).in(Language::en); }

Result<VariantCheck> check_variant(const CheckBackends& backends, const PlannedVariant& planned) {
  const auto& [family, variant] = planned.found;
  const CheckRuns runs{
      [&](std::optional<std::uint64_t> order) { return backends.cpu(planned, order); },
      [&] { return backends.gpu(planned); },
      [&] { return backends.untouched(planned); },
      [&] { return backends.sass(planned); },
      nullptr,
      backends.sums_are_measured};
  return check_runs(runs, {.name = family->name + "/" + variant->name,
                           .parameters = planned.parameters,
                           .may_hang_on_order = variant->broken,
                           .has_reference = !variant->broken,
                           .module = planned.module});
}

Result<VariantCheck> check_runs(const CheckRuns& runs, const CheckSubject& subject) {
  return Check(runs, subject).run();
}

Result<VariantCheck> check_on_cpu(const CheckRuns& runs, const CheckSubject& subject) {
  return Check(runs, subject).on_cpu();
}

}  // namespace warplens::cli
