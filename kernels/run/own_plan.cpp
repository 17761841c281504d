#include "kernels/run/own_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "kernels/run/elements.h"
#include "kernels/run/launch.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::run {
namespace {

catalog::BufferSpec spec_of(const OwnBuffer& buffer) {
  catalog::BufferSpec spec;
  spec.name = buffer.name;
  spec.type = buffer.type;
  spec.role = buffer.role;
  spec.columns = buffer.columns == 0 ? buffer.count : buffer.columns;
  spec.rows = buffer.count / spec.columns;
  if (!buffer.contents.has_value()) spec.fill = buffer.fill;
  spec.address = buffer.address;
  return spec;
}

Result<void> allocate(const OwnBuffer& buffer, DeviceBuffers& buffers) {
  const Result<void> added = buffers.add(spec_of(buffer));
  if (!added.has_value() || !buffer.contents.has_value()) return added;
  const std::span<std::byte> bytes = buffers.bytes(buffer.name);
  if (buffer.contents->size() != bytes.size()) {
    return fail(tr("buffer {} is {} bytes, its contents are {}", buffer.name, bytes.size(),
                   buffer.contents->size()));
  }
  std::copy(buffer.contents->begin(), buffer.contents->end(), bytes.begin());
  return {};
}

catalog::ElementType element_of(const ptx::Variable& variable) {
  const auto type = run::element_of(variable.type);
  const bool fits = type.has_value() && variable.size % catalog::size_of(*type) == 0;
  return fits ? *type : catalog::ElementType::u8;
}

// The variables of a module that lie where somebody said.
Result<void> place_variables(const std::shared_ptr<const ptx::Module>& module,
                             DeviceBuffers& buffers) {
  for (const ptx::Variable& variable : module->variables) {
    if (variable.address == 0) continue;
    catalog::BufferSpec spec;
    spec.name = variable_buffer(variable);
    spec.type = element_of(variable);
    spec.role = catalog::BufferRole::inout;
    spec.columns = variable.size / catalog::size_of(spec.type);
    spec.address = variable.address;
    TRY(buffers.add_variable(module, variable, std::move(spec)));
  }
  return {};
}

// So large that its unknown parts are not asked of a GPU.
constexpr std::uint64_t kLargeAllocation = std::uint64_t{1} << 30;

// What lies together of an allocation: all of it, of a large one what is known and what is between.
MemoryStretch stretch_of(const OwnAllocation& allocation) {
  MemoryStretch stretch{allocation.address, allocation.bytes};
  if (allocation.bytes <= kLargeAllocation || allocation.gaps.empty()) return stretch;
  const auto& [first, last] = std::pair(allocation.gaps.front(), allocation.gaps.back());
  std::uint64_t end = allocation.address + allocation.bytes;
  if (first.begin == allocation.address) stretch.address = first.end;
  if (last.end == end) end = last.begin;
  stretch.bytes = std::max(stretch.address, end) - stretch.address;
  return stretch;
}

void add_steps(const std::vector<catalog::MemoryStep>& added, std::vector<catalog::Step>& steps) {
  steps.insert(steps.end(), added.begin(), added.end());
}

bool is_floating(catalog::ElementType type) {
  using enum catalog::ElementType;
  return type == f16 || type == bf16 || type == f32 || type == f64;
}

// Bits without a type (.b32) hold anything; those of 16-bit floating point travel as integers.
bool may_hold(ptx::ScalarType parameter, catalog::ElementType value) {
  using enum ptx::ScalarType;
  const bool is_integer = parameter == u32 || parameter == s32 || parameter == u64 ||
                          parameter == s64 || parameter == u8 || parameter == s8;
  const bool is_float =
      parameter == f32 || parameter == f64 || parameter == f16 || parameter == bf16;
  return is_floating(value) ? !is_integer : !is_float;
}

// "f32" for .f32, "i32" for .s32.
std::string matching_type(ptx::ScalarType parameter) {
  std::string name(name_of(parameter));
  if (name.starts_with('s')) name[0] = 'i';
  return name;
}

// Turns launches into steps; buffers are allocated as they come, and what has a name can be
// referred to from then on.
class Steps {
 public:
  explicit Steps(DeviceBuffers& buffers) : buffers_(buffers) {}

  Result<catalog::LaunchStep> step(const OwnLaunch& launch, const ptx::Module& module) {
    TRY(const ptx::Function* entry, find_entry(module, launch.entry));
    catalog::LaunchStep step{
        entry->name, launch.grid, launch.block, launch.dynamic_shared_bytes, {}};
    step.cluster = launch.cluster;
    // First, as a tensor map may be of a buffer that comes after it.
    for (const OwnArgument& argument : launch.arguments) {
      if (const auto* buffer = std::get_if<OwnBuffer>(&argument)) TRY(allocate(*buffer, buffers_));
    }
    for (const OwnArgument& argument : launch.arguments) {
      const std::size_t position = step.arguments.size();
      parameter_ = position < entry->parameters.size() ? &entry->parameters[position] : nullptr;
      TRY(catalog::Argument one,
          std::visit([this](const auto& value) { return take(value); }, argument));
      TRY(check_type(*entry, step.arguments.size(), argument));
      step.arguments.push_back(std::move(one));
    }
    return step;
  }

 private:
  Result<catalog::Argument> take(const OwnScalar& scalar) {
    scalars_[scalar.name] = scalar.type;
    PlainArgument plain = plain_argument(scalar.name, scalar.bits, size_of(scalar.type));
    return known_[scalar.name] = catalog::ValueArgument{scalar.name, std::move(plain.bytes), {}};
  }
  Result<catalog::Argument> take(const OwnBuffer& buffer) {
    return known_[buffer.name] = catalog::BufferArgument{buffer.name};
  }
  Result<catalog::Argument> take(const OwnStructure& structure) {
    catalog::ValueArgument value{structure.name, structure.bytes, {}};
    for (const OwnStructure::Pointer& pointer : structure.pointers) {
      TRY(const auto place, place_in(pointer.buffer, pointer.element));
      value.pointers.push_back({pointer.offset, pointer.buffer, place.byte_offset});
    }
    return known_[structure.name] = std::move(value);
  }
  Result<catalog::Argument> take(const OwnTensorMap& map) {
    if (map.data.has_value()) TRY(allocate(*map.data, buffers_));
    TRY(auto place, map.data.has_value() ? catalog::BufferArgument{map.data->name}
                                         : place_in(map.buffer, map.element));
    catalog::TensorMapArgument argument{std::move(place.buffer), map.map, place.byte_offset};
    if (parameter_ != nullptr && parameter_->size == sizeof(std::uint64_t)) {
      TRY(allocate(holder_of(map), buffers_));
      argument.holder = map.name;
    } else if (parameter_ != nullptr &&
               TensorMap::may_begin(parameter_->size, parameter_->alignment)) {
      argument.parameter_bytes = parameter_->size;
    }
    return known_[map.name] = std::move(argument);
  }
  static OwnBuffer holder_of(const OwnTensorMap& map) {
    OwnBuffer holder;
    holder.name = map.name;
    holder.type = catalog::ElementType::u64;
    holder.count = TensorMap::kBytes / sizeof(std::uint64_t);
    return holder;
  }
  Result<catalog::Argument> take(const OwnTexture& texture) {
    if (texture.data.has_value()) TRY(allocate(*texture.data, buffers_));
    const std::string& buffer = texture.data.has_value() ? texture.data->name : texture.buffer;
    TRY(place_in(buffer, 0));
    const std::uint64_t bytes = buffers_.bytes(buffer).size();
    if (bytes < texture.texture.bytes()) {
      return fail(tr("{}: its texels take {} bytes, {} has {}", texture.name,
                     texture.texture.bytes(), buffer, bytes));
    }
    return known_[texture.name] = catalog::TextureArgument{buffer, texture.texture};
  }
  Result<catalog::Argument> take(const OwnReference& reference) {
    if (reference.element != 0) {
      TRY(auto place, place_in(reference.name, reference.element));
      return place;
    }
    const auto known = known_.find(reference.name);
    if (known != known_.end()) return known->second;
    if (buffers_.address(reference.name) == 0) return unknown(reference.name);
    return catalog::BufferArgument{reference.name};
  }
  Result<catalog::BufferArgument> place_in(const std::string& name, std::int64_t element) const {
    const auto spec =
        std::find_if(buffers_.specs().begin(), buffers_.specs().end(),
                     [&](const catalog::BufferSpec& one) { return one.name == name; });
    if (spec == buffers_.specs().end()) return unknown(name);
    const std::uint64_t elements = spec->rows * spec->columns;
    if (element < 0 || static_cast<std::uint64_t>(element) >= elements)
      return fail(tr("{}+{} is outside: {} has {} elements", name, element, name, elements));
    return catalog::BufferArgument{name, static_cast<std::uint64_t>(element) * size_of(spec->type)};
  }
  // An integer's bits in a floating-point parameter are another number, and the reverse.
  Result<void> check_type(const ptx::Function& entry, std::size_t position,
                          const OwnArgument& argument) const {
    const std::string& name = std::visit(
        [](const auto& value) -> const auto& { return value.name; }, argument);
    const auto scalar = scalars_.find(name);
    if (scalar == scalars_.end() || position >= entry.parameters.size()) return {};
    const ptx::ScalarType type = entry.parameters[position].type;
    if (may_hold(type, scalar->second)) return {};
    return fail(tr("{}: parameter {} is .{}, {} is {}: give it as {}:{}=VALUE",
                   source_name(entry.name), position + 1, name_of(type), name,
                   catalog::name_of(scalar->second), name, matching_type(type)));
  }
  static tl::unexpected<Error> unknown(const std::string& name) {
    return fail(tr("nothing is called '{}' by then: name a buffer before it is used", name));
  }

  DeviceBuffers& buffers_;
  const ptx::Variable* parameter_ = nullptr;  // of the argument that is taken; nullptr: too many
  std::map<std::string, catalog::Argument> known_;
  std::map<std::string, catalog::ElementType, std::less<>> scalars_;
};

// From 1 on; 0 is the kernel's own.
std::size_t image_of(const OwnLaunch& launch, const OwnKernel& kernel, OwnPlan& plan) {
  if (launch.image == nullptr || launch.image == kernel.module) return 0;
  const auto known = std::ranges::find(plan.images, launch.image);
  const auto place = static_cast<std::size_t>(known - plan.images.begin());
  if (known == plan.images.end()) plan.images.push_back(launch.image);
  return place + 1;
}

Result<void> add_steps(const OwnKernel& kernel, OwnPlan& plan) {
  Steps steps(plan.buffers);
  const auto add = [&](const OwnLaunch& launch) -> Result<void> {
    const std::size_t image = image_of(launch, kernel, plan);
    TRY(catalog::LaunchStep one,
        steps.step(launch, image == 0 ? *kernel.module : *plan.images[image - 1]));
    one.image = image;
    add_steps(launch.before, plan.steps);
    plan.steps.emplace_back(std::move(one));
    return {};
  };
  TRY(add(kernel));
  for (const OwnLaunch& next : kernel.then) TRY(add(next));
  add_steps(kernel.last, plan.steps);
  return {};
}

}  // namespace

PlanTarget target_of(const OwnKernel& kernel, const OwnPlan& plan) {
  return {{}, kernel.module, {}, plan.images};
}

std::string variable_buffer(const ptx::Variable& variable) {
  return fmt::format("{} at {:#x}", variable.name, variable.address);
}

Result<OwnPlan> plan_own(const OwnKernel& kernel, std::uint64_t memory) {
  if (kernel.module == nullptr)
    return fail(tr("there is no kernel to run: load a .ptx or a .cu first"));
  OwnPlan plan{DeviceBuffers(memory), {}};
  for (const OwnBuffer& buffer : kernel.buffers) {
    TRY(allocate(buffer, plan.buffers));
  }
  TRY(add_steps(kernel, plan));
  TRY(place_variables(kernel.module, plan.buffers));
  for (const auto& image : plan.images) TRY(place_variables(image, plan.buffers));
  for (const OwnAllocation& allocation : kernel.allocations)
    plan.buffers.add_stretch(stretch_of(allocation));
  return plan;
}

}  // namespace warplens::run
