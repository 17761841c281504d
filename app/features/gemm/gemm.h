// A tile of C between what feeds it, as a feature of the app.
#pragma once

namespace warplens::ui {
struct FeaturePanels;
}

namespace warplens::gemm {

[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::gemm
