// What panels keep from frame to frame: a struct a panel, declared in its room's states.h, made
// when it is asked for first. So a panel that keeps something changes no header but its own.
#pragma once

#include <any>
#include <map>
#include <typeindex>

namespace warplens::ui {

class PanelStates {
 public:
  // Stays where it is.
  template <class State>
  [[nodiscard]] State& of() {
    std::any& kept = kept_[typeid(State)];
    if (!kept.has_value()) kept.emplace<State>();
    return *std::any_cast<State>(&kept);
  }
  template <class State>
  [[nodiscard]] const State& of() const {
    static const State kFresh{};
    const auto kept = kept_.find(typeid(State));
    return kept == kept_.end() ? kFresh : *std::any_cast<State>(&kept->second);
  }

 private:
  std::map<std::type_index, std::any> kept_;
};

}  // namespace warplens::ui
