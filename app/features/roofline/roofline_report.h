// What `warplens roofline` prints.
#pragma once

#include "viz/analysis/limits/roofline.h"

namespace warplens::cli {

void print_roofline_text(const analysis::Roofline& roofline);
void print_roofline_json(const analysis::Roofline& roofline);

}  // namespace warplens::cli
