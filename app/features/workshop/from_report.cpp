#include "app/features/workshop/from_report.h"

#include <algorithm>

#include "app/features/workshop/swizzle_report.h"
#include "kernels/base/json.h"

namespace warplens::cli {

namespace {

using swizzle::FromLineAnswer;
using swizzle::TracedLine;

std::string place_of(const TracedLine& line) {
  return fmt::format("{}:{}", line.file.substr(line.file.find_last_of('/') + 1), line.line);
}

TextView who(const TracedLine& line) {
  if (line.site.kind == trace::EventKind::atomic) return tr("atomic");
  return line.writes() ? tr("write") : tr("read");
}

std::string row_text(const std::string& place, std::string_view name, std::uint64_t requests,
                     std::uint64_t before, std::uint64_t after, std::uint64_t ideal) {
  return fmt::format("{:30}{:8}{:>9}{:>12}{:>12}{:>9}\n", place, name, requests, before, after,
                     ideal);
}

std::string table(const ui::Speech& speech, const FromLineAnswer& answer) {
  std::string text =
      fmt::format("{:38}{:>9}{:>12}{:>12}{:>9}\n", "", speech.say(tr("requests")),
                  speech.say(tr("wavefronts")), speech.say(tr("after")), speech.say(tr("ideal")));
  for (std::size_t i = 0; i < answer.traced.lines.size(); ++i) {
    const TracedLine& line = answer.traced.lines[i];
    text +=
        row_text(place_of(line), speech.say(who(line)), line.requests, answer.before[i].wavefronts,
                 answer.after[i].wavefronts, answer.after[i].ideal);
  }
  return text;
}

std::vector<Text> notes_of(const FromLineAnswer& answer) {
  std::vector<Text> notes;
  if (!answer.traced.all_blocks) notes.push_back(tr("Counted in the blocks that were recorded."));
  for (const TracedLine& line : answer.traced.lines) {
    if (!line.modelled)
      notes.push_back(tr("{}: no rule is known for what this costs.", place_of(line)));
  }
  return notes;
}

Json line_json(const FromLineAnswer& answer, std::size_t i) {
  const TracedLine& line = answer.traced.lines[i];
  return {{"file", line.file},
          {"line", line.line},
          {"kind", std::string(trace::name_of(line.site.kind))},
          {"bytes", line.site.width},
          {"requests", line.requests},
          {"wavefronts", answer.before[i].wavefronts},
          {"wavefronts_after", answer.after[i].wavefronts},
          {"ideal", answer.after[i].ideal},
          {"modelled", line.modelled}};
}

}  // namespace

std::string from_text(const ui::Speech& speech, const FromLineAnswer& answer) {
  std::string text;
  const auto add = [&](const Text& line) { text += speech.say(line) + '\n'; };
  add(tr("array {}: {} bytes", answer.traced.array.name, answer.traced.array.bytes));
  add(tile_line(answer.tile));
  add(answer.found.reason);
  add(map_line(answer.spec, answer.formula));
  text += '\n' + table(speech, answer) + '\n';
  std::ranges::for_each(notes_of(answer), add);
  if (answer.patch.has_value()) {
    add(tr("The patch; each column has to stay within its row:"));
    text += answer.patch->diff;
  } else {
    add(tr("No patch: {}. --code cuda prints the map as a function.",
           answer.patch.error().message));
  }
  text += '\n';
  add(tr("Its dearest accesses in the workshop: warplens swizzle --spec '{}'",
         text_of(answer.spec)));
  return text;
}

Json from_json(const FromLineAnswer& answer) {
  Json lines = Json::array();
  for (std::size_t i = 0; i < answer.traced.lines.size(); ++i)
    lines.push_back(line_json(answer, i));
  Json json = {{"array", answer.traced.array.name},
               {"launch", answer.launch + 1},
               {"all_blocks", answer.traced.all_blocks},
               {"wavefronts", answer.wavefronts_before()},
               {"wavefronts_after", answer.wavefronts_after()},
               {"lines", std::move(lines)}};
  if (answer.patch.has_value()) {
    json["patch"] = answer.patch->diff;
  } else {
    json["why_no_patch"] = answer.patch.error().message.in(Language::en);
  }
  return json;
}

}  // namespace warplens::cli
