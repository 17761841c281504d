#include "kernels/run/toolkit/entry_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <vector>

#include "kernels/base/names.h"

namespace warplens::run {
namespace {

// The offset at which the parameter list of "void ns::tile<(Mode)1>(float*, int)" opens: its last
// outermost bracket.
std::size_t parameters_of(std::string_view name) {
  std::size_t open = name.size();
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '(' && depth == 0) open = i;
    if (name[i] == '(' || name[i] == '<') ++depth;
    if (name[i] == ')' || name[i] == '>') --depth;
  }
  return open;
}

// Behind the return type, which only templates have in their mangled names.
std::size_t after_return_type(std::string_view name) {
  std::size_t start = 0;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == ' ' && depth == 0) start = i + 1;
    if (name[i] == '(' || name[i] == '<') ++depth;
    if (name[i] == ')' || name[i] == '>') --depth;
  }
  return start;
}

std::vector<const ptx::Function*> entries_of(const ptx::Module& module) {
  std::vector<const ptx::Function*> entries;
  for (const ptx::Function& function : module.functions) {
    if (function.is_entry) entries.push_back(&function);
  }
  return entries;
}

using Entries = std::vector<const ptx::Function*>;

std::string list_of(const Entries& entries, std::string_view wanted) {
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

std::string source_name(const std::string& entry) {
  if (!entry.starts_with("_Z")) return entry;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> demangled(
      abi::__cxa_demangle(entry.c_str(), nullptr, nullptr, &status), std::free);
  if (status != 0 || demangled == nullptr) return entry;
  std::string_view name(demangled.get());
  name = name.substr(0, parameters_of(name));
  name = name.substr(after_return_type(name));
  return name.empty() ? entry : std::string(name);
}

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
