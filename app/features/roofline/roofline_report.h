// What `warplens roofline` prints.
#pragma once

#include "app/texts/speech.h"
#include "viz/analysis/limits/roofline.h"

namespace warplens::cli {

void print_roofline_text(const ui::Speech& speech, const analysis::Roofline& roofline);
void print_roofline_json(const analysis::Roofline& roofline);

}  // namespace warplens::cli
