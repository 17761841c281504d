// Rows of cells out of a file of comma-separated values (RFC 4180), as spreadsheets and profilers
// write them.
#pragma once

#include <string>
#include <string_view>

#include "kernels/base/result.h"
#include "viz/analysis/table.h"

namespace warplens::tables {

// Rows have as many cells as they are written with; `name` is the file's, for errors. Errors: a
// quote that does not close, text behind a closing quote.
Result<Table> read_csv(std::string_view text, const std::string& name);

}  // namespace warplens::tables
