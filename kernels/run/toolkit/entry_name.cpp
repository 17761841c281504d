#include "kernels/run/toolkit/entry_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <vector>

namespace warplens::run {
namespace {

// Where the parameter list of "void ns::tile<(Mode)1>(float*, int)" opens: its last outermost
// bracket.
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

std::string list_of(const std::vector<const ptx::Function*>& entries) {
  std::vector<std::string> names;
  for (const ptx::Function* entry : entries) names.push_back(source_name(entry->name));
  return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
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
    return fail("{}: name the kernel to run, it has: {}", module.file_name, list_of(entries));
  }
  std::vector<const ptx::Function*> exact, templates;
  for (const ptx::Function* entry : entries) {
    const std::string source = source_name(entry->name);
    if (source == name) exact.push_back(entry);
    if (source.substr(0, source.find('<')) == name) templates.push_back(entry);
  }
  const auto& found = exact.empty() ? templates : exact;
  if (found.size() == 1) return found.front();
  if (found.empty()) {
    return fail("{} has no kernel '{}', it has: {}", module.file_name, name, list_of(entries));
  }
  return fail("{} has several kernels '{}': give the PTX name, as {}", module.file_name, name,
              found.front()->name);
}

}  // namespace warplens::run
