// Accesses in the classes that a profiler's rows and a trace's sites have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/base/text.h"
#include "kernels/trace/trace.h"

namespace warplens::explain {

enum class AccessClass : std::uint8_t {
  shared_load,
  shared_store,
  matrix_load,   // ldmatrix
  matrix_store,  // stmatrix
  shared_atomic,
  async_copy,  // cp.async
  global_load,
  global_store,
  global_atomic,
  local_load,
  local_store,
  bulk_copy,  // TMA
};

// Nothing: it is no access to memory, or to none that is costed.
[[nodiscard]] std::optional<AccessClass> class_of(const trace::Site& site);
// "@!P1 LDS.128 R4, [R2]" → shared_load. Nothing: no access, or a generic one.
[[nodiscard]] std::optional<AccessClass> class_of_sass(std::string_view instruction);
// "@!P1 LDS.128 R4, [R2]" → "LDS.128"
[[nodiscard]] std::string_view opcode_of(std::string_view instruction);

[[nodiscard]] bool has_shared_side(AccessClass kind);
[[nodiscard]] bool has_global_side(AccessClass kind);  // or local memory's

[[nodiscard]] std::string_view name_of(AccessClass kind);  // "shared_load"
[[nodiscard]] TextView words_of(AccessClass kind);         // "shared load"

}  // namespace warplens::explain
