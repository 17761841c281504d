#include "kernels/caches/places.h"

#include <fmt/chrono.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <optional>
#include <tuple>

#include "kernels/base/json_fields.h"
#include "kernels/base/names.h"
#include "kernels/base/visible_text.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::caches {
namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFolders = 20000;
constexpr std::uint64_t kLargestDescription = std::uint64_t{1} << 20;
constexpr std::size_t kShownOfHash = 8;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

bool has_ptx_beside(const fs::path& json) {
  return json.extension() == ".json" && is_file(json) &&
         is_file(fs::path(json).replace_extension(".ptx"));
}

// NAME.json of each NAME.ptx in the folder.
std::vector<fs::path> descriptions_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  std::size_t seen = 0;
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error)) {
    if (++seen > kMostFolders) break;
    if (has_ptx_beside(each->path())) found.push_back(each->path());
  }
  return found;
}

std::vector<fs::path> folders_in(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error)) {
    if (found.size() == kMostFolders) break;
    if (is_folder(each->path())) found.push_back(each->path());
  }
  return found;
}

std::string target_in(const JsonFields& fields) {
  const auto target = fields.find("target");
  if (!target || !target->is_object()) return {};
  const std::string number = target->written_or("arch", "");
  const bool is_number = !number.empty() && number.size() < 5 &&
                         std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
  return is_number ? "sm_" + number : "";
}

// Nothing: the JSON is not Triton's.
std::optional<CachedKernel> kernel_of(const fs::path& json) {
  const auto text = run::read_text(json, kLargestDescription);
  if (!text.has_value()) return std::nullopt;
  const auto fields = JsonFields::parse(*text);
  const bool is_triton =
      fields && fields->is_object() && fields->has("num_warps") && fields->has("shared");
  if (!is_triton || !is_one_line(json.string())) return std::nullopt;
  std::error_code error;
  CachedKernel kernel;
  kernel.ptx = fs::path(json).replace_extension(".ptx");
  kernel.name = json.stem().string();
  kernel.hash = fs::absolute(json, error).parent_path().filename().string();
  kernel.warps = fields->apart({}).integer_or<std::int64_t>("num_warps", 0, 0);
  kernel.shared = fields->apart({}).integer_or<std::int64_t>("shared", 0, 0);
  kernel.target = target_in(fields->apart({}));
  struct stat status {};
  if (stat(kernel.ptx.c_str(), &status) == 0) kernel.written = status.st_mtime;
  return kernel;
}

void add(const fs::path& json, std::vector<CachedKernel>& kernels) {
  if (auto kernel = kernel_of(json)) kernels.push_back(std::move(*kernel));
}

}  // namespace

bool is_in_cache(const fs::path& path) {
  if (!why_no_ptx(path).empty() || has_ptx_beside(path)) return true;
  if (!is_folder(path)) return false;
  if (!descriptions_in(path).empty()) return true;
  const auto folders = folders_in(path);
  return std::ranges::any_of(folders,
                             [](const fs::path& one) { return !descriptions_in(one).empty(); });
}

Result<std::vector<CachedKernel>> kernels_in(const fs::path& path) {
  if (Text why = why_no_ptx(path); !why.empty()) return fail(std::move(why));
  std::vector<CachedKernel> kernels;
  if (has_ptx_beside(path)) add(path, kernels);
  if (is_folder(path)) {
    for (const fs::path& json : descriptions_in(path)) add(json, kernels);
    if (kernels.empty()) {
      for (const fs::path& folder : folders_in(path))
        for (const fs::path& json : descriptions_in(folder)) add(json, kernels);
    }
  }
  if (kernels.empty())
    return fail(tr("{}: there is no .json of Triton's beside a .ptx", path.string()));
  std::ranges::sort(kernels, [](const CachedKernel& a, const CachedKernel& b) {
    return std::tie(b.written, a.name, a.hash) < std::tie(a.written, b.name, b.hash);
  });
  return kernels;
}

Result<fs::path> only_kernel(const fs::path& path) {
  if (!is_in_cache(path)) return path;
  TRY(const auto kernels, kernels_in(path));
  if (kernels.size() == 1) return kernels.front().ptx;
  std::vector<std::string> names;
  for (const CachedKernel& kernel : kernels)
    names.push_back(fmt::format("{} ({})", kernel.hash.substr(0, 8), kernel.name));
  return fail(tr("{} holds {} kernels: name the folder of one: {}", path.string(), kernels.size(),
                 list_of_names(names)));
}

std::vector<CachedKernel> named(const std::vector<CachedKernel>& kernels, std::string_view name) {
  std::vector<CachedKernel> found;
  for (const CachedKernel& kernel : kernels)
    if (kernel.name == name || kernel.hash.starts_with(name)) found.push_back(kernel);
  return found;
}

Text line_of(const CachedKernel& kernel) {
  const std::string hash = kernel.hash.substr(0, kShownOfHash);
  const std::string date =
      fmt::format("{:%Y-%m-%d}", fmt::gmtime(static_cast<std::time_t>(kernel.written)));
  const std::string target = kernel.target.empty() ? "?" : kernel.target;
  return tr("{} {}: {} warps, {} bytes of shared memory, {}, {}", hash, kernel.name, kernel.warps,
            kernel.shared, target, date);
}

std::string_view ptx_within(std::string_view bytes) {
  constexpr std::string_view kDirective = ".version ", kComment = "//\n// Generated by";
  if (bytes.find("\x7f"
                 "ELF") != std::string_view::npos)
    return {};
  const std::size_t directive = bytes.find(kDirective);
  if (directive == std::string_view::npos) return {};
  const std::size_t comment = bytes.substr(0, directive).rfind(kComment);
  bytes.remove_prefix(comment == std::string_view::npos ? directive : comment);
  return bytes.substr(0, bytes.find('\0'));
}

Text why_no_ptx(const fs::path& path) {
  const std::string ending = path.extension().string();
  if (ending == ".cubin")
    return tr(
        "{} holds machine code alone, which does not run here: give the PTX that it was made "
        "from; docs/OWN_KERNELS.md says how to get it from CuPy, Numba and Triton",
        path.string());
  if (ending == ".nbi" || ending == ".nbc")
    return tr(
        "{}: Numba's cache is a pickle, which is not read: write the PTX with "
        "open('k.ptx', 'w').write(next(iter(kernel.inspect_asm().values())))",
        path.string());
  return {};
}

}  // namespace warplens::caches
