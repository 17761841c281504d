#include "app/features/limits/kernel_limits.h"

namespace warplens::ui {

namespace {
struct Limits final : ViewJob<limits::LimitsQuestion, limits::LimitsModel> {};
}  // namespace

const limits::LimitsModel* limits_model(ViewCache& cache,
                                        const std::shared_ptr<const run::Catalogue>& catalogue,
                                        const session::Selection& selection,
                                        std::optional<std::int64_t> side) {
  const limits::LimitsQuestion question{selection.kernel, selection.parameters, side};
  cache.works.of<Limits>().job.want(
      question, [catalogue, question](const std::stop_token& stop) -> Result<limits::LimitsModel> {
        return limits::limits_model(*catalogue, question, stop);
      });
  return cache.works.of<Limits>().job.value();
}

}  // namespace warplens::ui
