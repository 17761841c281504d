#include "app/ui/ui.h"

#include <algorithm>

#include "app/state/kept_offers.h"
#include "app/ui/view_cache.h"

namespace warplens::ui {

Ui::Ui()
    : caches(std::make_unique<std::array<ViewCache, 2>>()),
      offers(std::make_unique<KeptOffers>()) {}
Ui::~Ui() = default;

const ViewCache& Ui::cache() const { return (*caches)[static_cast<std::size_t>(side)]; }
ViewCache& Ui::cache(session::Side of) { return (*caches)[static_cast<std::size_t>(of)]; }

bool Ui::is_making_views() const { return std::ranges::any_of(*caches, &ViewCache::is_making); }

}  // namespace warplens::ui
