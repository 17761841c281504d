// Kernels by name, as selections: those of the catalogue, and a person's own .cu or .ptx by its
// path.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/named_kernel.h"
#include "app/session/selection.h"
#include "kernels/base/result.h"

namespace warplens::session {

struct NamedVariant {
  const catalog::Family* family = nullptr;    // null: no such family
  const catalog::Variant* variant = nullptr;  // null: no such kernel
};

// "transpose/tile_padded".
[[nodiscard]] NamedVariant variant_named(const std::vector<catalog::Family>& families,
                                         std::string_view kernel);
// None for a capture.
[[nodiscard]] NamedVariant variant_of(const std::vector<catalog::Family>& families,
                                      const Selection& selection);

// The kernel with its settings, defaults for the others, traced where `now` is. Errors name the
// kernel or parameter.
Result<Selection> selection_of(const std::vector<catalog::Family>& families,
                               const NamedKernel& named, trace::Order order, const Selection& now);

// `index` as a selection has it: empty where it is what the source says. Errors: as parse_index();
// a kernel without one.
Result<std::string> chosen_index(const catalog::Variant& variant, const std::string& index);

// The kernel `name` with what `old` has set; nothing when there is no such kernel.
[[nodiscard]] std::optional<Selection> changed_kernel(const std::vector<catalog::Family>& families,
                                                      std::string_view name, const Selection& old);

// `choice` with what `side` takes of `values`; a problem's size is that of both sides.
[[nodiscard]] Choice with_parameters(const std::vector<catalog::Family>& families, Choice choice,
                                     const catalog::Parameters& values, Side side);

// Moves combinations that a kernel rejects to the nearest that it takes: repair().
void repair(const std::vector<catalog::Family>& families, Choice& choice);

}  // namespace warplens::session
