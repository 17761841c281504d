#include "kernels/catalog/family.h"

#include <algorithm>
#include <array>

namespace warplens::catalog {
namespace {

struct TypeRow {
  ElementType type;
  std::string_view name;
  std::uint32_t size;
};
constexpr std::array kTypes = {
    TypeRow{ElementType::u8, "u8", 1},   TypeRow{ElementType::i8, "i8", 1},
    TypeRow{ElementType::u16, "u16", 2}, TypeRow{ElementType::i16, "i16", 2},
    TypeRow{ElementType::u32, "u32", 4}, TypeRow{ElementType::i32, "i32", 4},
    TypeRow{ElementType::u64, "u64", 8}, TypeRow{ElementType::i64, "i64", 8},
    TypeRow{ElementType::f16, "f16", 2}, TypeRow{ElementType::bf16, "bf16", 2},
    TypeRow{ElementType::f32, "f32", 4}, TypeRow{ElementType::f64, "f64", 8},
};

const TypeRow& row_of(ElementType type) { return kTypes[static_cast<std::size_t>(type)]; }

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string described_values(const Parameter& parameter) {
  if (parameter.choices.empty()) {
    return fmt::format("{} to {}", parameter.minimum, parameter.maximum);
  }
  return fmt::format("one of {}", fmt::join(parameter.choices, ", "));
}

bool accepts(const Parameter& parameter, std::int64_t value) {
  if (parameter.choices.empty()) return value >= parameter.minimum && value <= parameter.maximum;
  return std::find(parameter.choices.begin(), parameter.choices.end(), value) !=
         parameter.choices.end();
}

}  // namespace

std::uint32_t size_of(ElementType type) { return row_of(type).size; }

std::string_view name_of(ElementType type) { return row_of(type).name; }

std::optional<ElementType> element_type(std::string_view name) {
  for (const TypeRow& row : kTypes) {
    if (row.name == name) return row.type;
  }
  return std::nullopt;
}

bool IdeaGroup::has(std::string_view variant) const {
  return std::find_if(members.begin(), members.end(),
                      [&](const Member& each) { return each.variant == variant; }) != members.end();
}

const Variant* Family::find(std::string_view variant) const {
  for (const Variant& candidate : variants) {
    if (candidate.name == variant) return &candidate;
  }
  return nullptr;
}

ParameterRefs Family::parameters_of(const Variant& variant) const {
  ParameterRefs result;
  for (const Parameter& parameter : parameters) {
    const Parameter* taken = parameter_of(variant, parameter.name);
    if (taken != nullptr) result.emplace_back(*taken);
  }
  return result;
}

const Parameter* Family::parameter_of(const Variant& variant, std::string_view wanted) const {
  if (!contains(variant.parameters, wanted)) return nullptr;
  for (const auto* all : {&variant.overrides, &parameters}) {
    const auto found = std::ranges::find(*all, wanted, &Parameter::name);
    if (found != all->end()) return &*found;
  }
  return nullptr;
}

namespace {

Parameters taken_by(const Variant& variant, const Parameters& settings) {
  Parameters result;
  for (const auto& [name, value] : settings) {
    if (contains(variant.parameters, name)) result.emplace(name, value);
  }
  return result;
}

}  // namespace

Parameters full_size_of(const Family& family, const Variant& variant) {
  return taken_by(variant, family.full_size);
}

Parameters at_side(const Family& family, const Variant& variant, std::int64_t side) {
  return taken_by(variant, family.timed->at_side(side));
}

std::vector<Family> families() {
  return {access_family(),      copy_family(),     transpose_family(), gemm_family(),
          tensor_gemm_family(), reduce_family(),   scan_family(),      histogram_family(),
          add_family(),         invert_family(),   window_family(),    pipeline_family(),
          shared_family()};
}

Result<Parameters> complete(const Family& family, const Variant& variant,
                            const Parameters& settings) {
  Parameters result;
  std::vector<std::string_view> names;
  for (const Parameter& parameter : family.parameters_of(variant)) {
    names.push_back(parameter.name);
    const auto set = settings.find(parameter.name);
    const std::int64_t value = set == settings.end() ? parameter.default_value : set->second;
    if (!accepts(parameter, value)) {
      return fail(tr("{}/{}: {} is {}, choose {}", family.name, variant.name, parameter.name, value,
                     described_values(parameter)));
    }
    result.emplace(parameter.name, value);
  }
  for (const auto& [name, value] : settings) {
    if (result.contains(name)) continue;
    return fail(tr("{}/{} has no parameter '{}', it takes {}", family.name, variant.name, name,
                   fmt::join(names, ", ")));
  }
  return result;
}

}  // namespace warplens::catalog
