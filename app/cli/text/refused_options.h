// Options that have no effect beside the others: nobody's word is ignored in silence.
#pragma once

#include <CLI/CLI.hpp>
#include <initializer_list>

#include "kernels/base/result.h"

namespace warplens::cli {

// Error: one of `options` was given. `why` goes on from its name: "is for --explore: a step has …".
Result<void> refuse(const CLI::App& parser, std::initializer_list<const char*> options,
                    const Text& why);

// Error: an option of the window stands before a command, which does not see it.
Result<void> refuse_before_command(const CLI::App& app);

// Error: a number that is empty, below zero where there is nothing below, or not finite.
Result<void> refuse_odd_numbers(const CLI::App& parser);

}  // namespace warplens::cli
