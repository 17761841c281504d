#include "app/state/linked.h"

#include "app/session/edits.h"
#include "app/session/open_own.h"
#include "app/state/exploring.h"
#include "app/state/kernel_views.h"
#include "kernels/sass/assembled.h"

namespace warplens::ui {
namespace {

link::Kernel kernel_of(const session::Selection& selection) {
  return {selection.kernel, selection.parameters, selection.index};
}

std::string architecture_of(const session::Selection& selection) {
  return selection.capability == 0 ? "ptx" : sass::architecture_name(selection.capability);
}

void add_place(link::Link& link, const session::Session& session) {
  if (!session.up_to_date() || session.launch() == nullptr) return;
  link.launch = session.cursor().launch + 1;
  link.event = session.cursor().event + 1;
}

Result<void> enter_linked_step(AppState& app, const link::Link& link) {
  TRY(const auto index, lessons::find_lesson(app.lessons, link.lesson));
  const std::size_t steps = app.lessons[index].steps.size();
  if (static_cast<std::size_t>(link.step) > steps) {
    return fail(tr("lesson {} has steps 1 to {}: the link's {} is not among them", link.lesson,
                   steps, link.step));
  }
  return go_to_lesson(app, link.lesson, link.step - 1);
}

Result<void> set_linked_stage(AppState& app, const link::Link& link) {
  if (link.kernel.name.empty()) return {};
  session::Stage stage{link.kernel.name, link.kernel.parameters, std::nullopt, link.beside.name,
                       link.beside.parameters};
  stage.index = link.kernel.index;
  stage.beside_index = link.beside.index;
  stage.order = link.order;
  for (const session::Feature& feature : app.features) {
    for (const session::ChoiceText& choice : feature.texts) choice.reset(stage.features);
  }
  stage.features.take(link.features);
  return app.session.set_stage(stage);
}

void set_reader(AppState& app, const link::Link& link) {
  if (link.language) app.settings.language = code_of(*link.language);
  if (link.architecture.empty()) return;
  app.settings.architecture = link.architecture;
  restore_architecture(app.session, sass::capability_of(link.architecture).value_or(0));
}

std::optional<std::size_t> from_zero(const std::optional<std::uint64_t>& from_one) {
  if (!from_one) return std::nullopt;
  return static_cast<std::size_t>(*from_one - 1);
}

Result<void> show(AppState& app, const link::Link& link) {
  set_reader(app, link);
  if (link.lesson.empty()) {
    explore(app);
  } else if (auto entered = enter_linked_step(app, link); !entered.has_value()) {
    return entered;
  }
  TRY(set_linked_stage(app, link));
  if (!link.views.empty()) {
    app.views = link.views;
    keep_views(app);
  }
  app.wanted_place = {from_zero(link.launch), from_zero(link.event)};
  return {};
}

}  // namespace

Result<link::Link> link_of(const AppState& app) {
  const session::Choice& choice = app.session.choice();
  if (session::is_kernel_file(choice.left.capture)) {
    return fail(tr("a link holds no path: pass your own kernel on as its file, or as a capture"));
  }
  const auto is_in_catalogue = [](const session::Selection& selection) {
    return !selection.kernel.empty() && selection.capture.empty();
  };
  if (!is_in_catalogue(choice.left) || (choice.right && !is_in_catalogue(*choice.right))) {
    return fail(tr("a link names kernels of the catalogue: pass a capture on as its file"));
  }
  link::Link link;
  if (app.mode == Mode::lesson) {
    link.lesson = app.current_lesson().id;
    link.step = static_cast<int>(app.step) + 1;
  }
  link.kernel = kernel_of(choice.left);
  if (choice.right) link.beside = kernel_of(*choice.right);
  link.views = app.views;
  link.order = choice.left.order;
  link.features = choice.features;
  link.architecture = architecture_of(choice.left);
  link.language = app.language();
  add_place(link, app.session);
  return link;
}

Result<void> open_link(AppState& app, std::string_view text) {
  TRY(const auto link, link::parse_link(text, app.features));
  return show(app, link);
}

void reach_wanted_place(AppState& app) {
  session::Session& session = app.session;
  if (!app.wanted_place || !(session.error() || session.up_to_date())) return;
  const WantedPlace wanted = *std::exchange(app.wanted_place, std::nullopt);
  if (session.error()) return;
  if (wanted.launch) set_launch(session, *wanted.launch);
  if (wanted.event) session.seek(*wanted.event);
}

}  // namespace warplens::ui
