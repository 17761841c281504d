#include "app/texts/worst_phrases.h"

#include "viz/analysis/causes/cause_text.h"

namespace warplens::ui {
namespace {

std::string place_of_site(const Speech& speech, const trace::Site& site) {
  if (site.file.empty()) return speech.say(Str::ptx_line_number, site.ptx_line);
  return fmt::format("{}:{}", site.file, site.line);
}

std::string_view kind_phrase(const Speech& speech, const trace::Site& site) {
  switch (site.kind) {
    case trace::EventKind::load:
    case trace::EventKind::load_matrix:
      return speech.say(Str::event_load);
    case trace::EventKind::store:
    case trace::EventKind::store_matrix:
      return speech.say(Str::event_store);
    case trace::EventKind::atomic:
      return speech.say(Str::event_atomic);
    case trace::EventKind::barrier:
      return speech.say(Str::event_barrier);
    case trace::EventKind::branch:
      return speech.say(Str::event_branch);
    case trace::EventKind::shuffle:
      return speech.say(Str::event_shuffle);
    case trace::EventKind::async_copy:
      return speech.say(Str::event_async_copy);
    case trace::EventKind::bulk_load:
      return speech.say(Str::event_bulk_load);
    case trace::EventKind::bulk_store:
      return speech.say(Str::event_bulk_store);
    case trace::EventKind::bulk_send:
      return speech.say(Str::event_bulk_send);
  }
  return speech.say(Str::event_other);
}

// Empty for what is no memory of these.
std::string_view space_phrase(const Speech& speech, trace::Space space) {
  if (space == trace::Space::global) return speech.say(Str::space_global);
  if (space == trace::Space::shared) return speech.say(Str::space_shared);
  if (space == trace::Space::local) return speech.say(Str::space_local);
  if (space == trace::Space::distributed) return speech.say(Str::space_distributed);
  return {};
}

}  // namespace

std::string accesses_to(const Speech& speech, trace::Space space, std::string_view accesses) {
  const std::string_view where = space_phrase(speech, space);
  if (where.empty()) return std::string(accesses);
  return speech.say(tr(tr_in("access", "{} {}"), where, accesses));
}

std::string access_phrase(const Speech& speech, const trace::Site& site) {
  const bool is_of_two = site.kind == trace::EventKind::async_copy;
  return accesses_to(speech, is_of_two ? trace::Space::none : site.space,
                     kind_phrase(speech, site));
}

WorstPhrases worst_phrase(const Speech& speech, const trace::Trace& trace,
                          const analysis::Cause& cause) {
  const trace::Site& site = trace.sites[cause.site];
  const TextView title = analysis::cause_title(cause.kind);
  return {fmt::format("{:.1f}%", 100 * cause.share),
          place_of_site(speech, site),
          access_phrase(speech, site),
          speech.say(cause.sentence),
          std::string(title.in(speech.language)),
          speech.say(cause.advice)};
}

}  // namespace warplens::ui
