// What features have shown since the stage was set, as far as a lesson asks about it, kept by type:
// nobody but a feature names its own.
//
//   seen.note(SeenPlane{…});     seen.of<SeenPlane>()  the latest last
#pragma once

#include <any>
#include <map>
#include <typeindex>
#include <utility>
#include <vector>

namespace warplens::session {

class Seen {
 public:
  template <class T>
  [[nodiscard]] const std::vector<T>& of() const {
    static const std::vector<T> kNone;
    const auto kept = kept_.find(typeid(T));
    return kept == kept_.end() ? kNone : *std::any_cast<std::vector<T>>(&kept->second);
  }
  template <class T>
  void note(T seen) {
    std::any& kept = kept_[typeid(T)];
    if (!kept.has_value()) kept.emplace<std::vector<T>>();
    std::any_cast<std::vector<T>>(&kept)->push_back(std::move(seen));
  }

 private:
  std::map<std::type_index, std::any> kept_;
};

}  // namespace warplens::session
