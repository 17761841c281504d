// What a person sets in a session: each is a change that can be undone, but for what is restored.
#include <utility>

#include "app/session/choosing.h"
#include "app/session/kernel_result.h"
#include "app/session/session.h"
#include "kernels/trace/capture.h"

namespace warplens::session {
void Session::select_kernel(std::string_view kernel, Side side) {
  Choice next = choice_;
  Selection* const now = next.find(side);
  if (now == nullptr || (now->capture.empty() && kernel == now->kernel)) return;
  auto selection = changed_kernel(families_, kernel, *now);
  if (!selection) return;
  *now = std::move(*selection);
  for (const auto& [type, companion] : companions_) companion->change_kernel(next.features);
  change(std::move(next));
}

void Session::set_parameter(std::string_view name, std::int64_t value, bool continues, Side side) {
  set_parameters({{std::string(name), value}}, continues, side);
}

void Session::set_parameters(const catalog::Parameters& values, bool continues, Side side) {
  change(with_parameters(families_, choice_, values, side), continues);
}

void Session::open_capture(const std::string& path, OwnChoice own) {
  Choice next = choice_;
  const Selection& now = choice_.left;
  next.left = {
      path,          {}, path, now.order, now.backend, now.capability, trace::capture_stamp(path),
      std::move(own)};
  next.right.reset();
  for (const auto& [type, companion] : companions_) companion->change_kernel(next.features);
  change(std::move(next));
}

void Session::set_own(const OwnChoice& own, bool continues) {
  Choice next = choice_;
  next.change_all([&](Selection& selection) {
    if (selection.capture != choice_.left.capture) return;
    selection.own = own;
    selection.parameters.clear();  // the form has them
  });
  change(std::move(next), continues);
}

void Session::set_order(trace::Order order) {
  Choice next = choice_;
  next.change_all([&](Selection& selection) { selection.order = order; });
  change(std::move(next));
}

void Session::set_backend(Backend backend) {
  Choice next = choice_;
  next.change_all([&](Selection& selection) { selection.backend = backend; });
  if (next == choice_ && error()) return request();  // once more
  change(std::move(next));
}

void Session::set_architecture(std::uint32_t capability) {
  Choice next = choice_;
  next.change_all([&](Selection& selection) { selection.capability = capability; });
  change(std::move(next));
}

void Session::restore_architecture(std::uint32_t capability) {
  choice_.change_all([&](Selection& selection) { selection.capability = capability; });
  if (!choice_.left.kernel.empty()) request();
}

void Session::restore_backend(Backend backend) {
  choice_.change_all([&](Selection& selection) { selection.backend = backend; });
  if (!choice_.left.kernel.empty()) request();
}

void Session::set_sizes(catalog::Parameters sizes) {
  Choice next = choice_;
  next.left.parameters = std::move(sizes);
  change(std::move(next));
}

void Session::set_picture(const std::string& path) {
  Choice next = choice_;
  for (const Side side : kSides) {
    Selection* selection = next.find(side);
    if (selection != nullptr && result(side) && result(side)->picture) selection->picture = path;
  }
  change(std::move(next));
}

Result<void> Session::set_index(const std::string& index, bool continues, Side side) {
  const catalog::Variant* of = variant(side);
  if (of == nullptr) return {};
  TRY(auto chosen, chosen_index(*of, index));
  Choice next = choice_;
  next.find(side)->index = std::move(chosen);  // it has a variant
  change(std::move(next), continues);
  return {};
}

void Session::set_launch(std::size_t launch) {
  if (launch >= launch_count()) return;
  Choice next = choice_;
  next.launch = launch;
  change(std::move(next));
}

void Session::set_cache(analysis::CachePreset cache) {
  Choice next = choice_;
  next.cache = cache;
  change(std::move(next));
}

void Session::compare_with(std::string_view kernel) {
  auto selection = changed_kernel(families_, kernel, choice_.left);
  if (!selection) return;
  Choice next = choice_;
  next.right = std::move(*selection);
  change(std::move(next));
}

void Session::compare_with_previous() {
  const Selection* before = previous();
  if (before == nullptr) return;
  compare_with_earlier(*before);
}

void Session::compare_with_earlier(Selection before) {
  Choice next = choice_;
  next.left = std::move(before);
  next.left.order = choice_.left.order;
  next.left.backend = choice_.left.backend;
  next.left.capability = choice_.left.capability;
  next.right = choice_.left;
  change(std::move(next));
}

void Session::swap_sides() {
  if (!choice_.right) return;
  Choice next = choice_;
  std::swap(next.left, *next.right);
  change(std::move(next));
}

void Session::end_compare() {
  Choice next = choice_;
  next.right.reset();
  change(std::move(next));
}

}  // namespace warplens::session
