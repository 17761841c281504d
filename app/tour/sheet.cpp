// Lessons as pages to print: what write_sheet() goes through.
#include <cstdio>

#include "app/features/features.h"
#include "app/state/make_app_state.h"
#include "app/state/measured_phrases.h"
#include "app/texts/answer_phrases.h"
#include "app/tour/sheet_page.h"
#include "app/tour/stage_picture.h"
#include "app/tour/tour_folder.h"
#include "app/tour/tour_walk.h"
#include "app/ui/window/app.h"
#include "kernels/base/error_line.h"
#include "kernels/base/visible_text.h"

namespace warplens::ui {
namespace {

constexpr const char* kAnswers = "answers.html";

// A picture as wide as the page's text (182 mm), so low that two steps stand on a page, its labels
// of some 8 points.
constexpr PictureDrawer::Size kOnPaper{1820, 940, 1.9f};

class SheetMaker {
 public:
  SheetMaker(AppState& app, PictureDrawer& drawer, TourFolder& folder)
      : app_(app), drawer_(drawer), folder_(folder) {}

  Result<SheetLesson> lesson(std::size_t index) {
    const lessons::Lesson& shown = app_.lessons[index];
    SheetLesson sheet{shown.number, shown.effort.minutes, shown.title.in(app_.language()), {}};
    for (std::size_t i = 0; i < shown.steps.size(); ++i) {
      TRY(auto made, step({index, i}));
      sheet.steps.push_back(std::move(made));
    }
    return sheet;
  }

  Result<SheetLesson> path(const lessons::CoursePath& path) {
    SheetLesson sheet{0, path.minutes(), path.title.in(app_.language()), {}};
    for (const lessons::PathStep& each : path.steps) {
      const auto place = lessons::find_step(app_.lessons, each.step);
      if (!place) continue;  // of a lesson that is not here
      TRY(auto made, step(*place));
      sheet.steps.push_back(std::move(made));
    }
    return sheet;
  }

 private:
  Result<SheetStep> step(CoursePlace place) {
    app_.lesson = place.lesson;
    app_.step = place.step;
    auto made = step();
    if (made.has_value()) return made;
    return fail(tr("lesson {}, step {}: {}", app_.current_lesson().id, app_.step + 1,
                   made.error().message));
  }

  Result<SheetStep> step() {
    TRY(begin_step(app_));
    const lessons::Step& shown = app_.current_step();
    SheetStep sheet{
        text_of_step(app_, shown, app_.language()), {}, {}, {}, lessons::is_challenge(shown)};
    TRY(auto picture, picture_of_stage());
    sheet.picture = std::move(picture);
    if (!shown.prediction) return sheet;
    sheet.asks = shown.prediction->kind;
    if (const auto answer = lessons::expected_answer(shown, app_.session)) {
      sheet.answer =
          answer_phrase(drawer_.ui(), *shown.prediction, sheet.text, *answer, app_.session);
    }
    return sheet;
  }

  Result<TourPicture> picture_of_stage() {
    constexpr int kFrames = 3;
    TRY(auto stage, draw_stage(drawer_, kFrames));
    TourPicture picture{{}, {}, static_cast<int>(stage.width), static_cast<int>(stage.height)};
    TRY(auto file, folder_.add(fmt::format("{}-{:02}", app_.current_lesson().id, app_.step + 1),
                               std::move(stage)));
    picture.file = std::move(file);
    return picture;
  }

  AppState& app_;
  PictureDrawer& drawer_;
  TourFolder& folder_;
};

Result<void> write_answers(const session::SheetRequest& request,
                           const std::vector<SheetLesson>& lessons, Language language) {
  const std::filesystem::path file = request.folder / kAnswers;
  if (request.answers) return session::write_atomically(file, answers_page(lessons, language));
  std::error_code ignored;  // those of an earlier sheet are not this one's
  std::filesystem::remove(file, ignored);
  return {};
}

// Of a path all steps stand together, else each lesson's.
Result<std::vector<SheetLesson>> written_lessons(AppState& app,
                                                 const session::SheetRequest& request,
                                                 SheetMaker& maker) {
  std::vector<SheetLesson> lessons;
  if (!request.path.empty()) {
    TRY(const auto path, path_named(app, request.path));
    TRY(auto steps, maker.path(path));
    lessons.push_back(std::move(steps));
    return lessons;
  }
  TRY(const auto chosen, chosen_lessons(app, request.lesson));
  for (const std::size_t index : chosen) {
    TRY(auto lesson, maker.lesson(index));
    lessons.push_back(std::move(lesson));
  }
  return lessons;
}

Result<void> make_sheet(const session::SheetRequest& request) {
  TRY(auto made, make_app_state({}, {}, features::all(),
                                {.memory = request.memory, .lessons = request.lessons}));
  AppState& app = *made;
  app.settings.language = request.language;
  app.settings.presentation = true;  // the views alone, with large labels and no buttons
  TRY(auto folder,
      TourFolder::create(request.folder, kSheetMark, unfinished_sheet(app.language())));
  TRY(auto drawer, PictureDrawer::create(app, kOnPaper));
  SheetMaker maker(app, *drawer, folder);
  TRY(const auto lessons, written_lessons(app, request, maker));
  if (auto answers = write_answers(request, lessons, app.language()); !answers.has_value()) {
    return answers;
  }
  return folder.finish(sheet_page(lessons, app.language()));
}

}  // namespace

int write_sheet(const session::SheetRequest& request) {
  const Language language = language_of(request.language).value_or(Language::en);
  const Result<void> made = make_sheet(request);
  if (made.has_value()) {
    const std::string page = std::filesystem::absolute(request.folder / "index.html").string();
    std::printf("%s\n", visible_text(tr("open {} and print it", page).in(language)).c_str());
    return 0;
  }
  std::fprintf(stderr, "warplens: %s\n", error_line(made.error(), language).c_str());
  return 1;
}

}  // namespace warplens::ui
