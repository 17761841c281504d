#include "app/cli/text/own_options.h"

#include "app/cli/text/captured_launches.h"
#include "app/cli/text/form_arguments.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/own_arguments.h"
#include "app/cli/text/own_reference.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/print.h"
#include "app/cli/text/said_of.h"
#include "kernels/base/names.h"
#include "kernels/caches/places.h"
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
void add_files_of(const std::vector<own::SymbolValue>& symbols, std::vector<std::string>& files) {
  for (const own::SymbolValue& symbol : symbols)
    if (fs::path(symbol.values).is_absolute()) files.push_back(symbol.values);
}

std::vector<std::string> entry_names(const ptx::Module& module) {
  std::vector<std::string> names;
  for (const ptx::Function& function : module.functions)
    if (function.is_entry) names.push_back(own::entry_name(module, function));
  return names;
}

void say_assumptions(const OwnTarget& target, Language language) {
  if (!target.form.has_value()) return;
  const std::vector<Text> lines = target.form->is_guessed
                                      ? assumption_lines(*target.form, target.file)
                                      : target.form->form.assumptions;
  for (const Text& line : lines) print_error("{}\n", line.in(language));
}

}  // namespace

bool is_own_file(const std::string& name) {
  const std::string extension = fs::path(name).extension().string();
  return extension == ".ptx" || extension == ".cu" || is_program_file(name) ||
         caches::is_in_cache(name);
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
  if (!form.has_value()) return fail(tr("nothing is known of its launch, so that it has no sizes"));
  own::LaunchForm sized = form->form;
  TRY(own::set_sizes(sized, sizes));
  return own::own_kernel(sized, loaded, fs::path(file).parent_path());
}

void OwnOptions::add_to(CLI::App& parser) {
  launches_.add_to(parser);
  parser.add_option(
      "--launch", launch_,
      "File: the launch of that name in FILE.warplens.json, or that a program's capture "
      "holds");
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
  parser.add_option("--reference-grid", reference_grid_,
                    "File: the reference's blocks, X[,Y[,Z]] (default: guessed, with its block)");
  parser.add_option("--reference-block", reference_block_,
                    "File: the reference's threads a block, X[,Y[,Z]]");
  add("-I,--include", include_folders_, ".cu: a folder of its headers");
  add("-D,--define", definitions_, ".cu: a macro, NAME or NAME=VALUE");
  add("--nvcc-arg", compiler_arguments_, ".cu: a word more for the compiler");
  add("--source-root", source_roots_,
      "File: sources that its lines name, and files that its .warplens.json names, are also read "
      "beneath this folder, not only beneath the file's own");
}

Result<void> OwnOptions::check_unused() const {
  if (!launch_.empty())
    return fail(tr("--launch is for a .ptx or .cu file, or for a program's capture"));
  if (!include_folders_.empty() || !compiler_arguments_.empty() || !definitions_.empty() ||
      !source_roots_.empty())
    return fail(tr("-I, -D, --nvcc-arg and --source-root are for a .ptx or .cu file"));
  if (launches_.is_empty() && expectations_.empty() && references_.empty() && symbols_.empty() &&
      reference_grid_.empty() && reference_block_.empty())
    return {};
  return fail(
      tr("--entry, --grid, --block, --shared, --arg, --buffer, --then, --symbol, --reference and "
         "--expect are for a .ptx or .cu file: set a catalogue kernel's parameters with --set"));
}

Result<void> OwnOptions::check_of_several() const {
  if (launch_.empty() && launches_.is_empty() && expectations_.empty() && references_.empty() &&
      symbols_.empty())
    return {};
  return fail(
      tr("--entry, --launch, --grid, --block, --shared, --arg, --buffer, --then, --symbol, "
         "--reference and --expect are of one file: several are launched as their sidecars say"));
}

Result<run::LoadedKernel> OwnOptions::load(const OwnRequest& request,
                                           const OwnLimits& limits) const {
  const std::string& file = request.file;
  const run::CompileOptions compile{
      {include_folders_.begin(), include_folders_.end()}, definitions_, compiler_arguments_};
  if (fs::path(file).extension() == ".ptx" && compile != run::CompileOptions())
    return fail(tr("-I, -D and --nvcc-arg are for a .cu file: {} is compiled already", file));
  const HeldMemory held(limits.compiler.memory);
  return run::load_kernel_file(file, {source_roots_.begin(), source_roots_.end()}, compile,
                               request.stop, limits.compiler);
}

bool OwnOptions::has_whole_launch(const OwnRequest& request,
                                  const run::LoadedKernel& loaded) const {
  const auto entry = run::find_entry(*loaded.module, kernel_of(request));
  constexpr std::size_t kNone = ~std::size_t{0};
  return launches_.is_whole(entry.has_value() ? (*entry)->parameters.size() : kNone);
}

Result<std::vector<own::SymbolValue>> OwnOptions::symbols() const {
  std::vector<own::SymbolValue> all;
  for (const std::string& text : symbols_) {
    TRY(auto symbol, said_of("--symbol", own::parse_symbol(text)));
    make_file_absolute(symbol);
    all.push_back(std::move(symbol));
  }
  return all;
}

Result<void> OwnOptions::add_files(own::LaunchForm& form) const {
  for (const std::string& text : expectations_) {
    TRY(const auto expected, parse_expected_file(text));
    form.expectations.push_back({expected.buffer, absolute(expected.file), expected.tolerance});
    form.given_files.push_back(form.expectations.back().file);
  }
  return {};
}

Result<void> OwnOptions::add_references(const run::LoadedKernel& loaded,
                                        const std::stop_token& stop, own::LaunchForm& form) const {
  const bool has_shape = !reference_grid_.empty() || !reference_block_.empty();
  if (has_shape && references_.size() != 1)
    return fail(tr("--reference-grid and --reference-block are for one --reference"));
  for (const std::string& text : references_) {
    TRY(const auto name, parse_reference(text));
    TRY(auto expectation, said_of("--reference", own::expect_of_kernel(loaded, form, name.kernel,
                                                                       name.tolerance, stop)));
    if (!reference_grid_.empty()) {
      TRY(expectation.grid, parse_form_shape("--reference-grid", reference_grid_));
    }
    if (!reference_block_.empty()) {
      TRY(expectation.block, parse_form_shape("--reference-block", reference_block_));
    }
    form.expectations.push_back(std::move(expectation));
  }
  return {};
}

// Sizes are given with --set; an expression that names another is an error.
Result<OwnTarget> OwnOptions::by_options(const OwnRequest& request, run::LoadedKernel loaded,
                                         const CLI::App& parser) const {
  if (!launch_.empty())
    return fail(tr("--launch is for a launch that options do not give as a whole"));
  if (!request.kernel.empty())
    return fail(tr("name the kernel with --entry beside --grid and --arg"));
  TRY(const auto settings, parse_settings(request.settings));
  const auto numbers = settings.empty() ? FormNumbers::plain : FormNumbers::expressions;
  TRY(auto form, launches_.form(parser, numbers));
  if (request.is_of_cache) form.entry.clear();
  for (const auto& [name, value] : settings) form.sizes.push_back({name, value, {}, false});
  TRY(form.symbols, symbols());
  add_files_of(form.symbols, form.given_files);
  const std::vector<fs::path> roots(form.given_files.begin(), form.given_files.end());
  TRY(said_of("--symbol", own::with_symbols(loaded, form.symbols, roots)));
  TRY(const auto bare, own::own_kernel(form, loaded));
  for (const std::string& text : expectations_) {
    TRY(parse_expectation(text, bare));
  }
  TRY(add_files(form));
  own::LaunchForm sized = with_integers(form, bare);
  TRY(add_references(loaded, request.stop, sized));
  TRY(form.expectations, with_numbers(sized));
  if (const auto entry = run::find_entry(*loaded.module, form.entry); entry.has_value())
    form.entry = own::entry_name(*loaded.module, **entry);
  TRY(auto kernel, own::own_kernel(form, loaded));
  std::string name = form.entry;
  return OwnTarget{request.file, std::move(loaded), OwnForm{std::move(form), std::move(name)},
                   std::move(kernel)};
}

std::string OwnOptions::kernel_of(const OwnRequest& request) const {
  if (request.is_of_cache) return "";
  return request.kernel.empty() ? launches_.kernel() : request.kernel;
}

// Nothing: there are several kernels, and none was named.
Result<std::optional<OwnTarget>> OwnOptions::by_form(const OwnRequest& request,
                                                     run::LoadedKernel loaded) const {
  TRY(const auto given, launches_.given());
  TRY(auto form, find_own_form({request.file, kernel_of(request), launch_, request.settings, given,
                                request.stop},
                               loaded));
  if (!form.has_value()) return std::optional<OwnTarget>();
  TRY(const auto values, symbols());
  auto& set = form->form.symbols;
  set.insert(set.end(), values.begin(), values.end());
  add_files_of(values, form->form.given_files);
  TRY(add_files(form->form));
  TRY(add_references(loaded, request.stop, form->form));
  const auto folder = fs::path(request.file).parent_path();
  TRY(auto kernel, own::own_kernel(form->form, loaded, folder));
  return std::optional(
      OwnTarget{request.file, std::move(loaded), std::move(*form), std::move(kernel)});
}

Result<std::optional<OwnTarget>> OwnOptions::launched(const OwnRequest& request,
                                                      const run::LoadedKernel& loaded,
                                                      const CLI::App& parser) const {
  const auto begin = std::chrono::steady_clock::now();
  TRY(auto target,
      guess_within(own_limits(parser), request.file, request.stop,
                   [&](const std::stop_token& stop) -> Result<std::optional<OwnTarget>> {
                     OwnRequest in_time = request;
                     in_time.stop = stop;
                     if (!has_whole_launch(request, loaded)) return by_form(in_time, loaded);
                     TRY(auto whole, by_options(in_time, loaded, parser));
                     return std::optional(std::move(whole));
                   }));
  if (target.has_value()) target->spent = std::chrono::steady_clock::now() - begin;
  return target;
}

Result<std::optional<OwnTarget>> OwnOptions::find(const OwnRequest& asked,
                                                  const CLI::App& parser) const {
  if (is_program_file(asked.file)) return captured(asked, parser, true);
  TRY(const auto chosen, with_file(asked, parser));
  if (!chosen.has_value()) return std::optional<OwnTarget>();
  const OwnRequest& request = *chosen;
  TRY(const auto loaded, load(request, own_limits(parser)));
  TRY(auto target, launched(request, loaded, parser));
  if (target.has_value()) {
    say_assumptions(*target, chosen_language(parser));
    return target;
  }
  if (!launches_.is_empty())
    return fail(tr("{} has several kernels: choose one with --entry: {}", request.file,
                   list_of_names(entry_names(*loaded.module))));
  for (const std::string& line : signatures_of(loaded)) print_text("{}\n", line);
  print_error("{}\n", tr("{} has several kernels: choose one with --entry NAME", request.file)
                          .in(chosen_language(parser)));
  return target;
}

Result<OwnTarget> OwnOptions::read(const OwnRequest& asked, const CLI::App& parser) const {
  if (is_program_file(asked.file)) {
    TRY(auto target, captured(asked, parser, false));
    return std::move(*target);
  }
  TRY(const auto request, with_one_file(asked));
  TRY(const auto loaded, load(request, own_limits(parser)));
  TRY(auto target, launched(request, loaded, parser));
  if (!target.has_value())
    return fail(tr("{} has several kernels: choose one with --entry: {}", request.file,
                   list_of_names(entry_names(*loaded.module))));
  say_assumptions(*target, chosen_language(parser));
  return std::move(*target);
}

Result<std::vector<OwnTarget>> OwnOptions::read_all(const OwnRequest& asked,
                                                    const CLI::App& parser) const {
  std::vector<OwnTarget> all;
  if (is_program_file(asked.file)) {
    TRY(auto target, read(asked, parser));
    all.push_back(std::move(target));
    return all;
  }
  TRY(const auto request, with_one_file(asked));
  TRY(const auto loaded, load(request, own_limits(parser)));
  const bool is_whole = has_whole_launch(request, loaded);
  const bool is_one = is_whole || !launch_.empty() || !kernel_of(request).empty();
  const auto names = is_whole ? std::vector{request.kernel}
                     : is_one ? std::vector{kernel_of(request)}
                              : entry_names(*loaded.module);
  for (const std::string& name : names) {
    OwnRequest one = request;
    one.kernel = name;
    one.is_of_cache = request.is_of_cache && name.empty();
    auto target = launched(one, loaded, parser);
    if (is_one && !target.has_value()) return fail(target.error());
    if (target.has_value() && target->has_value()) {
      all.push_back(std::move(**target));
      continue;
    }
    OwnTarget& unknown = all.emplace_back(OwnTarget{request.file, loaded, std::nullopt, {}});
    unknown.kernel.entry = name;
    unknown.kernel.block = {0, 0, 0};
  }
  return all;
}

}  // namespace warplens::cli
