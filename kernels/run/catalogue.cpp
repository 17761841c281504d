#include <algorithm>
#include <map>
#include <mutex>

#include "kernels/base/names.h"
#include "kernels/catalog/source_comments.h"
#include "kernels/ptx/parser.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/sources.h"

namespace warplens::run {
namespace fs = std::filesystem;

struct Catalogue::Cache {
  std::mutex mutex;
  // Modules by "family/variant".
  std::map<std::string, std::shared_ptr<const ptx::Module>> modules;
  std::map<std::string, Texts> texts;
};

namespace {

std::string key_of(const catalog::Family& family, const catalog::Variant& variant) {
  return family.name + "/" + variant.name;
}

std::vector<std::string> variants_of(const catalog::Family& family) {
  std::vector<std::string> names;
  for (const catalog::Variant& variant : family.variants) {
    names.push_back(key_of(family, variant));
  }
  return names;
}

std::vector<std::string> all_variants(const std::vector<catalog::Family>& families) {
  std::vector<std::string> all;
  for (const catalog::Family& family : families) {
    std::vector<std::string> names = variants_of(family);
    all.insert(all.end(), names.begin(), names.end());
  }
  return all;
}

tl::unexpected<Error> no_kernel(std::string_view name, const std::vector<std::string>& names) {
  return fail(tr("no kernel '{}': choose one of {} (see: warplens list)", name,
                 list_of_names(names, name)));
}

Result<std::shared_ptr<const ptx::Module>> read_module(const fs::path& path,
                                                       const std::string& shown_name) {
  TRY(const std::string text, read_text(path));
  TRY(ptx::Module module, ptx::parse(text, shown_name));
  return std::make_shared<const ptx::Module>(std::move(module));
}

}  // namespace

Result<Catalogue> Catalogue::open(const fs::path& assets) {
  std::error_code error;
  if (!fs::is_directory(assets / "ptx", error)) {
    return fail(tr("{} has no folder ptx: give the folder assets that ships with warplens",
                   assets.string()));
  }
  Catalogue catalogue;
  catalogue.assets_ = fs::absolute(assets);
  catalogue.families_ = catalog::families();
  catalogue.cache_ = std::make_shared<Cache>();
  return catalogue;
}

Result<Catalogue> Catalogue::open() {
  TRY(const fs::path assets, find_assets());
  return open(assets);
}

Result<Catalogue::Found> Catalogue::find(std::string_view name) const {
  if (const auto found = look_up(name)) return *found;
  const catalog::Family* family = family_of(name);
  return no_kernel(name, family == nullptr ? all_variants(families_) : variants_of(*family));
}

std::optional<Catalogue::Found> Catalogue::look_up(std::string_view name) const {
  const catalog::Family* family = family_of(name);
  if (family == nullptr) return std::nullopt;
  const std::size_t slash = std::min(name.find('/'), name.size());
  const catalog::Variant* variant = family->find(name.substr(std::min(slash + 1, name.size())));
  if (variant == nullptr) return std::nullopt;
  return Found{family, variant};
}

// The one whose name stands before the slash.
const catalog::Family* Catalogue::family_of(std::string_view name) const {
  const auto found =
      std::ranges::find(families_, name.substr(0, name.find('/')), &catalog::Family::name);
  return found == families_.end() ? nullptr : &*found;
}

Result<std::shared_ptr<const ptx::Module>> Catalogue::module(
    const catalog::Family& family, const catalog::Variant& variant) const {
  const std::string key = key_of(family, variant);
  const std::lock_guard lock(cache_->mutex);
  const auto known = cache_->modules.find(key);
  if (known != cache_->modules.end()) return known->second;
  auto module = read_module(assets_ / "ptx" / (key + ".ptx"), "assets/ptx/" + key + ".ptx");
  if (module.has_value()) cache_->modules.emplace(key, *module);
  return module;
}

std::string Catalogue::source(const catalog::Variant& variant) const {
  return read_text(assets_.parent_path() / variant.source).value_or("");
}

trace::Sources Catalogue::sources(const ptx::Module& module) const {
  return find_sources(module, {assets_.parent_path()});
}

trace::Sources Catalogue::chinese_sources(const trace::Sources& sources) const {
  trace::Sources chinese;
  for (const auto& [name, text] : sources) {
    const std::string path = catalog::chinese_comments_path(name);
    if (path.empty()) continue;
    const auto words = read_text(assets_.parent_path() / path);
    if (!words.has_value()) continue;
    auto told = catalog::localized_source(text, *words);
    if (told.has_value()) chinese.emplace_back(name, std::move(*told));
  }
  return chinese;
}

Catalogue::Texts Catalogue::texts(const Found& found, const ptx::Module& module) const {
  const std::lock_guard lock(cache_->mutex);
  const auto [known, is_new] = cache_->texts.try_emplace(key_of(*found.family, *found.variant));
  if (is_new) {
    known->second.sources = std::make_shared<const trace::Sources>(sources(module));
    known->second.chinese =
        std::make_shared<const trace::Sources>(chinese_sources(*known->second.sources));
  }
  return known->second;
}

}  // namespace warplens::run
