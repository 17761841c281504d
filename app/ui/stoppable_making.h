// What takes seconds, made on a thread and stopped once nobody waits for it any longer.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "app/ui/making.h"

namespace warplens::ui {

template <class T>
class StoppableMaking {
 public:
  using Make = std::function<T(const std::stop_token&)>;  // holds all that it needs

  StoppableMaking() = default;
  StoppableMaking(const StoppableMaking&) = delete;
  StoppableMaking& operator=(const StoppableMaking&) = delete;
  ~StoppableMaking() { stop_.request_stop(); }

  // As Making::get().
  const T* get(const std::shared_ptr<const void>& of, const std::string& key, Make make) {
    if (of != of_ || key != key_) {
      stop_.request_stop();
      stop_ = {};
      of_ = of;
      key_ = key;
    }
    return making_.get(of, key, false,
                       [make = std::move(make), stop = stop_.get_token()] { return make(stop); });
  }
  [[nodiscard]] bool is_under_way() const { return making_.is_under_way(); }

 private:
  std::shared_ptr<const void> of_;
  std::string key_;
  std::stop_source stop_;
  Making<T> making_;  // last: its thread ends before the rest
};

}  // namespace warplens::ui
