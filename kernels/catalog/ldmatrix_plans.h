// Tiles that ldmatrix reads, of families access and shared: rows of 16-byte groups, kept plainly,
// with padding or with an XOR of the group's number.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

Result<Plan> plan_ldmatrix(std::string_view kernel, const Parameters& p);
Result<Plan> plan_ldmatrix_rounds(std::string_view kernel, const Parameters& p);

// The parameters of access/ldmatrix.
[[nodiscard]] std::vector<Parameter> ldmatrix_parameters();
// How the rows are kept: none, padding, XOR.
[[nodiscard]] Parameter ldmatrix_arrangement();

}  // namespace warplens::catalog
