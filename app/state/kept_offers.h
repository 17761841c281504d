// What controls offer, looked up in every frame: found out once for each kernel with its
// parameters.
#pragma once

#include <array>
#include <map>
#include <string>

#include "app/state/control_list.h"

namespace warplens::ui {

// Used on the UI thread only.
class KeptOffers {
 public:
  // As offer_of(). Valid until the side's kernel or a parameter of it changes.
  [[nodiscard]] const Offer& of(const session::Session& session, session::Side side,
                                const catalog::Parameter& parameter) const;

 private:
  struct OfKernel {
    std::string kernel;
    catalog::Parameters parameters;
    std::map<std::string, Offer> offers;  // by a parameter's name
  };
  mutable std::array<OfKernel, 2> kept_;  // of each side
};

}  // namespace warplens::ui
