#include "app/cli/text/run_limits.h"

#include "app/cli/text/language_option.h"
#include "app/cli/text/print.h"

namespace warplens::cli {

void RunLimits::add_to(CLI::App& parser) {
  parser_ = &parser;
  parser
      .add_option("--time-limit", seconds_,
                  "CPU: seconds after which a launch ends with a finding (default: 60)")
      ->check(CLI::PositiveNumber);
  parser
      .add_option("--instruction-limit", instructions_,
                  "CPU: warp instructions after which a launch does (default: 2000000000)")
      ->check(CLI::PositiveNumber);
}

void RunLimits::apply(machine::RunOptions& options) const {
  options.time_limit = std::chrono::duration<double>(seconds_);
  options.instruction_budget = instructions_;
  options.on_long_run = [limits = *this](const machine::LongRun& run) {
    const Text words =
        tr("still running; in block ({}, {}, {}) there are {}. Ctrl+C stops it and keeps what it "
           "did so far; by itself it stops after {} s (--time-limit) or {} warp instructions "
           "(--instruction-limit)",
           run.block.x, run.block.y, run.block.z, run.where, limits.seconds_, limits.instructions_);
    const bool has_parser = limits.parser_ != nullptr;
    print_error("warplens: {}\n",
                words.in(has_parser ? chosen_language(*limits.parser_) : Language::en));
  };
}

}  // namespace warplens::cli
