#include "kernels/run/sum_accuracy.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "kernels/machine/operations/tensor_sum.h"
#include "kernels/run/device_buffers.h"
#include "kernels/run/exact_sum.h"
#include "kernels/run/run_plan.h"

namespace warplens::run {
namespace {

using catalog::BufferSpec;
using catalog::Fill;
using catalog::Parameters;
using catalog::Summed;

Fill filled(const Fill& fill, Inputs inputs, int draw) {
  constexpr double kTenth = 0.1;
  constexpr std::uint64_t kApart = 1000;  // seeds of a plan's buffers are below
  if (fill.kind != Fill::Kind::random || fill.is_leftover) return fill;
  if (inputs == Inputs::equal) return {.kind = Fill::Kind::constant, .value = kTenth};
  Fill drawn = fill;
  drawn.seed += kApart * static_cast<std::uint64_t>(draw);
  if (inputs == Inputs::positive) drawn.range = {0, 1};
  return drawn;
}

struct SummedVariant {
  Catalogue::Found found;
  const Summed& summed;
  std::shared_ptr<const ptx::Module> module;

  [[nodiscard]] std::string name() const {
    return fmt::format("{}/{}", found.family->name, found.variant->name);
  }
};

Result<SummedVariant> summed_variant(const Catalogue& catalogue, const std::string& kernel) {
  TRY(const auto found, catalogue.find(kernel));
  if (!found.family->summed) {
    return fail(tr("the results of {} are no sums: choose gemm, tensor_gemm or reduce",
                   found.family->name));
  }
  TRY(auto module, catalogue.module(*found.family, *found.variant));
  return SummedVariant{found, *found.family->summed, std::move(module)};
}

Result<void> check_architecture(const SummedVariant& of, const Parameters& parameters,
                                std::uint32_t architecture) {
  const auto known = summing_architectures(*of.found.family, *of.found.variant, parameters);
  const auto has_its_cores = [&](std::uint32_t each) {
    return machine::tensor_cores_of(each) == machine::tensor_cores_of(architecture);
  };
  if (known.empty() || std::ranges::any_of(known, has_its_cores)) return {};
  std::string names;
  for (const std::uint32_t each : known)
    names += fmt::format("{}sm_{}", names.empty() ? "" : " ", each);
  return fail(tr("{} does not sum on sm_{}: choose of {}", of.name(), architecture, names));
}

// The question's settings as far as the variant takes them, at one size.
Result<Parameters> parameters_at(const SummedVariant& of, const SumQuestion& question,
                                 std::int64_t size) {
  Parameters wanted = of.summed.settings;
  for (const auto& [name, value] : question.settings) wanted.emplace(name, value);
  wanted[of.summed.terms] = size;
  const std::vector<std::string>& taken = of.found.variant->parameters;
  std::erase_if(wanted, [&](const auto& each) {
    return std::ranges::find(taken, each.first) == taken.end();
  });
  auto all = complete(*of.found.family, *of.found.variant, wanted);
  if (!all.has_value()) return all;
  if (!has_sums(*of.found.family, *all)) {
    return fail(tr("{} is no sum with these settings: choose another operation", of.name()));
  }
  TRY(check_architecture(of, *all, question.architecture));
  return all;
}

Result<DeviceBuffers> filled_buffers(const catalog::Plan& plan, Inputs inputs, int draw) {
  DeviceBuffers buffers;
  for (BufferSpec spec : plan.buffers) {
    spec.fill = filled(spec.fill, inputs, draw);
    TRY(buffers.add(spec));
  }
  return buffers;
}

std::vector<ExactSum> exact_sums(const SummedVariant& of, const Parameters& parameters,
                                 DeviceBuffers& initial) {
  const std::size_t count = initial.as<float>(of.summed.result).size();
  std::vector<ExactSum> sums(count);
  for (std::size_t i = 0; i < count; ++i) {
    of.summed.each_term(initial, parameters, i, [&](double term) { sums[i].add(term); });
  }
  return sums;
}

double in_roundings(const ExactSum& sum, float result) {
  return sum.magnitude() > 0 ? sum.error_of(result) / sum.magnitude() / kRounding : 0;
}

Options quick(const SumQuestion& question, const Hooks& hooks) {
  Options options;
  options.machine.tensor_cores = machine::tensor_cores_of(question.architecture);
  options.machine.recording = machine::Recording::none;
  options.machine.detect_races = false;
  options.machine.stop = hooks.stop;
  return options;
}

struct SumsRun {
  std::vector<ExactSum> exact;
  std::vector<float> results;
  trace::Run run;
};

Result<SumsRun> run_sums(const SummedVariant& of, const Parameters& parameters, Inputs inputs,
                         int draw, const Options& options) {
  TRY(const auto plan, of.found.variant->plan(parameters));
  TRY(auto buffers, filled_buffers(plan, inputs, draw));
  SumsRun done{exact_sums(of, parameters, buffers), {}, {}};
  TRY(auto run, run_steps(plan.steps, {of.name(), of.module}, buffers, options));
  if (was_stopped(run)) {
    return fail(tr("{} did not come to its end: choose a smaller size", of.name()));
  }
  const std::span<const float> results = buffers.as<float>(of.summed.result);
  done.results.assign(results.begin(), results.end());
  done.run = std::move(run);
  return done;
}

// Adds up the errors of several draws of the inputs.
class AccuracyOfDraws {
 public:
  void add(const SumsRun& run) {
    for (std::size_t i = 0; i < run.exact.size(); ++i) {
      const double error = std::abs(in_roundings(run.exact[i], run.results[i]));
      largest_ = std::max(largest_, error);
      squares_ += error * error;
    }
    sums_ += run.exact.size();
  }
  [[nodiscard]] SizeAccuracy at(std::int64_t size) const {
    return {size, largest_, std::sqrt(squares_ / static_cast<double>(sums_)), sums_};
  }

 private:
  double largest_ = 0, squares_ = 0;
  std::uint64_t sums_ = 0;
};

Operations operations_of(const SumsRun& run, std::int64_t size) {
  using enum trace::InstructionClass;
  Operations all;
  for (const auto& trace : run.run.traces) {
    if (!trace->counts) continue;
    const trace::LaunchCounts& counts = *trace->counts;
    all.fp32 += static_cast<double>(counts.of(fp32_add) + counts.of(fp32_multiply) +
                                    counts.of(fp32_rounded) + counts.of(fp32_fused));
    all.other +=
        static_cast<double>(counts.of(fp64_add) + counts.of(fp64_multiply) +
                            counts.of(fp64_rounded) + counts.of(fp64_fused) + counts.of(special));
  }
  const double a_term = 32.0 / static_cast<double>(run.exact.size()) / static_cast<double>(size);
  return {all.fp32 * a_term, all.other * a_term};
}

Result<Operations> count_operations(const SummedVariant& of, const SumQuestion& question,
                                    std::int64_t size, const Hooks& hooks) {
  TRY(const auto parameters, parameters_at(of, question, size));
  Options options = quick(question, hooks);
  options.machine.recording = machine::Recording::totals;
  options.machine.counts_launch = true;
  TRY(const auto run, run_sums(of, parameters, question.inputs, 0, options));
  return operations_of(run, size);
}

}  // namespace

std::string_view name_of(Inputs inputs) { return kInputsNames[static_cast<std::size_t>(inputs)]; }

std::optional<Inputs> inputs_named(std::string_view name) {
  const auto* const found = std::ranges::find(kInputsNames, name);
  if (found == kInputsNames.end()) return std::nullopt;
  return static_cast<Inputs>(found - kInputsNames.begin());
}

const SizeAccuracy* SumAccuracy::find(std::int64_t size) const {
  const auto found = std::ranges::find(at, size, &SizeAccuracy::size);
  return found == at.end() ? nullptr : &*found;
}

std::size_t OrderResults::distinct() const {
  std::set<std::uint32_t> bits;
  for (const float result : results) bits.insert(std::bit_cast<std::uint32_t>(result));
  return bits.size();
}

bool has_sums(const catalog::Family& family, const Parameters& parameters) {
  return family.summed && (!family.summed->is_sum || family.summed->is_sum(parameters));
}

std::vector<std::uint32_t> summing_architectures(const catalog::Family& family,
                                                 const catalog::Variant& variant,
                                                 const Parameters& parameters) {
  if (!family.summed || !family.summed->architectures) return {};
  return family.summed->architectures(variant, parameters);
}

bool is_published(std::uint32_t architecture) { return architecture != kDefaultCapability; }

Result<SumAccuracy> measure_accuracy(const Catalogue& catalogue, const SumQuestion& question,
                                     const Hooks& hooks) {
  TRY(const auto of, summed_variant(catalogue, question.kernel));
  SumAccuracy errors{question, {}, {}, false};
  std::vector<std::int64_t> sizes = question.sizes.empty() ? of.summed.sizes : question.sizes;
  std::ranges::sort(sizes);
  const int draws = question.inputs == Inputs::equal ? 1 : of.summed.draws;
  for (const std::int64_t size : sizes) {
    TRY(const auto parameters, parameters_at(of, question, size));
    AccuracyOfDraws all;
    for (int draw = 0; draw < draws; ++draw) {
      TRY(const auto run, run_sums(of, parameters, question.inputs, draw, quick(question, hooks)));
      all.add(run);
    }
    errors.at.push_back(all.at(size));
    if (hooks.progress) {
      hooks.progress(static_cast<double>(errors.at.size()) / static_cast<double>(sizes.size()));
    }
  }
  errors.on_tensor_cores = static_cast<bool>(of.summed.architectures);
  TRY(const auto operations, count_operations(of, question, sizes.back(), hooks));
  errors.operations = operations;
  return errors;
}

Result<OrderResults> measure_orders(const Catalogue& catalogue, const SumQuestion& question,
                                    const Hooks& hooks) {
  TRY(const auto of, summed_variant(catalogue, question.kernel));
  const std::int64_t size =
      question.sizes.empty() ? of.summed.sizes.back() : question.sizes.front();
  TRY(const auto parameters, parameters_at(of, question, size));
  OrderResults all{question, {}, {}};
  for (int order = 0; order < kOrders; ++order) {
    Options options = quick(question, hooks);
    if (order > 0) options.machine.order_seed = static_cast<std::uint64_t>(order);
    TRY(const auto run, run_sums(of, parameters, question.inputs, 0, options));
    all.results.push_back(run.results.front());
    all.errors.push_back(in_roundings(run.exact.front(), run.results.front()));
    if (hooks.progress) hooks.progress(static_cast<double>(order + 1) / kOrders);
  }
  return all;
}

}  // namespace warplens::run
