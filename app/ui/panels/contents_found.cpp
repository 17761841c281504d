// What a search over the contents finds, a row each.
#include <algorithm>

#include "app/session/edits.h"
#include "app/state/exploring.h"
#include "app/state/kernel_search.h"
#include "app/ui/panels/contents.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/term_help.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

using Found = FoundRow::Kind;

void open_term(Ui& ui, std::size_t term) {
  open_overlay(ui, Overlay::Kind::glossary);
  Overlay& overlay = ui.state<Overlay>();
  overlay.term = term;
  overlay.search = ui.glossary->terms()[term].name.in(ui.language);
}

void open_key(Ui& ui, std::size_t key) {
  open_overlay(ui, Overlay::Kind::keys);
  ui.state<Overlay>().key = key;
}

void open_kernel(Ui& ui, const std::string& kernel) {
  ui.ask([kernel](AppState& app) {
    if (app.mode == Mode::lesson) explore(app);
    if (app.is_at_workshop()) toggle_workshop(app);
    select_kernel(app.session, kernel);
  });
  close_overlay(ui);
}

void find_kernels(const AppState& app, const std::string& words, std::vector<FoundRow>& found) {
  for (const catalog::Family& family : app.session.families()) {
    for (const catalog::Variant& variant : family.variants) {
      if (!is_about(family, variant, words)) continue;
      found.push_back({.kind = Found::kernel,
                       .kernel = family.name + "/" + variant.name,
                       .about = variant.idea});
    }
  }
}

void find_keys(std::span<const KeyHelp> keys, const std::string& words,
               std::vector<FoundRow>& found) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const KeyHelp& line = keys[i];
    const std::string all = fmt::format("{}\n{}", line.keys, in_all_languages(text(line.what)));
    if (has_words(all, words)) found.push_back({.kind = Found::key, .index = i});
  }
}

void find_items(const AppState& app, const std::string& words, std::vector<FoundRow>& found) {
  for (const lessons::ItemPlace& item : app.documents.search(words)) {
    found.push_back({.kind = Found::item, .item = item});
  }
}

void row_phrase(const Ui& ui, ImVec2 at, const std::string& head, std::string_view below,
                float width) {
  text_at(at, head, ui.fonts.body, ui.theme->text);
  at.y += ui.fonts.body->FontSize * 1.35f;
  text_at(at, fitted(below, width, ui.fonts.small), ui.fonts.small, ui.theme->muted);
}

void hit_row(const AppState& app, const Ui& ui, const lessons::SearchHit& hit, ImVec2 at) {
  const lessons::Lesson& lesson = app.lessons[hit.lesson];
  std::string where =
      fmt::format("{} · {}", ui.say(Str::lesson_of, lesson.number), lesson.title.in(ui.language));
  if (hit.step) {
    where = fmt::format("{} · {} · {}", ui.say(Str::lesson_of, lesson.number),
                        ui.say(Str::step_of, *hit.step + 1, lesson.steps.size()),
                        lesson.steps[*hit.step].text[ui.language].title);
  }
  text_at(at, where, ui.fonts.body, ui.theme->text);
  at.y += ui.fonts.body->FontSize * 1.35f;
  const std::string_view snippet = hit.snippet;
  for (const auto& [part, color] :
       {std::pair{snippet.substr(0, hit.begin), ui.theme->muted},
        {snippet.substr(hit.begin, hit.end - hit.begin), ui.theme->accent},
        {snippet.substr(hit.end), ui.theme->muted}}) {
    text_at(at, part, ui.fonts.small, color);
    at.x += text_width(part, ui.fonts.small);
  }
}

void item_row(const AppState& app, const Ui& ui, const lessons::ItemPlace& place, ImVec2 at,
              float width) {
  const lessons::Document& document = app.documents.documents[place.document];
  const std::string head = fmt::format("{} · {} · {}", ui.say(Str::document_item), document.title,
                                       ui.say(document.sections[place.section].title));
  row_phrase(ui, at, fitted(head, width, ui.fonts.body), ui.say(app.documents.at(place).says),
             width);
}

void term_row(const Ui& ui, const lessons::Term& term, ImVec2 at, float width) {
  std::string words = lessons::plain_text(term.text[ui.language]);
  words.resize(std::min(words.find('\n'), words.size()));
  const std::string head =
      fmt::format("{} · {}", ui.say(Str::glossary_entry), term_heading(term, ui.language));
  row_phrase(ui, at, head, words, width);
}

}  // namespace

std::vector<FoundRow> everything_found(const AppState& app, const Ui& ui,
                                       std::span<const KeyHelp> keys, const std::string& words) {
  std::vector<FoundRow> found, texts, last;
  if (words.find_first_not_of(' ') == std::string::npos) return found;
  for (lessons::SearchHit& hit : lessons::search(app.lessons, *ui.glossary, words, ui.language)) {
    const bool is_in_text = hit.in == lessons::FoundIn::text;
    (is_in_text ? texts : found).push_back({.kind = Found::place, .place = std::move(hit)});
  }
  for (const std::size_t term : ui.glossary->search(words)) {
    const bool is_called_so = ui.glossary->is_called(term, words);
    (is_called_so ? found : last).push_back({.kind = Found::term, .index = term});
  }
  std::ranges::move(texts, std::back_inserter(found));
  find_items(app, words, found);
  find_kernels(app, words, found);
  find_keys(keys, words, found);
  std::ranges::move(last, std::back_inserter(found));
  return found;
}

void found_row(const AppState& app, const Ui& ui, std::span<const KeyHelp> keys,
               const FoundRow& row, ImVec2 at, float width) {
  switch (row.kind) {
    case Found::place:
      return hit_row(app, ui, row.place, at);
    case Found::term:
      return term_row(ui, ui.glossary->terms()[row.index], at, width);
    case Found::item:
      return item_row(app, ui, row.item, at, width);
    case Found::kernel:
      return row_phrase(ui, at, fmt::format("{} · {}", ui.say(Str::kernel), row.kernel),
                        ui.say(row.about), width);
    case Found::key:
      return row_phrase(ui, at, fmt::format("{} · {}", ui.say(Str::key_of), keys[row.index].keys),
                        ui.say(keys[row.index].what), width);
  }
}

void choose_found(Ui& ui, const AppState& app, const FoundRow& row) {
  switch (row.kind) {
    case Found::term:
      return open_term(ui, row.index);
    case Found::key:
      return open_key(ui, row.index);
    case Found::item: {
      const lessons::ItemPlace item = row.item;
      open_overlay(ui, Overlay::Kind::documents);
      ui.state<Overlay>().item = item;
      return;
    }
    case Found::kernel:
      return open_kernel(ui, std::string(row.kernel));
    case Found::place:
      const lessons::SearchHit hit = row.place;
      return go_to_step_of(ui, app, hit.lesson, hit.step.value_or(step_to_go_on(app, hit.lesson)));
  }
}

}  // namespace warplens::ui
