// The options of a person's own kernel, a .cu, a .ptx or a launch that a running program's capture
// holds, for every command that takes one.
//
//   options.add_to(parser)
//   options.read({"my.cu", {"n=4096"}}, parser) → OwnTarget: what is launched, at sizes that may be
//                                                 changed
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "app/cli/text/launch_options.h"
#include "app/cli/text/own_form.h"
#include "app/cli/text/own_limits.h"

namespace warplens::cli {

// A .cu, a .ptx, or what stands for one in a compiler's cache (kernels/caches/places.h).
[[nodiscard]] bool is_own_file(const std::string& name);

struct OwnTarget {
  std::string file;
  run::LoadedKernel loaded;
  std::optional<OwnForm> form;  // none: of a kernel whose launch cannot be found (read_all())
  run::OwnKernel kernel;
  std::chrono::duration<double> spent{};  // on guessing its launch, of its time limit

  [[nodiscard]] std::string name() const;  // "scale", of the first launch
  [[nodiscard]] catalog::Parameters sizes() const;
  // The same at other sizes. Errors: there is no size of that name; what own_kernel() says.
  Result<run::OwnKernel> at(const catalog::Parameters& sizes) const;
};

struct OwnRequest {
  std::string file;
  std::vector<std::string> settings;  // --set
  std::string kernel{};               // in place of --entry
  std::stop_token stop{};             // ends the compiler and the guess
  bool is_of_cache = false;           // `file` was chosen from one, by --entry if that is given
};

class OwnOptions {
 public:
  void add_to(CLI::App& parser);

  // Errors: one of these was given, for a kernel of the catalogue.
  Result<void> check_unused() const;
  // What nobody gave is guessed, and said on standard error. `parser`: that they were added to.
  // Nothing: the file has several kernels, none was named, and they were listed.
  Result<std::optional<OwnTarget>> find(const OwnRequest& request, const CLI::App& parser) const;
  // The kernels of the file, each as it would be launched, the named one alone where one is named.
  // What is assumed is not said. One whose launch cannot be found has a block without threads.
  Result<std::vector<OwnTarget>> read_all(const OwnRequest& request, const CLI::App& parser) const;
  // Compiles it as the options say.
  Result<run::LoadedKernel> load(const OwnRequest& request, const OwnLimits& limits) const;
  // Errors: one of these is of a single launch, and there are several files.
  Result<void> check_of_several() const;
  // As find(), where several kernels are an error.
  Result<OwnTarget> read(const OwnRequest& request, const CLI::App& parser) const;

 private:
  using Texts = std::vector<std::string>;

  // Whether options describe all of the launch.
  [[nodiscard]] bool has_whole_launch(const OwnRequest& request,
                                      const run::LoadedKernel& loaded) const;
  [[nodiscard]] std::string kernel_of(const OwnRequest& request) const;
  // A launch that was captured; nothing: there are several, none was named, and they were listed,
  // as far as `may_list`.
  Result<std::optional<OwnTarget>> captured(const OwnRequest& request, const CLI::App& parser,
                                            bool may_list) const;
  Result<void> check_of_captured(const OwnRequest& request) const;
  // With the PTX of a kernel of a cache as its file. Nothing: there are several, none was named,
  // and they were listed.
  Result<std::optional<OwnRequest>> with_file(const OwnRequest& request,
                                              const CLI::App& parser) const;
  // Likewise, where several are an error.
  Result<OwnRequest> with_one_file(const OwnRequest& request) const;
  // As find(), of what is loaded; says nothing.
  Result<std::optional<OwnTarget>> launched(const OwnRequest& request,
                                            const run::LoadedKernel& loaded,
                                            const CLI::App& parser) const;
  Result<std::optional<OwnTarget>> by_form(const OwnRequest& request,
                                           run::LoadedKernel loaded) const;
  Result<OwnTarget> by_options(const OwnRequest& request, run::LoadedKernel loaded,
                               const CLI::App& parser) const;
  Result<std::vector<own::SymbolValue>> symbols() const;
  Result<void> add_files(own::LaunchForm& form) const;  // that --expect names
  Result<void> add_references(const run::LoadedKernel& loaded, const std::stop_token& stop,
                              own::LaunchForm& form) const;

  LaunchOptions launches_;
  std::string launch_;
  Texts expectations_, references_, symbols_;
  std::string reference_grid_, reference_block_;
  Texts include_folders_, definitions_, compiler_arguments_, source_roots_;
};

}  // namespace warplens::cli
