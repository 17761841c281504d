#include "kernels/ptx/scope.h"

#include <fmt/format.h>

#include <charconv>

namespace warplens::ptx {

void Scopes::enter() {
  const auto id = static_cast<std::uint32_t>(parents_.size());
  parents_.push_back(open_.empty() ? kNone : open_.back().id);
  open_.push_back({id, {}, {}, {}, {}});
}

void Scopes::leave() { open_.pop_back(); }

bool Scopes::declare_register(std::string_view name, ScalarType type, std::uint32_t width) {
  return open_.back().singles.try_emplace(name, Shape{type, width, 1}).second;
}

bool Scopes::declare_range(std::string_view prefix, std::uint32_t count, ScalarType type,
                           std::uint32_t width) {
  return open_.back().ranges.try_emplace(prefix, Shape{type, width, count}).second;
}

bool Scopes::declare_label(std::string_view name, LabelTarget target) {
  const auto [entry, fresh] =
      label_map_of_.try_emplace(current(), static_cast<std::uint32_t>(label_maps_.size()));
  if (fresh) label_maps_.emplace_back();
  return label_maps_[entry->second].try_emplace(name, target).second;
}

bool Scopes::declare_variable(std::string_view name, std::string& unique_name) {
  if (open_.back().variables.contains(name)) return false;
  std::uint32_t& times = times_declared_[name];
  if (times == 0 && depth() > 1 && module_names_.contains(name)) times = 1;
  ++times;
  unique_name = times == 1 ? std::string(name) : fmt::format("{}#{}", name, times);
  open_.back().variables.emplace(name, unique_name);
  return true;
}

// `%r12` is the single register of that name or number 12 of the range `%r<…>`.
const Scopes::Shape* Scopes::find_shape(const Scope& scope, std::string_view name) {
  if (const auto single = scope.singles.find(name); single != scope.singles.end()) {
    return &single->second;
  }
  constexpr std::size_t kMostDigits = 9;
  for (std::size_t digits = 1; digits <= kMostDigits && digits < name.size(); ++digits) {
    const std::string_view number = name.substr(name.size() - digits);
    if (number[0] < '0' || number[0] > '9') break;
    if (number[0] == '0' && digits > 1) continue;
    const auto range = scope.ranges.find(name.substr(0, name.size() - digits));
    if (range == scope.ranges.end()) continue;
    std::uint32_t value = 0;
    std::from_chars(number.data(), number.data() + number.size(), value);
    if (value < range->second.count) return &range->second;
  }
  return nullptr;
}

std::optional<std::uint32_t> Scopes::find_register(std::string_view name) {
  for (auto scope = open_.rbegin(); scope != open_.rend(); ++scope) {
    if (const auto used = scope->used.find(name); used != scope->used.end()) return used->second;
    const Shape* shape = find_shape(*scope, name);
    if (shape == nullptr) continue;
    const auto index = static_cast<std::uint32_t>(function_.registers.size());
    function_.registers.push_back({std::string(name), shape->type, shape->width});
    scope->used.emplace(name, index);
    return index;
  }
  return std::nullopt;
}

const std::string* Scopes::find_variable(std::string_view name) const {
  for (auto scope = open_.rbegin(); scope != open_.rend(); ++scope) {
    const auto found = scope->variables.find(name);
    if (found != scope->variables.end()) return &found->second;
  }
  return nullptr;
}

const LabelTarget* Scopes::find_label(std::uint32_t scope, std::string_view name) const {
  for (; scope != kNone; scope = parents_[scope]) {
    const auto map = label_map_of_.find(scope);
    if (map == label_map_of_.end()) continue;
    const auto found = label_maps_[map->second].find(name);
    if (found != label_maps_[map->second].end()) return &found->second;
  }
  return nullptr;
}

}  // namespace warplens::ptx
