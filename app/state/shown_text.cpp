// All that the window may say, so that its fonts hold the characters.
#include "app/state/app_state.h"
#include "app/words/strings.h"
#include "kernels/machine/findings/finding_samples.h"
#include "kernels/run/notes.h"
#include "viz/analysis/causes/cause_text.h"
#include "viz/scene/draw/words.h"
#include "viz/scene/view_characters.h"

namespace warplens::ui {
namespace {

// What the family's buttons and the values of its sliders say in Chinese.
std::string words_of_controls(const catalog::Family& family) {
  std::string all;
  for (const catalog::IdeaGroup& group : family.ideas) {
    all += group.title.zh;
    for (const auto& member : group.members) all += member.label.zh;
  }
  for (const catalog::Variant& variant : family.variants) {
    const auto defaults = catalog::complete(family, variant, {});
    for (const catalog::Parameter& parameter : family.parameters_of(variant)) {
      if (!parameter.meaning) continue;
      for (const std::int64_t value : {parameter.minimum, parameter.minimum + 1,
                                       parameter.default_value, parameter.default_value + 1}) {
        catalog::Parameters values = *defaults;
        values[parameter.name] = value;
        all += parameter.meaning(values).zh;
      }
    }
  }
  return all;
}

// What may be said about costly accesses, whatever the figures.
std::string text_of_causes() {
  std::string all;
  for (std::size_t kind = 0; kind < analysis::kCauseNames.size(); ++kind) {
    for (const bool is_shared : {false, true}) {
      analysis::Suspect suspect;
      suspect.kind = static_cast<analysis::CauseKind>(kind);
      suspect.evidence.is_shared = is_shared;
      all += analysis::cause_title(suspect.kind).zh;
      all += analysis::cause_sentence(suspect).zh + analysis::cause_advice(suspect).zh;
    }
  }
  return all;
}

}  // namespace

std::string shown_text(const AppState& app) {
  std::string all = "←→↑↓–—…×·≤≥✓▶⏸⏮⏭◀‹›";
  for (const TextView& row : all_strings()) (all += row.en) += row.zh;
  all += text_of_causes();
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
  for (const Text& note : {run::lost_records_note(0), run::split_events_note(0),
                           run::stray_addresses_note(0), run::no_sass_note({})}) {
    all += note.zh;
  }
  for (const machine::FindingSample& sample : machine::finding_samples()) all += sample.text.zh;
  for (const catalog::Family& family : app.session.families()) {
    (all += family.title.en) += family.title.zh;
    all += words_of_controls(family);
    for (const catalog::Parameter& parameter : family.parameters) {
      (all += parameter.label.en) += parameter.label.zh;
      for (const Text& label : parameter.choice_labels) (all += label.en) += label.zh;
    }
    for (const catalog::Variant& variant : family.variants) {
      (all += variant.idea.en) += variant.idea.zh;
      const std::string source = app.catalogue->source(variant);
      all += source;
      for (const auto& [name, text] : app.catalogue->chinese_sources({{variant.source, source}})) {
        all += text;
      }
    }
  }
  for (const timing::CitedDocument& document : app.cited.documents) {
    (all += document.title) += document.author;
  }
  for (const timing::CitedTable& table : app.cited.tables) {
    for (const Text* words : {&table.size, &table.device, &table.note}) all += words->zh;
    for (const Text& column : table.columns) all += column.zh;
    for (const timing::CitedRow& row : table.rows) {
      all += row.name.zh;
      for (const std::string& figure : row.figures) all += figure;
    }
  }
  all += scene::view_characters();
  return all;
}

}  // namespace warplens::ui
