// A kernel in Triton's cache, and what Triton wrote there of its launch:
//
//   ~/.triton/cache/HASH/add.{ptx,json,ttir,…}
//
// Files of others: of each no more than a bound is read, and a field of another kind is an error.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "kernels/base/result.h"
#include "kernels/caches/told.h"
#include "kernels/ptx/module.h"

namespace warplens::caches {

// What NAME.json and NAME.ttir tell. Nothing: the JSON is not Triton's. Errors: it is, and a field
// is not what it should be.
Result<std::optional<ToldLaunch>> told_by_triton(std::string_view json, std::string_view ttir,
                                                 std::size_t entry_parameters);

// Of the files beside the PTX. `entry_parameters`: how many its kernel has.
Result<std::optional<ToldLaunch>> told_beside(const std::filesystem::path& ptx,
                                              const ptx::Module& module);

}  // namespace warplens::caches
