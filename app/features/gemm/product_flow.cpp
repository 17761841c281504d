#include "app/features/gemm/product_flow.h"

#include "app/session/kernel_result.h"

namespace warplens::ui {

namespace {
struct Product final : ViewJob<MadeOf, analysis::ProductFlow> {};
}  // namespace

const analysis::ProductFlow* product_flow(ViewCache& cache, const session::LaunchResult& launch,
                                          const ProductRoles& roles,
                                          const analysis::ProductShape& shape,
                                          std::uint32_t block) {
  const MadeOf wanted{launch.trace, fmt::format("{}", block)};
  const MadeOf* asked = cache.works.of<Product>().job.request();
  // Another comes to stand where the one before was.
  if (asked == nullptr || *asked != wanted) cache.kept.of<KeptMoment>() = {};
  cache.works.of<Product>().job.want(
      wanted,
      [trace = launch.trace, roles, shape, block](const auto&) -> Result<analysis::ProductFlow> {
        return analysis::product_flow(*trace, roles, shape, block);
      },
      runs_for(launch));
  return cache.works.of<Product>().job.value();
}

}  // namespace warplens::ui
