#include "app/features/limits/kernel_limits.h"

namespace warplens::ui {

namespace {
struct Limits final : ViewJob<std::pair<std::string, catalog::Parameters>, limits::LimitsModel> {};
}  // namespace

const limits::LimitsModel* limits_model(ViewCache& cache,
                                        const std::shared_ptr<const run::Catalogue>& catalogue,
                                        const session::Selection& selection) {
  cache.works.of<Limits>().job.want(
      {selection.kernel, selection.parameters},
      [catalogue, kernel = selection.kernel,
       chosen = selection.parameters](const std::stop_token& stop) -> Result<limits::LimitsModel> {
        return limits::limits_model(*catalogue, kernel, chosen, stop);
      });
  return cache.works.of<Limits>().job.value();
}

}  // namespace warplens::ui
