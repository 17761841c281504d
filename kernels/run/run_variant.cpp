#include "kernels/run/run.h"
#include "kernels/run/run_plan.h"

namespace warplens::run {

Result<PlannedVariant> plan_variant(const Catalogue& catalogue, std::string_view name,
                                    const catalog::Parameters& settings) {
  TRY(const Catalogue::Found found, catalogue.find(name));
  const auto& [family, variant] = found;
  TRY(auto parameters, complete(*family, *variant, settings));
  TRY(catalog::Plan plan, variant->plan(parameters));
  TRY(auto module, catalogue.module(*family, *variant));
  return PlannedVariant{found, std::move(parameters), std::move(plan), std::move(module)};
}

Result<trace::Run> run_planned(const Catalogue& catalogue, const PlannedVariant& planned,
                               const Options& options) {
  const auto& [family, variant] = planned.found;
  TRY(trace::Run result, run_plan(planned.plan,
                                  {fmt::format("{}/{}", family->name, variant->name),
                                   planned.module, ElementsOf{family, variant, planned.parameters}},
                                  options));
  result.parameters = planned.parameters;
  result.ptx = {planned.module, &planned.module->text};
  const Catalogue::Texts texts = catalogue.texts(planned.found, *planned.module);
  result.sources = texts.sources;
  result.chinese_sources = texts.chinese;
  return result;
}

Result<trace::Run> run_variant(const Catalogue& catalogue, std::string_view name,
                               const catalog::Parameters& settings, const Options& options) {
  TRY(const auto planned, plan_variant(catalogue, name, settings));
  return run_planned(catalogue, planned, options);
}

}  // namespace warplens::run
