// What limits a kernel, as text and as JSON.
#pragma once

#include <string_view>

#include "app/features/limits/limits_data.h"
#include "app/texts/speech.h"

namespace warplens::cli {

void print_limits_text(const ui::Speech& speech, std::string_view kernel,
                       const catalog::Parameters& parameters, const limits::LimitsReport& report);
void print_limits_json(std::string_view kernel, const catalog::Parameters& parameters,
                       const limits::LimitsReport& report);

}  // namespace warplens::cli
