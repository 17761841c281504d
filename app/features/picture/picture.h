// A picture as the kernel changes it, as a feature of the app.
#pragma once

namespace warplens::ui {
struct FeaturePanels;
}

namespace warplens::picture {

[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::picture
