// What was captured of a launch out of a running program, in the card's place. There is nothing to
// fill in: it runs as it was captured.
#include "app/features/own_kernel/own_panels.h"
#include "app/session/kernel_result.h"
#include "app/texts/place_phrases.h"
#include "app/ui/panels/panels.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

using session::CapturedLaunch;
using session::CapturedProgram;

void section(Ui& ui, std::string_view heading) {
  ImGui::Dummy({0, ui.fonts.body->FontSize * 0.2f});
  label(ui, heading, {ui.theme->accent, ui.fonts.bold});
}

void small_line(Ui& ui, const Text& words) {
  wrapped_label(ui, ui.say(words), {ui.theme->muted, ui.fonts.small});
}

// A name, and its value beside it, in as many lines as that needs.
void row(Ui& ui, std::string_view name, ImFont* font, std::string_view value) {
  ui.widget_log.shown({"program.", name}, value);
  const float left = ImGui::GetCursorPosX(), unit = ui.fonts.body->FontSize;
  const float width = std::max(unit * 4.1f, text_width(name, font) + unit * 0.6f);
  label(ui, name, {ui.theme->text, font});
  ImGui::SameLine(left + width);
  wrapped_label(ui, value, {ui.theme->text, ui.fonts.mono_small});
}

void program_rows(Ui& ui, const CapturedProgram& program) {
  wrapped_label(ui, program.command, {ui.theme->text, ui.fonts.mono_small});
  small_line(
      ui, tr("{}, compute capability {}.{}, driver {}, {}", program.device, program.capability / 10,
             program.capability % 10, program.driver, program.created));
}

// Of the launch that is on screen alone.
Text comparison(const AppState& app) {
  if (!app.session.up_to_date()) return {};
  const trace::Run& run = *app.session.result()->run;
  if (run.verdict == trace::Verdict::match) return tr("It leaves what the GPU left, byte by byte.");
  if (!run.mismatch) return tr("What it leaves was not compared with what the GPU left.");
  return tr("{0}[{1}] is {2} here and was {3} on the GPU; elements that differ: {4}.",
            run.mismatch->buffer, run.mismatch->element, run.mismatch->actual,
            run.mismatch->expected, run.mismatch->count);
}

// The picture of the launch before stays where this one cannot be run.
void former_row(const AppState& app, Ui& ui, const CapturedLaunch& captured) {
  const session::KernelResultPtr& result = app.session.result();
  if (!app.session.error() || !result || !result->selection.is_program) return;
  const auto shown = app.own_files->programs().known_launch(result->selection);
  if (shown == nullptr || shown->name == captured.name) return;
  small_line(ui, tr("The picture is still that of {}.", shown->name));
}

void comparison_row(const AppState& app, Ui& ui, const CapturedLaunch& captured) {
  if (!captured.error.empty()) {
    const Text words =
        tr("On the GPU it ended with {}: what it left there is not known.", captured.error);
    return wrapped_label(ui, ui.say(words), {ui.theme->bad, ui.fonts.small});
  }
  const std::string words = ui.say(comparison(app));
  ui.widget_log.shown("program.comparison", words);
  if (words.empty()) return;
  const bool is_wrong = app.session.result()->run->mismatch.has_value();
  wrapped_label(ui, words, {is_wrong ? ui.theme->bad : ui.theme->good, ui.fonts.small});
}

void launch_rows(Ui& ui, const CapturedLaunch::Kernel& kernel) {
  ImFont* small = ui.fonts.small;
  wrapped_label(ui, kernel.name, {ui.theme->text, ui.fonts.mono});
  row(ui, ui.say(Str::form_grid), small, shape_phrase(kernel.launch.grid));
  row(ui, ui.say(Str::form_block), small, shape_phrase(kernel.launch.block));
  if (kernel.launch.cluster)
    row(ui, ui.say(Str::form_cluster), small, shape_phrase(*kernel.launch.cluster));
  if (kernel.launch.dynamic_shared_bytes != 0)
    row(ui, ui.say(Str::form_shared), small, std::to_string(kernel.launch.dynamic_shared_bytes));
  if (kernel.launch.is_cooperative) small_line(ui, tr("cooperative"));
  if (!kernel.launch.attributes.empty())
    wrapped_label(ui, kernel.launch.attributes, {ui.theme->muted, small});
  small_line(ui, kernel.origin);
  if (kernel.why_no_ptx.empty()) return;
  wrapped_label(ui, ui.say(tr("no PTX: {}", kernel.why_no_ptx)), {ui.theme->bad, small});
}

Text place_of(const captured::DecodedPointer& pointer) {
  if (pointer.inside == 0) return tr("where {} begins", pointer.allocation);
  return tr("byte {} of {}", pointer.inside, pointer.allocation);
}

void parameter_rows(Ui& ui, const captured::DecodedParameter& parameter) {
  const bool is_pointer = parameter.pointers.size() == 1 && parameter.bytes == 8;
  if (is_pointer) {
    const captured::DecodedPointer& pointer = parameter.pointers.front();
    row(ui, parameter.name, ui.fonts.mono_small, fmt::format("{:#x}", pointer.address));
    return small_line(ui, place_of(pointer));
  }
  const bool is_map = !parameter.tensor_map.empty();
  row(ui, parameter.name, ui.fonts.mono_small,
      is_map ? fmt::format("tensormap{{{}}}", parameter.tensor_map) : parameter.value);
  if (parameter.type.empty() && !is_map) small_line(ui, tr("{} bytes", parameter.bytes));
  for (const captured::DecodedPointer& pointer : parameter.pointers)
    small_line(ui, tr("at byte {}: {:#x}, {}", pointer.offset, pointer.address, place_of(pointer)));
}

void memory_rows(Ui& ui, const CapturedLaunch::Memory& memory) {
  wrapped_label(ui, memory.name, {ui.theme->text, ui.fonts.mono_small});
  if (memory.kept == memory.bytes)
    return small_line(ui, tr("{} bytes, {} changed", memory.bytes, memory.changed));
  small_line(ui, tr("{} bytes, {} of them captured, {} changed", memory.bytes, memory.kept,
                    memory.changed));
}

void kernel_rows(Ui& ui, const CapturedLaunch::Kernel& kernel) {
  section(ui, ui.say(Str::form_launch));
  launch_rows(ui, kernel);
  if (!kernel.parameters.empty()) section(ui, ui.say(Str::form_arguments));
  for (const captured::DecodedParameter& parameter : kernel.parameters)
    parameter_rows(ui, parameter);
}

void machine_code_row(Ui& ui, const CapturedLaunch& captured) {
  const bool has_ptx = std::ranges::all_of(
      captured.kernels,
      [](const CapturedLaunch::Kernel& kernel) { return kernel.why_no_ptx.empty(); });
  if (has_ptx) return;
  small_line(ui, tr("Its machine code, on the command line: warplens show FILE --launch {} --sass",
                    captured.name));
}

void captured_rows(const AppState& app, Ui& ui, const CapturedLaunch& captured) {
  ui.widget_log.shown("program.launch", captured.name);
  comparison_row(app, ui, captured);
  former_row(app, ui, captured);
  for (const CapturedLaunch::Kernel& kernel : captured.kernels) kernel_rows(ui, kernel);
  machine_code_row(ui, captured);
  if (captured.moves != 0)
    small_line(ui, tr("with {} copies and fills between its launches", captured.moves));
  section(ui, ui.say(tr("Memory")));
  for (const CapturedLaunch::Memory& memory : captured.memory) memory_rows(ui, memory);
  section(ui, ui.say(tr("Where it was")));
  small_line(ui, tr("after {0} launches of it; process {1}, thread {2}, stream {3:#x}",
                    captured.nth, captured.process, captured.thread, captured.stream));
  for (const Text& note : captured.notes) small_line(ui, note);
}

}  // namespace

std::string text_of(const CapturedProgram& program, const CapturedLaunch& captured) {
  std::string text = program.command + program.device + captured.error;
  for (const CapturedLaunch::Memory& memory : captured.memory) text += memory.name;
  for (const CapturedLaunch::Kernel& kernel : captured.kernels) {
    text += kernel.name + kernel.origin.in(Language::en) + kernel.why_no_ptx.in(Language::en);
    for (const captured::DecodedParameter& parameter : kernel.parameters) text += parameter.name;
  }
  for (const Text& note : captured.notes) text += note.in(Language::en);
  return text;
}

void program_panel(const AppState& app, Ui& ui, const Area& area) {
  begin_panel(ui, "program", area, {}, true);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                      {ImGui::GetStyle().ItemSpacing.x, ImGui::GetStyle().ItemSpacing.y * 0.5f});
  const session::CapturedProgramPtr program = captured_program(app);
  if (program) program_rows(ui, *program);
  if (const session::CapturedLaunchPtr captured = captured_launch(app)) {
    captured_rows(app, ui, *captured);
  } else if (app.session.busy()) {
    small_line(ui, tr("It is read…"));
  } else if (app.session.error()) {
    wrapped_label(ui, ui.say(*app.session.error()), {ui.theme->bad, ui.fonts.small});
  }
  ImGui::PopStyleVar();
  end_panel();
}

}  // namespace warplens::ui
