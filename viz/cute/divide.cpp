#include "viz/cute/by_mode.h"

namespace warplens::cute {

Result<void> check_rank(const Layout& layout, const Tiler& tiler) {
  if (tiler.modes.size() > layout.rank())
    return fail(tr("a tiler of {} modes for {}, which has {}", tiler.modes.size(), text_of(layout),
                   layout.rank()));
  return {};
}

Result<Layout> logical_divide(const Layout& layout, const Tiler& tiler) {
  if (tiler.is_by_mode())
    return by_mode(layout, tiler, [](const Layout& mode, const Tiler& each) {
      return logical_divide(mode, each);
    });
  if (tiler.leaves_as_is()) return layout;
  TRY(auto rest, complement(*tiler.layout, size(layout)));
  return composition(layout, of_modes({*tiler.layout, std::move(rest)}));
}

Result<Layout> zipped_divide(const Layout& layout, const Tiler& tiler) {
  return zipped(layout, tiler,
                [](const Layout& mode, const Tiler& each) { return logical_divide(mode, each); });
}

Result<Layout> tiled_divide(const Layout& layout, const Tiler& tiler) {
  TRY(const auto both, zipped_divide(layout, tiler));
  return with_rest_unpacked(both);
}

Result<Layout> flat_divide(const Layout& layout, const Tiler& tiler) {
  TRY(const auto both, zipped_divide(layout, tiler));
  return with_both_unpacked(both);
}

}  // namespace warplens::cute
