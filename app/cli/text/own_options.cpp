#include "app/cli/text/own_options.h"

#include "app/cli/text/memory_limit.h"
#include "app/cli/text/own_arguments.h"
#include "app/cli/text/own_reference.h"
#include "app/cli/text/print.h"
#include "app/cli/text/said_of.h"
#include "kernels/base/deadline.h"
#include "kernels/base/names.h"
#include "kernels/own/infer_form.h"
#include "kernels/own/reference.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::cli {

namespace {

namespace fs = std::filesystem;

std::string absolute(const std::string& file) {
  std::error_code error;
  const fs::path path = fs::absolute(file, error);
  return error ? file : path.string();
}

// Files of the command line are meant from the current folder, those of a form from its own.
void make_file_absolute(own::SymbolValue& symbol) {
  std::error_code error;
  const bool may_be_file = symbol.values.find_first_not_of("0123456789.,-+") != std::string::npos;
  if (may_be_file && fs::is_regular_file(symbol.values, error))
    symbol.values = absolute(symbol.values);
}

// What --symbol names is the person's own, wherever it lies.
template <class Path>
std::vector<Path> files_of(const std::vector<own::SymbolValue>& symbols) {
  std::vector<Path> files;
  for (const own::SymbolValue& symbol : symbols)
    if (fs::path(symbol.values).is_absolute()) files.emplace_back(symbol.values);
  return files;
}

std::vector<std::string> entry_names(const ptx::Module& module) {
  std::vector<std::string> names;
  for (const ptx::Function& function : module.functions)
    if (function.is_entry) names.push_back(own::entry_name(module, function));
  return names;
}

void say_assumptions(const OwnTarget& target) {
  if (!target.form.has_value() || !target.form->is_guessed) return;
  for (const std::string& line : assumption_lines(*target.form, target.file))
    print_error("{}\n", line);
}

}  // namespace

bool is_own_file(const std::string& name) {
  const std::string extension = fs::path(name).extension().string();
  return extension == ".ptx" || extension == ".cu";
}

std::string OwnTarget::name() const {
  const auto entry = run::find_entry(*loaded.module, kernel.entry);
  return entry.has_value() ? run::source_name((*entry)->name) : kernel.entry;
}

catalog::Parameters OwnTarget::sizes() const {
  catalog::Parameters all;
  if (!form.has_value()) return all;
  for (const own::FormSize& size : form->form.sizes) all[size.name] = size.value;
  return all;
}

Result<run::OwnKernel> OwnTarget::at(const catalog::Parameters& sizes) const {
  if (sizes.empty()) return kernel;
  if (!form.has_value())
    return fail("a launch that options describe has no sizes: leave --grid and --arg out");
  own::LaunchForm sized = form->form;
  TRY(own::set_sizes(sized, sizes));
  return own::own_kernel(sized, loaded, fs::path(file).parent_path());
}

void OwnOptions::add_to(CLI::App& parser) {
  launches_.add_to(parser);
  parser.add_option("--launch", launch_, "File: the launch of that name in FILE.warplens.json");
  const auto add = [&](const char* name, Texts& texts, const char* help) {
    parser.add_option(name, texts, help)->allow_extra_args(false);
  };
  add("--symbol", symbols_,
      "File: a __constant__ or __device__ variable before the launch, NAME[:TYPE]=VALUES|FILE");
  add("--expect", expectations_,
      "File: NAME=FILE[:RELATIVE[,ABSOLUTE]], what a buffer must hold at the end, and how far a "
      "floating-point number may be off");
  add("--reference", references_,
      "File: KERNEL[:RELATIVE[,ABSOLUTE]], another kernel of the file with the same parameters: "
      "what it computes is right");
  add("-I,--include", include_folders_, ".cu: a folder of its headers");
  add("-D,--define", definitions_, ".cu: a macro, NAME or NAME=VALUE");
  add("--nvcc-arg", compiler_arguments_, ".cu: a word more for the compiler");
  add("--source-root", source_roots_,
      "File: sources that its lines name, and files that its .warplens.json names, are also read "
      "beneath this folder, not only beneath the file's own");
}

Result<void> OwnOptions::check_unused() const {
  if (!launch_.empty()) return fail("--launch is for a .ptx or .cu file");
  if (!include_folders_.empty() || !compiler_arguments_.empty() || !definitions_.empty() ||
      !source_roots_.empty())
    return fail("-I, -D, --nvcc-arg and --source-root are for a .ptx or .cu file");
  if (launches_.is_empty() && expectations_.empty() && references_.empty() && symbols_.empty())
    return {};
  return fail(
      "--entry, --grid, --block, --shared, --arg, --buffer, --then, --symbol, --reference and "
      "--expect are for a .ptx or .cu file: set a catalogue kernel's parameters with --set");
}

Result<run::LoadedKernel> OwnOptions::load(const OwnRequest& request,
                                           const OwnLimits& limits) const {
  const std::string& file = request.file;
  const run::CompileOptions compile{
      {include_folders_.begin(), include_folders_.end()}, definitions_, compiler_arguments_};
  if (fs::path(file).extension() == ".ptx" && compile != run::CompileOptions())
    return fail("-I, -D and --nvcc-arg are for a .cu file: {} is compiled already", file);
  const HeldMemory held(limits.compiler.memory);
  return run::load_kernel_file(file, {source_roots_.begin(), source_roots_.end()}, compile,
                               request.stop, limits.compiler);
}

bool OwnOptions::has_launch() const { return !launches_.names_a_kernel_at_most(); }

Result<std::vector<own::SymbolValue>> OwnOptions::symbols() const {
  std::vector<own::SymbolValue> all;
  for (const std::string& text : symbols_) {
    TRY(auto symbol, said_of("--symbol", own::parse_symbol(text)));
    make_file_absolute(symbol);
    all.push_back(std::move(symbol));
  }
  return all;
}

Result<void> OwnOptions::add_expectations(const run::LoadedKernel& loaded,
                                          const std::stop_token& stop,
                                          own::LaunchForm& form) const {
  for (const std::string& text : expectations_) {
    TRY(const auto expected, parse_expected_file(text));
    form.expectations.push_back({expected.buffer, absolute(expected.file), expected.tolerance});
    form.given_files.push_back(form.expectations.back().file);
  }
  for (const std::string& text : references_) {
    TRY(const auto name, parse_reference(text));
    TRY(auto expectation, said_of("--reference", own::expect_of_kernel(loaded, form, name.kernel,
                                                                       name.tolerance, stop)));
    form.expectations.push_back(std::move(expectation));
  }
  return {};
}

Result<OwnTarget> OwnOptions::by_options(const OwnRequest& request, const CLI::App& parser) const {
  if (!launch_.empty()) return fail("--launch is for a launch that no option gives");
  if (!request.kernel.empty()) return fail("name the kernel with --entry beside --grid and --arg");
  if (!request.settings.empty())
    return fail("--set is for a launch that no option gives: give a file's arguments with --arg");
  TRY(auto kernel, launches_.read(parser));
  for (const std::string& text : expectations_) {
    TRY(auto expectation, parse_expectation(text, kernel));
    kernel.expectations.push_back(std::move(expectation));
  }
  TRY(auto loaded, load(request, own_limits(parser)));
  TRY(const auto values, symbols());
  TRY(auto set, said_of("--symbol", own::with_symbols(loaded, values, files_of<fs::path>(values))));
  kernel.module = std::move(set.module);
  kernel.ptx = std::move(set.ptx);
  kernel.sources = std::move(set.sources);
  for (const std::string& text : references_) {
    TRY(add_reference(text, loaded, kernel));
  }
  return OwnTarget{request.file, std::move(loaded), std::nullopt, std::move(kernel), {}};
}

std::string OwnOptions::kernel_of(const OwnRequest& request) const {
  return request.kernel.empty() ? launches_.kernel() : request.kernel;
}

// Nothing: there are several kernels, and none was named.
Result<std::optional<OwnTarget>> OwnOptions::by_form(const OwnRequest& request,
                                                     run::LoadedKernel loaded,
                                                     const OwnLimits& limits) const {
  const auto begin = std::chrono::steady_clock::now();
  const HeldMemory held(limits.compiler.memory);
  const Deadline deadline(limits.guess, request.stop);
  OwnRequest in_time = request;
  in_time.stop = deadline.token();
  auto target = formed(in_time, std::move(loaded));
  if (deadline.has_passed()) {
    return fail(
        "{}: finding how it is launched took longer than {} s: give --grid, --block and --arg, or "
        "allow more (--time-limit)",
        request.file, limits.guess.count());
  }
  if (target.has_value() && target->has_value())
    (*target)->spent = std::chrono::steady_clock::now() - begin;
  return target;
}

Result<std::optional<OwnTarget>> OwnOptions::formed(const OwnRequest& request,
                                                    run::LoadedKernel loaded) const {
  TRY(auto form,
      find_own_form({request.file, kernel_of(request), launch_, request.settings, request.stop},
                    loaded));
  if (!form.has_value()) return std::optional<OwnTarget>();
  TRY(const auto values, symbols());
  auto& set = form->form.symbols;
  set.insert(set.end(), values.begin(), values.end());
  form->form.given_files = files_of<std::string>(values);
  TRY(add_expectations(loaded, request.stop, form->form));
  const auto folder = fs::path(request.file).parent_path();
  TRY(auto kernel, own::own_kernel(form->form, loaded, folder));
  return std::optional(
      OwnTarget{request.file, std::move(loaded), std::move(*form), std::move(kernel), {}});
}

Result<std::optional<OwnTarget>> OwnOptions::find(const OwnRequest& request,
                                                  const CLI::App& parser) const {
  if (has_launch()) {
    TRY(auto target, by_options(request, parser));
    return std::optional(std::move(target));
  }
  const OwnLimits limits = own_limits(parser);
  TRY(const auto loaded, load(request, limits));
  auto target = by_form(request, loaded, limits);
  if (target.has_value() && target->has_value()) say_assumptions(**target);
  if (!target.has_value() || target->has_value()) return target;
  for (const std::string& line : signatures_of(loaded)) print_text("{}\n", line);
  print_error("{} has several kernels: choose one with --entry NAME\n", request.file);
  return target;
}

Result<OwnTarget> OwnOptions::read(const OwnRequest& request, const CLI::App& parser) const {
  if (has_launch()) return by_options(request, parser);
  const OwnLimits limits = own_limits(parser);
  TRY(const auto loaded, load(request, limits));
  TRY(auto target, by_form(request, loaded, limits));
  if (!target.has_value())
    return fail("{} has several kernels: choose one with --entry: {}", request.file,
                list_of_names(entry_names(*loaded.module)));
  say_assumptions(*target);
  return std::move(*target);
}

Result<std::vector<OwnTarget>> OwnOptions::read_all(const OwnRequest& request,
                                                    const CLI::App& parser) const {
  std::vector<OwnTarget> all;
  const bool is_one = has_launch() || !launch_.empty() || !kernel_of(request).empty();
  if (has_launch()) {
    TRY(auto target, by_options(request, parser));
    all.push_back(std::move(target));
    return all;
  }
  const OwnLimits limits = own_limits(parser);
  TRY(const auto loaded, load(request, limits));
  const auto names = is_one ? std::vector{kernel_of(request)} : entry_names(*loaded.module);
  for (const std::string& name : names) {
    auto target = by_form({request.file, request.settings, name, request.stop}, loaded, limits);
    if (is_one && !target.has_value()) return fail(target.error());
    if (target.has_value() && target->has_value()) {
      all.push_back(std::move(**target));
      continue;
    }
    OwnTarget& unknown = all.emplace_back(OwnTarget{request.file, loaded, std::nullopt, {}, {}});
    unknown.kernel.entry = name;
    unknown.kernel.block = {0, 0, 0};
  }
  return all;
}

}  // namespace warplens::cli
