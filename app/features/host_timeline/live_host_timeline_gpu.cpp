#include "app/features/host_timeline/live_host_timeline.h"
#include "app/session/shared_gpu.h"
#include "kernels/timing/measure_timeline.h"

namespace warplens::host_timeline {
namespace {

constexpr std::uint32_t kRepetitions = 5;  // a person waits for them

}  // namespace

Result<MeasureHostTimeline> open_gpu_host_timeline(const run::Catalogue& catalogue,
                                                   std::shared_ptr<session::SharedGpu> gpu) {
  TRY(gpu->find({}));
  return MeasureHostTimeline(
      [&catalogue, gpu = std::move(gpu)](std::uint64_t bytes, const HostTimelineListener& listener,
                                         const std::stop_token& stop) -> Result<void> {
        TRY(const auto turn, gpu->borrow(stop));
        timing::TimelineRequest request;
        request.bytes = {bytes};
        request.repetitions = kRepetitions;
        request.command = "warplens, live";
        std::size_t done = 0, total = 1;
        timing::TimelineObserver observer;
        observer.progress = [&](std::size_t before, std::size_t all, const std::string&) {
          done = before + 1;
          total = all;
        };
        observer.measured = [&](const timing::HostTimeline& so_far) {
          listener(so_far, static_cast<float>(done) / static_cast<float>(total));
        };
        TRY(const auto measured,
            timing::measure_timeline(catalogue, *turn.gpu(), request, observer, stop));
        if (measured.runs.empty() && !measured.absent.empty()) {
          return fail(tr("nothing was measured: {}", measured.absent[0]));
        }
        return {};
      });
}

}  // namespace warplens::host_timeline
