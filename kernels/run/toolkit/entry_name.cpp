#include "kernels/run/toolkit/entry_name.h"

#include <vector>

#include "kernels/base/names.h"
#include "kernels/base/source_name.h"

namespace warplens::run {
namespace {

std::vector<const ptx::Function*> entries_of(const ptx::Module& module) {
  std::vector<const ptx::Function*> entries;
  for (const ptx::Function& function : module.functions) {
    if (function.is_entry) entries.push_back(&function);
  }
  return entries;
}

using Entries = std::vector<const ptx::Function*>;

Text list_of(const Entries& entries, std::string_view wanted) {
  std::vector<std::string> names;
  for (const ptx::Function* entry : entries) names.push_back(short_name(source_name(entry->name)));
  return list_of_names(names, wanted);
}

std::string_view without_arguments(std::string_view name) { return name.substr(0, name.find('<')); }

// Ways in which a name means an entry, the strictest first.
bool is_whole(std::string_view source, std::string_view name) { return source == name; }
bool is_template(std::string_view source, std::string_view name) {
  return without_arguments(source) == name;
}
bool is_last_part(std::string_view source, std::string_view name) {
  const std::string_view last = source.substr(last_part(source));
  return last == name || without_arguments(last) == name;
}
bool is_part(std::string_view source, std::string_view name) {
  return source.find(name) != std::string_view::npos;
}

Entries meant_by(std::string_view name, const Entries& entries) {
  for (const auto& means : {is_whole, is_template, is_last_part, is_part}) {
    Entries found;
    for (const ptx::Function* entry : entries) {
      if (means(source_name(entry->name), name)) found.push_back(entry);
    }
    if (!found.empty()) return found;
  }
  return {};
}

}  // namespace

std::string source_name(const std::string& entry) { return warplens::source_name(entry); }

Result<const ptx::Function*> find_entry(const ptx::Module& module, std::string_view name) {
  if (const ptx::Function* entry = module.find_entry(name); entry != nullptr) return entry;
  const std::vector<const ptx::Function*> entries = entries_of(module);
  if (name.empty()) {
    return fail(
        tr("{}: name the kernel to run, it has: {}", module.file_name, list_of(entries, name)));
  }
  const Entries found = meant_by(name, entries);
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    return fail(
        tr("{} has no kernel '{}', it has: {}", module.file_name, name, list_of(entries, name)));
  }
  return fail(tr("{} has several kernels '{}': {}; give the PTX name, as {}", module.file_name,
                 name, list_of(found, name), found.front()->name));
}

}  // namespace warplens::run
