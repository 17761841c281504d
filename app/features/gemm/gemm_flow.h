// What feeds a block of C, found out beside the frame.
#pragma once

#include "app/ui/view_cache.h"
#include "viz/analysis/gemm_flow.h"

namespace warplens::ui {

// What an event feeds, found out anew only when it is another.
struct KeptMoment {
  const analysis::GemmFlow* flow = nullptr;
  std::size_t event = 0;
  analysis::GemmMoment moment;

  const analysis::GemmMoment& get(const analysis::GemmFlow& of, std::size_t at) {
    if (flow == &of && event == at) return moment;
    moment = analysis::gemm_moment(of, at);
    flow = &of, event = at;
    return moment;
  }
};

// What feeds one of the launch's blocks of C; null while that is found out.
[[nodiscard]] const analysis::GemmFlow* gemm_flow(ViewCache& cache,
                                                  const session::LaunchResult& launch,
                                                  const GemmRoles& roles,
                                                  const analysis::GemmShape& shape,
                                                  std::uint32_t block);

}  // namespace warplens::ui
