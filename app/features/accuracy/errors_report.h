// Errors of sums, as text and as JSON.
#pragma once

#include <span>

#include "kernels/run/sum_errors.h"

namespace warplens::cli {

void print_errors_text(std::span<const run::SumErrors> errors);
void print_errors_json(std::span<const run::SumErrors> errors);
void print_orders_text(std::span<const run::OrderResults> orders);
void print_orders_json(std::span<const run::OrderResults> orders);

}  // namespace warplens::cli
