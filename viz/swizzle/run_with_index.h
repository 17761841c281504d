// A kernel of the catalogue with an index that a person wrote (OwnIndex): its PTX with the
// function that computes it written anew, run like any other.
//
//   "step * kTile + (row ^ step * 4)" ──► Expression ──► the body of .func place_of ──► run
//
// Whether the result is right is the run's to say: it is held against the reference, and what
// lanes do wrong is found.
#pragma once

#include <string>
#include <string_view>

#include "kernels/run/run.h"

namespace warplens::swizzle {

// `ptx` with the expression in place of the function's body. Errors: parse_index()'s; PTX without
// the function.
Result<std::string> ptx_with_index(std::string_view ptx, const OwnIndex& index,
                                   std::string_view text);

// `expression`: empty where the kernel runs as it is written. Errors: those above, the run's, and a
// kernel without such an index. The result's sources have the expression in its place.
Result<trace::Run> run_with_index(const run::Catalogue& catalogue, std::string_view kernel,
                                  const catalog::Parameters& settings,
                                  const std::string& expression, const run::Options& options);

}  // namespace warplens::swizzle
