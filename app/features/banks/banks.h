// Shared memory by bank, tile and lane, as a feature of the app.
#pragma once

namespace warplens::ui {
struct FeaturePanels;
}

namespace warplens::banks {

[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::banks
