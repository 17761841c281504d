#include "app/ui/window/screenshot_file.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/feature_panels.h"
#include "app/ui/window/picture_export.h"
#include "app/ui/window/svg_export.h"
#include "kernels/base/whole_file.h"
#include "viz/gl/gif.h"
#include "viz/gl/png.h"

namespace warplens::ui {
namespace {

// A view alone stands without what the lesson's step points at.
Result<void> draw_wanted(PictureDrawer& drawer, const session::Screenshot& shown) {
  auto drawn = drawer.draw();
  if (!drawn.has_value() || shown.view.empty()) return drawn;
  drawer.ui().exports.picture_wanted = shown.view;
  return drawer.draw(1);
}

// Where the picture's part of the window lies, in its pixels. Whole ones, so that an SVG of it
// begins where the PNG does.
Result<WidgetRect> part_shown(PictureDrawer& drawer, const session::Screenshot& shown) {
  const PictureDrawer::Size size = picture_size(shown);
  if (shown.view.empty()) {
    return WidgetRect{0, 0, static_cast<float>(size.width), static_cast<float>(size.height)};
  }
  const auto& panels = drawer.ui().widget_log.panels();
  const auto panel = panels.find(shown.view);
  if (panel == panels.end()) {
    return fail(tr("there is no room for {}: choose a larger --size", shown.view));
  }
  const WidgetRect& rect = panel->second;
  const float left = std::round(rect.x), top = std::round(rect.y);
  return WidgetRect{left, top, std::round(rect.x + rect.width) - left,
                    std::round(rect.y + rect.height) - top};
}

Result<gl::Image> picture(PictureDrawer& drawer, const session::Screenshot& shown) {
  TRY(const auto part, part_shown(drawer, shown));
  return cut(drawer.image(), part, static_cast<float>(picture_size(shown).width));
}

Result<void> write_png(PictureDrawer& drawer, const session::Screenshot& shown) {
  TRY(draw_wanted(drawer, shown));
  TRY(const auto image, picture(drawer, shown));
  return gl::write_png(shown.output, image);
}

Result<void> write_svg(const AppState& app, PictureDrawer& drawer, const session::Screenshot& shown,
                       const std::string& file) {
  drawer.ui().exports.keeps_lists = true;
  TRY(draw_wanted(drawer, shown));
  TRY(const auto part, part_shown(drawer, shown));
  const auto view = session::stage_view_named(shown.view);
  const std::string title(view ? drawer.ui().say(panel_of(drawer.ui(), *view).title) : "");
  TRY(const auto text, panel_svg(app, drawer.ui(), part, title));
  return write_whole_file(file, text);
}

// `draw` with the cursor at each of the events that are asked for, of the launch on the stage.
template <class Draw>
Result<void> at_each_event(AppState& app, const session::Screenshot& shown, const Draw& draw) {
  const auto count = static_cast<int>(app.session.launch()->trace->events.size());
  if (shown.events.back() > count) {
    return fail(tr("--events {}..{}: the step's kernel has events 1 to {}", shown.events.front(),
                   shown.events.back(), count));
  }
  std::size_t done = 0;
  for (const int event : shown.events) {
    if (shown.stop.stop_requested()) return fail(tr("stopped: {} was not written", shown.output));
    app.session.seek(static_cast<std::size_t>(event) - 1);
    TRY(draw(event));
    if (shown.progress) shown.progress(++done, shown.events.size());
  }
  return {};
}

// FILE-EVENT.svg
std::string file_of_event(const session::Screenshot& shown, int event) {
  std::filesystem::path file = shown.output;
  file.replace_filename(
      fmt::format("{}-{}{}", file.stem().string(), event, file.extension().string()));
  return file.string();
}

Result<void> write_svgs(AppState& app, PictureDrawer& drawer, const session::Screenshot& shown) {
  if (shown.events.empty()) return write_svg(app, drawer, shown, shown.output);
  return at_each_event(app, shown, [&](int event) {
    return write_svg(app, drawer, shown, file_of_event(shown, event));
  });
}

int pause_of(const session::Screenshot& shown) {
  return std::max(1, static_cast<int>(std::lround(100 / shown.speed)));
}

Result<void> write_gif(AppState& app, PictureDrawer& drawer, const session::Screenshot& shown) {
  std::optional<gl::Gif> gif;
  TRY(at_each_event(app, shown, [&](int) -> Result<void> {
    TRY(draw_wanted(drawer, shown));
    TRY(const auto image, picture(drawer, shown));
    if (!gif) {
      TRY(auto begun, gl::Gif::begin(image.width, image.height, pause_of(shown)));
      gif = std::move(begun);
    }
    return gif->add(image);
  }));
  TRY(const auto bytes, gif->finish());
  return write_whole_file(shown.output, bytes);
}

}  // namespace

PictureDrawer::Size picture_size(const session::Screenshot& shown) {
  const auto pixels = [&](int units) {
    return static_cast<int>(std::lround(static_cast<float>(units) * shown.scale));
  };
  return {pixels(shown.width), pixels(shown.height), shown.scale};
}

Result<void> write_picture(AppState& app, PictureDrawer& drawer, const session::Screenshot& shown) {
  switch (shown.format) {
    case session::PictureFormat::svg:
      return write_svgs(app, drawer, shown);
    case session::PictureFormat::gif:
      return write_gif(app, drawer, shown);
    case session::PictureFormat::png:
      break;
  }
  return write_png(drawer, shown);
}

}  // namespace warplens::ui
