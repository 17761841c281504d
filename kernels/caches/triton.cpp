#include "kernels/caches/triton.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/base/json_fields.h"
#include "kernels/caches/triton_signature.h"
#include "kernels/run/toolkit/readable_file.h"

namespace warplens::caches {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kLargestJson = std::uint64_t{1} << 20;
constexpr std::uint64_t kLargestTtir = std::uint64_t{16} << 20;
constexpr std::int64_t kMostScratch = std::int64_t{1} << 30;  // bytes a block

// A buffer with so many bytes for each block; without any, a null pointer.
ToldParameter scratch(const char* name, std::int64_t bytes) {
  ToldParameter parameter{name, "unsigned char*"};
  if (bytes == 0) parameter.value = "0";
  if (bytes > 0) parameter.count = fmt::format("{}*grid.x*grid.y*grid.z", bytes);
  return parameter;
}

// Those that Triton adds behind a kernel's own, since 3.2 one and since 3.4 two.
void add_scratch(const JsonFields& fields, std::size_t entry_parameters, ToldLaunch& told) {
  const auto bytes = [&](const char* name) {
    return fields.integer_or<std::int64_t>(name, 0, 0, kMostScratch);
  };
  const std::int64_t global = bytes("global_scratch_size");
  const std::int64_t profile = bytes("profile_scratch_size");
  if (told.parameters.size() < entry_parameters)
    told.parameters.push_back(scratch("global_scratch", global));
  if (told.parameters.size() < entry_parameters)
    told.parameters.push_back(scratch("profile_scratch", profile));
}

// Triton numbers swizzles as CUtensorMapSwizzle does: none, 32, 64 and 128 bytes.
void add_swizzles(const JsonFields& fields, ToldLaunch& told) {
  if (!fields.has("tensordesc_meta")) return;
  std::vector<int> swizzles;
  for (const auto& each : fields.list_or_none("tensordesc_meta", 64)) {
    const int number = each.integer_or<int>("swizzle", 0, 0, 3);
    swizzles.push_back(number == 0 ? 0 : 16 << number);
  }
  std::size_t next = 0;
  for (ToldParameter& parameter : told.parameters)
    if (!parameter.map.box.empty() && next < swizzles.size())
      parameter.map.swizzle = swizzles[next++];
}

std::string compiler_of(const JsonFields& fields) {
  const std::string version = fields.text_or("triton_version", "");
  return version.empty() || version.size() > 40 ? "Triton" : "Triton " + version;
}

}  // namespace

Result<std::optional<ToldLaunch>> told_by_triton(std::string_view json, std::string_view ttir,
                                                 std::size_t entry_parameters) {
  const auto fields = JsonFields::parse(json);
  if (!fields) return fail(tr("no JSON"));
  const bool is_triton = fields->is_object() && fields->has("num_warps") && fields->has("shared");
  if (!is_triton) return std::optional<ToldLaunch>();
  ToldLaunch told;
  told.compiler = compiler_of(*fields);
  told.entry = fields->text_or("name", "");
  told.threads = 32 * fields->integer<std::int64_t>("num_warps", 1, 32);
  told.shared = fields->integer<std::int64_t>("shared", 0, 0x7fffffff);
  told.cluster = fields->integer_or<std::int64_t>("num_ctas", 1, 1, 16);
  told.parameters = parameters_in_ttir(ttir, told.entry);
  if (told.parameters.size() > entry_parameters) told.parameters.clear();
  if (!told.parameters.empty()) {
    add_scratch(*fields, entry_parameters, told);
    add_swizzles(*fields, told);
  }
  return fields->finish(std::optional(std::move(told)));
}

Result<std::optional<ToldLaunch>> told_beside(const fs::path& ptx, const ptx::Module& module) {
  const fs::path json = fs::path(ptx).replace_extension(".json");
  std::error_code error;
  if (!fs::is_regular_file(json, error)) return std::optional<ToldLaunch>();
  const run::Roots folder{fs::absolute(ptx, error).parent_path()};
  const auto text = run::read_beneath(json.filename(), folder, kLargestJson);
  if (!text.has_value()) return std::optional<ToldLaunch>();
  const fs::path ttir = fs::path(ptx).replace_extension(".ttir").filename();
  const auto entry = std::ranges::find(module.functions, true, &ptx::Function::is_entry);
  if (entry == module.functions.end()) return std::optional<ToldLaunch>();
  auto told =
      told_by_triton(*text, run::read_beneath(ttir, folder, kLargestTtir).value_or(std::string()),
                     entry->parameters.size());
  if (!told.has_value()) return fail(tr("{}: {}", json.string(), told.error().message));
  if (!told->has_value() || (*told)->entry != entry->name) return std::optional<ToldLaunch>();
  (*told)->file = json.filename().string();
  return told;
}

}  // namespace warplens::caches
