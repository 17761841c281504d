// What each feature of the app shows (a view's settings, what a workshop is asked), kept by type,
// so that nobody but a feature names its own.
//
//   choices.set(OccupancyChoice{…});     choices.of<OccupancyChoice>().on()
//
// A feature's choice is a struct that can be compared and copied; one made by default is what there
// is before anything was chosen.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <typeindex>
#include <utility>

namespace warplens::session {

class FeatureChoices {
 public:
  // Valid until another is set.
  template <class T>
  [[nodiscard]] const T& of() const {
    static const T kUsual{};
    const auto kept = kept_.find(typeid(T));
    return kept == kept_.end() ? kUsual : static_cast<const Kept<T>&>(*kept->second).value;
  }
  template <class T>
  [[nodiscard]] bool has() const {
    return kept_.contains(typeid(T));
  }
  template <class T>
  void set(T value) {
    kept_[typeid(T)] = std::make_shared<const Kept<T>>(std::move(value));
  }
  // All that `others` has.
  void take(const FeatureChoices& others) {
    for (const auto& [type, kept] : others.kept_) kept_[type] = kept;
  }
  // What was never set is as usual.
  friend bool operator==(const FeatureChoices& a, const FeatureChoices& b) {
    return a.is_in(b) && b.is_in(a);
  }

 private:
  struct Any {
    Any() = default;
    Any(const Any&) = delete;
    Any& operator=(const Any&) = delete;
    virtual ~Any() = default;
    [[nodiscard]] virtual bool equals(const Any& other) const = 0;  // of the same type
    [[nodiscard]] virtual bool is_usual() const = 0;
  };
  template <class T>
  struct Kept final : Any {
    explicit Kept(T of) : value(std::move(of)) {}
    [[nodiscard]] bool equals(const Any& other) const override {
      return value == static_cast<const Kept&>(other).value;
    }
    [[nodiscard]] bool is_usual() const override { return value == T{}; }
    T value;
  };

  [[nodiscard]] bool is_in(const FeatureChoices& others) const {
    return std::ranges::all_of(kept_, [&](const auto& kept) {
      const auto other = others.kept_.find(kept.first);
      return other == others.kept_.end() ? kept.second->is_usual()
                                         : kept.second->equals(*other->second);
    });
  }

  std::map<std::type_index, std::shared_ptr<const Any>> kept_;
};

}  // namespace warplens::session
