#include "app/features/cache/cache_replay.h"

#include "app/session/kernel_result.h"

namespace warplens::ui {

namespace {
struct Replay final : ViewJob<MadeOf, analysis::CacheReplay> {};
}  // namespace

const analysis::CacheReplay* cache_replay(ViewCache& cache, const session::LaunchResult& launch,
                                          analysis::CachePreset preset) {
  cache.works.of<Replay>().job.want(
      {launch.trace, std::string(analysis::name_of(preset))},
      [trace = launch.trace, preset](const auto&) -> Result<analysis::CacheReplay> {
        return analysis::CacheReplay(*trace, analysis::cache_options(preset, *trace));
      },
      runs_for(launch));
  return cache.works.of<Replay>().job.value();
}

}  // namespace warplens::ui
