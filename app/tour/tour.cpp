// Every step of the lessons as pictures with their figures: what write_tour() goes through.
//
//   step ─► begins: the stage as a picture ─► then: done as it asks, a picture after each
#include <algorithm>
#include <cstdio>

#include "app/features/features.h"
#include "app/session/kernel_result.h"
#include "app/state/make_app_state.h"
#include "app/state/measured_phrases.h"
#include "app/texts/answer_phrases.h"
#include "app/tour/documents_page.h"
#include "app/tour/html.h"
#include "app/tour/stage_picture.h"
#include "app/tour/tour_figures.h"
#include "app/tour/tour_folder.h"
#include "app/tour/tour_page.h"
#include "app/tour/tour_walk.h"
#include "app/ui/panels/states.h"
#include "app/ui/window/app.h"
#include "app/ui/window/picture_drawer.h"
#include "app/ui/window/picture_export.h"
#include "kernels/base/error_line.h"
#include "kernels/base/visible_text.h"

namespace warplens::ui {
namespace {

constexpr std::uint32_t kMargin = 2;  // around what differs: pages show pictures smaller

class TourMaker {
 public:
  TourMaker(AppState& app, PictureDrawer& drawer, TourFolder& folder)
      : app_(app), drawer_(drawer), folder_(folder) {}

  Result<TourLesson> lesson(std::size_t index);

 private:
  Result<TourStep> step();
  Result<void> begins(TourStep& step);
  Result<void> outcome(TourStep& step);
  Result<TourMoment> moment(const std::string& name, std::string caption);
  // A picture that later ones of its size are laid over.
  struct Ground {
    std::string file;
    gl::Image image;
  };
  Result<TourPicture> keep(const std::string& name, gl::Image image, std::string caption);
  Result<std::optional<TourPart>> part_over(const std::string& name, gl::ChangedPart changed);
  [[nodiscard]] std::string caption_of(const lessons::Condition& condition);
  [[nodiscard]] std::string file_name(std::string_view part) const {
    return fmt::format("{}-{:02}-{}", app_.current_lesson().id, app_.step + 1, part);
  }

  AppState& app_;
  PictureDrawer& drawer_;
  TourFolder& folder_;
  Ground ground_;  // of the step
};

Result<TourPicture> TourMaker::keep(const std::string& name, gl::Image image, std::string caption) {
  const auto width = static_cast<int>(image.width), height = static_cast<int>(image.height);
  const bool is_alike = ground_.image.width == image.width && ground_.image.height == image.height;
  if (is_alike) {
    TRY(auto part, part_over(name, gl::changed_part(ground_.image, image, kMargin)));
    return TourPicture{ground_.file, std::move(caption), width, height, std::move(part)};
  }
  TRY(auto file, folder_.add(file_name(name), image));
  ground_ = {file, std::move(image)};
  return TourPicture{std::move(file), std::move(caption), width, height};
}

// Nothing where nothing has changed.
Result<std::optional<TourPart>> TourMaker::part_over(const std::string& name,
                                                     gl::ChangedPart changed) {
  if (changed.width == 0) return std::optional<TourPart>();
  TourPart part{{},
                static_cast<int>(changed.x),
                static_cast<int>(changed.y),
                static_cast<int>(changed.width),
                static_cast<int>(changed.height)};
  TRY(auto file, folder_.add(file_name(name), std::move(changed)));
  part.file = std::move(file);
  return std::optional(std::move(part));
}

Result<TourMoment> TourMaker::moment(const std::string& name, std::string caption) {
  TRY(auto stage, draw_stage(drawer_));
  TRY(auto picture, keep(name, std::move(stage), std::move(caption)));
  return TourMoment{std::move(picture), kernel_figures(app_, drawer_.ui())};
}

Result<void> TourMaker::begins(TourStep& step) {
  TRY(begin_step(app_));
  drawer_.ui().state<SourceState>().scrolled_to_row = ~std::size_t{0};
  const Ui& ui = drawer_.ui();
  TRY(auto first, moment("begins", ui.say(Str::tour_begins, kernel_phrase(app_, ui))));
  step.begins = std::move(first);
  if (const auto answer = lessons::expected_answer(app_.current_step(), app_.session)) {
    step.answer =
        answer_phrase(ui, *app_.current_step().prediction, step.text, *answer, app_.session);
  }
  return give_answer(app_);
}

std::string TourMaker::caption_of(const lessons::Condition& condition) {
  using Kind = lessons::Condition::Kind;
  const Ui& ui = drawer_.ui();
  if (condition.kind == Kind::answered) return std::string(ui.say(Str::tour_answered));
  const session::Subject subject =
      condition.goal ? condition.goal->subject() : session::Subject::accesses;
  if (subject == session::Subject::host)
    return view_phrase(app_, ui, session::StageView::host_timeline);
  const bool is_of_the_kernel = condition.kind == Kind::shown || condition.kind == Kind::compared ||
                                subject == session::Subject::family;
  return is_of_the_kernel ? kernel_phrase(app_, drawer_.ui()) : access_phrase(app_, drawer_.ui());
}

// The step once more, now done as it asks.
Result<void> TourMaker::outcome(TourStep& step) {
  TRY(begin_step(app_));
  if (lessons::lacks_recording(app_.current_step(), app_.session)) return {};
  const std::vector<lessons::Condition>& asked = app_.current_step().done;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    TRY(fulfil(app_, asked[i]));
    TRY(auto next, moment(fmt::format("then-{}", i + 1), caption_of(asked[i])));
    step.then.push_back(std::move(next));
  }
  return {};
}

Result<TourStep> TourMaker::step() {
  const lessons::Step& shown = app_.current_step();
  ground_ = {};
  TourStep step;
  step.id = shown.id;
  step.text = text_of_step(app_, shown, app_.language());
  step.title = step.text.title;
  TRY(begins(step));
  TRY(outcome(step));
  return step;
}

Result<TourLesson> TourMaker::lesson(std::size_t index) {
  app_.lesson = index;
  const lessons::Lesson& shown = app_.current_lesson();
  TourLesson lesson{shown.id, shown.title.in(app_.language()), shown.number, {}};
  for (std::size_t i = 0; i < shown.steps.size(); ++i) {
    app_.step = i;
    std::fprintf(stderr, "tour: lesson %d, step %zu of %zu\n", shown.number, i + 1,
                 shown.steps.size());
    auto made = step();
    if (!made.has_value()) {
      return fail(tr("lesson {}, step {}: {}", shown.id, i + 1, made.error().message));
    }
    lesson.steps.push_back(std::move(*made));
  }
  return lesson;
}

Result<std::size_t> make_tour(const session::TourRequest& request) {
  TRY(auto made, make_app_state({}, {}, features::all(),
                                {.memory = request.memory, .lessons = request.lessons}));
  AppState& app = *made;
  app.settings.language = request.language;
  app.settings.theme = request.theme;
  leave_text_to_the_page(app);
  TRY(const auto chosen, chosen_lessons(app, request.lesson));
  TRY(auto folder, TourFolder::create(request.folder, app.language()));
  TRY(auto drawer, PictureDrawer::create(app, {request.width, request.height, 1}));

  TourPage page{app.language(), {}};
  TourMaker maker(app, *drawer, folder);
  for (const std::size_t index : chosen) {
    TRY(auto lesson, maker.lesson(index));
    page.lessons.push_back(std::move(lesson));
  }
  TRY(folder.add_page(kDocumentsPage, documents_html(app, drawer->ui(), page)));
  TRY(folder.finish(html_of(page)));
  return folder.pictures();
}

}  // namespace

int write_tour(const session::TourRequest& request) {
  const Language language = language_of(request.language).value_or(Language::en);
  const Result<std::size_t> pictures = make_tour(request);
  if (pictures.has_value()) {
    const std::string page = std::filesystem::absolute(request.folder / "index.html").string();
    std::printf("%s\n",
                visible_text(tr("{} pictures; open {}", *pictures, page).in(language)).c_str());
    return 0;
  }
  std::fprintf(stderr, "warplens: %s\n", error_line(pictures.error(), language).c_str());
  return 1;
}

}  // namespace warplens::ui
