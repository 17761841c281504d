#include "app/ui/draw_list_imgui.h"
#include "app/ui/panels.h"
#include "app/ui/widgets.h"

namespace warplens::ui {
namespace {

// The buffer that the current event touches; the one shown last when it touches none.
std::size_t shown_buffer(const Ui& ui, const CurrentEvent& current) {
  const std::vector<trace::Buffer>& buffers = ui.views.buffers;
  if (current.site != nullptr && scene::touches_global(*current.site)) {
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      if (!scene::touched_elements(*current.site, current.view, buffers[i]).empty()) return i;
    }
  }
  return ui.buffer < buffers.size() ? ui.buffer : 0;
}

void matrix(Ui& ui, const CurrentEvent& current) {
  const trace::Buffer& buffer = ui.views.buffers[ui.buffer];
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const scene::Size size{room.x, room.y};
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const scene::Style style = scene_style(ui);
  const auto layout = scene::matrix_layout(buffer, scene::whole(buffer), size, style);
  draw(ui, "matrix" + buffer.name,
       scene::matrix_base(buffer, ui.views.buffer_colors[ui.buffer], layout, size, style), origin);
  if (current.site == nullptr || !scene::touches_global(*current.site)) return;
  const auto touched = scene::touched_elements(*current.site, current.view, buffer);
  const auto sectors = analysis::touched_sectors(*current.site, current.view);
  draw(ui, "marks", scene::matrix_marks(buffer, touched, sectors, layout, size, style), origin);
}

}  // namespace

void matrix_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "matrix_view", area, {});
  label(ui, ui.say(Str::matrix_view), {ui.look->text, ui.fonts.bold}, "matrix_view.title");
  const CurrentEvent current = current_event(app.session);
  if (!ui.views.buffers.empty()) {
    ui.buffer = shown_buffer(ui, current);
    const trace::Buffer& buffer = ui.views.buffers[ui.buffer];
    const std::string words = fmt::format("{} {}×{}", buffer.name, buffer.rows, buffer.columns);
    ImGui::SameLine();
    ui.recorder.text("matrix_view.buffer", text_width(words, ui.fonts.mono_small),
                     ImGui::GetContentRegionAvail().x);
    label(ui, words, {ui.look->muted, ui.fonts.mono_small});
    matrix(ui, current);
  }
  end_panel();
}

}  // namespace warplens::ui
