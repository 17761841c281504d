// What differs between two runs, as a table and as JSON.
#include <fmt/format.h>

#include <algorithm>

#include "app/cli/text/run_diff.h"
#include "app/cli/text/trace_text.h"
#include "kernels/base/json.h"
#include "viz/analysis/table.h"

namespace warplens::cli {

namespace {

using trace::SiteTotals;

// "4096 -> 128", or one number where both are equal.
std::string from_to(std::uint64_t before, std::uint64_t after) {
  return before == after ? fmt::format("{}", before) : fmt::format("{} -> {}", before, after);
}

std::string lines_text(const LineChange& one) {
  if (one.line_before == 0) return fmt::format("- -> {}", one.line_after);
  if (one.line_after == 0) return fmt::format("{} -> -", one.line_before);
  return from_to(one.line_before, one.line_after);
}

// A finding's kind is a name.
std::string what_text(const ui::Speech& speech, const std::string& what) {
  if (what == "global") return std::string(speech.say(tr_in("space", "global")));
  if (what == "shared") return std::string(speech.say(tr_in("space", "shared")));
  return what == "local" ? std::string(speech.say(tr("local"))) : what;
}

tables::Row row_of_change(const ui::Speech& speech, const LineChange& one) {
  tables::Row row{std::string(speech.say(phrase_of(one.change))), fmt::format("{}", one.launch),
                  one.file, lines_text(one), what_text(speech, one.what)};
  const bool is_global = one.what == "global" || one.what == "local";
  const bool is_shared = one.what == "shared";
  const auto add = [&](bool is_there, std::uint64_t before, std::uint64_t after) {
    row.push_back(is_there ? from_to(before, after) : "-");
  };
  const SiteTotals &before = one.before, &after = one.after;
  add(is_global || is_shared, before.requests, after.requests);
  add(is_global, before.sectors, after.sectors);
  add(is_shared, before.wavefronts, after.wavefronts);
  add(is_shared, before.conflicts, after.conflicts);
  add(is_shared, before.max_way, after.max_way);
  return row;
}

tables::Row headings(const ui::Speech& speech) {
  tables::Row row;
  for (const TextView heading : {tr("change"), tr_in("column", "launch"), tr_in("column", "file"),
                                 tr("line"), tr_in("column", "what"), tr("requests"), tr("sectors"),
                                 tr("wavefronts"), tr("conflicts"), tr("n-way")})
    row.emplace_back(speech.say(heading));
  return row;
}

std::string summary_of(const ui::Speech& speech, const RunDiff& diff) {
  std::string text;
  for (const Change change :
       {Change::better, Change::worse, Change::changed, Change::added, Change::removed}) {
    const auto count = std::ranges::count(diff.changes, change, &LineChange::change);
    if (count == 0) continue;
    const Text part = tr(tr_in("count", "{} {}"), count, phrase_of(change));
    text = text.empty() ? speech.say(part) : speech.say(tr(tr_in("numbers", "{}, {}"), text, part));
  }
  return text;
}

Json side_json(const LineChange& one, std::uint32_t line, const SiteTotals& totals) {
  Json json;
  json["line"] = line == 0 ? Json(nullptr) : Json(line);
  if (!one.message.empty()) return json;
  json["requests"] = totals.requests;
  if (one.what != "shared") json["sectors"] = totals.sectors;
  if (one.what != "shared") return json;
  json["wavefronts"] = totals.wavefronts;
  json["conflicts"] = totals.conflicts;
  json["max_way"] = totals.max_way;
  return json;
}

Json change_json(const LineChange& one) {
  Json json = {{"change", name_of(one.change)},
               {"launch", one.launch},
               {"file", one.file},
               {"what", one.what}};
  json["before"] = side_json(one, one.line_before, one.before);
  json["after"] = side_json(one, one.line_after, one.after);
  if (!one.message.empty()) json["message"] = one.message.in(Language::en);
  return json;
}

}  // namespace

std::string diff_text(const ui::Speech& speech, const RunDiff& diff) {
  if (diff.is_empty()) return fmt::format("{}\n", speech.say(tr("nothing differs")));
  std::string text;
  if (!diff.changes.empty()) {
    tables::Table table{headings(speech)};
    for (const LineChange& one : diff.changes) table.push_back(row_of_change(speech, one));
    text = tables::as_text(table);
  }
  for (const LineChange& one : diff.changes) {
    if (one.message.empty()) continue;
    const TextView format = one.change == Change::better ? tr("gone: {}: {}") : tr("new: {}: {}");
    text += speech.say(tr(format, one.what, one.message)) + "\n";
  }
  if (diff.result_before != diff.result_after)
    text += speech.say(tr("result: {} -> {}", verdict_phrase(diff.result_before),
                          verdict_phrase(diff.result_after))) +
            "\n";
  if (!diff.changes.empty()) text += summary_of(speech, diff) + "\n";
  return text;
}

Json diff_json(const RunDiff& diff) {
  Json json = {{"differs", !diff.is_empty()},
               {"is_worse", diff.is_worse()},
               {"result_before", trace::name_of(diff.result_before)},
               {"result_after", trace::name_of(diff.result_after)},
               {"changes", Json::array()}};
  for (const LineChange& one : diff.changes) json["changes"].push_back(change_json(one));
  return json;
}

}  // namespace warplens::cli
