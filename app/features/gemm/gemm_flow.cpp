#include "app/features/gemm/gemm_flow.h"

#include "app/session/kernel_result.h"

namespace warplens::ui {

namespace {
struct Product final : ViewJob<MadeOf, analysis::GemmFlow> {};
}  // namespace

const analysis::GemmFlow* gemm_flow(ViewCache& cache, const session::LaunchResult& launch,
                                    const GemmRoles& roles, const analysis::GemmShape& shape,
                                    std::uint32_t block) {
  const MadeOf wanted{launch.trace, fmt::format("{}", block)};
  const MadeOf* asked = cache.works.of<Product>().job.request();
  // Another comes to stand where the one before was.
  if (asked == nullptr || *asked != wanted) cache.kept.of<KeptMoment>() = {};
  cache.works.of<Product>().job.want(
      wanted,
      [trace = launch.trace, roles, shape, block](const auto&) -> Result<analysis::GemmFlow> {
        return analysis::gemm_flow(*trace, roles, shape, block);
      },
      runs_for(launch));
  return cache.works.of<Product>().job.value();
}

}  // namespace warplens::ui
