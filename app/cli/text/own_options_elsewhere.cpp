// Kernels that stand in no .cu or .ptx: in a compiler's cache, in a capture of a running program.
#include <set>

#include "app/cli/text/captured_launches.h"
#include "app/cli/text/language_option.h"
#include "app/cli/text/own_options.h"
#include "app/cli/text/print.h"
#include "app/cli/text/print_json.h"
#include "app/cli/text/program_text.h"
#include "kernels/base/names.h"
#include "kernels/caches/places.h"
#include "kernels/captured/replay.h"

namespace warplens::cli {
namespace {

std::vector<std::string> names_in(const std::vector<caches::CachedKernel>& kernels) {
  std::set<std::string> names;
  for (const caches::CachedKernel& kernel : kernels) names.insert(kernel.name);
  return {names.begin(), names.end()};
}

std::vector<std::string> hashes_of(const std::vector<caches::CachedKernel>& kernels) {
  std::vector<std::string> hashes;
  for (const caches::CachedKernel& kernel : kernels) hashes.push_back(kernel.hash.substr(0, 8));
  return hashes;
}

}  // namespace

Result<OwnRequest> OwnOptions::with_one_file(const OwnRequest& request) const {
  const bool is_a_file = !caches::why_no_ptx(request.file).empty();  // or why it is none
  if (is_a_file || !caches::is_in_cache(request.file)) return request;
  TRY(const auto kernels, caches::kernels_in(request.file));
  const std::string name = kernel_of(request);
  const auto found = caches::named(kernels, name);
  if (found.empty())
    return fail(tr("{} has no kernel '{}': it has: {}", request.file, name,
                   list_of_names(names_in(kernels), name)));
  if (found.size() > 1)
    return fail(tr("{} has several kernels: choose one with --entry and its hash: {}", request.file,
                   list_of_names(hashes_of(found))));
  OwnRequest one = request;
  one.file = found.front().ptx.string();
  one.kernel.clear();
  one.is_of_cache = true;
  return one;
}

Result<std::optional<OwnRequest>> OwnOptions::with_file(const OwnRequest& request,
                                                        const CLI::App& parser) const {
  const bool is_a_file = !caches::why_no_ptx(request.file).empty();
  if (!is_a_file && caches::is_in_cache(request.file) && kernel_of(request).empty()) {
    TRY(const auto kernels, caches::kernels_in(request.file));
    if (kernels.size() > 1) {
      const Language language = chosen_language(parser);
      for (const caches::CachedKernel& kernel : kernels)
        print_text("{}\n", caches::line_of(kernel).in(language));
      print_error("{}\n", tr("{} has several kernels: choose one with --entry and its name or hash",
                             request.file)
                              .in(language));
      return std::optional<OwnRequest>();
    }
  }
  TRY(auto one, with_one_file(request));
  return std::optional(std::move(one));
}

Result<void> OwnOptions::check_of_captured(const OwnRequest& request) const {
  const bool is_changed = !request.settings.empty() || !launches_.is_empty() ||
                          !expectations_.empty() || !references_.empty() || !symbols_.empty() ||
                          !reference_grid_.empty() || !reference_block_.empty();
  if (is_changed) {
    return fail(
        tr("{}: its launches are run as they were captured: --set, --entry, --grid, --block, "
           "--cluster, --shared, --arg, --buffer, --then, --symbol, --expect and --reference are "
           "for a .ptx or .cu file",
           request.file));
  }
  if (include_folders_.empty() && definitions_.empty() && compiler_arguments_.empty()) return {};
  return fail(tr("-I, -D and --nvcc-arg are for a .cu file: {} is compiled already", request.file));
}

Result<std::optional<OwnTarget>> OwnOptions::captured(const OwnRequest& request,
                                                      const CLI::App& parser, bool may_list) const {
  TRY(check_of_captured(request));
  TRY(const auto program, read_program_file(request.file, own_limits(parser), request.stop));
  const std::string& name = request.kernel.empty() ? launch_ : request.kernel;
  if (may_list && name.empty() && program.episodes.size() > 1) {
    const CLI::Option* json = parser.get_option_no_throw("--json");
    const ui::Speech speech{chosen_language(parser)};
    if (json != nullptr && json->count() > 0) {
      print_json(json_forms::kProgram, program_json(program));
      return std::optional<OwnTarget>();
    }
    print_text("{}", launch_list(speech, program));
    print_error("{}\n", speech.say(tr("{} has several launches: choose one with --launch NAME",
                                      request.file)));
    return std::optional<OwnTarget>();
  }
  TRY(const captured::Episode* episode, warplens::captured::find_episode(program, name));
  TRY(auto target, captured_target(request.file, program, *episode,
                                   {source_roots_.begin(), source_roots_.end()}, request.stop));
  return std::optional(std::move(target));
}

}  // namespace warplens::cli
