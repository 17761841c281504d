// Structures by value in --arg: types as a list, laid out as C++ lays them out.
#include <algorithm>
#include <cstring>

#include "app/cli/text/files.h"
#include "app/cli/text/own_arguments.h"
#include "app/cli/text/parse.h"
#include "kernels/own/scalar_text.h"

namespace warplens::cli {

namespace {

using catalog::ElementType;

// Kernel parameters take no more (CUDA C++ Programming Guide, "Function parameters").
constexpr std::uint64_t kMaximumBytes = 32764;

struct Member {
  ElementType type = ElementType::u64;
  bool is_pointer = false;
  std::uint32_t count = 1;  // elements of an array or of a vector
  std::uint32_t alignment = 8;
};

// "f32", "f32[4]" (an array), "f32x4" (a vector, such as float4) or "ptr".
Result<Member> parse_member(std::string_view text) {
  Member member;
  const std::size_t bracket = text.find('[');
  const std::string_view type = text.substr(0, bracket);
  if (bracket != std::string_view::npos) {
    const bool is_closed = text.back() == ']';
    const auto count = parse_number<std::uint32_t>(
        text.substr(bracket + 1, text.size() - bracket - (is_closed ? 2 : 1)));
    if (!is_closed || count.value_or(0) == 0 || *count > kMaximumBytes) {
      return fail(tr("'{}' is no array: write TYPE[COUNT], as in f32[4]", text));
    }
    member.count = *count;
  }
  if (type == "ptr") {
    member.is_pointer = true;
    return member;
  }
  const bool is_vector = type.size() > 2 && type[type.size() - 2] == 'x' && type.back() >= '2' &&
                         type.back() <= '4' && bracket == std::string_view::npos;
  const auto element = catalog::element_type(is_vector ? type.substr(0, type.size() - 2) : type);
  if (!element.has_value()) {
    return fail(tr("unknown member '{}': use ptr, a TYPE, TYPE[COUNT], or TYPEx2 to TYPEx4", text));
  }
  member.type = *element;
  member.alignment = size_of(*element);
  if (is_vector) {
    member.count = static_cast<std::uint32_t>(type.back() - '0');
    // CUDA aligns vectors of 2 and 4 to their size, up to 16; of 3 to their element.
    if (member.count != 3) member.alignment = std::min(16u, member.alignment * member.count);
  }
  return member;
}

class Layout {
 public:
  explicit Layout(std::string_view name) { structure_.name = name; }

  // Takes the member's values from the front of `values`.
  Result<void> add(const Member& member, std::vector<std::string_view>& values) {
    if (values.size() < member.count) return fail(tr("there are fewer values than members hold"));
    const std::uint32_t size = size_of(member.type);
    std::uint64_t offset = align(structure_.bytes.size(), member.alignment);
    alignment_ = std::max(alignment_, member.alignment);
    if (offset + std::uint64_t{size} * member.count > kMaximumBytes) {
      return fail(tr("the structure is larger than {} bytes", kMaximumBytes));
    }
    structure_.bytes.resize(offset + std::uint64_t{size} * member.count);
    for (std::uint32_t i = 0; i < member.count; ++i, offset += size) {
      TRY(put_value(member, values[i], static_cast<std::uint32_t>(offset)));
    }
    values.erase(values.begin(), values.begin() + member.count);
    return {};
  }

  // Integers that are expressions of sizes.
  [[nodiscard]] const std::vector<own::FormStructure::Member>& expressions() const {
    return expressions_;
  }

  run::OwnStructure finish() {
    structure_.bytes.resize(align(structure_.bytes.size(), alignment_));
    return std::move(structure_);
  }

 private:
  static std::uint64_t align(std::uint64_t offset, std::uint32_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
  }

  Result<void> put_value(const Member& member, std::string_view text, std::uint32_t offset) {
    if (member.is_pointer && text.starts_with('@')) {
      TRY(auto pointer, parse_pointer(text));
      structure_.pointers.push_back({offset, std::move(pointer.name), pointer.element});
      return {};
    }
    if (member.is_pointer && text != "null") {
      return fail(tr("'{}' is no pointer: write @NAME, a buffer's name, or null", text));
    }
    const auto bits =
        member.is_pointer ? Result<std::uint64_t>(0) : own::scalar_bits(member.type, text);
    if (!bits.has_value() && is_integer(member.type) && SizeExpression::parse(text).has_value()) {
      expressions_.push_back({offset, member.type, std::string(text)});
      return {};
    }
    TRY(bits);
    std::memcpy(structure_.bytes.data() + offset, &*bits, size_of(member.type));
    return {};
  }

  static bool is_integer(ElementType type) {
    using enum ElementType;
    return type != f16 && type != bf16 && type != f32 && type != f64;
  }

  run::OwnStructure structure_;
  std::vector<own::FormStructure::Member> expressions_;
  std::uint32_t alignment_ = 1;
};

Result<Layout> laid_out(std::string_view name, std::string_view type, std::string_view value) {
  if (type.starts_with('{')) {
    if (type.back() != '}') return fail(tr("'{}' has no closing brace", type));
    type = type.substr(1, type.size() - 2);
  }
  std::vector<std::string_view> values = split(value, ',');
  Layout layout(name);
  for (const std::string_view text : split(type, ',')) {
    TRY(const auto member, parse_member(text));
    TRY(layout.add(member, values));
  }
  if (!values.empty()) return fail(tr("there are {} values more than members hold", values.size()));
  return layout;
}

// "bytes[24]"
Result<run::OwnArgument> read_structure(std::string_view name, std::string_view type,
                                        std::string_view file) {
  const auto size = parse_number<std::uint64_t>(type.substr(6, type.size() - 7));
  if (type.back() != ']' || size.value_or(0) == 0 || *size > kMaximumBytes) {
    return fail(tr("'{}' is no size: write bytes[SIZE], from 1 to {}", type, kMaximumBytes));
  }
  TRY(auto bytes, read_bytes(std::string(file), *size));
  if (bytes.size() != *size)
    return fail(tr("'{}' has {} bytes, not {}", file, bytes.size(), *size));
  return run::OwnStructure{std::string(name), std::move(bytes), {}};
}

}  // namespace

bool is_structure(std::string_view type) {
  return type.starts_with('{') || type.starts_with("bytes[") || type == "ptr" ||
         (type.size() > 2 && type[type.size() - 2] == 'x');
}

Result<run::OwnArgument> parse_structure(std::string_view name, std::string_view type,
                                         std::optional<std::string_view> value) {
  if (!value.has_value())
    return fail(tr("a structure needs =VALUE,VALUE… (or =FILE after bytes[SIZE])"));
  if (type.starts_with("bytes[")) return read_structure(name, type, *value);
  TRY(auto layout, laid_out(name, type, *value));
  if (!layout.expressions().empty())
    return fail(tr("'{}' is no number: sizes that it may be made of are given with --set",
                   layout.expressions().front().value));
  return layout.finish();
}

Result<own::FormStructure> parse_form_structure(std::string_view name, std::string_view type,
                                                std::string_view value) {
  TRY(auto layout, laid_out(name, type, value));
  own::FormStructure form;
  form.members = layout.expressions();
  run::OwnStructure structure = layout.finish();
  form.name = structure.name;
  form.bytes = static_cast<std::uint32_t>(structure.bytes.size());
  form.contents = std::move(structure.bytes);
  for (const auto& pointer : structure.pointers) {
    const std::string element = pointer.element == 0 ? "" : std::to_string(pointer.element);
    form.pointers.push_back({pointer.offset, pointer.buffer, element});
  }
  return form;
}

}  // namespace warplens::cli
