#include "app/session/edits.h"

#include <utility>

#include "app/session/choosing.h"
#include "app/session/kernel_result.h"
#include "kernels/captured/program_file.h"
#include "kernels/trace/capture.h"

namespace warplens::session {

void select_kernel(Session& session, std::string_view kernel, Side side) {
  Choice next = session.choice();
  Selection* const now = next.find(side);
  if (now == nullptr || (now->capture.empty() && kernel == now->kernel)) return;
  auto selection = changed_kernel(session.families(), kernel, *now);
  if (!selection) return;
  *now = std::move(*selection);
  session.leave_kernel(next.features);
  session.change(std::move(next));
}

void set_parameter(Session& session, std::string_view name, std::int64_t value, bool continues,
                   Side side) {
  set_parameters(session, {{std::string(name), value}}, continues, side);
}

void set_parameters(Session& session, const catalog::Parameters& values, bool continues,
                    Side side) {
  session.change(with_parameters(session.families(), session.choice(), values, side), continues);
}

void show_capture(Session& session, const std::string& path, OwnChoice own) {
  Choice next = session.choice();
  const Selection& now = session.choice().left;
  next.left = {
      path,          {}, path, now.order, now.backend, now.capability, trace::capture_stamp(path),
      std::move(own)};
  next.left.is_program = captured::looks_like_a_program(path);
  next.right.reset();
  session.leave_kernel(next.features);
  session.change(std::move(next));
}

void set_own(Session& session, const OwnChoice& own, bool continues) {
  Choice next = session.choice();
  next.change_all([&](Selection& selection) {
    if (selection.capture != session.choice().left.capture) return;
    selection.own = own;
    selection.parameters.clear();  // the form has them
  });
  session.change(std::move(next), continues);
}

void set_order(Session& session, trace::Order order) {
  Choice next = session.choice();
  next.change_all([&](Selection& selection) { selection.order = order; });
  session.change(std::move(next));
}

void set_backend(Session& session, Backend backend) {
  Choice next = session.choice();
  next.change_all([&](Selection& selection) { selection.backend = backend; });
  if (next == session.choice() && session.error()) return session.try_again();  // once more
  session.change(std::move(next));
}

void set_architecture(Session& session, std::uint32_t capability) {
  Choice next = session.choice();
  next.change_all([&](Selection& selection) { selection.capability = capability; });
  session.change(std::move(next));
}

void set_sizes(Session& session, catalog::Parameters sizes) {
  Choice next = session.choice();
  next.left.parameters = std::move(sizes);
  session.change(std::move(next));
}

void set_picture(Session& session, const std::string& path) {
  Choice next = session.choice();
  for (const Side side : kSides) {
    Selection* selection = next.find(side);
    if (selection != nullptr && session.result(side) && session.result(side)->picture)
      selection->picture = path;
  }
  session.change(std::move(next));
}

Result<void> set_index(Session& session, const std::string& index, bool continues, Side side) {
  const catalog::Variant* of = session.variant(side);
  if (of == nullptr) return {};
  TRY(auto chosen, chosen_index(*of, index));
  Choice next = session.choice();
  next.find(side)->index = std::move(chosen);  // it has a variant
  session.change(std::move(next), continues);
  return {};
}

void set_launch(Session& session, std::size_t launch) {
  if (launch >= session.launch_count()) return;
  Choice next = session.choice();
  next.launch = launch;
  session.change(std::move(next));
}

void compare_with(Session& session, std::string_view kernel) {
  auto selection = changed_kernel(session.families(), kernel, session.choice().left);
  if (!selection) return;
  Choice next = session.choice();
  next.right = std::move(*selection);
  session.change(std::move(next));
}

void compare_with_previous(Session& session) {
  const Selection* before = session.previous();
  if (before == nullptr) return;
  compare_with_earlier(session, *before);
}

void compare_with_earlier(Session& session, Selection before) {
  Choice next = session.choice();
  next.left = std::move(before);
  next.left.order = session.choice().left.order;
  next.left.backend = session.choice().left.backend;
  next.left.capability = session.choice().left.capability;
  next.right = session.choice().left;
  session.change(std::move(next));
}

void swap_sides(Session& session) {
  if (!session.choice().right) return;
  Choice next = session.choice();
  std::swap(next.left, *next.right);
  session.change(std::move(next));
}

void end_compare(Session& session) {
  Choice next = session.choice();
  next.right.reset();
  session.change(std::move(next));
}

void restore_backend(Session& session, Backend backend) {
  Choice next = session.choice();
  next.change_all([&](Selection& selection) { selection.backend = backend; });
  session.restore(std::move(next));
}

void restore_architecture(Session& session, std::uint32_t capability) {
  Choice next = session.choice();
  next.change_all([&](Selection& selection) { selection.capability = capability; });
  session.restore(std::move(next));
}

}  // namespace warplens::session
