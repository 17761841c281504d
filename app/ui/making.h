// What takes too long for a frame, made on a thread of its own and handed over whole.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "kernels/base/guarded.h"

namespace warplens::ui {

template <class T>
class Making {
 public:
  using Make = std::function<T()>;  // holds all that it needs

  // What was made of `of` for `key`; null while it is being made, and where memory ran out.
  // `is_short`: it is made at once. What is asked for last takes the place of what was before.
  const T* get(const std::shared_ptr<const void>& of, const std::string& key, bool is_short,
               Make make) {
    take();
    if (of != of_ || key != key_) {
      of_ = of;
      key_ = key;
      begin(is_short, std::move(make));
    }
    is_awaited_ = made_ == nullptr && coming_.valid();
    return made_.get();
  }
  // Takes what is done.
  void take() {
    std::erase_if(forgotten_, is_done);
    if (!is_done(coming_)) return;
    Result<Made> done = coming_.get();
    if (done.has_value()) made_ = std::move(*done);
  }
  // Once more, too, when it is done and get() has not given it yet: the next frame shows it.
  [[nodiscard]] bool is_under_way() const {
    return (coming_.valid() && !is_done(coming_)) || std::exchange(is_awaited_, false);
  }

 private:
  using Made = std::unique_ptr<const T>;
  using Coming = std::future<Result<Made>>;

  static bool is_done(const Coming& coming) {
    return coming.valid() && coming.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  }
  void begin(bool is_short, Make make) {
    // Ending it would have to wait.
    if (coming_.valid()) forgotten_.push_back(std::move(coming_));
    made_.reset();
    coming_ =
        std::async(is_short ? std::launch::deferred : std::launch::async, [make = std::move(make)] {
          return guarded([&]() -> Result<Made> { return std::make_unique<const T>(make()); });
        });
    if (is_short) coming_.wait();
    take();
  }

  std::shared_ptr<const void> of_;
  std::string key_;
  Made made_;
  Coming coming_;
  mutable bool is_awaited_ = false;  // the latest get() gave nothing, and it was on its way
  std::vector<Coming> forgotten_;
};

}  // namespace warplens::ui
