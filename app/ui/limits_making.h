// A kernel's limits, made on a thread: counting a launch takes seconds.
#pragma once

#include <memory>
#include <string>

#include "app/session/choice/selection.h"
#include "app/session/live/limits_model.h"
#include "app/ui/stoppable_making.h"

namespace warplens::ui {

class LimitsMaking {
 public:
  // Null while they are made.
  const session::LimitsModel* get(const std::shared_ptr<const run::Catalogue>& catalogue,
                                  const session::Selection& selection) {
    std::string key = selection.kernel;
    for (const auto& [name, value] : selection.parameters) {
      key += fmt::format(" {}={}", name, value);
    }
    return making_.get(catalogue, key,
                       [catalogue, kernel = selection.kernel,
                        chosen = selection.parameters](const std::stop_token& stop) {
                         return session::limits_model(*catalogue, kernel, chosen, stop);
                       });
  }
  [[nodiscard]] bool is_under_way() const { return making_.is_under_way(); }

 private:
  StoppableMaking<session::LimitsModel> making_;
};

}  // namespace warplens::ui
