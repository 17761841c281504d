#include "kernels/run/run.h"
#include "kernels/run/run_plan.h"

namespace warplens::run {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::match:
      return "match";
    case Verdict::mismatch:
      return "mismatch";
    case Verdict::unchecked:
      break;
  }
  return "unchecked";
}

Result<PlannedVariant> plan_variant(const Catalogue& catalogue, std::string_view name,
                                    const catalog::Parameters& settings) {
  TRY(const Catalogue::Found found, catalogue.find(name));
  const auto& [family, variant] = found;
  TRY(auto parameters, complete(*family, *variant, settings));
  TRY(catalog::Plan plan, variant->plan(parameters));
  TRY(auto module, catalogue.module(*family, *variant));
  return PlannedVariant{found, std::move(parameters), std::move(plan), std::move(module)};
}

Result<RunResult> run_planned(const Catalogue& catalogue, const PlannedVariant& planned,
                              const Options& options) {
  const auto& [family, variant] = planned.found;
  Result<RunResult> result = run_plan(
      planned.plan, {fmt::format("{}/{}", family->name, variant->name), planned.module}, options);
  if (!result.has_value()) return result;
  result->sources = catalogue.sources(*planned.module);
  result->chinese_sources = catalogue.chinese_sources(result->sources);
  result->ptx = planned.module->text;
  return result;
}

Result<RunResult> run_variant(const Catalogue& catalogue, std::string_view name,
                              const catalog::Parameters& settings, const Options& options) {
  TRY(const auto planned, plan_variant(catalogue, name, settings));
  return run_planned(catalogue, planned, options);
}

}  // namespace warplens::run
