#include "kernels/own/symbols.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "kernels/base/names.h"
#include "kernels/own/fill_text.h"
#include "kernels/own/parameter_type.h"
#include "kernels/own/scalar_text.h"
#include "kernels/own/source_text.h"
#include "kernels/run/elements.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/toolkit/readable_file.h"

namespace warplens::own {
namespace {

using catalog::ElementType;
using Bytes = std::vector<std::byte>;

std::string source_name_of(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), std::free);
  return status == 0 && name != nullptr ? name.get() : symbol;
}

bool is_settable(const ptx::Variable& variable) {
  const bool is_global =
      variable.space == ptx::StateSpace::global || variable.space == ptx::StateSpace::constant;
  return is_global && !variable.is_extern && variable.size > 0;
}

Result<ptx::Variable*> find_symbol(ptx::Module& module, const std::string& name) {
  std::vector<std::string> names;
  for (ptx::Variable& variable : module.variables) {
    if (!is_settable(variable)) continue;
    const std::string source = source_name_of(variable.name);
    const std::string_view whole(source);
    if (variable.name == name || source == name || whole.substr(last_part(whole)) == name)
      return &variable;
    names.push_back(source);
  }
  return fail(tr("there is no __constant__ or __device__ variable '{}', there is: {}", name,
                 list_of_names(names, name)));
}

std::optional<ElementType> declared_in_ptx(ptx::ScalarType type) {
  std::string name(ptx::name_of(type));
  if (name.starts_with('b')) return std::nullopt;
  if (name.starts_with('s')) name[0] = 'i';
  return catalog::element_type(name);
}

// The element type of a declaration such as "__constant__ float taps[7]".
std::optional<ElementType> declared_in_source(std::string_view source, std::string_view name) {
  const auto text = variable_type(source, name);
  return text.empty() ? std::nullopt : parameter_type(text).element;
}

Result<ElementType> type_of_symbol(const SymbolValue& symbol, const ptx::Variable& variable,
                                   const run::LoadedKernel& loaded) {
  if (symbol.type.has_value()) return *symbol.type;
  const std::string source = source_name_of(variable.name);
  const std::string_view whole(source);
  for (const auto& [file, text] : *loaded.sources) {
    const auto type = declared_in_source(text, whole.substr(last_part(whole)));
    if (type.has_value()) return *type;
  }
  if (const auto type = declared_in_ptx(variable.type); type.has_value()) return *type;
  return fail(
      tr("nothing says of which type {} is: write {}:f32=VALUES", symbol.name, symbol.name));
}

std::vector<std::string_view> split_values(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t comma = text.find(',');
    parts.push_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

Result<Bytes> bytes_of_values(const std::string& text, ElementType type) {
  Bytes bytes;
  for (const std::string_view part : split_values(text)) {
    TRY(const auto bits, scalar_bits(type, part));
    for (std::uint32_t i = 0; i < catalog::size_of(type); ++i)
      bytes.push_back(static_cast<std::byte>(bits >> 8 * i & 0xff));
  }
  return bytes;
}

Bytes bytes_of_fill(const catalog::Fill& fill, ElementType type, std::uint64_t size) {
  catalog::BufferSpec spec;
  spec.type = type;
  spec.columns = size / catalog::size_of(type);
  spec.fill = fill;
  Bytes bytes(size);
  if (spec.columns > 0) run::fill(spec, bytes);
  return bytes;
}

bool are_numbers(const std::string& text) {
  return text.find_first_not_of("+-0123456789.,eEinfaINFA") == std::string::npos;
}

Result<Bytes> bytes_of_symbol(const SymbolValue& symbol, const ptx::Variable& variable,
                              const run::LoadedKernel& loaded, const run::Roots& roots) {
  TRY(const auto fill, parse_fill(symbol.values));
  if (!fill.has_value() && !are_numbers(symbol.values)) {
    TRY(const auto text, run::read_beneath(symbol.values, roots));
    const auto bytes = std::as_bytes(std::span(text));
    return Bytes(bytes.begin(), bytes.end());
  }
  TRY(const auto type, type_of_symbol(symbol, variable, loaded));
  if (fill.has_value()) return bytes_of_fill(*fill, type, variable.size);
  return bytes_of_values(symbol.values, type);
}

}  // namespace

Result<SymbolValue> parse_symbol(std::string_view text) {
  const std::size_t equals = text.find('=');
  std::string_view name = text.substr(0, equals);
  const std::size_t colon = name.rfind(':');
  const bool has_type = colon != std::string_view::npos && colon > 0 && name[colon - 1] != ':';
  SymbolValue symbol;
  if (has_type) symbol.type = catalog::element_type(name.substr(colon + 1));
  symbol.name = name.substr(0, has_type ? colon : name.size());
  if (equals != std::string_view::npos) symbol.values = text.substr(equals + 1);
  const bool is_whole = !symbol.name.empty() && !symbol.values.empty();
  if (is_whole && symbol.type.has_value() == has_type) return symbol;
  return fail(tr("'{}' sets nothing: write NAME=VALUES, NAME:TYPE=VALUES or NAME=FILE", text));
}

Result<run::LoadedKernel> with_symbols(run::LoadedKernel loaded,
                                       const std::vector<SymbolValue>& symbols,
                                       const run::Roots& roots) {
  if (symbols.empty()) return loaded;
  auto module = std::make_shared<ptx::Module>(*loaded.module);
  for (const SymbolValue& symbol : symbols) {
    TRY(const auto variable, find_symbol(*module, symbol.name));
    TRY(auto bytes, bytes_of_symbol(symbol, *variable, loaded, roots));
    if (bytes.size() != variable->size)
      return fail(tr("{} has {} bytes, what it is set to has {}", symbol.name, variable->size,
                     bytes.size()));
    variable->initializer = std::move(bytes);
    variable->is_set = true;
    variable->relocations.clear();
  }
  loaded.module = std::move(module);
  return loaded;
}

}  // namespace warplens::own
