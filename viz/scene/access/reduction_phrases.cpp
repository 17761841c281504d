#include "viz/scene/access/reduction_phrases.h"

#include <fmt/format.h>

#include <algorithm>

#include "viz/scene/access/metrics_view.h"
#include "viz/scene/draw/phrases.h"

namespace warplens::scene {
namespace {

using analysis::FlowStep;
using analysis::FlowValue;
using analysis::ValueFlow;
using Place = FlowValue::Place;

// The name of a step that brings nothing together.
TextView plain_name(const FlowStep& step) {
  if (step.has_outputs) return tr("out");
  if (step.has_shuffles) return tr("shuffle");
  if (!step.is_made_of_others) return tr("loaded");
  if (step.has_words) return tr("stored");
  return tr_in("step", "read");
}

warplens::Text lanes_of(const FlowStep& step) {
  return counted(step.lanes, tr("{} lane"), tr("{} lanes"));
}

std::string array_name(const trace::Trace& trace, const ValueFlow& flow) {
  if (flow.array >= trace.shared_arrays.size()) return {};
  return trace.shared_arrays[flow.array].name;
}

warplens::Text place_of(const trace::Trace& trace, const ValueFlow& flow, const FlowValue& value) {
  if (value.place == Place::lane) return tr("in a register");
  if (value.place == Place::output) return tr("out");
  return fmt::format("{}[{}]", array_name(trace, flow), value.column);
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
  return std::string(plain_name(at).in(language));
}

std::string step_name(Language language, const ValueFlow& flow, std::size_t step) {
  const FlowStep& at = flow.steps[step];
  if (!at.combines || at.has_outputs) return step_name_short(language, flow, step);
  return tr("step {}", step_number(flow, step)).in(language);
}

std::string values_phrase(Language language, std::size_t values, std::uint64_t elements) {
  const warplens::Text count = counted(values, tr("{} value"), tr("{} values"));
  if (elements == 0) return count.in(language);
  return say(tr_in("values", "{} of {}"), language, count, with_separators(elements));
}

std::string lanes_phrase(Language language, const FlowStep& step) {
  const warplens::Text lanes = lanes_of(step);
  const warplens::Text warps = counted(step.warps, tr("{} warp"), tr("{} warps"));
  if (step.divergent == 0) return tr("{} in {}", lanes, warps).in(language);
  return tr("{} in {}, {} divergent", lanes, warps, step.divergent).in(language);
}

std::string lanes_phrase_short(Language language, const FlowStep& step) {
  return lanes_of(step).in(language);
}

std::string columns_phrase(Language language, std::uint32_t first, std::uint32_t last,
                           std::uint32_t all) {
  return tr("columns {}–{} of {}", with_separators(first), with_separators(last),
            with_separators(all))
      .in(language);
}

std::string flow_phrase(Language language, const trace::Trace& trace, const ValueFlow& flow) {
  const std::string array = array_name(trace, flow);
  if (array.empty()) return tr("block {}: {} threads", flow.block, flow.threads).in(language);
  return tr("block {}: {} threads, {}", flow.block, flow.threads, array).in(language);
}

std::string value_phrase(Language language, const trace::Trace& trace, const ValueFlow& flow,
                         std::size_t value) {
  const FlowValue& at = flow.values[value];
  const warplens::Text words =
      tr("{} · thread {} · made of {}", place_of(trace, flow, at), at.thread,
         counted(at.elements, tr("{} element"), tr("{} elements")));
  return at.is_used ? words.in(language) : tr("{} · not used", words).in(language);
}

}  // namespace warplens::scene
