// `--csv`: a table for a file or a spreadsheet, whose cells act on no terminal.
#pragma once

#include "viz/analysis/table.h"

namespace warplens::cli {

// Line ends are CR LF, as RFC 4180 has them. Throws as print_text() does.
void print_csv(tables::Table table);

}  // namespace warplens::cli
