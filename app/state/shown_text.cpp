// All that the window may say, so that its fonts hold the characters.
#include "app/state/app_state.h"
#include "kernels/run/run.h"
#include "viz/scene/draw/view_characters.h"

namespace warplens::ui {

std::string shown_text(const AppState& app) {
  std::string all = "←→↑↓–—…×·≤≥✓▶⏸⏮⏭◀‹›";
  for (std::size_t i = 0; i < languages().size(); ++i) {
    for (const Translation& each : translations(static_cast<Language>(i))) all += each.text;
  }
  for (const lessons::Lesson& lesson : app.lessons) {
    for (const Language language : {Language::en, Language::zh}) {
      all += lesson.title.in(language);
      for (const lessons::Step& step : lesson.steps) {
        const lessons::StepText& words = step.text[language];
        all += words.title;
        for (const auto* part : words.parts()) {
          all += lessons::plain_text(*part);
        }
      }
    }
  }
  for (const lessons::Term& term : app.glossary.terms()) {
    for (const Language language : {Language::en, Language::zh}) {
      (all += term.name.in(language)) += lessons::plain_text(term.text[language]);
    }
  }
  for (const catalog::Family& family : app.session.families()) {
    for (const catalog::Variant& variant : family.variants) {
      const std::string source = app.catalogue->source(variant);
      all += source;
      for (const auto& [name, text] : app.catalogue->chinese_sources({{variant.source, source}})) {
        all += text;
      }
    }
  }
  for (const lessons::Document& document : app.documents.documents) {
    (all += document.title) += document.author;
    for (const lessons::DocumentSection& section : document.sections) {
      for (const Language language : {Language::en, Language::zh}) {
        all += section.title.in(language);
        for (const lessons::DocumentItem& item : section.items) {
          (all += item.says.in(language)) += item.truth.in(language);
        }
      }
    }
  }
  for (const timing::CitedDocument& document : app.cited.documents) {
    (all += document.title) += document.author;
  }
  for (const timing::CitedTable& table : app.cited.tables) {
    for (const Both* words : {&table.size, &table.device, &table.note}) all += words->zh;
    for (const Both& column : table.columns) all += column.zh;
    for (const timing::CitedRow& row : table.rows) {
      all += row.name.zh;
      for (const std::string& figure : row.figures) all += figure;
    }
  }
  all += scene::view_characters();
  return all;
}

}  // namespace warplens::ui
