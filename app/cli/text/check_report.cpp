#include "app/cli/text/check_report.h"

#include <algorithm>

#include "kernels/base/json.h"

namespace warplens::cli {

namespace {

using analysis::ComparedCounter;

void count(const CheckedCounters& counters, Tally& tally) {
  for (const ComparedCounter& row : counters.rows) {
    if (!is_explained(row)) {
      ++(is_fault(row) ? tally.different : tally.uncertain);
    } else if (counters.order.has_value() || counters.is_of_several_orders) {
      ++tally.in_order;
    } else {
      ++tally.equal;
    }
  }
}

TextView traces_text(const VariantCheck& check, const Tally& tally) {
  if (check.results == ResultCheck::stopped) return tr("stopped");
  if (check.hangs_on_order) return tr("hangs on order");
  if (tally.lanes_differ) return tr("DIFFERENT");
  return tally.any_order ? tr("equal, any order") : tr("equal");
}

Text masks_text(const VariantCheck& check, const Tally& tally) {
  if (check.hangs_on_order || check.results == ResultCheck::stopped) return std::string("-");
  if (tally.masks_different == 0) return tr("{} equal", tally.masks);
  return tr("{} of {} differ", tally.masks_different, tally.masks);
}

std::vector<Text> order_notes(const VariantCheck& check) {
  std::vector<Text> notes;
  for (const LaunchCheck& launch : check.launches) {
    if (launch.counters.is_of_several_orders) {
      notes.push_back(
          tr("{}: each pass of counters is a run of its own, and each counter that of "
             "some order of the blocks",
             launch.trace->entry));
    }
    if (!launch.counters.order.has_value()) continue;
    notes.push_back(tr("{}: the counters are those of the blocks' order seed:{}",
                       launch.trace->entry, *launch.counters.order));
  }
  return notes;
}

std::string row(std::string_view name, std::string_view size, std::string_view traces,
                std::string_view masks, std::string_view results, std::string_view counters) {
  return fmt::format("{:<38} {:<20} {:<16} {:<16} {:<16} {}\n", name, size, traces, masks, results,
                     counters);
}

Json counter_json(const ComparedCounter& row) {
  Json json = {{"name", row.counter->name}, {"predicted", row.predicted}};
  if (row.as_ptx != row.predicted) json["as_ptx"] = row.as_ptx;
  json["counted"] = row.measured;
  json["agreement"] = analysis::name_of(row.agreement);
  return json;
}

std::vector<std::string> in_english(const std::vector<Text>& texts) {
  std::vector<std::string> lines;
  for (const Text& text : texts) lines.push_back(text.in(Language::en));
  return lines;
}

Json launch_json(const LaunchCheck& launch) {
  Json json = {{"entry", launch.trace->entry}, {"lanes", nullptr}};
  if (launch.parity.has_value()) {
    const analysis::Parity& parity = *launch.parity;
    json["lanes"] = {{"equal", parity.is_equal()}, {"any_order", parity.any_order},
                     {"records", parity.records},  {"lanes_different", parity.lanes_different},
                     {"masks", parity.masks},      {"masks_different", parity.masks_different}};
  }
  Json& counters = json["counters"] = Json::array();
  for (const ComparedCounter& row : launch.counters.rows) counters.push_back(counter_json(row));
  json["order"] = nullptr;
  if (launch.counters.order.has_value()) json["order"] = *launch.counters.order;
  return json;
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  masks += other.masks;
  masks_different += other.masks_different;
  equal += other.equal;
  in_order += other.in_order;
  uncertain += other.uncertain;
  different += other.different;
  any_order = any_order || other.any_order;
  lanes_differ = lanes_differ || other.lanes_differ;
  return *this;
}

Tally tally_of(const VariantCheck& check) {
  Tally tally;
  for (const LaunchCheck& launch : check.launches) {
    count(launch.counters, tally);
    if (!launch.parity.has_value()) continue;
    tally.masks += launch.parity->masks;
    tally.masks_different += launch.parity->masks_different;
    tally.any_order = tally.any_order || launch.parity->any_order;
    tally.lanes_differ = tally.lanes_differ || !launch.parity->is_equal();
  }
  return tally;
}

std::string counters_text(const ui::Speech& speech, const Tally& tally) {
  std::string parts;
  const auto add = [&](int number, TextView what) {
    if (number == 0) return;
    const std::string part = speech.say(tr(what, number));
    parts = parts.empty() ? part : speech.say(tr(tr_in("numbers", "{}, {}"), parts, part));
  };
  add(tally.equal, tr("{} equal"));
  add(tally.in_order, tr("{} in another order"));
  add(tally.uncertain, tr("{} uncertain"));
  add(tally.different, tr("{} DIFFERENT"));
  return parts.empty() ? std::string(speech.say(tr("none"))) : parts;
}

std::string check_heading(const ui::Speech& speech) {
  return row(speech.say(tr("variant")), speech.say(tr("size")), speech.say(tr("traces")),
             speech.say(tr("masks")), speech.say(tr("results")), speech.say(tr("counters")));
}

std::string check_text(const ui::Speech& speech, const VariantCheck& check,
                       const catalog::Family& family) {
  return check_text(speech, check, sizes_text(family, check.parameters));
}

std::string faults_text(const ui::Speech& speech, const VariantCheck& check) {
  std::string text;
  for (const Text& fault : check.faults)
    text += fmt::format("  {}\n", speech.say(tr("DIFFERENT: {}", fault)));
  return text;
}

std::string check_text(const ui::Speech& speech, const VariantCheck& check,
                       const std::string& sizes) {
  const Tally tally = tally_of(check);
  const std::string counters =
      check.has_counters ? counters_text(speech, tally) : std::string(speech.say(tr("not read")));
  std::string text =
      row(check.name, sizes, speech.say(traces_text(check, tally)),
          speech.say(masks_text(check, tally)), speech.say(phrase_of(check.results)), counters);
  text += faults_text(speech, check);
  const auto add_note = [&](const Text& note) {
    text += fmt::format("  {}\n", speech.say(tr("note: {}", note)));
  };
  std::ranges::for_each(order_notes(check), add_note);
  std::ranges::for_each(check.notes, add_note);
  return text;
}

std::string unchecked_text(const std::string& name, const std::string& sizes,
                           const std::string& why) {
  return fmt::format("{:<38} {:<20} {}\n", name, sizes, why);
}

Json check_json(const VariantCheck& check) {
  Json json = {{"variant", check.name},
               {"parameters", check.parameters},
               {"hangs_on_order", check.hangs_on_order},
               {"results", name_of(check.results)},
               {"launches", Json::array()}};
  for (const LaunchCheck& launch : check.launches) json["launches"].push_back(launch_json(launch));
  json["faults"] = in_english(check.faults);
  json["notes"] = in_english(check.notes);
  return json;
}

std::string sizes_text(const catalog::Family& family, const catalog::Parameters& parameters) {
  std::vector<std::string> sizes;
  for (const catalog::Parameter& parameter : family.parameters) {
    const auto value = parameters.find(parameter.name);
    if (!parameter.is_problem_size || value == parameters.end()) continue;
    sizes.push_back(fmt::format("{}={}", parameter.name, value->second));
  }
  return sizes.empty() ? "-" : fmt::format("{}", fmt::join(sizes, " "));
}

}  // namespace warplens::cli
