#include "app/ui/panels/costly_causes.h"

#include "app/session/kernel_result.h"
#include "viz/analysis/causes/causes.h"

namespace warplens::ui {

namespace {

struct Causes final : ViewJob<MadeOf, std::vector<analysis::Cause>> {};
struct CausesShown {
  const std::vector<analysis::Cause>* of = nullptr;
};

}  // namespace

const std::vector<analysis::Cause>* costly_causes(ViewCache& cache,
                                                  const session::LaunchResult& launch) {
  constexpr std::size_t kFewEvents = 2'048;
  cache.works.of<Causes>().job.want(
      {launch.trace, {}},
      [result = cache.result,
       index = cache.launch](const auto&) -> Result<std::vector<analysis::Cause>> {
        const session::LaunchResult& of = result->launches[index];
        return analysis::causes(*of.trace, of.costs);
      },
      launch.trace->events.size() <= kFewEvents ? Runs::at_once : Runs::on_a_thread);
  return cache.kept.of<CausesShown>().of = cache.works.of<Causes>().job.value();
}

const std::vector<analysis::Cause>* causes_shown(const ViewCache& cache) {
  return cache.kept.of<CausesShown>().of;
}

}  // namespace warplens::ui
