// The parameters of a kernel as Triton's own language writes them (add.ttir):
//
//   tt.func public @add(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32} loc("x"(#loc)), %n: i32) …
//
// Held against what Triton 3.0 to 3.9 write. Text of others: what cannot be read gives no
// parameters.
#pragma once

#include <string_view>
#include <vector>

#include "kernels/caches/told.h"

namespace warplens::caches {

// Names that only number parameters ("%arg0", "%0") are left empty.
[[nodiscard]] std::vector<ToldParameter> parameters_in_ttir(std::string_view text,
                                                            std::string_view entry);

}  // namespace warplens::caches
