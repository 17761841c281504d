#include <algorithm>
#include <bit>

#include "app/features/picture/picture.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/session/launch_views.h"
#include "app/session/session.h"
#include "app/state/app_state.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/matrix_navigation.h"
#include "app/ui/panels/overlay_window.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "viz/scene/access/image_view.h"

namespace warplens::ui {
// The picture without what moves over it.
struct ImageBase {
  KeptList list;
};

struct ImageState {
  bool by_warp = false;  // tinted by it
  std::string step;      // of a lesson, that was shown last
};

namespace {

// What is drawn, and where.
struct ShownImage {
  const scene::Picture& picture;
  const trace::Buffer& shape;
  std::size_t moment = 0;
};

// A lesson's step says how it wants the picture; afterwards the person may choose.
void follow_step(const AppState& app, ImageState& state) {
  const std::string step =
      app.mode == Mode::lesson ? app.current_lesson().id + "/" + app.current_step().id : "";
  if (std::exchange(state.step, step) == step) return;
  state.by_warp = !step.empty() && app.current_step().scene.color_by == "warp";
}

void choice(Ui& ui, const char* name, Str words, Str hint, bool by_warp) {
  bool& now = ui.state<ImageState>().by_warp;
  const Color color = now == by_warp ? ui.theme->accent : ui.theme->muted;
  if (text_button(ui, name, ui.say(words), color)) now = by_warp;
  tooltip(ui, ui.say(hint));
  ImGui::SameLine(0, ui.fonts.small->FontSize);
}

// A person's own picture in place of the program's, and back.
void own_picture(const AppState& app, Ui& ui) {
  if (text_button(ui, "image_view.open", ui.say(Str::own_picture)))
    open_overlay(ui, Overlay::Kind::open);
  tooltip(ui, ui.say(Str::own_picture_hint));
  if (app.session.selection(ui.side).picture.empty()) return;
  ImGui::SameLine(0, ui.fonts.small->FontSize);
  if (text_button(ui, "image_view.drawn", ui.say(Str::drawn_picture)))
    ui.ask([](AppState& a) { set_picture(a.session, ""); });
}

void line_of_choices(const AppState& app, Ui& ui) {
  push_font(ui.fonts.small);
  choice(ui, "image_view.plain", Str::picture_as_it_is, Str::picture_as_it_is_hint, false);
  choice(ui, "image_view.by_warp", Str::picture_by_warp, Str::picture_by_warp_hint, true);
  own_picture(app, ui);
  ImGui::PopFont();
}

// The lane of `event` that stores the pixel.
std::uint32_t lane_of(const trace::Trace& trace, std::size_t event, const trace::Buffer& shape,
                      const scene::Element& pixel) {
  const trace::EventView view = trace.events.view(event);
  for (const auto& touch : scene::touched_elements(trace.sites[view.site], view, shape))
    if (touch.row == pixel.row && touch.column == pixel.column) return touch.lane;
  return 0;
}

std::string pixel_phrase(const Ui& ui, const trace::Trace& trace, const ShownImage& image,
                         const scene::Element& pixel) {
  const std::uint64_t index = pixel.row * image.shape.columns + pixel.column;
  const Color color = image.picture.color(index, image.moment);
  std::string words =
      ui.say(Str::element_place, pixel.row, pixel.column) + "\n" +
      ui.say(Str::picture_pixel, color >> 24, color >> 16 & 0xff, color >> 8 & 0xff);
  if (!image.picture.is_stored(index, image.moment))
    return words + "\n" + std::string(ui.say(Str::picture_untouched));
  const std::uint32_t event = image.picture.stored_by[index];
  return words + "\n" +
         ui.say(Str::picture_is_stored, trace.events.block(event), trace.events.warp(event),
                lane_of(trace, event, image.shape, pixel));
}

void hover_pixel(Ui& ui, const trace::Trace& trace, const ShownImage& image,
                 const scene::MatrixLayout& layout, ImVec2 origin) {
  if (!ImGui::IsItemHovered()) return;
  const ImVec2 mouse = ImGui::GetMousePos() - origin;
  const auto pixel = scene::element_at(layout, image.shape, mouse.x, mouse.y);
  if (!pixel) return;
  const std::string words = pixel_phrase(ui, trace, image, *pixel);
  ui.widget_log.shown("image_view.hover", words);
  tooltip(ui, words);
}

const scene::DrawList& pixels(Ui& ui, const ShownImage& image, const scene::MatrixLayout& layout,
                              scene::Size size, const scene::Style& style) {
  ViewCache& cache = ui.cache();
  const bool by_warp = ui.state<ImageState>().by_warp;
  const scene::MatrixWindow& window = layout.window;
  std::string key =
      fmt::format("{} {} {} {} {} {} {} {} {} {} {}", image.moment, by_warp, window.row,
                  window.column, window.rows, window.columns, size.width, size.height,
                  static_cast<int>(style.theme), static_cast<int>(style.language), style.text_size);
  return cache.kept.of<ImageBase>().list.get(std::move(key), [&] {
    const scene::ElementColors* tint =
        by_warp ? &cache.views->buffers[cache.buffer].by_warp : nullptr;
    return scene::image_base(image.picture, image.moment, image.shape, tint, layout, size, style);
  });
}

void record_image(const AppState& app, Ui& ui, const ShownImage& image,
                  std::span<const scene::ElementTouch> touched, const scene::MatrixLayout& layout) {
  ui.widget_log.shown("image_view.stored",
                      [&] { return std::to_string(image.picture.stored_at(image.moment)); });
  ui.widget_log.shown("image_view.pixels", [&] { return std::to_string(touched.size()); });
  ui.widget_log.shown("image_view.columns",
                      [&] { return fmt::format("{:.0f}", layout.window.columns); });
  ui.widget_log.shown("image_view.by_warp",
                      [&] { return ui.state<ImageState>().by_warp ? "yes" : "no"; });
  ui.widget_log.shown("image_view.picture", [&] { return app.session.selection(ui.side).picture; });
}

void image(const AppState& app, Ui& ui, const trace::Trace& trace, const ShownImage& image) {
  const scene::MatrixWindow& window = ui.cache().buffer_windows[ui.cache().buffer];
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const scene::Size size{room.x, room.y};
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::Style style = scene_style(ui);
  ImGui::InvisibleButton("pixels", room);
  mark(ui, "image_view.pixels");
  navigate_matrix(ui, image.shape, scene::matrix_layout(image.shape, window, size, style), origin);
  const auto layout = scene::matrix_layout(image.shape, window, size, style);
  hover_pixel(ui, trace, image, layout, origin);
  draw(ui, "image", pixels(ui, image, layout, size, style), origin);
  const ExplainedEvent* current = app.session.event(ui.side);
  const auto touched = current == nullptr
                           ? std::vector<scene::ElementTouch>()
                           : scene::touched_elements(*current->site, current->view, image.shape);
  record_image(app, ui, image, touched, layout);
  draw(ui, "image marks",
       scene::image_marks(image.picture, image.moment, image.shape, touched, layout, size, style),
       origin);
}

}  // namespace

void image_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "image_view", area, ui.say(Str::image_view));
  const session::KernelResultPtr& result = app.session.result(ui.side);
  if (result == nullptr) return end_panel();
  const std::shared_ptr<const scene::Picture> picture = result->picture;
  if (picture == nullptr || picture->pixels->before.empty()) {
    muted_note(ui, Str::no_picture);
    return end_panel();
  }
  follow_step(app, ui.state<ImageState>());
  ui.cache().buffer = picture->buffer;
  const ShownImage shown{
      *picture, ui.cache().views->buffers[picture->buffer].buffer,
      scene::moment_of(app.session.cursor(ui.side).event, app.session.playback().shown_phase())};
  side_label(ui,
             {ui.say(Str::picture_stored, picture->stored_at(shown.moment),
                     picture->pixels->before.size())},
             "image_view.progress");
  line_of_choices(app, ui);
  image(app, ui, *app.session.launch(ui.side)->trace, shown);
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::picture {

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{session::StageView::image_view, ui::Str::image_view,
                                    ui::image_panel};
  return {.panels = {&kPanel, 1}};
}

}  // namespace warplens::picture
