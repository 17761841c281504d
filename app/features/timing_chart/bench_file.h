// `warplens bench FILE`: a person's own kernel timed at one or several sizes.
#pragma once

#include <string>
#include <vector>

#include "app/cli/text/memory_limit.h"
#include "app/cli/text/own_options.h"
#include "app/texts/speech.h"

namespace warplens::cli {

struct FileBench {
  const OwnOptions& own;
  const std::string& file;
  const std::string& sizes;  // --sizes
  const std::vector<std::string>& settings;
  const MemoryLimit& memory;
  bool json = false;
  ui::Speech speech;
};

// Prints a row a size as it comes. The exit status. Errors: an option that is a family's, no GPU, a
// launch that cannot be, a wrong result.
Result<int> time_file(const FileBench& options, const CLI::App& parser);

}  // namespace warplens::cli
