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

Text bytes_words(const RooflinePoint& point) {
  const std::string bytes = scaled_words(point.bytes);
  const std::string unit = bytes.find(' ') == std::string::npos ? " B" : "B";
  return {bytes + unit, bytes + unit};
}

Text roof_name(const RooflinePoint& point, const Roofs& roofs) {
  return is_below_dram(point, roofs) ? Text{"DRAM", "DRAM"} : Text{"FP32", "FP32"};
}

}  // namespace

std::string intensity_words(double operations_a_byte) {
  return fmt::format("{:.3g}", operations_a_byte);
}

std::string scaled_words(double amount) {
  for (const SiPrefix& prefix : kSiPrefixes) {
    if (amount >= prefix.factor) {
      return fmt::format("{:.3g}{}", amount / prefix.factor, prefix.letter);
    }
  }
  return fmt::format("{:.3g}", amount);
}

std::string share_words(double share) { return fmt::format("{:.3g} %", 100 * share); }

Text rate_words(double rate, bool of_operations) {
  const std::string words = scaled_words(rate);
  if (!of_operations) {
    const std::string all = words + (words.find(' ') == std::string::npos ? " B/s" : "B/s");
    return {all, all};
  }
  return {words + " operations/s", words + " 次运算/s"};
}

Text counted_words(const RooflineKernel& kernel) {
  const RooflinePoint& point = kernel.point;
  const Text bytes = bytes_words(point);
  if (!point.has_operations()) {
    return {fmt::format("no FP32 operations, {}", bytes.en),
            fmt::format("没有 FP32 运算，{}", bytes.zh)};
  }
  const std::string operations = scaled_words(point.operations);
  const std::string intensity = intensity_words(point.intensity());
  return {fmt::format("{} operations, {}: {} operations a byte", operations, bytes.en, intensity),
          fmt::format("{} 次运算，{}：每字节 {} 次运算", operations, bytes.zh, intensity)};
}

Text measured_words(const RooflineKernel& kernel, const Roofline& roofline) {
  const RooflinePoint& point = kernel.point;
  const Text roof = rate_words(roof_over(point, roofline.roofs), point.has_operations());
  const Text name = roof_name(point, roofline.roofs);
  if (!point.seconds) {
    return {fmt::format("not measured on this chip: at most {} ({})", roof.en, name.en),
            fmt::format("没有在这块芯片上实测：至多 {}（{}）", roof.zh, name.zh)};
  }
  const Text rate = rate_words(*point.rate(), point.has_operations());
  const std::string time = time_words(*point.seconds);
  const std::string share = share_words(*share_of_roof(point, roofline.roofs));
  return {fmt::format("{}: {}, {} of the {} roof{}", time, rate.en, share, name.en,
                      kernel.fits_in_l2 ? "; it all fits in the L2" : ""),
          fmt::format("{}：{}，是 {} 屋顶的 {}{}", time, rate.zh, name.zh, share,
                      kernel.fits_in_l2 ? "；数据全都放得进 L2" : "")};
}

std::string roofline_text_characters() {
  std::string all = "TGMk%.e+-";
  for (const double operations : {0.0, 1e9}) {
    for (const std::optional<double> seconds : {std::optional<double>(), std::optional(1e-3)}) {
      RooflineKernel kernel;
      kernel.point = {operations, 1e6, seconds};
      kernel.fits_in_l2 = true;
      const Roofline roofline{{}, {1e12, 1e13}, {}};
      for (const Text& text : {counted_words(kernel), measured_words(kernel, roofline)}) {
        all += text.en + text.zh;
      }
    }
  }
  return all;
}

}  // namespace warplens::analysis
