// Linear memory by sectors and lines, as a feature of the app.
#pragma once

namespace warplens::ui {
struct FeaturePanels;
}

namespace warplens::sectors {

[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::sectors
