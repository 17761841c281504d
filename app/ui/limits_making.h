// A kernel's limits, made on a thread: counting a launch takes seconds. What nobody waits for any
// longer is stopped.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <utility>

#include "app/session/choice/selection.h"
#include "app/session/live/limits_model.h"
#include "app/ui/making.h"

namespace warplens::ui {

class LimitsMaking {
 public:
  LimitsMaking() = default;
  LimitsMaking(const LimitsMaking&) = delete;
  LimitsMaking& operator=(const LimitsMaking&) = delete;
  ~LimitsMaking() { stop_.request_stop(); }

  // Null while they are made.
  const session::LimitsModel* get(const std::shared_ptr<const run::Catalogue>& catalogue,
                                  const session::Selection& selection) {
    std::string key = selection.kernel;
    for (const auto& [name, value] : selection.parameters) {
      key += fmt::format(" {}={}", name, value);
    }
    if (key != key_) {
      stop_.request_stop();
      stop_ = {};
      key_ = key;
    }
    return making_.get(catalogue, key, false,
                       [catalogue, kernel = selection.kernel, chosen = selection.parameters,
                        stop = stop_.get_token()] {
                         return session::limits_model(*catalogue, kernel, chosen, stop);
                       });
  }
  [[nodiscard]] bool is_under_way() const { return making_.is_under_way(); }

 private:
  std::string key_;
  std::stop_source stop_;
  Making<session::LimitsModel> making_;  // last: its thread ends before the rest
};

}  // namespace warplens::ui
