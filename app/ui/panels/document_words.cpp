#include "app/ui/panels/document_words.h"

#include "app/state/document_places.h"
#include "app/ui/feature_panels.h"

namespace warplens::ui {
namespace {

using lessons::DocumentPlace;

std::string step_words(const AppState& app, const Ui& ui, const CoursePlace& place) {
  const lessons::Lesson& lesson = app.lessons[place.lesson];
  return fmt::format("{} · {} · {}", ui.say(Str::lesson_of, lesson.number),
                     ui.say(Str::step_of, place.step + 1, lesson.steps.size()),
                     lesson.steps[place.step].text[ui.language].title);
}

std::string kernel_words(const Ui& ui, const DocumentPlace& place) {
  std::string words = fmt::format("{} · {}", ui.say(Str::kernel), place.name);
  if (place.view != session::StageView::count) {
    words += " · " + std::string(ui.say(panel_of(ui, place.view).title));
  }
  return words;
}

// Of its row, as the document calls it in the language on screen.
std::string times_words(const AppState& app, const Ui& ui, Str what, const DocumentPlace& place) {
  std::string words = fmt::format("{} · {}", ui.say(what), place.name);
  for (const timing::CitedTable* table : app.cited.of(place.name)) {
    for (const timing::CitedRow& row : table->rows) {
      if (row.name.en == place.row) words += " · " + ui.say(row.name);
    }
  }
  return words;
}

}  // namespace

std::string source_words(const lessons::Document& document) {
  if (document.author.empty() || document.link.empty()) return document.author + document.link;
  return document.author + " · " + document.link;
}

std::string place_words(const AppState& app, const Ui& ui, const DocumentPlace& place) {
  switch (place.kind) {
    case DocumentPlace::Kind::step: {
      const auto step = step_at(app, place);
      return step ? step_words(app, ui, *step) : place.name;
    }
    case DocumentPlace::Kind::kernel:
      return kernel_words(ui, place);
    case DocumentPlace::Kind::cited:
      return times_words(app, ui, Str::document_times, place);
    case DocumentPlace::Kind::ladder:
      return times_words(app, ui, Str::document_ladder, place);
  }
  return {};
}

std::string truth_words(const AppState& app, const Ui& ui, const lessons::DocumentItem& item) {
  if (app.hides_costs() && is_found_here(app, item)) {
    return std::string(ui.say(Str::document_hidden));
  }
  return ui.say(Str::document_mistaken, ui.say(item.truth));
}

std::string document_words(const AppState& app, const Ui& ui, const lessons::Document& document) {
  std::string words = document.title + '\n' + source_words(document) + '\n';
  for (const lessons::DocumentSection& section : document.sections) {
    words += '\n' + ui.say(section.title) + '\n';
    for (const lessons::DocumentItem& item : section.items) {
      words += ui.say(item.says) + '\n';
      if (item.is_mistaken()) {
        words += '\t' + truth_words(app, ui, item) + '\n';
      }
      for (const DocumentPlace& place : item.places) {
        words += '\t' + place_words(app, ui, place) + '\n';
      }
    }
  }
  return words;
}

}  // namespace warplens::ui
