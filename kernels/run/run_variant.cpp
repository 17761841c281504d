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

Result<RunResult> run_variant(const Catalogue& catalogue, std::string_view name,
                              const catalog::Parameters& settings, const Options& options) {
  const Result<Catalogue::Found> found = catalogue.find(name);
  if (!found.has_value()) return fail(found.error());
  const auto& [family, variant] = *found;
  const auto parameters = complete(*family, *variant, settings);
  if (!parameters.has_value()) return fail(parameters.error());
  const Result<catalog::Plan> plan = variant->plan(*parameters);
  if (!plan.has_value()) return fail(plan.error());
  const auto module = catalogue.module(*family, *variant);
  if (!module.has_value()) return fail(module.error());

  Result<RunResult> result = run_plan(*plan, {std::string(name), *module}, options);
  if (!result.has_value()) return result;
  result->sources = catalogue.sources(**module);
  result->ptx = (*module)->text;
  return result;
}

}  // namespace warplens::run
