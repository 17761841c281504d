// --sizes of `warplens bench` for a person's own kernel: one of its sizes at several values.
#pragma once

#include <string_view>
#include <vector>

#include "app/cli/text/own_options.h"

namespace warplens::cli {

// "n=1024..8192,10000", or without a name where the launch has one size. `text` empty: the launch's
// sizes alone. Errors: there is no size of that name, several where none is named.
Result<std::vector<catalog::Parameters>> own_sizes(const OwnTarget& target, std::string_view text);

}  // namespace warplens::cli
