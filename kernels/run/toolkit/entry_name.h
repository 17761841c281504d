// A kernel by the name that its author gave it: "scale" or "tile<32>" for _Z5scalePfi,
// _Z4tileILi32EEvPf.
#pragma once

#include <string>
#include <string_view>

#include "kernels/base/result.h"
#include "kernels/ptx/module.h"

namespace warplens::run {

// The name as the source writes it, without return type and parameters; a name that is not mangled
// stays as it is.
[[nodiscard]] std::string source_name(const std::string& entry);

// The entry called `name` in PTX or in the source, without template arguments ("tile" for
// tile<32>) or namespaces where that is enough, or by any part that no other has; the only entry
// when `name` is empty. Errors list the nearest of the module's kernels.
Result<const ptx::Function*> find_entry(const ptx::Module& module, std::string_view name);

}  // namespace warplens::run
