// `warplens check FILE`: what is said of a person's own kernel.
#pragma once

#include <string>

#include "app/cli/text/check_variant.h"
#include "app/texts/speech.h"
#include "kernels/run/own_kernel.h"

namespace warplens::cli {

// How it is judged: any finding is a fault, and what hangs on the order of threads is not compared.
[[nodiscard]] CheckSubject own_subject(const std::string& name, const catalog::Parameters& sizes,
                                       const run::OwnKernel& kernel);

// "scaled n=1024: checked on the CPU alone: findings, outputs against plain (no GPU: …)".
[[nodiscard]] Text cpu_only_text(const CheckSubject& subject, const run::OwnKernel& kernel,
                                 const std::string& sizes, const Error& why_no_gpu);
// The faults, a line each, the result and the verdict.
[[nodiscard]] std::string cpu_only_result(const ui::Speech& speech, const VariantCheck& check);

}  // namespace warplens::cli
