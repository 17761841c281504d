#include "app/state/kept_offers.h"

#include "app/session/session.h"

namespace warplens::ui {

const Offer& KeptOffers::of(const session::Session& session, session::Side side,
                            const catalog::Parameter& parameter) const {
  OfKernel& kept = kept_[static_cast<std::size_t>(side)];
  const session::Selection& now = session.selection(side);
  if (kept.kernel != now.kernel || kept.parameters != now.parameters) {
    kept = {now.kernel, now.parameters, {}};
  }
  const auto known = kept.offers.find(parameter.name);
  if (known != kept.offers.end()) return known->second;
  return kept.offers.emplace(parameter.name, offer_of(session, side, parameter)).first->second;
}

}  // namespace warplens::ui
