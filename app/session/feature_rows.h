// Rows of the tables of features by name alone, for the header in which a feature declares its own.
#pragma once

namespace CLI {
class App;
}

namespace warplens::cli {
struct Command;
}

namespace warplens::session {
struct Feature;
}

namespace warplens::ui {
struct FeaturePanels;
}
