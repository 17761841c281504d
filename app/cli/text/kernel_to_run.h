// The kernel that a command runs once more itself, for what a trace does not keep: one of the
// catalogue or a person's own, its results not compared.
//
//   options.add_to(parser)
//   options.find(parser, tr("…"))  → its name, and what runs it (app/session/run_again.h)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/text/own_options.h"
#include "app/session/run_again.h"

namespace warplens::cli {

struct KernelToRun {
  std::string name;
  session::RunAgain run;
};

class KernelToRunOptions {
 public:
  // The kernel, --set and those of own files.
  void add_to(CLI::App& parser);
  // The kernel as an option, of a command that has other uses without one.
  CLI::Option* add_to(CLI::App& parser, const std::string& option, const std::string& help);
  [[nodiscard]] const std::string& kernel() const { return kernel_; }
  // Cuts the line off "FILE:LINE"; nothing where the kernel has none.
  std::optional<std::uint32_t> take_line();
  // `parser`: that they were added to. `why` --expect and --reference are refused: "is for …".
  Result<KernelToRun> find(const CLI::App& parser, const Text& why) const;

 private:
  Result<KernelToRun> in_catalogue() const;

  std::string kernel_;
  std::vector<std::string> settings_;
  OwnOptions own_;
};

}  // namespace warplens::cli
