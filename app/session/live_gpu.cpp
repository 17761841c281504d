#include "app/session/live_gpu.h"

#include <algorithm>

#include "app/session/accepted_values.h"
#include "app/session/timed_settings.h"
#include "kernels/timing/bench.h"

namespace warplens::session {
namespace {

using catalog::Family;
using catalog::Variant;

std::vector<const Variant*> timed_variants(const Family& family) {
  std::vector<const Variant*> variants;
  for (const Variant& variant : family.variants) {
    if (!variant.broken) variants.push_back(&variant);
  }
  return variants;
}

// What of the settings this variant takes: the others keep it as it is timed by itself.
Parameters taken_by(const Family& family, const Variant& variant, const Parameters& settings) {
  Parameters taken;
  for (const catalog::Parameter& parameter : family.parameters_of(variant)) {
    const auto set = settings.find(parameter.name);
    if (set != settings.end() && in_range(parameter, set->second)) taken.insert(*set);
  }
  return taken;
}

// One variant after the other, so that one that cannot be timed keeps none of the others from it.
class Run {
 public:
  Run(const run::Catalogue& catalogue, SharedGpu& gpu, const Family& family,
      const LiveTimingRequest& request, const BenchListener& listener)
      : catalogue_(catalogue),
        gpu_(gpu),
        family_(family),
        request_(request),
        listener_(listener),
        variants_(timed_variants(family)) {
    header_.date = timing::today();
    header_.command = fmt::format("warplens, live timing of {}", family.name);
  }

  Result<void> time(const std::stop_token& stop) {
    for (std::size_t i = 0; i < variants_.size() && !stop.stop_requested(); ++i) {
      TRY(auto turn, gpu_.borrow(stop));
      header_.device = timing::device_of(*turn.gpu());
      if (i == 0) listener_(header_, std::nullopt);
      time(i, *turn.gpu(), stop);
      listener_(header_, std::nullopt);
    }
    return {};
  }

 private:
  void time(std::size_t index, const device::Gpu& gpu, const std::stop_token& stop) {
    const Variant& variant = *variants_[index];
    timing::BenchRequest one;
    one.sides = request_.sides;
    one.variants = {variant.name};
    one.settings = taken_by(family_, variant, request_.settings);
    one.baselines = index == 0;
    float part = 0;
    timing::Observer observer;
    observer.progress = [&](std::size_t done, std::size_t total, const std::string&) {
      part = static_cast<float>(done + 1) / static_cast<float>(total);
    };
    observer.measured = [&](const timing::Entry& entry) {
      const float done = static_cast<float>(index) + part;
      timing::Timings piece = header_;
      piece.entries = {entry};
      listener_(std::move(piece), done / static_cast<float>(variants_.size()));
    };
    auto timed = timing::bench(catalogue_, gpu, family_, one, observer, stop);
    if (timed.has_value()) {
      std::ranges::move(timed->absent, std::back_inserter(header_.absent));
    } else {
      header_.absent.push_back(timing::absent_because(variant.name, timed.error()));
    }
  }

  const run::Catalogue& catalogue_;
  SharedGpu& gpu_;
  const Family& family_;
  const LiveTimingRequest& request_;
  const BenchListener& listener_;
  std::vector<const Variant*> variants_;
  timing::Timings header_;
};

}  // namespace

Result<Bench> open_gpu_bench(std::shared_ptr<const run::Catalogue> catalogue,
                             std::shared_ptr<SharedGpu> gpu) {
  TRY(gpu->find({}));
  return Bench([catalogue = std::move(catalogue), gpu = std::move(gpu)](
                   const LiveTimingRequest& request, const BenchListener& listener,
                   const std::stop_token& stop) -> Result<void> {
    const auto& families = catalogue->families();
    const auto family = std::ranges::find(families, request.family, &Family::name);
    if (family == families.end())
      return fail(tr("no family {}; see warplens list", request.family));
    return Run(*catalogue, *gpu, *family, request, listener).time(stop);
  });
}

}  // namespace warplens::session
