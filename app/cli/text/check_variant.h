// One variant of the catalogue at one size, or a person's own kernel, on both backends: accesses,
// results, counters.
//
//   PlannedVariant ── CPU ──────────────── traces, results ─┐
//                  ── GPU, instrumented ── traces, results ─┤ analysis::parity, equal bits
//                  ── GPU, untouched ───── results ─────────┤ the reference, within its tolerance
//                                          counters ────────┘ check_counters.h
//
// What a broken twin does may hang on which of its threads comes first: its trace has findings, or
// its code can tell in which order blocks run. Its accesses and results are then not compared, and
// the check says so; its counters are.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/text/check_counters.h"
#include "app/cli/text/check_orders.h"
#include "kernels/run/run.h"
#include "kernels/sass/sass.h"
#include "viz/analysis/parity.h"

namespace warplens::cli {

// What runs a variant; check_machine.h has this machine's.
struct CheckBackends {
  using Run = std::function<Result<trace::Run>(const run::PlannedVariant&)>;
  // Every event kept, buffers kept; `order`: a seed, or as the interpreter likes.
  std::function<Result<trace::Run>(const run::PlannedVariant&, std::optional<std::uint64_t> order)>
      cpu;
  Run gpu;  // with counters, or why there are none
  // How the results of the untouched kernels differ from the reference.
  std::function<Result<std::optional<trace::Mismatch>>(const run::PlannedVariant&)> untouched;
  // What the GPU's assembler made of a variant's PTX.
  std::function<Result<std::vector<sass::Access>>(const run::PlannedVariant&)> sass;
  bool sums_are_measured = false;  // the CPU sums to the bit as this GPU's tensor cores do
};

// The same with what they run: a variant, or a person's own kernel.
struct CheckRuns {
  std::function<Result<trace::Run>(std::optional<std::uint64_t> order)> cpu;
  std::function<Result<trace::Run>()> gpu;
  std::function<Result<std::optional<trace::Mismatch>>()> untouched;
  std::function<Result<std::vector<sass::Access>>()> sass;
  // On the CPU, without events; null: other orders are not asked for.
  std::function<Result<trace::Run>(const CheckedOrder&)> in_order = nullptr;
  bool sums_are_measured = false;  // the CPU sums to the bit as this GPU's tensor cores do
};

struct CheckSubject {
  std::string name;
  catalog::Parameters parameters{};
  bool may_hang_on_order = false;  // it may be wrong: what it does may hang on the order of threads
  bool has_reference = true;       // something says what its results must be
  bool findings_are_faults = false;
  std::shared_ptr<const ptx::Module> module{};  // of its kernels; null: nothing is known of them
};

enum class ResultCheck : std::uint8_t {
  equal_bits,
  within_tolerance,  // of the reference: floating-point sums in the order of the blocks
  hangs_on_order,    // not compared
  unchecked,         // nothing says what they must be, and there is no GPU
  stopped,           // by a limit on the CPU; not compared
  different,
};
[[nodiscard]] TextView phrase_of(ResultCheck check);        // "equal bits"
[[nodiscard]] std::string_view name_of(ResultCheck check);  // the same in English

struct LaunchCheck {
  std::shared_ptr<const trace::Trace> trace;  // the CPU's
  std::optional<analysis::Parity> parity;     // nothing: it hangs on the order
  CheckedCounters counters;
};

struct VariantCheck {
  std::string name;
  catalog::Parameters parameters;
  bool hangs_on_order = false;
  std::vector<LaunchCheck> launches;
  ResultCheck results = ResultCheck::different;
  bool has_counters = false;
  std::string why_no_counters;
  std::vector<Text> notes;   // a line each
  std::vector<Text> faults;  // what is not as it must be, a line each
};

// Errors: what a backend says.
Result<VariantCheck> check_variant(const CheckBackends& backends,
                                   const run::PlannedVariant& planned);
Result<VariantCheck> check_runs(const CheckRuns& runs, const CheckSubject& subject);
// On the CPU alone: findings, and results where something says what they must be. Both try other
// orders where `runs` can (check_orders.h).
Result<VariantCheck> check_on_cpu(const CheckRuns& runs, const CheckSubject& subject);

}  // namespace warplens::cli
