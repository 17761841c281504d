#include "app/features/own_kernel/open_rows.h"

#include <cstdlib>

#include "app/session/kernel_result.h"
#include "app/state/exploring.h"
#include "app/ui/panels/overlay_window.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

void add_recent(const Ui& ui, const Listing& listing, std::vector<OpenRow>& rows) {
  const std::string& typed = ui.state<Overlay>().search;
  const std::size_t heading = rows.size();
  for (std::size_t i = 0; i < listing.recent.size(); ++i) {
    const session::ListedFile& file = listing.recent[i];
    if (!session::matches(file.path.filename().string(), typed)) continue;
    if (rows.size() == heading)
      rows.push_back({std::string(ui.say(Str::recent_files)), {}, {}, nullptr});
    std::string detail = file.path.parent_path().string();
    if (file.is_missing) detail = fmt::format("{} · {}", ui.say(Str::file_missing), detail);
    rows.push_back({file.path.filename().string(), std::move(detail),
                    fmt::format("open.recent{}", i + 1), &file});
  }
}

void add_folder(const Ui& ui, const Listing& listing, std::vector<OpenRow>& rows) {
  const std::string& typed = ui.state<Overlay>().search;
  rows.push_back({listing.list.folder.string(), {}, {}, nullptr});
  for (const session::ListedFile& file : listing.list.files) {
    const std::string name = file.path.filename().string();
    if (!session::matches(name, typed)) continue;
    rows.push_back({file.is_folder ? name + "/" : name, {}, "open." + name, &file});
  }
}

// A pasted path as it is written elsewhere: in quotes, as a link to a file, from home.
fs::path written_path(std::string_view typed, const fs::path& folder) {
  for (const std::string_view quote : {"'", "\""}) {
    if (typed.size() > 2 && typed.starts_with(quote) && typed.ends_with(quote))
      typed = typed.substr(1, typed.size() - 2);
  }
  constexpr std::string_view kFile = "file://";
  if (typed.starts_with(kFile)) typed.remove_prefix(kFile.size());
  const char* home = std::getenv("HOME");
  if (typed.starts_with("~/") && home != nullptr) return fs::path(home) / typed.substr(2);
  const fs::path path = typed;
  if (path.is_absolute()) return path;
  std::error_code error;
  const fs::path here = fs::current_path(error) / path;
  return fs::exists(here, error) ? here : folder / path;
}

// As the form names it: beneath the kernel's folder, or by its whole path.
std::string name_for_form(const AppState& app, const fs::path& file) {
  const fs::path folder = fs::path(app.session.selection().capture).parent_path();
  const fs::path relative = file.lexically_relative(folder);
  const bool is_beneath = !relative.empty() && *relative.begin() != "..";
  return is_beneath ? relative.string() : file.string();
}

void go_to_folder(Ui& ui, fs::path folder) {
  ui.state<OpenState>().folder = std::move(folder);
  ui.state<OpenState>().wants_keyboard = true;
  ui.state<OpenState>().typed.reset();
  Overlay& overlay = ui.state<Overlay>();
  overlay.search.clear();
  overlay.chosen = 0;
  overlay.moved = true;
}

void take_for_field(Ui& ui, const AppState& app, const session::FormField& field,
                    const fs::path& file) {
  const auto launch = own_launch(app);
  if (!launch) return close_overlay(ui);
  auto form = session::with_field(launch->form, field, name_for_form(app, file),
                                  fs::path(app.session.selection().capture).parent_path());
  if (!form.has_value()) {
    ui.state<OpenState>().error = ui.say(form.error());
    return;
  }
  ui.ask([form = std::move(*form)](AppState& a) { correct_launch(a, form); });
  close_overlay(ui);
}

}  // namespace

std::optional<session::ListedFile> typed_path(const Ui& ui) {
  const std::string_view typed = ui.state<Overlay>().search;
  if (typed.find('/') == std::string_view::npos) return std::nullopt;
  const fs::path path = written_path(typed, ui.state<OpenState>().folder).lexically_normal();
  std::error_code error;
  return session::ListedFile{path, fs::is_directory(path, error), !fs::exists(path, error)};
}

std::vector<OpenRow> open_rows(const Ui& ui, const Listing& listing) {
  std::vector<OpenRow> rows;
  if (ui.state<OpenState>().typed) {
    const session::ListedFile& file = *ui.state<OpenState>().typed;
    const std::string detail(file.is_missing ? ui.say(Str::file_missing) : std::string_view());
    return {{file.path.string(), detail, "open.typed", &file}};
  }
  if (!ui.state<OpenState>().field) add_recent(ui, listing, rows);
  add_folder(ui, listing, rows);
  return rows;
}

std::vector<const session::ListedFile*> files_of(const std::vector<OpenRow>& rows) {
  std::vector<const session::ListedFile*> files;
  for (const OpenRow& row : rows)
    if (row.file != nullptr) files.push_back(row.file);
  return files;
}

const Listing* current_listing(const AppState& app, Ui& ui) {
  OpenState& state = ui.state<OpenState>();
  if (!state.is_open) return nullptr;
  std::vector<std::string> recent;
  for (const session::RecentFile& each : app.settings.recent_files) recent.push_back(each.path);
  const auto listed = state.field        ? session::Listed::every_file
                      : has_picture(app) ? session::Listed::pictures_too
                                         : session::Listed::kernels_and_captures;
  state.listing->want(
      state.folder.string(),
      [folder = state.folder, listed, recent = std::move(recent)](const auto&) -> Result<Listing> {
        return Listing{session::list_folder(folder, listed), session::with_presence(recent)};
      });
  const Listing* made = state.listing->value();
  ui.makes_more |= state.listing->is_under_way();
  return made;
}

void take_row(Ui& ui, const AppState& app, const session::ListedFile& file) {
  OpenState& state = ui.state<OpenState>();
  state.error.clear();
  if (file.is_folder) return go_to_folder(ui, file.path);
  std::error_code error;
  if (!fs::exists(file.path, error)) {
    state.error = ui.say(Str::file_gone, file.path.string());
    return;
  }
  if (state.field) return take_for_field(ui, app, *state.field, file.path);
  ui.state<FormState>().shows_kernels = false;
  ui.ask([path = file.path](AppState& a) { open_dropped(a, path); });
  close_overlay(ui);
}

void go_up(Ui& ui) {
  ui.state<OpenState>().error.clear();
  go_to_folder(ui, ui.state<OpenState>().folder.parent_path());
}

}  // namespace warplens::ui
