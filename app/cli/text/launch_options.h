// The launches that `warplens trace FILE` is asked for: what stands before the first --then is the
// first one's, what follows a --then is that one's.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/cli/text/form_arguments.h"
#include "kernels/base/result.h"
#include "kernels/own/given_launch.h"
#include "kernels/run/own_kernel.h"

namespace warplens::cli {

class LaunchOptions {
 public:
  void add_to(CLI::App& parser);
  [[nodiscard]] bool is_empty() const;
  // Nothing but perhaps a kernel's name: how it is launched is to be found elsewhere.
  [[nodiscard]] bool names_a_kernel_at_most() const;
  [[nodiscard]] std::string kernel() const;  // the first --entry; empty without one
  // A whole launch of a kernel with so many parameters: nothing is left to be guessed.
  [[nodiscard]] bool is_whole(std::size_t parameters) const;
  // What is given of a launch that is not whole. Errors: something that only a whole one has.
  Result<own::GivenLaunch> given() const;
  // A whole launch. `parser` is the one they were added to.
  Result<own::LaunchForm> form(const CLI::App& parser, FormNumbers numbers) const;

 private:
  using Texts = std::vector<std::string>;
  struct LaunchTexts {  // of one launch
    Texts entry, grid, block, cluster, shared, arguments;
  };
  [[nodiscard]] std::vector<LaunchTexts> in_order(const CLI::App& parser) const;
  Result<std::vector<own::FormBuffer>> buffers(FormNumbers numbers, ArgumentNames& names) const;

  Texts entries_, then_, grids_, blocks_, clusters_, shared_, arguments_, buffers_;
};

}  // namespace warplens::cli
