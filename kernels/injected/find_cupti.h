// Where CUPTI may lie for this process: beside the Python packages that it has loaded or would
// load, in toolkits.
#pragma once

#include <string>
#include <vector>

namespace warplens::injected {

// Files that are there, the likeliest first.
[[nodiscard]] std::vector<std::string> find_cupti();

}  // namespace warplens::injected
