// Errors of sums, as text and as JSON.
#pragma once

#include <span>

#include "app/texts/speech.h"
#include "kernels/run/sum_accuracy.h"

namespace warplens::cli {

void print_accuracy_text(const ui::Speech& speech, std::span<const run::SumAccuracy> errors);
void print_accuracy_json(std::span<const run::SumAccuracy> errors);
void print_orders_text(const ui::Speech& speech, std::span<const run::OrderResults> orders);
void print_orders_json(std::span<const run::OrderResults> orders);

}  // namespace warplens::cli
