#include "app/features/reduction/value_flow.h"

#include "app/session/kernel_result.h"

namespace warplens::ui {

namespace {
struct Flow final : ViewJob<MadeOf, analysis::ValueFlow> {};
}  // namespace

const analysis::ValueFlow* value_flow(ViewCache& cache, const session::LaunchResult& launch,
                                      std::uint32_t block) {
  cache.works.of<Flow>().job.want(
      {launch.trace, fmt::format("{}", block)},
      [trace = launch.trace, block](const auto&) -> Result<analysis::ValueFlow> {
        return analysis::value_flow(*trace, block);
      },
      runs_for(launch));
  return cache.works.of<Flow>().job.value();
}

}  // namespace warplens::ui
