#include "app/ui/window/saver.h"

#include <cmath>

#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/settings/save_folder.h"
#include "app/state/app_state.h"
#include "app/state/saved_tables.h"
#include "app/ui/feature_panels.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/window/svg_export.h"
#include "kernels/base/whole_file.h"
#include "kernels/trace/capture.h"
#include "viz/analysis/perfetto.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;
using Kind = SaveWish::Kind;

// "right.bank_view" is called bank_view in a file's name.
std::string name_in_file(const std::string& panel) { return panel.substr(panel.find('.') + 1); }

std::string title_of_panel(const Ui& ui, const std::string& panel) {
  const auto view = session::stage_view_named(name_in_file(panel));
  return view ? std::string(ui.say(panel_of(ui, *view).title)) : std::string();
}

// Those that the transport goes through, from one place to another.
std::vector<std::size_t> events_of(const session::Session& session, const SaveWish& wish) {
  std::vector<std::size_t> events;
  if (wish.kind != Kind::gif) return events;
  const session::PassingEvents& passing = session.passing();
  const auto last =
      std::min<std::size_t>(static_cast<std::size_t>(wish.events.last), passing.size());
  for (auto place = static_cast<std::size_t>(wish.events.first); place <= last; ++place) {
    events.push_back(passing.event(place - 1));
  }
  return events;
}

fs::path folder_of(const AppState& app, const SaveWish& wish) {
  return wish.folder.empty() ? session::save_folder(app.settings) : fs::path(wish.folder);
}

Result<gl::Gif> with_picture(std::optional<gl::Gif> film, const gl::Image& image, double speed) {
  if (!film) {
    const int pause = std::max(1, static_cast<int>(std::lround(100 / speed)));
    TRY(film, gl::Gif::begin(image.width, image.height, pause));
  }
  TRY(film->add(image));
  return std::move(*film);
}

}  // namespace

// A picture or a film that is being drawn; what follows `aside` is a film's.
struct Saver::Drawing {
  SaveWish wish;
  session::KernelResultPtr result;  // it is of this alone
  std::size_t launch = 0;
  std::unique_ptr<AsideDrawer> aside;
  std::vector<std::size_t> events;  // a picture of each
  std::size_t next = 0;             // of those, to be drawn next
  std::optional<gl::Gif> so_far;    // while no picture is being added

  [[nodiscard]] bool is_of(const session::Session& session) const {
    return session.result() == result && session.cursor().launch == launch;
  }
};

void Saver::keep(gl::Image image, const AppState& app, const std::string& view) {
  files_.write(std::move(image), session::save_folder(app.settings), view);
}

void Saver::save_table(const AppState& app, Ui& ui, const SaveWish& wish) {
  auto make = table_to_save(app, ui, wish.panel, wish.table);
  if (!make.has_value()) {
    error_ = make.error();
    return;
  }
  const bool is_csv = wish.kind == Kind::csv;
  files_.write_file(folder_of(app, wish), wish.table, is_csv ? ".csv" : ".txt",
                    [make = std::move(*make), is_csv](const fs::path& path) {
                      const tables::Table table = make();
                      return write_whole_file(
                          path, is_csv ? tables::as_csv(table) : tables::as_text(table));
                    });
}

void Saver::save_trace(const AppState& app, const SaveWish& wish) {
  const session::KernelResultPtr result = app.session.result(side_of_panel(wish.panel));
  if (!result || result->run->traces.empty()) {
    error_ = Error{tr("there is no trace yet")};
    return;
  }
  const fs::path folder = folder_of(app, wish);
  if (wish.kind == Kind::capture) {
    return files_.write_file(
        folder, "capture", ".wlens", [run = result->run](const fs::path& path) {
          std::error_code error;
          fs::remove(path, error);  // the claimed name: a capture replaces captures alone
          return trace::write_capture(path, *run);
        });
  }
  files_.write_file(folder, "perfetto", ".json", [result](const fs::path& path) {
    const auto traces = saved_traces(*result);
    return write_whole_file(path, [&](const TakePiece& take) { perfetto::write(traces, take); });
  });
}

void Saver::begin_drawing(const AppState& app, const Ui& ui, ImVec2 window, const SaveWish& wish) {
  auto aside = AsideDrawer::create(app, ui, window, wish.times);
  if (!aside.has_value()) {
    error_ = aside.error();
    return;
  }
  (*aside)->ui().exports.keeps_lists = wish.kind == Kind::svg;
  drawing_ = std::make_shared<Drawing>(Drawing{wish, app.session.result(),
                                               app.session.cursor().launch, std::move(*aside),
                                               events_of(app.session, wish), 0, std::nullopt});
}

void Saver::begin(const AppState& app, Ui& ui, ImVec2 window, const SaveWish& wish) {
  switch (wish.kind) {
    case Kind::csv:
    case Kind::text:
      return save_table(app, ui, wish);
    case Kind::perfetto:
    case Kind::capture:
      return save_trace(app, wish);
    case Kind::gif:
      ui.exports.film_cancelled = false;
      break;
    case Kind::png:
    case Kind::svg:
      break;
  }
  begin_drawing(app, ui, window, wish);
}

Result<void> Saver::save_picture(const AppState& app) {
  const std::string& panel = drawing_->wish.panel;
  if (drawing_->wish.kind == Kind::png) {
    TRY(auto image, drawing_->aside->image(panel));
    files_.write(std::move(image), folder_of(app, drawing_->wish), name_in_file(panel));
    return {};
  }
  TRY(const auto part, drawing_->aside->part(panel));
  const Ui& ui = drawing_->aside->ui();
  auto text = panel_svg(app, ui, part, title_of_panel(ui, panel));
  TRY(text);
  files_.write_file(
      folder_of(app, drawing_->wish), name_in_file(panel), ".svg",
      [text = std::move(*text)](const fs::path& path) { return write_whole_file(path, text); });
  return {};
}

Result<void> Saver::save_film(const AppState& app) {
  if (!drawing_->so_far) return fail(tr("there is no event to show"));
  auto bytes = drawing_->so_far->finish();
  TRY(bytes);
  files_.write_file(
      folder_of(app, drawing_->wish), name_in_file(drawing_->wish.panel), ".gif",
      [bytes = std::move(*bytes)](const fs::path& path) { return write_whole_file(path, bytes); });
  return {};
}

// The next picture, or nothing while something in it is being made.
Result<void> Saver::film_next(AppState& app) {
  Drawing& film = *drawing_;
  const session::Moment before = app.session.moment();
  app.session.glance(film.events[film.next]);
  const bool is_whole = film.aside->draw(app, film.wish.panel);
  app.session.go_back_to(before);
  if (!is_whole) return {};
  TRY(auto image, film.aside->image(film.wish.panel));
  // Encoding a picture takes longer than drawing it.
  const auto so_far = std::make_shared<std::optional<gl::Gif>>(std::exchange(film.so_far, {}));
  film_.start({}, [so_far, image = std::move(image), speed = film.wish.speed](const auto&) {
    return with_picture(std::move(*so_far), image, speed);
  });
  ++film.next;
  return {};
}

// True: it is done, or given up.
Result<bool> Saver::go_on_with_film(AppState& app, Ui& ui) {
  Drawing& film = *drawing_;
  if (ui.exports.film_cancelled) return true;
  if (!film.is_of(app.session)) {
    return fail(tr("the GIF was not saved: another kernel is on the stage"));
  }
  ui.exports.film = {static_cast<int>(film.next), static_cast<int>(film.events.size())};
  if (film_.busy()) return false;
  if (auto made = film_.take()) {
    TRY(film.so_far, std::move(*made));
  }
  const bool is_last = film.next == film.events.size();
  TRY(is_last ? save_film(app) : film_next(app));
  return is_last;
}

Result<bool> Saver::go_on(AppState& app, Ui& ui) {
  if (drawing_->wish.kind == Kind::gif) return go_on_with_film(app, ui);
  if (!drawing_->aside->draw(app, drawing_->wish.panel)) return false;
  TRY(save_picture(app));
  return true;
}

void Saver::report(Ui& ui) {
  if (error_) {
    ui.state<Message>() = {error_->message.in(ui.language), {}, true};
    error_.reset();
  }
  const auto done = files_.take_done();
  if (!done) return;
  if (done->has_value()) {
    ui.state<Message>() = {ui.say(Str::file_saved, (*done)->string()), (*done)->string(), false};
  } else {
    ui.state<Message>() = {done->error().message.in(ui.language), {}, true};
  }
}

void Saver::follow(AppState& app, Ui& ui, ImVec2 window) {
  if (drawing_ == nullptr && ui.exports.wish) {
    const SaveWish wish = *std::exchange(ui.exports.wish, std::nullopt);
    begin(app, ui, window, wish);
  }
  if (drawing_ != nullptr) {
    const auto is_done = go_on(app, ui);
    if (!is_done.has_value()) error_ = is_done.error();
    if (!is_done.has_value() || *is_done) {
      drawing_.reset();
      film_.cancel();
      ui.exports.film = {};
    }
  }
  report(ui);
}

}  // namespace warplens::ui
