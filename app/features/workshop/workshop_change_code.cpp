#include "app/features/workshop/workshop_change_code.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "app/state/edited_source.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/view_cache.h"
#include "app/ui/widgets.h"
#include "viz/swizzle/traced/from_line.h"

namespace warplens::ui {
namespace {

using session::KernelResultPtr;

// An array of a result, by a line that touches it.
struct ArrayAsked {
  KernelResultPtr result;
  std::uint32_t line = 0;
  friend bool operator==(const ArrayAsked&, const ArrayAsked&) = default;
};

struct ChangeWork final : ViewJob<ArrayAsked, swizzle::FromLineAnswer> {
  bool is_wanted = false;  // what it finds is to be written
  int drawn = 0;           // the frame in which there was a button last
  int followed = 0;        // … of the line that is asked about
};

ChangeWork& work_of(Ui& ui) { return ui.cache(session::Side::left).works.of<ChangeWork>(); }

void begin(const AppState& app, Ui& ui, std::uint32_t line) {
  const KernelResultPtr& result = app.session.result();
  ChangeWork& work = work_of(ui);
  work.is_wanted = true;
  work.followed = ImGui::GetFrameCount();
  work.job.start({result, line}, [result, line](const std::stop_token& stop) {
    swizzle::FindOptions how;
    how.stop = stop;
    return swizzle::from_line(*result->run, {{line, {}, {}}, swizzle::LayoutKind::any, {}}, how);
  });
}

void tell(Ui& ui, const Error& error) { ui.state<Message>() = {ui.say(error.message), {}, true}; }

void write_found(Ui& ui, const KernelResultPtr& result, const swizzle::FromLineAnswer& found) {
  if (!found.patch.has_value()) return tell(ui, found.patch.error());
  const swizzle::SourcePatch& patch = *found.patch;
  const std::string before(trace::text_of(*result->run->sources, patch.file));
  ui.state<Message>() = {ui.say(Str::change_code_done, found.traced.array.name,
                                found.wavefronts_before(), found.wavefronts_after()),
                         {},
                         false};
  ui.ask([file = patch.file, before, after = patch.text](AppState& app) {
    const auto written = replace_text(app, file, before, after);
    if (!written.has_value()) app.notice = written.error().message.in(app.language());
  });
}

void drop(ChangeWork& work) {
  work.is_wanted = false;
  work.job.cancel();
}

// Takes what was found about `line`. It is dropped where its button was out of sight meanwhile.
void follow(const AppState& app, Ui& ui, std::uint32_t line) {
  ChangeWork& work = work_of(ui);
  work.drawn = ImGui::GetFrameCount();
  if (!work.is_wanted) return;
  if (work.drawn - work.followed > 1) return drop(work);
  const ArrayAsked asked{app.session.result(), line};
  if (*work.job.request() != asked) return;
  work.followed = work.drawn;
  ui.makes_more |= work.job.is_under_way();
  const auto* found = work.job.result();
  if (found == nullptr) return;
  work.is_wanted = false;
  if (!found->has_value()) return tell(ui, found->error());
  write_found(ui, asked.result, **found);
}

// The line of the access under the cursor, if it has conflicts and is in the person's file.
std::optional<std::uint32_t> line_at_cursor(const AppState& app, const Ui& ui) {
  const ExplainedEvent* event = app.session.event(ui.side);
  if (event == nullptr || event->cost.conflicts == 0 || event->site->line == 0 ||
      !can_change_code(app, event->site->file))
    return std::nullopt;
  return event->site->line;
}

void change_by_key(Ui& ui, const AppState& app, const KeyPress& /*press*/) {
  const bool is_seen = ImGui::GetFrameCount() - work_of(ui).drawn <= 1;
  const auto line = line_at_cursor(app, ui);
  if (is_seen && line) begin(app, ui, *line);
}

constexpr std::array kChangeCodeKeys{
    KeyRow{Key::b, kCtrl, change_by_key, "Ctrl + B", Str::keys_change_code}};

}  // namespace

bool can_change_code(const AppState& app, const std::string& file) {
  return app.mode == Mode::explore && !app.hides_costs() && !app.session.is_comparing() &&
         app.session.result() != nullptr && !file.empty() && file == editable_file(app);
}

float change_code_width(const Ui& ui) {
  return std::max(text_width(ui.say(Str::change_code), ui.fonts.small),
                  text_width(ui.say(Str::change_code_looking), ui.fonts.small)) +
         2 * ImGui::GetStyle().FramePadding.x;
}

void change_code_button(const AppState& app, Ui& ui, std::uint32_t line) {
  follow(app, ui, line);
  ChangeWork& work = work_of(ui);
  const Str words = work.is_wanted ? Str::change_code_looking : Str::change_code;
  if (button(ui, "workshop.change_code", ui.say(words))) {
    work.is_wanted ? drop(work) : begin(app, ui, line);
  }
  const std::string name = std::filesystem::path(editable_file(app)).filename().string();
  tooltip(ui, ui.say(Str::change_code_hint, name));
}

std::span<const KeyRow> change_code_keys() { return kChangeCodeKeys; }

}  // namespace warplens::ui
