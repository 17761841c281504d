// The least time that each unit of a chip needs, as a feature of the app.
#pragma once

namespace CLI {
class App;
}

namespace warplens::cli {
struct Command;
[[nodiscard]] Command limits_command(CLI::App& app);
}  // namespace warplens::cli

namespace warplens::ui {
struct FeaturePanels;
}

namespace warplens::limits {

[[nodiscard]] ui::FeaturePanels panels();

}  // namespace warplens::limits
