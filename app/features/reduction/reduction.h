// How the values of a block come together, as a feature of the app.
#pragma once

namespace warplens::ui {
struct FeaturePanels;
}

namespace warplens::reduction {

[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::reduction
