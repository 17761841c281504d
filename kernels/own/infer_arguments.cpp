#include <algorithm>

#include "kernels/own/array_structures.h"
#include "kernels/own/inference.h"
#include "kernels/own/size_names.h"
#include "kernels/own/tensor_map_text.h"
#include "kernels/run/elements.h"

namespace warplens::own {
namespace {

using catalog::BufferRole;
using catalog::ElementType;

bool is_floating_element(ElementType type) {
  using enum ElementType;
  return type == f16 || type == bf16 || type == f32 || type == f64;
}

Text at_line(const std::string& instruction, std::uint32_t line) {
  if (line == 0) return tr("inferred from {}", instruction);
  return tr("inferred from {} at line {}", instruction, line);
}

void set_type(const SignatureParameter& parameter, const PointerUse& use, FormBuffer& buffer) {
  if (parameter.type.element.has_value()) {
    buffer.type = *parameter.type.element;
    buffer.why_type = tr("declared as {}", parameter.type.text);
    return;
  }
  buffer.type = run::element_of(use.type).value_or(ElementType::f32);
  buffer.why_type =
      use.instruction.empty() ? tr("nothing says it: f32") : at_line(use.instruction, use.line);
}

void set_role(const SignatureParameter& parameter, const PointerUse& use, FormBuffer& buffer) {
  const bool is_changed = use.is_written || use.is_updated;
  if (parameter.is_written) {
    buffer.role = BufferRole::inout;
    buffer.why_role = tr("its compiler says that it is written");
  } else if (parameter.type.is_constant) {
    buffer.role = BufferRole::in;
    buffer.why_role = tr("a pointer to const");
  } else if (use.is_written && !use.is_read && !use.is_updated && !use.escapes) {
    buffer.role = BufferRole::out;
    buffer.why_role = tr("only written");
  } else if (is_changed || use.escapes) {
    buffer.role = BufferRole::inout;
    buffer.why_role = use.is_updated ? tr("updated by atomics") : tr("read and written");
  } else {
    buffer.role = BufferRole::in;
    buffer.why_role = tr("only read");
  }
}

catalog::Fill random_in(double low, double high) {
  catalog::Fill fill{catalog::Fill::Kind::random, 1};
  fill.range = catalog::FillRange{low, high};
  return fill;
}

bool is_truth(const SignatureParameter& parameter) { return mentions(parameter.type.text, "bool"); }

// Integers one by one: not the members of a structure.
bool is_plain_list(const SignatureParameter& parameter) {
  const bool is_declared = parameter.type.is_pointer;
  return !is_declared || (parameter.type.element.has_value() && parameter.type.lanes == 1);
}

// Integers that become indices or limits stay below every size.
void set_fill(const SignatureParameter& parameter, const PointerUse& use,
              std::int64_t smallest_size, FormBuffer& buffer) {
  const bool is_read = use.is_read || buffer.role == BufferRole::in;
  if (!is_read) return;
  if (is_floating_element(buffer.type)) {
    buffer.fill = catalog::Fill{catalog::Fill::Kind::random, 1};
    buffer.why_fill = tr("any numbers from -1 to 1");
  } else if (is_truth(parameter)) {
    buffer.fill = random_in(0, 1);
    buffer.why_fill = tr("true or false");
  } else if (buffer.type == ElementType::u8) {
    buffer.fill = catalog::Fill{catalog::Fill::Kind::random, 1};
    buffer.why_fill = tr("any bytes");
  } else if (use.is_list_of_offsets && catalog::size_of(buffer.type) >= 4 &&
             is_plain_list(parameter)) {
    buffer.fill = catalog::Fill{catalog::Fill::Kind::iota, 0};
    buffer.why_fill = tr("neighbours are read as a range: they ascend");
  } else if (use.is_index || use.is_limit) {
    const auto last = static_cast<double>(smallest_size - 1);
    buffer.fill = random_in(0, last);
    buffer.why_fill = use.is_index ? tr("its values become indices: small ones")
                                   : tr("its values are compared: small ones");
  } else {
    buffer.fill = random_in(0, 99);
    buffer.why_fill = tr("any small numbers");
  }
}

bool is_structure(const SignatureParameter& parameter, const ptx::Variable& variable) {
  const bool is_bytes = variable.type == ptx::ScalarType::b8 && variable.size > 1;
  const bool is_one = parameter.type.element.has_value() && parameter.type.lanes == 1 &&
                      catalog::size_of(*parameter.type.element) == variable.size;
  return is_bytes && !is_one;
}

bool is_pointer(const SignatureParameter& parameter, const ptx::Variable& variable,
                const PointerUse& use) {
  if (parameter.type.is_pointer) return true;
  const bool is_used = use.is_read || use.is_written || use.is_updated;
  return variable.size == 8 && is_used && !parameter.type.element.has_value();
}

FormStructure structure_of(const SignatureParameter& parameter, const ptx::Variable& variable) {
  FormStructure structure;
  structure.name = parameter.name;
  structure.bytes = static_cast<std::uint32_t>(variable.size);
  structure.why = tr("{} bytes by value: zeros", variable.size);
  return structure;
}

// A CUtensorMap by value, a structure that begins with one, or a pointer to one.
bool is_tensor_map(const SignatureParameter& parameter, const ptx::Variable& variable) {
  const bool is_value = TensorMap::may_begin(variable.size, variable.alignment);
  const bool is_named = parameter.type.text.find("CUtensorMap") != std::string::npos;
  return is_value || (parameter.type.is_pointer && is_named);
}

// Nothing of it can be guessed but that it is one.
FormTensorMap tensor_map_of(const SignatureParameter& parameter, std::size_t dimensions) {
  FormTensorMap map;
  map.name = parameter.name;
  map.sizes.assign(dimensions, "64");
  map.box.assign(dimensions, "1");
  map.box.front() = "32";
  map.contents = catalog::Fill{catalog::Fill::Kind::random, 1};
  map.why =
      tr("nothing says what it describes: give it, as in "
         "--arg '{}:tensormap{{f16,[256,128],box=[64,64]}}=@BUFFER'",
         parameter.name);
  return map;
}

// Of the first copy that is made by one; the kernel's other maps are taken to be like it.
std::size_t dimensions_of_boxes(const ptx::Function& entry) {
  for (const ptx::Instruction& instruction : entry.instructions) {
    if (instruction.opcode != "cp" || !instruction.has("tensor")) continue;
    for (std::size_t d = 1; d <= TensorMap::kMostDimensions; ++d)
      if (instruction.has(fmt::format("{}d", d))) return d;
  }
  return 2;
}

FormScalar scalar_of(const SignatureParameter& parameter, const ptx::Variable& variable) {
  FormScalar scalar{parameter.name, ElementType::i32, {}};
  const auto declared = parameter.type.element;
  const bool fits = declared.has_value() && catalog::size_of(*declared) == variable.size;
  scalar.type = fits ? *declared : run::element_of(variable.type).value_or(ElementType::i32);
  if (is_floating_element(scalar.type))
    scalar.value = {parameter.name.find("threshold") == std::string::npos ? "1" : "0.25",
                    tr("any number")};
  else
    scalar.value = {parameter.name, {}};
  return scalar;
}

// A number of which its compiler knows what it is.
FormScalar told_scalar(const SignatureParameter& parameter, const ptx::Variable& variable) {
  const auto type = variable.size == 8 ? ElementType::i64 : ElementType::i32;
  return {parameter.name,
          type,
          {parameter.value, parameter.type.is_pointer ? Text(tr("a null pointer")) : Text()}};
}

FormTensorMap told_map(const SignatureParameter& parameter) {
  FormTensorMap map;
  map.name = parameter.name;
  for (int type = 0; type <= static_cast<int>(TensorMap::Type::tf32_ftz); ++type)
    if (name_of(static_cast<TensorMap::Type>(type)) == parameter.map.type)
      map.type = static_cast<TensorMap::Type>(type);
  map.sizes = parameter.map.sizes;
  map.strides = parameter.map.strides;
  for (const std::int64_t size : parameter.map.box) map.box.push_back(std::to_string(size));
  using enum TensorMap::Swizzle;
  const int swizzle = parameter.map.swizzle;
  map.swizzle = swizzle == 32    ? bytes_32
                : swizzle == 64  ? bytes_64
                : swizzle == 128 ? bytes_128
                                 : none;
  map.contents = catalog::Fill{catalog::Fill::Kind::random, 1};
  map.why = tr("its compiler says its type and box");
  return map;
}

constexpr std::int64_t kOpen = -1;  // a size that has no value yet

// A size of the kind that arrays have and nobody passes by itself.
FormSize size_of_arrays(const std::string& name) {
  return {name, kOpen, tr("how long arrays are in each dimension"), false};
}

FormSize size_of_scalar(const SignatureParameter& parameter, const SizeUse& use) {
  FormSize size;
  size.name = parameter.name;
  const bool is_named_so = !parameter.is_named || is_size_name(parameter.name);
  const bool is_used_so = (use.limits_threads || use.is_pitch) && !has_usual_value(parameter.name);
  if (is_named_so) {
    size.value = kOpen;
    size.why = tr("named like a size");
  } else if (is_used_so) {
    size.value = kOpen;
    size.why = use.limits_threads ? tr("thread numbers are held against it")
                                  : tr("thread numbers are multiplied by it");
  } else {
    size.value = usual_value(parameter.name);
    size.why = tr("an integer that is not named like a size: {}", size.value);
  }
  return size;
}

// Distinct, so that what is made of several can be told apart; small, so that a run takes no time.
void give_values(std::vector<FormSize>& sizes) {
  constexpr std::array<std::int64_t, 6> kSeveral{64, 96, 32, 48, 80, 112};
  std::size_t next = 0;
  const auto open = std::count_if(sizes.begin(), sizes.end(),
                                  [](const FormSize& size) { return size.value == kOpen; });
  std::int64_t largest = 1;
  for (FormSize& size : sizes) {
    if (size.value != kOpen || is_pitch_name(size.name)) continue;
    size.value = open == 1 ? 1024 : kSeveral[std::min(next++, kSeveral.size() - 1)];
    largest = std::max(largest, size.value);
  }
  for (FormSize& size : sizes)
    if (size.value == kOpen) size.value = std::max<std::int64_t>(largest, 64);
}

std::string array_length(const Signature& signature) {
  return signature.sizes.empty() ? "1" : signature.sizes.front();
}

// What a compiler takes for a multiple is one.
void make_multiples(const Signature& signature, ArgumentGuesses& guesses) {
  for (const SignatureParameter& parameter : signature.parameters) {
    const auto size = std::ranges::find(guesses.sizes, parameter.name, &FormSize::name);
    if (parameter.multiple <= 1 || size == guesses.sizes.end()) continue;
    const std::int64_t step = parameter.multiple;
    size->value = (size->value + step - 1) / step * step;
    size->why =
        tr("{}; compiled for multiples of {}: others are computed wrongly", size->why, step);
  }
}

}  // namespace

ArgumentGuesses infer_arguments(const Signature& signature, const ptx::Function& entry,
                                const ParameterUses& uses) {
  ArgumentGuesses guesses;
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    const SignatureParameter& parameter = signature.parameters[i];
    const ptx::Variable& variable = entry.parameters[i];
    if (!parameter.value.empty()) {
      guesses.arguments.emplace_back(told_scalar(parameter, variable));
    } else if (!parameter.map.box.empty()) {
      guesses.arguments.emplace_back(told_map(parameter));
    } else if (is_tensor_map(parameter, variable)) {
      guesses.arguments.emplace_back(tensor_map_of(parameter, dimensions_of_boxes(entry)));
    } else if (auto texture = infer_texture(parameter, entry, variable)) {
      guesses.arguments.emplace_back(std::move(*texture));
    } else if (is_pointer(parameter, variable, uses.pointers[i])) {
      FormBuffer buffer;
      buffer.name = parameter.name;
      set_type(parameter, uses.pointers[i], buffer);
      set_role(parameter, uses.pointers[i], buffer);
      buffer.count.text = parameter.count;
      guesses.arguments.emplace_back(std::move(buffer));
    } else if (auto array = array_structure(parameter, variable.size, array_length(signature))) {
      guesses.arguments.emplace_back(std::move(array->structure));
      if (array->elements.has_value()) guesses.buffers.push_back(std::move(*array->elements));
    } else if (is_structure(parameter, variable)) {
      guesses.arguments.emplace_back(structure_of(parameter, variable));
      guesses.assumptions.push_back(tr("{} is all zero: give its members", parameter.name));
    } else {
      FormScalar scalar = scalar_of(parameter, variable);
      if (!is_floating_element(scalar.type))
        guesses.sizes.push_back(size_of_scalar(parameter, uses.sizes[i]));
      guesses.arguments.emplace_back(std::move(scalar));
    }
  }
  for (const std::string& name : signature.sizes) guesses.sizes.push_back(size_of_arrays(name));
  give_values(guesses.sizes);
  make_multiples(signature, guesses);
  constexpr std::int64_t kSmallest = 16;  // that sizes are given here
  for (std::size_t i = 0; i < guesses.arguments.size(); ++i)
    if (auto* buffer = std::get_if<FormBuffer>(&guesses.arguments[i]))
      set_fill(signature.parameters[i], uses.pointers[i], kSmallest, *buffer);
  return guesses;
}

}  // namespace warplens::own
