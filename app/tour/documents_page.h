// The documents as a page beside the tour's: what each says, where that is shown, what is true.
#pragma once

#include <string>

#include "app/tour/tour_page.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// Steps that the tour has are links to it.
[[nodiscard]] std::string documents_html(const AppState& app, const Ui& ui, const TourPage& tour);

}  // namespace warplens::ui
