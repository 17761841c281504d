#include "app/features/roofline/roofline_report.h"

#include <algorithm>

#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "kernels/base/json.h"
#include "viz/analysis/limits/limits_text.h"
#include "viz/analysis/limits/roofline_text.h"

namespace warplens::cli {
namespace {

using analysis::Roofline;
using analysis::RooflineKernel;
using analysis::RooflinePoint;

std::string cell_of(std::optional<double> value, std::string (*words)(double)) {
  return value ? words(*value) : "-";
}

std::string intensity_of(const RooflinePoint& point) {
  return point.has_flop() ? analysis::intensity_phrase(point.intensity()) : "-";
}

std::string rate_of(const RooflinePoint& point, double rate) {
  return analysis::scaled_phrase(rate) + (point.has_flop() ? "FLOP/s" : "B/s");
}

// The lowest intensity first; what has none before all others.
std::vector<const RooflineKernel*> sorted(const Roofline& roofline) {
  std::vector<const RooflineKernel*> all;
  for (const RooflineKernel& kernel : roofline.kernels) all.push_back(&kernel);
  std::ranges::stable_sort(all, {}, [](const RooflineKernel* kernel) {
    return kernel->point.has_flop() ? kernel->point.intensity() : -1;
  });
  return all;
}

void print_kernel(const ui::Speech& speech, const RooflineKernel& kernel,
                  const Roofline& roofline) {
  const RooflinePoint& point = kernel.point;
  const auto rate = point.rate();
  print_text("  {:30} {:14} {:>5} {:>10} {:>9} {:>9} {:>10} {:>10} {:>8}{}\n", kernel.name(),
             kernel.kind ? id_of(*kernel.kind) : "-", kernel.side, intensity_of(point),
             analysis::scaled_phrase(point.bytes) + "B",
             cell_of(point.seconds, analysis::time_phrase), rate ? rate_of(point, *rate) : "-",
             rate_of(point, roof_over(point, roofline.roofs)),
             cell_of(share_of_roof(point, roofline.roofs), analysis::share_phrase),
             kernel.fits_in_l2 ? fmt::format("  {}", speech.say(tr("fits in the L2"))) : "");
}

Json number_of(std::optional<double> value) { return value ? Json(*value) : Json(nullptr); }

Json kernel_json(const RooflineKernel& kernel, const Roofline& roofline) {
  const RooflinePoint& point = kernel.point;
  return {{"kernel", kernel.name()},
          {"kind", kernel.kind ? Json(id_of(*kernel.kind)) : Json(nullptr)},
          {"side", kernel.side},
          {"parameters", kernel.parameters},
          {"flop", point.flop},
          {"bytes", point.bytes},
          {"flop_per_byte", point.intensity()},
          {"median_seconds", number_of(point.seconds)},
          {"rate_per_second", number_of(point.rate())},
          {"roof_per_second", roof_over(point, roofline.roofs)},
          {"roof", is_below_memory(point, roofline.roofs) ? id_of(roofline.roofs.memory) : "fp32"},
          {"share_of_roof", number_of(share_of_roof(point, roofline.roofs))},
          {"fits_in_l2", kernel.fits_in_l2}};
}

}  // namespace

void print_roofline_text(const ui::Speech& speech, const Roofline& roofline) {
  const auto& roofs = roofline.roofs;
  print_line(
      speech,
      tr("{}: {} {}B/s, FP32 {}FLOP/s, the ridge at {} FLOP a byte", roofline.chip.name,
         analysis::name_of(roofs.memory), analysis::scaled_phrase(roofs.bytes_a_second),
         analysis::scaled_phrase(roofs.flop_a_second), analysis::intensity_phrase(roofs.ridge())));
  print_text("  {:30} {:14} {:>5} {:>10} {:>9} {:>9} {:>10} {:>10} {:>8}\n",
             speech.say(tr("kernel")), speech.say(tr("kind")), speech.say(tr("side")),
             speech.say(tr("FLOP/byte")), speech.say(tr_in("column", "bytes")),
             speech.say(tr_in("column", "time")), speech.say(tr("rate")), speech.say(tr("roof")),
             speech.say(tr("share")));
  for (const RooflineKernel* kernel : sorted(roofline)) print_kernel(speech, *kernel, roofline);
  if (roofline.unplaced.empty()) return;
  print_text("  {}\n", speech.say(tr("not here, their multiply-adds are not FP32: {}",
                                     fmt::join(roofline.unplaced, ", "))));
}

void print_roofline_json(const Roofline& roofline) {
  const auto& roofs = roofline.roofs;
  Json json = {{"chip", roofline.chip.id},
               {"memory", id_of(roofs.memory)},
               {"bytes_per_second", roofs.bytes_a_second},
               {"flop_per_second", roofs.flop_a_second},
               {"ridge", roofs.ridge()},
               {"kernels", Json::array()},
               {"unplaced", roofline.unplaced}};
  for (const RooflineKernel& kernel : roofline.kernels) {
    json["kernels"].push_back(kernel_json(kernel, roofline));
  }
  print_json(json_forms::kRoofline, json);
}

}  // namespace warplens::cli
