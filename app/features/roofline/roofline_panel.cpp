#include <algorithm>
#include <filesystem>

#include "app/features/limits/kernel_limits.h"
#include "app/features/roofline/place.h"
#include "app/features/roofline/roofline.h"
#include "app/features/roofline/roofline_choices.h"
#include "app/features/roofline/roofline_state.h"
#include "app/features/roofline/roofline_table.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/session/kernel_roofline.h"
#include "app/session/live_timing.h"
#include "app/session/recordings.h"
#include "app/settings/timing_choice.h"
#include "app/state/own_kernel.h"
#include "app/ui/asking.h"
#include "app/ui/chosen_chip.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/feature_panels.h"
#include "app/ui/own_count.h"
#include "app/ui/own_seconds.h"
#include "app/ui/wrapped_text.h"
#include "viz/analysis/limits/limits.h"
#include "viz/analysis/limits/limits_text.h"
#include "viz/analysis/limits/roofline_text.h"
#include "viz/scene/charts/chart_axis.h"
#include "viz/scene/charts/roofline_chart.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;
using analysis::Roofline;
using analysis::RooflineKernel;
using analysis::RooflineMemory;
using session::RooflineFigure;
using session::RooflineSource;
using Kind = lessons::Prediction::Kind;

const analysis::Chip& shown_chip(const AppState& app, Ui& ui) {
  const auto& chips = app.recordings.chips();
  std::size_t& chip = ui.state<ChosenChip>().index;
  chip %= chips.size();
  return chips[chip];
}

// Made anew where what it is made of has changed.
Roofline& kept_roofline(Ui& ui, const RooflineSource& source, std::int64_t side,
                        const analysis::Chip& chip) {
  RooflineState& state = ui.state<RooflineState>();
  const std::size_t timed = source.live == nullptr ? 0 : source.live->entries.size();
  std::string of = fmt::format("{} {} {} {} {}", chip.id, side, source.recordings.all().size(),
                               timed, id_of(source.memory));
  if (std::exchange(state.of, of) != of) {
    state.roofline = session::kernel_roofline(source, side, chip);
  }
  return state.roofline;
}

bool is_of_shared(const Roofline& roofline) {
  return roofline.roofs.memory == RooflineMemory::shared;
}

// Of that memory: it has no place there.
bool has_no_bytes(const RooflineKernel& kernel, const Roofline& roofline) {
  return is_of_shared(roofline) && kernel.point.bytes == 0;
}

// The stage's kernel at the size that its limits are counted at, once that is done.
std::optional<RooflineKernel> counted_now(const AppState& app, Ui& ui, std::int64_t side,
                                          const Roofline& roofline) {
  const session::Selection& selection = app.session.selection(ui.side);
  const catalog::Family* family = app.session.family(ui.side);
  if (!selection.capture.empty() || family == nullptr || !family->timed || !family->kind) {
    return std::nullopt;
  }
  const limits::LimitsModel* model = limits_model(ui.cache(), app.catalogue, selection, side);
  if (model == nullptr) return std::nullopt;
  const auto report =
      std::ranges::find(model->reports, roofline.chip.id,
                        [](const limits::LimitsReport& each) { return each.chip.id; });
  if (report == model->reports.end()) return std::nullopt;
  RooflineKernel kernel{family->name, app.session.variant(ui.side)->name, family->kind};
  const auto rows = model->parameters.find("rows");
  kernel.side = rows == model->parameters.end() ? 0 : rows->second;
  kernel.parameters = model->parameters;
  kernel.point =
      analysis::roofline_point(report->launches, report->measured, roofline.roofs.memory);
  kernel.fits_in_l2 = !is_of_shared(roofline) && report->limits.fits_in_l2;
  return kernel;
}

// Nothing while it is timed.
std::optional<double> seconds_of_own(const AppState& app, Ui& ui, const analysis::Chip& chip) {
  const OwnSeconds timed = own_seconds(app, ui, chip.name);
  if (timed.error != nullptr) {
    ui.state<RooflineState>().trouble = ui.say(timed.error->message);
  }
  return timed.median;
}

// A person's own kernel as it was launched; nothing while it is being counted.
std::optional<RooflineKernel> counted_own(const AppState& app, Ui& ui, const Roofline& roofline) {
  const auto count = own_count(app, ui);
  if (!count || count->demands == nullptr) return std::nullopt;
  const auto* counted = count->demands;
  const session::KernelResultPtr& result = app.session.result();
  const fs::path file = result->selection.capture;
  RooflineKernel kernel{file.filename().string(), "", std::nullopt};
  kernel.point = analysis::roofline_point(*counted, seconds_of_own(app, ui, roofline.chip),
                                          roofline.roofs.memory);
  kernel.is_live = kernel.point.seconds.has_value();
  kernel.fits_in_l2 =
      !is_of_shared(roofline) && analysis::limits(*counted, roofline.chip).fits_in_l2;
  return kernel;
}

// The stage's kernel among those of the roofline, where it is not one of them at the end.
std::optional<std::size_t> add_chosen(const AppState& app, Ui& ui, const RooflineSource& source,
                                      std::int64_t side, Roofline& roofline) {
  const session::Selection& selection = app.session.selection(ui.side);
  if (!selection.capture.empty()) {
    auto own = counted_own(app, ui, roofline);
    if (!own || has_no_bytes(*own, roofline)) return std::nullopt;
    roofline.kernels.push_back(std::move(*own));
    return roofline.kernels.size() - 1;
  }
  auto kernel = session::placed_kernel(
      source, session::kernel_on_stage(source.families, selection.kernel, selection.parameters),
      side, roofline.chip);
  if (!kernel) kernel = counted_now(app, ui, side, roofline);
  if (!kernel || session::has_no_roof(*kernel) || has_no_bytes(*kernel, roofline)) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < roofline.kernels.size(); ++i) {
    const RooflineKernel& each = roofline.kernels[i];
    if (each.name() == kernel->name() && each.parameters == kernel->parameters) return i;
  }
  roofline.kernels.push_back(std::move(*kernel));
  return roofline.kernels.size() - 1;
}

// Of a question about places: nothing else is hidden.
bool asks_share(const AppState& app) {
  const lessons::Prediction* asked = open_question(app);
  if (asked == nullptr || asked->kind != Kind::best) return false;
  const auto* place = dynamic_cast<const roofline::Place*>(asked->ranking.measure.get());
  return place != nullptr && place->figure() == session::RooflineFigure::roof_share;
}

std::string settings_phrase(const RooflineKernel& kernel) {
  std::string words;
  for (const char* shown : {"window", "tile", "pitch", "pixels", "block_tile"}) {
    const auto at = kernel.parameters.find(shown);
    if (at != kernel.parameters.end()) words += fmt::format(", {} {}", shown, at->second);
  }
  return words;
}

bool is_of_catalogue(const RooflineKernel& kernel) { return !kernel.variant.empty(); }

std::string hover_phrase(const AppState& app, const Ui& ui, const Roofline& roofline,
                         const RooflineKernel& kernel) {
  std::string words = kernel.name() + settings_phrase(kernel);
  if (kernel.side > 0) {
    words = ui.say(Str::roofline_of, words, scene::grouped_digits(kernel.side));
  }
  if (open_question(app) != nullptr) return words;
  words += fmt::format("\n{}\n{}", analysis::counted_phrase(kernel).in(ui.language),
                       analysis::measured_phrase(kernel, roofline).in(ui.language));
  return is_of_catalogue(kernel) ? fmt::format("{}\n{}", words, ui.say(Str::roofline_click))
                                 : words;
}

// The question's option that the kernel is.
std::optional<std::uint32_t> option_of(const AppState& app, const RooflineKernel& kernel) {
  if (!asks_share(app)) return std::nullopt;
  const auto& of = open_question(app)->ranking.of;
  const auto at = std::ranges::find(of, kernel.name(), &session::NamedKernel::kernel);
  if (at == of.end()) return std::nullopt;
  return static_cast<std::uint32_t>(at - of.begin());
}

void choose(const AppState& app, Ui& ui, const RooflineKernel& kernel) {
  if (open_question(app) != nullptr) {
    if (const auto option = option_of(app, kernel)) pick(ui, app, *option);
    return;
  }
  if (!is_of_catalogue(kernel)) return;
  ui.ask([name = kernel.name(), side = ui.side](AppState& a) {
    select_kernel(a.session, name, side);
  });
}

void record(Ui& ui, const Roofline& roofline, const scene::RooflineLook& look) {
  ui.widget_log.shown("roofline.chip", roofline.chip.id);
  ui.widget_log.shown("roofline.memory", id_of(roofline.roofs.memory));
  ui.widget_log.shown("roofline.kernels", [&] { return std::to_string(roofline.kernels.size()); });
  if (!look.chosen) return;
  const RooflineKernel& chosen = roofline.kernels[*look.chosen];
  ui.widget_log.shown("roofline.chosen", [&] { return chosen.name(); });
  ui.widget_log.shown("roofline.intensity",
                      [&] { return analysis::intensity_phrase(chosen.point.intensity()); });
  if (!chosen.point.seconds) return;
  ui.widget_log.shown("roofline.seconds",
                      [&] { return analysis::time_phrase(*chosen.point.seconds); });
}

// Where each mark's middle is, for whoever clicks by name.
void record_places(Ui& ui, const Roofline& roofline, const scene::DrawList& list, ImVec2 origin) {
  for (const scene::Rectangle& each : list.rectangles) {
    if (each.id.kind != scene::MarkId::Kind::point) continue;
    const ImVec2 at = origin + ImVec2(each.x + each.width / 2, each.y + each.height / 2);
    ui.widget_log.shown({"roofline.at.", roofline.kernels[each.id.a].name()},
                        [&] { return fmt::format("{:.0f},{:.0f}", at.x, at.y); });
  }
}

void chart(const AppState& app, Ui& ui, const Roofline& roofline,
           std::optional<std::size_t> chosen) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 1 || room.y < 1) return;
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  scene::RooflineLook look;
  look.asks_for_named = app.hides_costs() && !asks_share(app);
  if (app.mode == Mode::lesson) look.named = app.current_step().scene.named;
  if (!app.hides_costs()) look.chosen = chosen;
  const scene::Size size{room.x, room.y};
  const scene::Style style = scene_style(ui);
  ImGui::InvisibleButton("kernels", room);
  mark(ui, "roofline.chart");
  scene::DrawList list = scene::roofline_chart(roofline, look, size, style);
  if (ImGui::IsItemHovered() || ImGui::IsItemDeactivated()) {
    const ImVec2 mouse = ImGui::GetMousePos() - origin;
    const scene::MarkId id = list.pick(mouse.x, mouse.y);
    if (id.kind == scene::MarkId::Kind::point) {
      const RooflineKernel& kernel = roofline.kernels[id.a];
      const std::string words = hover_phrase(app, ui, roofline, kernel);
      ui.widget_log.shown("roofline.hover", words);
      tooltip(ui, words);
      if (was_clicked()) choose(app, ui, kernel);
      look.pointed_at = id.a;
      list = scene::roofline_chart(roofline, look, size, style);
    }
  }
  record(ui, roofline, look);
  record_places(ui, roofline, list, origin);
  draw_or_tell(ui, "roofline", list, origin);
}

// What the axes count; what is not there, and why. Where there is room for it.
std::string caption(const Ui& ui, const Roofline& roofline) {
  std::vector<std::string> names;
  for (const std::string& name : roofline.unplaced) {
    const bool is_tensor = name.starts_with("tensor_gemm/");
    const std::string shown = is_tensor ? "tensor_gemm" : name;
    if (std::ranges::find(names, shown) == names.end()) names.push_back(shown);
  }
  const std::string_view words =
      ui.say(is_of_shared(roofline) ? Str::roofline_shared_caption : Str::roofline_caption);
  if (names.empty()) return std::string(words);
  return ui.say(Str::roofline_unplaced, words, fmt::format("{}", fmt::join(names, ", ")));
}

void caption_below(Ui& ui, const Roofline& roofline) {
  wrapped_label(ui, caption(ui, roofline), {ui.theme->muted, ui.fonts.small});
}

// How high the caption is; 0: there is no room for it.
float caption_height(const Ui& ui, const Roofline& roofline) {
  constexpr float kLeastRoom = 22;  // of the whole view, in text sizes
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.y < ui.fonts.body->FontSize * kLeastRoom) return 0;
  const std::string lines = broken_into_lines(caption(ui, roofline), room.x, ui.fonts.small);
  const auto count = static_cast<float>(1 + std::ranges::count(lines, '\n'));
  return count * ui.fonts.small->FontSize * 1.2f + ImGui::GetStyle().ItemSpacing.y * 2;
}

void shown_roofline(const AppState& app, Ui& ui) {
  const auto sides = session::roofline_sides(app.recordings);
  if (sides.empty()) return muted_note(ui, Str::roofline_reading);
  const session::TimingsPtr live = app.live->measured();
  const RooflineSource source{app.session.families(), app.recordings, live.get(),
                              app.session.chosen<RooflineMemory>()};
  const std::int64_t side = shown_side(app, sides);
  const analysis::Chip& chip = shown_chip(app, ui);
  Roofline& roofline = kept_roofline(ui, source, side, chip);
  const std::size_t catalogue = roofline.kernels.size();
  std::string& trouble = ui.state<RooflineState>().trouble;
  trouble.clear();
  const auto chosen = add_chosen(app, ui, source, side, roofline);
  if (!ui.hides_tools) line_of_choices(app, ui, chip, sides);
  if (const auto count = own_count(app, ui)) own_count_line(ui, *count, "roofline");
  if (!trouble.empty()) wrapped_label(ui, trouble, {ui.theme->bad, ui.fonts.small});
  const float below = caption_height(ui, roofline);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  ImGui::BeginChild("chart", {0, room.y - below}, false, ImGuiWindowFlags_NoScrollbar);
  chart(app, ui, roofline, chosen);
  ImGui::EndChild();
  if (below > 0) caption_below(ui, roofline);
  roofline.kernels.resize(catalogue);
}

}  // namespace

void roofline_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "roofline", area, ui.say(Str::roofline));
  if (app.recordings.is_reading() || app.recordings.chips().empty()) {
    muted_note(ui, Str::roofline_reading);
  } else {
    shown_roofline(app, ui);
  }
  end_panel();
}

}  // namespace warplens::ui

namespace warplens::roofline {
namespace {

// As it is drawn.
Result<ui::MakeTable> table_to_save(const ui::AppState& /*app*/, ui::Ui& ui,
                                    session::Side /*side*/) {
  const analysis::Roofline& roofline = ui.state<ui::RooflineState>().roofline;
  if (roofline.kernels.empty()) {
    return fail(tr("there is no roofline to save yet"));
  }
  return ui::MakeTable([table = roofline::roofline_table(roofline)] { return table; });
}

void choose_other_memory(ui::AppState& app) {
  using analysis::RooflineMemory;
  const bool is_dram = app.session.chosen<RooflineMemory>() == RooflineMemory::dram;
  app.session.choose(is_dram ? RooflineMemory::shared : RooflineMemory::dram);
}

bool shows_roofline(const ui::AppState& app) {
  return std::ranges::find(app.views, session::StageView::roofline) != app.views.end();
}

constexpr ui::KeyRow kOtherMemory{ui::Key::m, ui::kShift, ui::asks<choose_other_memory>,
                                  "Shift + M", ui::Str::keys_roofline_memory};

}  // namespace

ui::FeaturePanels panels() {
  static constexpr ui::Panel kPanel{session::StageView::roofline, ui::Str::roofline,
                                    ui::roofline_panel};
  static constexpr ui::PanelTable kTable{
      session::StageView::roofline, {"roofline", ui::Str::roofline}, table_to_save};
  static constexpr ui::FeatureKeys kKeys{{&kOtherMemory, 1}, shows_roofline};
  return {.panels = {&kPanel, 1}, .keys = {&kKeys, 1}, .tables = {&kTable, 1}};
}

}  // namespace warplens::roofline
