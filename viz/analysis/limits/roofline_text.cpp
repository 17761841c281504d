#include "viz/analysis/limits/roofline_text.h"

#include <array>

#include "viz/analysis/limits/limits_text.h"

namespace warplens::analysis {
namespace {

struct SiPrefix {
  double factor;
  std::string_view letter;
};
constexpr std::array<SiPrefix, 4> kSiPrefixes = {
    {{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}}};

// "24.6 MB", "1.2 TB", "12 B".
std::string with_unit(const std::string& scaled, std::string_view unit) {
  return fmt::format("{}{}{}", scaled, scaled.find(' ') == std::string::npos ? " " : "", unit);
}

// What the kernel's roof is of.
Text roof_name(const RooflinePoint& point, const Roofs& roofs) {
  return is_below_memory(point, roofs) ? name_of(roofs.memory) : Text("FP32");
}

}  // namespace

Text name_of(RooflineMemory memory) {
  if (memory == RooflineMemory::shared) return tr("shared memory");
  return Text("DRAM");
}

std::string intensity_phrase(double flop_a_byte) { return fmt::format("{:.3g}", flop_a_byte); }

std::string scaled_phrase(double amount) {
  for (const SiPrefix& prefix : kSiPrefixes) {
    if (amount >= prefix.factor) {
      return fmt::format("{:.3g}{}", amount / prefix.factor, prefix.letter);
    }
  }
  return fmt::format("{:.3g}", amount);
}

std::string share_phrase(double share) { return fmt::format("{:.3g} %", 100 * share); }

std::string rate_phrase(double rate, bool of_flop) {
  return with_unit(scaled_phrase(rate), of_flop ? "FLOP/s" : "B/s");
}

Text counted_phrase(const RooflineKernel& kernel) {
  const RooflinePoint& point = kernel.point;
  const std::string bytes = with_unit(scaled_phrase(point.bytes), "B");
  if (!point.has_flop()) return tr("no FP32 operations, {}", bytes);
  return tr("{}, {}: {} FLOP a byte", with_unit(scaled_phrase(point.flop), "FLOP"), bytes,
            intensity_phrase(point.intensity()));
}

Text measured_phrase(const RooflineKernel& kernel, const Roofline& roofline) {
  const RooflinePoint& point = kernel.point;
  const bool of_flop = point.has_flop();
  const Text name = roof_name(point, roofline.roofs);
  if (!point.seconds) {
    return tr("not measured on this chip: at most {} ({})",
              rate_phrase(roof_over(point, roofline.roofs), of_flop), name);
  }
  return tr(kernel.fits_in_l2 ? tr("{}: {}, {} of the {} roof; it all fits in the L2")
                              : tr("{}: {}, {} of the {} roof"),
            time_phrase(*point.seconds), rate_phrase(*point.rate(), of_flop),
            share_phrase(*share_of_roof(point, roofline.roofs)), name);
}

}  // namespace warplens::analysis
