#include "viz/cute/algebra.h"

namespace warplens::cute {

Layout coalesce(const Layout& layout) {
  std::vector<Layout> kept;
  for (const Layout& each : leaves_of(layout)) {
    if (each.shape == 1) continue;
    if (!kept.empty() && kept.back().shape * kept.back().stride == each.stride) {
      kept.back().shape *= each.shape;
    } else {
      kept.push_back(each);
    }
  }
  if (kept.empty()) return leaf(1, 0);
  return kept.size() == 1 ? kept.front() : of_modes(std::move(kept));
}

Result<Layout> coalesce(const Layout& layout, const IntTuple& profile) {
  if (profile.is_number()) return coalesce(layout);
  if (profile.rank() > layout.rank())
    return fail(tr("the profile {} has more modes than {}", text_of(profile), text_of(layout)));
  std::vector<Layout> modes;
  for (std::size_t i = 0; i < layout.rank(); ++i) {
    if (i >= profile.rank()) {
      modes.push_back(layout.mode(i));
      continue;
    }
    TRY(auto mode, coalesce(layout.mode(i), profile.part(i)));
    modes.push_back(std::move(mode));
  }
  return of_modes(std::move(modes));
}

}  // namespace warplens::cute
