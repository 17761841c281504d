#include "viz/scene/reduction/reduction_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "viz/scene/tables/metrics_view.h"

namespace warplens::scene {
namespace {

using analysis::FlowStep;
using analysis::FlowValue;
using analysis::ValueFlow;
using Place = FlowValue::Place;

bool is_zh(Language language) { return language == Language::zh; }

std::string numbered(Language language, std::uint64_t count, std::string_view one,
                     std::string_view many, std::string_view zh) {
  if (is_zh(language)) return fmt::format("{} {}", with_separators(count), zh);
  return fmt::format("{} {}", with_separators(count), count == 1 ? one : many);
}

// Of a step that brings nothing together.
std::string plain_name(bool zh, const FlowStep& step) {
  if (step.has_outputs) return zh ? "输出" : "out";
  if (step.has_shuffles) return "shuffle";
  if (!step.is_made_of_others) return zh ? "载入" : "loaded";
  if (step.has_words) return zh ? "写入" : "stored";
  return zh ? "读取" : "read";
}

std::string array_name(const trace::Trace& trace, const ValueFlow& flow) {
  if (flow.array >= trace.shared_arrays.size()) return {};
  return trace.shared_arrays[flow.array].name;
}

}  // namespace

std::size_t step_number(const ValueFlow& flow, std::size_t step) {
  return static_cast<std::size_t>(
      std::count_if(flow.steps.begin(), flow.steps.begin() + static_cast<std::ptrdiff_t>(step) + 1,
                    [](const FlowStep& each) { return each.combines && !each.has_outputs; }));
}

std::string step_name_short(Language language, const ValueFlow& flow, std::size_t step) {
  const FlowStep& at = flow.steps[step];
  if (at.combines && !at.has_outputs) return fmt::format("{}", step_number(flow, step));
  return plain_name(is_zh(language), at);
}

std::string step_name(Language language, const ValueFlow& flow, std::size_t step) {
  const FlowStep& at = flow.steps[step];
  if (!at.combines || at.has_outputs) return plain_name(is_zh(language), at);
  return fmt::format(fmt::runtime(is_zh(language) ? "第 {} 步" : "step {}"),
                     step_number(flow, step));
}

std::string values_words(Language language, std::size_t values, std::uint64_t elements) {
  const std::string count = numbered(language, values, "value", "values", "个值");
  if (elements == 0) return count;
  return fmt::format(fmt::runtime(is_zh(language) ? "{}，各含 {} 个" : "{} of {}"), count,
                     with_separators(elements));
}

std::string lanes_words(Language language, const FlowStep& step) {
  const std::string lanes = numbered(language, step.lanes, "lane", "lanes", "个 lane");
  const std::string warps = numbered(language, step.warps, "warp", "warps", "个 warp");
  if (is_zh(language)) {
    return step.divergent == 0 ? fmt::format("{} 在 {} 中", lanes, warps)
                               : fmt::format("{}，{}，{} 个发散", lanes, warps, step.divergent);
  }
  return step.divergent == 0 ? fmt::format("{} in {}", lanes, warps)
                             : fmt::format("{} in {}, {} divergent", lanes, warps, step.divergent);
}

std::string lanes_words_short(Language language, const FlowStep& step) {
  return numbered(language, step.lanes, "lane", "lanes", "个 lane");
}

std::string columns_words(Language language, std::uint32_t first, std::uint32_t last,
                          std::uint32_t all) {
  return fmt::format(
      fmt::runtime(is_zh(language) ? "第 {}–{} 列，共 {} 列" : "columns {}–{} of {}"),
      with_separators(first), with_separators(last), with_separators(all));
}

std::string flow_words(Language language, const trace::Trace& trace, const ValueFlow& flow) {
  const std::string array = array_name(trace, flow);
  const bool zh = is_zh(language);
  std::string words = zh ? fmt::format("线程块 {}：{} 个线程", flow.block, flow.threads)
                         : fmt::format("block {}: {} threads", flow.block, flow.threads);
  if (!array.empty()) words += zh ? fmt::format("，数组 {}", array) : fmt::format(", {}", array);
  return words;
}

std::string value_words(Language language, const trace::Trace& trace, const ValueFlow& flow,
                        std::size_t value) {
  const FlowValue& at = flow.values[value];
  const bool zh = is_zh(language);
  std::string place;
  if (at.place == Place::word) place = fmt::format("{}[{}]", array_name(trace, flow), at.column);
  if (at.place == Place::lane) place = zh ? "在寄存器中" : "in a register";
  if (at.place == Place::output) place = zh ? "输出" : "out";
  std::string words =
      zh ? fmt::format("{} · 线程 {} · 由 {} 个元素合成", place, at.thread, at.elements)
         : fmt::format("{} · thread {} · made of {}", place, at.thread,
                       numbered(language, at.elements, "element", "elements", ""));
  if (!at.is_used) words += zh ? " · 未用到" : " · not used";
  return words;
}

}  // namespace warplens::scene
