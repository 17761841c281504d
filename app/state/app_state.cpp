#include "app/state/app_state.h"

#include "viz/scene/view_characters.h"

#include <algorithm>

#include "app/session/live/live_gpu.h"
#include "app/state/kernel_views.h"
#include "app/words/strings.h"
#include "kernels/machine/findings/finding_samples.h"
#include "kernels/run/notes.h"
#include "viz/analysis/causes/cause_text.h"
#include "viz/scene/draw/words.h"

namespace warplens::ui {

namespace {

// Background work, each an error when this process then holds more than `memory`.
session::Work within(std::uint64_t memory, session::Work work) {
  return
      [memory, work = std::move(work)](const session::Selection& selection,
                                       const std::stop_token& stop, machine::Progress* progress) {
        return within_memory(memory, stop, [&](const std::stop_token& stopped) {
          return work(selection, stopped, progress);
        });
      };
}

// A Bench or a MeasureHostTimeline, whose last argument is the stop token.
template <class Measure>
Measure within(std::uint64_t memory, Measure measure) {
  return [memory, measure = std::move(measure)](const auto& what, const auto& listener,
                                                const std::stop_token& stop) {
    return within_memory(memory, stop, [&](const std::stop_token& stopped) {
      return measure(what, listener, stopped);
    });
  };
}

}  // namespace

Result<std::unique_ptr<AppState>> make_app_state(const std::filesystem::path& assets,
                                                 std::function<void()> wake, Machine machine) {
  std::filesystem::path folder = assets;
  if (folder.empty()) {
    auto found = run::find_assets();
    if (!found.has_value()) return fail(found.error());
    folder = std::move(*found);
  }
  auto opened = run::Catalogue::open(folder);
  if (!opened.has_value()) return fail(opened.error());
  auto lessons = lessons::load_lessons(folder / "lessons");
  if (!lessons.has_value()) return fail(lessons.error());
  auto glossary = lessons::load_glossary(folder);
  if (!glossary.has_value()) return fail(glossary.error());

  auto catalogue = std::make_shared<const run::Catalogue>(std::move(*opened));
  auto gpu = std::make_shared<session::SharedGpu>(std::move(machine.open_driver), wake);
  auto own_files = std::make_shared<session::OwnFiles>();
  const std::uint64_t memory = machine.memory;
  session::Work work = std::move(machine.work);
  if (!work) {
    auto reports = std::make_shared<session::KernelReports>(folder);
    work = [catalogue, gpu, own_files, memory, reports](const session::Selection& selection,
                                                        std::stop_token stop,
                                                        machine::Progress* progress) {
      return session::compute(*catalogue, selection, std::move(stop), progress, gpu.get(), memory,
                              own_files.get(), reports.get());
    };
  }
  const auto limited = [memory](auto measure) { return within(memory, std::move(measure)); };
  auto open_bench = [catalogue, gpu, limited] {
    return session::open_gpu_bench(catalogue, gpu).map(limited);
  };
  auto open_timeline = [catalogue, gpu, limited] {
    return session::open_gpu_host_timeline(catalogue, gpu).map(limited);
  };
  auto families = catalogue->families();
  auto cited = timing::read_cited(folder / "cited.json");
  auto app = std::unique_ptr<AppState>(
      new AppState{std::move(catalogue),
                   std::move(lessons->lessons),
                   std::move(*glossary),
                   session::Session(std::move(families), within(memory, std::move(work)), wake),
                   {},
                   {},
                   Mode::lesson,
                   0,
                   0,
                   {},
                   {},
                   false,
                   false,
                   false,
                   session::Recordings(folder, wake),
                   std::make_unique<session::LiveTiming>(std::move(open_bench), wake),
                   std::make_unique<session::LiveHostTimeline>(std::move(open_timeline), wake),
                   std::move(gpu)});
  if (cited.has_value()) {
    app->cited = std::move(*cited);
  } else {
    app->notice = cited.error().message.in(app->language());
  }
  app->session.offer_seconds([app = app.get()](const auto& kernels, std::int64_t side) {
    return session::recorded_seconds(app->recordings, app->session.families(), kernels, side);
  });
  app->broken_lessons = std::move(lessons->broken);
  app->own_files = std::move(own_files);
  Text trouble;
  app->host_codes = session::read_host_codes(folder, trouble);
  if (!trouble.en.empty()) app->notice = trouble.in(app->language());
  if (auto planned = lessons::load_planned(folder / "lessons", app->lessons); planned.has_value()) {
    app->planned = std::move(*planned);
  } else {
    app->notice = planned.error().message.in(app->language());
  }
  return app;
}

void go_to_step(AppState& app, std::ptrdiff_t step) {
  const auto last = static_cast<std::ptrdiff_t>(app.current_lesson().steps.size()) - 1;
  app.step = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(step, 0, last));
  app.step_done = false;
  app.all_controls = false;
  app.mode = Mode::lesson;
  app.settings.mode = "lesson";
  app.views = app.current_step().scene.views;
  app.coloring = app.current_step().scene.color_by;
  app.shows_blocks = app.current_step().scene.blocks;
  app.settings.lesson = app.current_lesson().id;
  app.settings.step = static_cast<int>(app.step);
  const Result<void> entered = lessons::enter(app.current_step(), app.session);
  if (!entered.has_value()) app.notice = entered.error().message.in(app.language());
  save(app);
}

Result<void> go_to_lesson(AppState& app, const std::string& id, std::ptrdiff_t step) {
  const auto index = lessons::find_lesson(app.lessons, id);
  if (!index.has_value()) return fail(index.error());
  app.lesson = *index;
  go_to_step(app, step);
  return {};
}

std::optional<CoursePlace> neighbouring_step(const AppState& app, int direction) {
  const CoursePlace here{app.lesson, app.step};
  if (direction > 0) {
    if (here.step + 1 < app.current_lesson().steps.size())
      return CoursePlace{here.lesson, here.step + 1};
    if (here.lesson + 1 < app.lessons.size()) return CoursePlace{here.lesson + 1, 0};
    return std::nullopt;
  }
  if (here.step > 0) return CoursePlace{here.lesson, here.step - 1};
  if (here.lesson == 0) return std::nullopt;
  return CoursePlace{here.lesson - 1, app.lessons[here.lesson - 1].steps.size() - 1};
}

void go_on(AppState& app, int direction) {
  const auto place = neighbouring_step(app, direction);
  if (!place) return;
  app.lesson = place->lesson;
  go_to_step(app, static_cast<std::ptrdiff_t>(place->step));
}

void show_large(AppState& app, session::StageView view) {
  std::erase(app.views, view);
  app.views.insert(app.views.begin(), view);
  remember_views(app);
}

void toggle_workshop(AppState& app) {
  constexpr auto kWorkshop = session::StageView::swizzle_workshop;
  if (!app.is_at_workshop()) return show_large(app, kWorkshop);
  if (app.views.size() == 1) app.views.push_back(session::StageView::bank_view);
  std::erase(app.views, kWorkshop);
  remember_views(app);
}

void toggle_view(AppState& app, session::StageView view) {
  const auto at = std::ranges::find(app.views, view);
  if (at == app.views.end()) {
    app.views.push_back(view);
  } else if (app.views.size() > 1) {
    app.views.erase(at);
  }
  remember_views(app);
}

void toggle_part(AppState& app, bool session::Arrangement::*part) {
  app.arrangement().*part = !(app.arrangement().*part);
  save(app);
}

void widen_filter(AppState& app) {
  app.session.set_filter(session::widened(app.session.passing().filter()));
}

void narrow_filter(AppState& app) {
  const analysis::ExplainedEvent* event = app.session.event();
  if (event != nullptr) {
    app.session.set_filter(session::filter_of(*app.session.result(), *event->site));
  }
}

void next_cache(AppState& app) {
  const auto now = static_cast<std::size_t>(app.session.choice().cache);
  app.session.set_cache(
      static_cast<analysis::CachePreset>((now + 1) % analysis::kCachePresetNames.size()));
}

void change_order(AppState& app) {
  const bool in_turns = app.session.selection().order == trace::Order::turns;
  app.session.set_order(in_turns ? trace::Order::recorded : trace::Order::turns);
}

bool note_progress(AppState& app) {
  if (app.mode != Mode::lesson || app.step_done ||
      !lessons::is_done(app.current_step(), app.session))
    return false;
  app.step_done = true;
  const bool is_new =
      app.settings.completed[app.current_lesson().id].insert(app.current_step().id).second;
  if (is_new) save(app);
  return true;
}

void restore(AppState& app, const std::filesystem::path& path) {
  auto settings = session::load_settings(path);
  std::error_code error;
  const bool spoils = !settings.has_value() && std::filesystem::exists(path, error);
  app.settings_path = spoils ? std::filesystem::path() : path;
  if (settings.has_value()) {
    app.settings = std::move(*settings);
    app.session.restore_timing(app.settings.timing);
    app.session.restore_backend(app.settings.backend);
    app.session.restore_architecture(sass::capability_of(app.settings.architecture).value_or(0));
  } else {
    app.notice = settings.error().message.in(app.language());
  }
}

void save(AppState& app) {
  if (app.settings_path.empty()) return;
  const Result<void> saved = session::save_settings(app.settings_path, app.settings);
  if (!saved.has_value() && !app.told_unsaved) {
    app.notice = fmt::format(fmt::runtime(text(Str::settings_unsaved, app.language())),
                             app.settings_path.string());
  }
  app.told_unsaved = !saved.has_value();
}

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
  for (const lessons::PlannedLesson& each : app.planned) (all += each.title.zh) += each.about.zh;
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
