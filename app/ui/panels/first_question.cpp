#include "app/ui/panels/first_question.h"

#include <algorithm>
#include <array>

#include "app/texts/progress_phrases.h"
#include "app/ui/draw_list_imgui.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"
#include "kernels/cost/access_kind.h"
#include "viz/analysis/costed_event.h"
#include "viz/scene/access/bank_view.h"

namespace warplens::ui {
namespace {

constexpr std::uint32_t kSide = 32;  // of the tile, in floats
constexpr std::array<std::uint32_t, 3> kChoices{1, 2, 32};

// What a warp reads of the tile, lane i its i-th element.
struct TileRead {
  analysis::ExplainedEvent event;
  std::vector<trace::SharedArray> arrays;
};

TileRead tile_read(std::uint32_t elements_apart) {
  std::vector<std::int64_t> offsets(kWarpSize);
  for (std::size_t lane = 0; lane < offsets.size(); ++lane) {
    offsets[lane] = static_cast<std::int64_t>(lane) * elements_apart * 4;
  }
  const auto site = analysis::site_of_kind("sld", 4);
  const auto event = analysis::event_of_offsets(*site, offsets);
  trace::SharedArray tile;
  tile.name = "tile";
  tile.bytes = kSide * kSide * 4;
  return {analysis::explained_event(*site, *event), {tile}};
}

// Once, then at rest; the column's many passes take longer.
double phase_of(const Ui& ui, double seconds) {
  const Overlay& overlay = ui.state<Overlay>();
  return std::clamp((ImGui::GetTime() - overlay.since) / seconds, 0.0, 1.0);
}

void banks(Ui& ui, const TileRead& read, ImVec2 size, double seconds) {
  Overlay& overlay = ui.state<Overlay>();
  if (overlay.since == 0) overlay.since = ImGui::GetTime();
  const scene::Motion motion{scene::shared_service(read.event.shared), phase_of(ui, seconds)};
  const scene::BankViewInput input{&read.event.shared, read.arrays, kSide * kSide * 4, &motion};
  const scene::Style style = scene_style(ui);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("intro.banks", size)) overlay.since = ImGui::GetTime();
  mark(ui, "intro.banks");
  draw(ui, "intro.banks", scene::bank_view(input, {size.x, size.y}, style), origin);
  draw(ui, "intro.movers", scene::bank_movers(input, {size.x, size.y}, style), origin);
  overlay.animates = motion.is_under_way();
  const std::string counter = pass_phrase(ui, Str::wavefront_counter, motion);
  label(ui, counter.empty() ? " " : counter, {ui.theme->accent, ui.fonts.small}, "intro.counter");
}

void choices(Ui& ui, float width) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float each = (width - 2 * gap) / 3;
  for (std::size_t i = 0; i < kChoices.size(); ++i) {
    if (i > 0) ImGui::SameLine();
    const std::string name = fmt::format("intro.choice{}", i + 1);
    if (button(ui, name.c_str(), std::to_string(kChoices[i]), ButtonLook::primary, {each, 0})) {
      answer_first_question(ui, i);
    }
  }
}

}  // namespace

void answer_first_question(Ui& ui, std::size_t choice) {
  Overlay& overlay = ui.state<Overlay>();
  if (overlay.answer || choice >= kChoices.size()) return;
  overlay.answer = choice;
  overlay.since = ImGui::GetTime();
}

void first_question(Ui& ui, float width, float height) {
  constexpr double kRowSeconds = 2.5, kColumnSeconds = 8;
  const Overlay& overlay = ui.state<Overlay>();
  const bool is_answered = overlay.answer.has_value();
  const TileRead read = tile_read(is_answered ? kSide : 1);
  banks(ui, read, {width, height}, is_answered ? kColumnSeconds : kRowSeconds);
  const TextLook plain{ui.theme->text, ui.fonts.body};
  if (!is_answered) {
    wrapped_label(ui, ui.say(Str::intro_question), plain, width);
    return choices(ui, width);
  }
  const std::uint32_t passes = read.event.cost.wavefronts;
  const bool is_right = kChoices[*overlay.answer] == passes;
  const std::string verdict = is_right ? ui.say(Str::right, passes)
                                       : ui.say(Str::not_quite, kChoices[*overlay.answer], passes);
  ui.widget_log.shown("intro.verdict", verdict);
  wrapped_label(ui, verdict, {is_right ? ui.theme->good : ui.theme->bad, ui.fonts.bold}, width);
  wrapped_label(ui, ui.say(Str::intro_answer), plain, width);
}

}  // namespace warplens::ui
