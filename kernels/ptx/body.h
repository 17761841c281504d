// A function's body, from { to }.
#pragma once

#include <unordered_set>

#include "kernels/ptx/declarations.h"
#include "kernels/ptx/locations.h"
#include "kernels/ptx/module.h"

namespace warplens::ptx {

// Reads the body at the cursor into `function`, whose header has been read.
void parse_body(DeclarationContext& context, Locations& locations,
                const std::unordered_set<std::string_view>& module_names, Function& function);

// `.pragma "…", "…";`, skipped.
void skip_pragma(TokenCursor& cursor);

}  // namespace warplens::ptx
