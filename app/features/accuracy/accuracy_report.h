// Errors of sums, as text and as JSON.
#pragma once

#include <span>

#include "kernels/run/sum_accuracy.h"

namespace warplens::cli {

void print_accuracy_text(std::span<const run::SumAccuracy> errors);
void print_accuracy_json(std::span<const run::SumAccuracy> errors);
void print_orders_text(std::span<const run::OrderResults> orders);
void print_orders_json(std::span<const run::OrderResults> orders);

}  // namespace warplens::cli
