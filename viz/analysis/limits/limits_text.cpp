#include "viz/analysis/limits/limits_text.h"

#include <array>

namespace warplens::analysis {
namespace {

struct UnitWords {
  std::string_view id;
  TextView name;
  TextView things;
};
constexpr std::array<UnitWords, kUnits> kUnitWords = {{
    {"dram", {"DRAM", "DRAM"}, {"bytes", "字节"}},
    {"l2", {"L2", "L2"}, {"bytes", "字节"}},
    {"wavefronts", {"L1 and shared memory", "L1 与共享内存"}, {"wavefronts", "次 wavefront"}},
    {"load_store", {"load-store units", "访存单元 (LSU)"}, {"requests", "次请求"}},
    {"fp32", {"FP32 units", "FP32 单元"}, {"instructions", "条指令"}},
    {"issue", {"issue slots", "发射槽"}, {"instructions", "条指令"}},
    {"launch", {"launch and blocks", "启动与线程块"}, {"blocks", "个线程块"}},
}};

const UnitWords& words_of(Unit unit) { return kUnitWords[static_cast<std::size_t>(unit)]; }

bool counts_bytes(Unit unit) { return unit == Unit::dram || unit == Unit::l2; }

struct Scale {
  double factor;
  std::string_view suffix;
};
constexpr std::array<Scale, 5> kScales = {
    {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};

// 1.07 and "G" of 1,070,000,000.
std::string scaled(double amount) {
  for (const Scale& scale : kScales) {
    if (amount >= scale.factor)
      return fmt::format("{:.3g} {}", amount / scale.factor, scale.suffix);
  }
  return "0 ";
}

// A wait is worth a word from here on.
constexpr double kMuchLonger = 1.5;
// More wavefronts than that would show in no kernel that a person writes.
constexpr double kManyTimes = 64;

double seconds_or_zero(const Limits& limits, Unit unit) {
  return limits.of(unit).seconds.value_or(0);
}

Text limited_by(const Limits& limits) {
  const TextView name = name_of(limits.limiting);
  const std::string least = time_words(limits.seconds);
  if (limits.limiting == Unit::launch) {
    return text_in_both("Starting it and its blocks takes longest: no run is faster than {}",
                        "启动核函数及其线程块耗时最长：任何一次运行都不会快于 {}", least);
  }
  return {fmt::format("Limited by {}: no run is faster than {}", name.en, least),
          fmt::format("受限于 {}：任何一次运行都不会快于 {}", name.zh, least)};
}

double times_least(const Limits& limits, double measured_seconds) {
  return limits.seconds == 0 ? 0 : measured_seconds / limits.seconds;
}

// Where wavefronts limit. That they are time is said of a run that was seen to take little more.
Text about_limiting_wavefronts(const Limits& limits, std::optional<double> measured) {
  if (measured.has_value() && times_least(limits, *measured) < kMuchLonger) {
    return {"; here each wavefront, and so each conflict, is time",
            "；在这里，每个 wavefront（包括每次冲突）都要付出时间"};
  }
  return {"; each further wavefront, and so each conflict, raises that",
          "；每多一个 wavefront（包括每次冲突），这个下限就更高"};
}

// What wavefronts, conflicts among them, are beside what limits.
Text about_wavefronts(const Limits& limits, std::optional<double> measured) {
  const double seconds = seconds_or_zero(limits, Unit::wavefronts);
  if (seconds == 0 || limits.limiting == Unit::launch) return {};
  if (limits.limiting == Unit::wavefronts) return about_limiting_wavefronts(limits, measured);
  const double times = limits.seconds / seconds;
  if (times > kManyTimes) return {};
  return text_in_both("; wavefronts hide behind it until they are {:.1f} times as many",
                      "；wavefront 数量增加到 {:.1f} 倍之前都被它掩盖", times);
}

Text about_measured(const Limits& limits, std::optional<double> measured) {
  if (!measured.has_value()) return {};
  const double times = times_least(limits, *measured);
  if (times < kMuchLonger) return {};
  return text_in_both(
      ". Measured, it takes {:.1f} times as long: none of these units is at its rate. It waits "
      "(latency, or bytes that move more than once), or what has no rate here (L2, tensor cores) "
      "takes longer",
      "。实测是它的 {:.1f} 倍：这里的单元都没有达到峰值。它在等待（延迟，或数据被重复搬运），"
      "或者这里没有速率的部分（L2、Tensor Core）耗时更长",
      times);
}

}  // namespace

std::string_view id_of(Unit unit) { return words_of(unit).id; }
TextView name_of(Unit unit) { return words_of(unit).name; }

Text amount_words(const UnitLimit& limit) {
  const std::string amount = scaled(limit.amount);
  if (counts_bytes(limit.unit)) return {amount + "B", amount + "B"};
  const TextView things = words_of(limit.unit).things;
  const std::string_view gap = amount.ends_with(' ') ? "" : " ";
  return {fmt::format("{}{}{}", amount, gap, things.en),
          fmt::format("{}{}{}", amount, gap, things.zh)};
}

std::string time_words(double seconds) {
  if (seconds >= 1) return fmt::format("{:.3g} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.3g} ms", seconds * 1e3);
  return fmt::format("{:.3g} µs", seconds * 1e6);
}

Text why(const Limits& limits, std::optional<double> measured_seconds) {
  Text said = limited_by(limits);
  for (const Text& more :
       {about_wavefronts(limits, measured_seconds), about_measured(limits, measured_seconds)}) {
    said.en += more.en;
    said.zh += more.zh;
  }
  return {said.en + ".", said.zh + "。"};
}

std::string limits_characters() {
  std::string all;
  for (const Unit unit : {Unit::dram, Unit::wavefronts, Unit::launch}) {
    Limits sample;
    for (std::size_t i = 0; i < kUnits; ++i) sample.units[i] = {static_cast<Unit>(i), 1e9, 1e-3};
    sample.limiting = unit;
    sample.seconds = 1e-3;
    for (const Text& text : {why(sample, sample.seconds), why(sample, 1.0)}) {
      all += text.en + text.zh;
    }
    for (const UnitLimit& limit : sample.units) {
      const Text amount = amount_words(limit);
      all += fmt::format("{}{}{}{}", name_of(limit.unit).en, name_of(limit.unit).zh, amount.en,
                         amount.zh);
    }
  }
  return all + "TMkµ";
}

}  // namespace warplens::analysis
