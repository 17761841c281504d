#include "app/cli/text/worst_list.h"

#include "app/cli/text/print.h"
#include "app/cli/text/sentence_json.h"
#include "app/texts/worst_phrases.h"
#include "kernels/base/json.h"
#include "viz/analysis/causes/causes.h"
#include "viz/analysis/kernel_cost.h"

namespace warplens::cli {
namespace {

std::vector<analysis::Cause> causes_of(const trace::Trace& trace) {
  return analysis::causes(trace, analysis::event_costs(trace));
}

void print_cause(const ui::Speech& speech, const trace::Trace& trace,
                 const analysis::Cause& cause) {
  const ui::WorstPhrases words = ui::worst_phrase(speech, trace, cause);
  print_text("  {:>6}  {}\n", words.share,
             speech.say(tr("{}, {}: {}", words.place, words.access, words.sentence)));
  print_text("          {}\n", speech.say(tr("{}: {}", words.title, words.advice)));
  if (cause.question.empty()) return;
  print_text("          {}\n",
             speech.say(tr("its code: warplens swizzle --spec '{}'", cause.question)));
}

Json cause_json(const trace::Trace& trace, const analysis::Cause& cause) {
  const trace::Site& site = trace.sites[cause.site];
  Json json = {{"kind", analysis::name_of(cause.kind)},
               {"share", cause.share},
               {"file", site.file},
               {"line", site.line},
               {"site", cause.site},
               {"event", cause.row}};
  add_sentence(json, "sentence", cause.sentence);
  add_sentence(json, "advice", cause.advice);
  json["swizzle"] = cause.question;
  return json;
}

}  // namespace

void print_worst(const ui::Speech& speech, const trace::Trace& trace) {
  const auto causes = causes_of(trace);
  print_text("\n");
  if (causes.empty()) return print_line(speech, tr("worst accesses: none"));
  print_line(speech, tr("worst accesses, and what could be saved of all recorded accesses' cost:"));
  for (const analysis::Cause& cause : causes) print_cause(speech, trace, cause);
}

Json worst_json(const trace::Trace& trace) {
  Json list = Json::array();
  for (const analysis::Cause& cause : causes_of(trace)) list.push_back(cause_json(trace, cause));
  return list;
}

}  // namespace warplens::cli
