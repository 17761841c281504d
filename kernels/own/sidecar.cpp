#include "kernels/own/sidecar.h"

#include <algorithm>
#include <cmath>

#include "kernels/base/json.h"
#include "kernels/base/whole_file.h"
#include "kernels/own/fill_text.h"
#include "kernels/own/tensor_map_text.h"
#include "kernels/own/texture_text.h"
#include "kernels/run/toolkit/readable_file.h"

namespace warplens::own {
namespace {

constexpr std::uint64_t kLargestSidecar = std::uint64_t{1} << 20;  // bytes
constexpr std::array<const char*, 3> kRoleNames{"in", "out", "inout"};

Json json_of(const FormBuffer& buffer) {
  Json json;
  json["name"] = buffer.name;
  json["type"] = std::string(catalog::name_of(buffer.type));
  json["count"] = buffer.count.text;
  json["role"] = kRoleNames[static_cast<std::size_t>(buffer.role)];
  if (buffer.fill.has_value()) json["fill"] = fill_text(*buffer.fill);
  if (!buffer.file.empty()) json["file"] = buffer.file;
  return json;
}

Json json_of(const FormScalar& scalar) {
  Json json;
  json["name"] = scalar.name;
  json["type"] = std::string(catalog::name_of(scalar.type));
  json["value"] = scalar.value.text;
  return json;
}

Json json_of(const FormStructure& structure) {
  Json json;
  json["name"] = structure.name;
  json["bytes"] = structure.bytes;
  std::string digits;
  for (const std::byte byte : structure.contents)
    digits += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  if (!digits.empty()) json["contents"] = digits;
  for (const auto& pointer : structure.pointers) {
    Json& one = json["pointers"].emplace_back();
    one["offset"] = pointer.offset;
    one["buffer"] = pointer.buffer;
    if (!pointer.element.empty()) one["element"] = pointer.element;
  }
  for (const auto& member : structure.members) {
    json["members"].push_back({{"offset", member.offset},
                               {"type", std::string(catalog::name_of(member.type))},
                               {"value", member.value}});
  }
  return json;
}

Json json_of(const FormTensorMap& map) {
  Json json;
  json["name"] = map.name;
  json["tensormap"] = tensor_map_text(map);
  if (!map.buffer.empty()) json["buffer"] = map.buffer;
  if (!map.element.empty()) json["element"] = map.element;
  if (map.contents.has_value()) json["fill"] = fill_text(*map.contents);
  if (!map.file.empty()) json["file"] = map.file;
  return json;
}

Json json_of(const FormTexture& texture) {
  Json json;
  json["name"] = texture.name;
  json[std::string(kind_of(texture))] = texture_text(texture);
  if (!texture.buffer.empty()) json["buffer"] = texture.buffer;
  if (texture.contents.has_value()) json["fill"] = fill_text(*texture.contents);
  if (!texture.file.empty()) json["file"] = texture.file;
  return json;
}

Json json_of(const FormReference& reference) {
  Json json;
  json["name"] = reference.name;
  if (!reference.offset.empty()) json["offset"] = reference.offset;
  return json;
}

Json shape_json(const std::array<Entry, 3>& shape) {
  Json json = Json::array();
  std::size_t last = 3;
  while (last > 1 && shape[last - 1].text.empty()) --last;
  for (std::size_t d = 0; d < last; ++d)
    json.push_back(shape[d].text.empty() ? "1" : shape[d].text);
  return json;
}

void add_launch(const FormLaunch& launch, Json& json) {
  json["kernel"] = launch.entry;
  json["grid"] = shape_json(launch.grid);
  json["block"] = shape_json(launch.block);
  if (!launch.cluster[0].text.empty()) json["cluster"] = shape_json(launch.cluster);
  if (!launch.shared.text.empty()) json["shared"] = launch.shared.text;
  json["arguments"] = Json::array();
  for (const FormArgument& argument : launch.arguments)
    json["arguments"].push_back(std::visit([](const auto& one) { return json_of(one); }, argument));
}

Json json_of(const FormExpectation& expectation) {
  Json json;
  if (!expectation.buffer.empty()) json["buffer"] = expectation.buffer;
  if (expectation.kernel.empty()) {
    json["file"] = expectation.file;
  } else {
    json["kernel"] = expectation.kernel;
    if (!expectation.grid[0].text.empty()) json["grid"] = shape_json(expectation.grid);
    if (!expectation.block[0].text.empty()) json["block"] = shape_json(expectation.block);
    if (!expectation.shared.text.empty()) json["shared"] = expectation.shared.text;
  }
  if (expectation.tolerance.relative != 0) json["relative"] = expectation.tolerance.relative;
  if (expectation.tolerance.absolute != 0) json["absolute"] = expectation.tolerance.absolute;
  return json;
}

Json json_of(const SymbolValue& symbol) {
  Json json;
  json["name"] = symbol.name;
  if (symbol.type.has_value()) json["type"] = std::string(catalog::name_of(*symbol.type));
  json["values"] = symbol.values;
  return json;
}

// As a whole number where it is one.
Json amount_json(double value) {
  constexpr double kLargestWhole = 1e15;
  if (value != std::floor(value) || value > kLargestWhole) return value;
  return static_cast<std::uint64_t>(value);
}

// {"max": {"shared_load.conflicts": 0}, "fail_on": ["races"]}.
Json json_of(const Promises& promises) {
  Json json;
  for (const Promise& one : promises.bounds)
    json[one.bound == Bound::max ? "max" : "min"][subject_of(one)] = amount_json(one.value);
  for (const std::string& name : promises.fails_on) json["fail_on"].push_back(name);
  return json;
}

Json json_of(const NamedLaunch& launch) {
  Json json;
  json["name"] = launch.name;
  for (const FormSize& size : launch.form.sizes) json["sizes"][size.name] = size.value;
  add_launch(launch.form, json);
  for (const FormBuffer& buffer : launch.form.buffers) json["buffers"].push_back(json_of(buffer));
  for (const FormLaunch& next : launch.form.then) {
    Json& one = json["then"].emplace_back();
    add_launch(next, one);
  }
  for (const SymbolValue& symbol : launch.form.symbols) json["symbols"].push_back(json_of(symbol));
  for (const FormExpectation& one : launch.form.expectations)
    json["expect"].push_back(json_of(one));
  if (!launch.form.promises.empty()) json["promises"] = json_of(launch.form.promises);
  return json;
}

tl::unexpected<Error> in_file(const std::filesystem::path& path, const Error& error) {
  return fail(tr("{}: {}", path.string(), error.message));
}

}  // namespace

const NamedLaunch* Sidecar::find(std::string_view name) const {
  if (name.empty()) return launches.empty() ? nullptr : &launches.front();
  for (const bool by_kernel : {false, true}) {
    const auto found =
        std::find_if(launches.begin(), launches.end(), [&](const NamedLaunch& launch) {
          return (by_kernel ? launch.form.entry : launch.name) == name;
        });
    if (found != launches.end()) return &*found;
  }
  return nullptr;
}

std::filesystem::path sidecar_path(const std::filesystem::path& kernel_file) {
  std::filesystem::path path = kernel_file;
  path += ".warplens.json";
  return path;
}

std::string sidecar_text(const Sidecar& sidecar) {
  Json json;
  json["warplens_launches"] = 1;
  json["launches"] = Json::array();
  for (const NamedLaunch& launch : sidecar.launches) json["launches"].push_back(json_of(launch));
  return json_text(json, 2) + "\n";
}

Result<std::optional<Sidecar>> read_sidecar(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::optional<Sidecar>();
  TRY(const auto text, run::read_beneath(path.filename(), {path.parent_path()}, kLargestSidecar));
  auto sidecar = parse_sidecar(text);
  if (!sidecar.has_value()) return in_file(path, sidecar.error());
  return std::optional(std::move(*sidecar));
}

Result<void> write_sidecar(const std::filesystem::path& path, const Sidecar& sidecar) {
  return write_whole_file(path, sidecar_text(sidecar));
}

void keep_launch(Sidecar& sidecar, NamedLaunch launch) {
  const auto same = std::find_if(sidecar.launches.begin(), sidecar.launches.end(),
                                 [&](const NamedLaunch& one) { return one.name == launch.name; });
  if (same != sidecar.launches.end())
    *same = std::move(launch);
  else
    sidecar.launches.push_back(std::move(launch));
}

}  // namespace warplens::own
