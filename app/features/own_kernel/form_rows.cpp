// The rows of the launch form: sizes, the launch's shape, arguments, the reference.
#include <algorithm>

#include "app/features/own_kernel/form_widgets.h"
#include "app/ui/widgets.h"
#include "app/ui/wrapped_text.h"

namespace warplens::ui {
namespace {

using session::FormField;
using Kind = FormField::Kind;

constexpr std::array<std::string_view, 12> kTypes{"u8",  "i8",  "u16", "i16",  "u32", "i32",
                                                  "u64", "i64", "f16", "bf16", "f32", "f64"};
constexpr std::array<std::string_view, 3> kRoleNames{"in", "out", "inout"};

float inner_gap() { return ImGui::GetStyle().ItemInnerSpacing.x; }

void section(Ui& ui, Str heading) {
  ImGui::Dummy({0, ui.fonts.body->FontSize * 0.2f});
  label(ui, ui.say(heading), {ui.theme->accent, ui.fonts.bold});
}

// Why a field is as it is, where nobody said so.
void why_below(Ui& ui, const std::string& words) {
  if (!words.empty()) wrapped_label(ui, words, {ui.theme->muted, ui.fonts.small});
}

void phrase_before(Ui& ui, std::string_view words, float width, ImFont* font) {
  const float left = ImGui::GetCursorPosX();
  ImGui::AlignTextToFramePadding();
  const std::string fitting = fitted(words, width - inner_gap(), font);
  label(ui, fitting, {ui.theme->text, font});
  if (fitting != words) tooltip(ui, words);
  ImGui::SameLine(left + width);
}

float label_width(const Ui& ui) { return ui.fonts.body->FontSize * 4.1f; }

void size_row(Ui& ui, const FormView& view, const FormField& field) {
  const own::FormSize& size = view.launch.form.sizes[field.index];
  const float room = ImGui::GetContentRegionAvail().x;
  const float typed = ui.fonts.body->FontSize * 4.2f;
  phrase_before(ui, size.name, label_width(ui), ui.fonts.mono_small);
  size_slider(ui, view, field, room - label_width(ui) - typed - inner_gap());
  ImGui::SameLine(0, inner_gap());
  typed_field(ui, view, field, typed);
  error_below(ui, view, field);
  why_below(ui, ui.say(session::field_why(view.launch.form, field)));
}

void expression_row(Ui& ui, const FormView& view, const FormField& field, std::string_view words) {
  const float room = ImGui::GetContentRegionAvail().x;
  const std::string value = session::field_value(view.launch.form, field);
  const std::string shown = value.empty() ? std::string() : "= " + value;
  const float after = shown.empty() ? 0 : text_width(shown, ui.fonts.mono_small) + inner_gap();
  phrase_before(ui, words, label_width(ui), ui.fonts.small);
  typed_field(ui, view, field, room - label_width(ui) - after);
  if (!shown.empty()) {
    ImGui::SameLine(0, inner_gap());
    ImGui::AlignTextToFramePadding();
    label(ui, shown, {ui.theme->muted, ui.fonts.mono_small});
  }
  error_below(ui, view, field);
}

// x and y; z as well once y is given.
void shape_rows(Ui& ui, const FormView& view, Kind kind, Str words) {
  std::string why;
  for (std::size_t d = 0; d < 3; ++d) {
    const FormField field{kind, d};
    const bool has_any = !session::field_text(view.launch.form, {kind, 1}).empty() ||
                         !session::field_text(view.launch.form, {kind, 2}).empty();
    if (d == 2 && !has_any) break;
    expression_row(ui, view, field, fmt::format("{} {}", ui.say(words), "xyz"[d]));
    const std::string one = ui.say(session::field_why(view.launch.form, field));
    if (one.empty() || why.find(one) != std::string::npos) continue;
    why = why.empty() ? one : ui.say(tr("{}; {}", why, one));
  }
  why_below(ui, why);
}

// A file may be chosen instead of typing its name.
void file_row(const AppState& app, Ui& ui, const FormView& view, const FormField& field,
              Str words) {
  const float room = ImGui::GetContentRegionAvail().x;
  const float side = ImGui::GetFrameHeight();
  phrase_before(ui, ui.say(words), label_width(ui), ui.fonts.small);
  typed_field(ui, view, field, room - label_width(ui) - side - inner_gap());
  ImGui::SameLine(0, inner_gap());
  const std::string name = "own." + session::field_name(view.launch.form, field) + ".choose";
  if (button(ui, name.c_str(), "…", ButtonLook::soft, {side, 0}))
    open_file_of_field(ui, app, field);
  tooltip(ui, ui.say(Str::choose_file));
  error_below(ui, view, field);
}

// What a lesson's step points at comes into view once; then the form is the person's to scroll.
void bring_into_view(Ui& ui, const char* name) {
  std::string& brought = ui.state<FormState>().brought;
  const bool is_pointed_at = std::ranges::find(ui.highlight, name) != ui.highlight.end();
  if (is_pointed_at && brought != name) ImGui::SetScrollHereY(0.5f);
  if (is_pointed_at || brought == name) brought = is_pointed_at ? name : "";
}

// Another kernel of the file that takes the same, and how it is launched.
void reference_rows(Ui& ui, const FormView& view) {
  std::vector<std::string_view> kernels{""};
  for (const std::string& each : view.launch.possible_references) kernels.emplace_back(each);
  const bool has_reference = session::reference_in(view.launch.form) != nullptr;
  if (kernels.size() == 1 && !has_reference) return;
  section(ui, Str::form_reference);
  choice_field(ui, view, {Kind::reference, 0}, ImGui::GetContentRegionAvail().x, kernels);
  bring_into_view(ui, "own.reference");
  if (!has_reference) return why_below(ui, std::string(ui.say(Str::reference_hint)));
  shape_rows(ui, view, Kind::reference_grid, Str::form_grid);
  shape_rows(ui, view, Kind::reference_block, Str::form_block);
  expression_row(ui, view, {Kind::reference_tolerance, 0}, ui.say(Str::form_tolerance));
}

// Of one argument, all whys in one paragraph.
void whys_of(Ui& ui, const FormView& view, std::size_t index) {
  std::string words;
  for (const Kind kind : {Kind::type, Kind::count, Kind::role, Kind::fill}) {
    const std::string why = ui.say(session::field_why(view.launch.form, {kind, index}));
    if (!why.empty()) words = words.empty() ? why : ui.say(tr("{}; {}", words, why));
  }
  why_below(ui, words);
}

void buffer_rows(const AppState& app, Ui& ui, const FormView& view, std::size_t index) {
  const auto& buffer = std::get<own::FormBuffer>(view.launch.form.arguments[index]);
  const float room = ImGui::GetContentRegionAvail().x;
  const float role = ui.fonts.body->FontSize * 4.6f, type = ui.fonts.body->FontSize * 4;
  phrase_before(ui, buffer.name, room - role - type - inner_gap(), ui.fonts.mono);
  choice_field(ui, view, {Kind::type, index}, type, kTypes);
  ImGui::SameLine(0, inner_gap());
  choice_field(ui, view, {Kind::role, index}, role, kRoleNames);
  expression_row(ui, view, {Kind::count, index}, ui.say(Str::form_count));
  file_row(app, ui, view, {Kind::fill, index}, Str::form_fill);
  whys_of(ui, view, index);
  if (buffer.role == catalog::BufferRole::in) return;
  file_row(app, ui, view, {Kind::expected, index}, Str::form_expected);
  if (!session::field_text(view.launch.form, {Kind::expected, index}).empty())
    expression_row(ui, view, {Kind::tolerance, index}, ui.say(Str::form_tolerance));
}

void scalar_row(Ui& ui, const FormView& view, std::size_t index) {
  const auto& scalar = std::get<own::FormScalar>(view.launch.form.arguments[index]);
  const float room = ImGui::GetContentRegionAvail().x;
  const std::string type(catalog::name_of(scalar.type));
  const float after = text_width(type, ui.fonts.mono_small) + inner_gap();
  phrase_before(ui, scalar.name, room * 0.4f, ui.fonts.mono);
  typed_field(ui, view, {Kind::value, index}, room * 0.6f - after);
  ImGui::SameLine(0, inner_gap());
  ImGui::AlignTextToFramePadding();
  label(ui, type, {ui.theme->muted, ui.fonts.mono_small});
  error_below(ui, view, {Kind::value, index});
  why_below(ui, ui.say(session::field_why(view.launch.form, {Kind::value, index})));
}

// A word that is chosen, or, without choices, an expression or a list of them.
void described_row(Ui& ui, const FormView& view, const FormField& field, std::string_view words,
                   std::span<const std::string_view> choices) {
  if (choices.empty()) return expression_row(ui, view, field, words);
  phrase_before(ui, words, label_width(ui), ui.fonts.small);
  choice_field(ui, view, field, ImGui::GetContentRegionAvail().x, choices);
  error_below(ui, view, field);
}

void map_row(Ui& ui, const FormView& view, std::size_t index, own::TensorMapPart part) {
  const bool is_contents = part == own::TensorMapPart::contents;
  described_row(ui, view, {Kind::map, index, part},
                is_contents ? ui.say(Str::form_map_contents) : own::name_of(part),
                own::choices_of(part));
}

void map_rows(Ui& ui, const FormView& view, std::size_t index) {
  const auto& map = std::get<own::FormTensorMap>(view.launch.form.arguments[index]);
  label(ui, map.name, {ui.theme->text, ui.fonts.mono});
  for (const own::TensorMapPart part : own::parts_of(map)) map_row(ui, view, index, part);
  why_below(ui, ui.say(map.why));
}

void texture_row(Ui& ui, const FormView& view, std::size_t index, own::TexturePart part) {
  const bool is_contents = part == own::TexturePart::contents;
  described_row(ui, view, {Kind::texture, index, {}, part},
                is_contents ? ui.say(Str::form_texture_contents) : own::name_of(part),
                own::choices_of(part));
}

void texture_rows(Ui& ui, const FormView& view, std::size_t index) {
  const auto& texture = std::get<own::FormTexture>(view.launch.form.arguments[index]);
  label(ui, texture.name, {ui.theme->text, ui.fonts.mono});
  for (const own::TexturePart part : own::parts_of(texture)) texture_row(ui, view, index, part);
  why_below(ui, ui.say(texture.why));
}

// What went wrong with this argument when it ran.
void run_error(const AppState& app, Ui& ui, const std::string& name) {
  if (!app.session.error() || app.session.error()->field != name) return;
  wrapped_label(ui, ui.say(*app.session.error()), {ui.theme->bad, ui.fonts.small});
}

void argument_rows(const AppState& app, Ui& ui, const FormView& view, std::size_t index) {
  const own::FormArgument& argument = view.launch.form.arguments[index];
  if (std::holds_alternative<own::FormBuffer>(argument)) {
    buffer_rows(app, ui, view, index);
  } else if (std::holds_alternative<own::FormScalar>(argument)) {
    scalar_row(ui, view, index);
  } else if (std::holds_alternative<own::FormTensorMap>(argument)) {
    map_rows(ui, view, index);
  } else if (std::holds_alternative<own::FormTexture>(argument)) {
    texture_rows(ui, view, index);
  } else if (const auto* structure = std::get_if<own::FormStructure>(&argument)) {
    label(ui, structure->name, {ui.theme->text, ui.fonts.mono});
    why_below(ui, ui.say(Str::form_structure, structure->bytes));
  } else {
    label(ui, own::name_of(argument), {ui.theme->text, ui.fonts.mono});
  }
  run_error(app, ui, own::name_of(argument));
  ImGui::Dummy({0, ui.fonts.body->FontSize * 0.15f});
}

}  // namespace

void form_rows(const AppState& app, Ui& ui, const FormView& view) {
  const own::LaunchForm& form = view.launch.form;
  if (!form.sizes.empty()) section(ui, Str::form_sizes);
  for (std::size_t i = 0; i < form.sizes.size(); ++i) size_row(ui, view, {Kind::size, i});
  section(ui, Str::form_launch);
  shape_rows(ui, view, Kind::grid, Str::form_grid);
  shape_rows(ui, view, Kind::block, Str::form_block);
  if (!form.cluster[0].text.empty()) shape_rows(ui, view, Kind::cluster, Str::form_cluster);
  expression_row(ui, view, {Kind::shared, 0}, ui.say(Str::form_shared));
  why_below(ui, ui.say(session::field_why(form, {Kind::shared, 0})));
  if (!form.arguments.empty()) section(ui, Str::form_arguments);
  for (std::size_t i = 0; i < form.arguments.size(); ++i) argument_rows(app, ui, view, i);
  reference_rows(ui, view);
  if (!form.then.empty()) why_below(ui, ui.say(Str::form_more_launches, form.then.size()));
}

}  // namespace warplens::ui
