// Video instructions: vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vmad, vset on parts of words,
// and those on their halves and bytes, vadd2, vadd4, ….
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/video_value.h"

namespace warplens::machine {
namespace {

using What = VideoOperation::What;
using Second = VideoOperation::Second;

template <class T>
using Words = std::pair<std::string_view, T>;

constexpr std::array<Words<What>, 10> kWhats = {{{"vadd", What::add},
                                                 {"vsub", What::sub},
                                                 {"vabsdiff", What::absdiff},
                                                 {"vavrg", What::avrg},
                                                 {"vmin", What::min},
                                                 {"vmax", What::max},
                                                 {"vshl", What::shl},
                                                 {"vshr", What::shr},
                                                 {"vmad", What::mad},
                                                 {"vset", What::set}}};
constexpr std::array<Words<Second>, 3> kSeconds = {
    {{"add", Second::add}, {"min", Second::min}, {"max", Second::max}}};
constexpr std::array<std::string_view, 6> kCompares = {"eq", "ne", "lt", "le", "gt", "ge"};
constexpr std::array<std::string_view, 7> kParts = {"", "b0", "b1", "b2", "b3", "h0", "h1"};

// "vadd4" is vadd on four parts.
bool read_name(std::string_view name, VideoOperation& operation) {
  if (name.ends_with('2') || name.ends_with('4')) {
    operation.parts = static_cast<std::uint8_t>(name.back() - '0');
    name.remove_suffix(1);
  }
  const auto known = std::ranges::find(kWhats, name, &Words<What>::first);
  if (known == kWhats.end()) return false;
  operation.what = known->second;
  const bool is_alone =
      known->second == What::shl || known->second == What::shr || known->second == What::mad;
  return operation.parts == 1 ? known->second != What::avrg : !is_alone;
}

bool read_sign(InstructionReader& reader, bool& is_signed) {
  const ptx::ScalarType type = reader.take_type();
  is_signed = type == ptx::ScalarType::s32;
  return is_signed || type == ptx::ScalarType::u32;
}

// vset's result has no type: second operations take that of a.
bool read_types(InstructionReader& reader, VideoOperation& operation) {
  const bool has_result = operation.what != What::set;
  if (has_result && !read_sign(reader, operation.is_signed)) return false;
  if (!read_sign(reader, operation.is_a_signed)) return false;
  if (!read_sign(reader, operation.is_b_signed)) return false;
  if (!has_result) operation.is_signed = operation.is_a_signed;
  const bool is_of_one_type =
      operation.is_signed == operation.is_a_signed && operation.is_signed == operation.is_b_signed;
  return operation.what != What::mad || is_of_one_type;
}

bool read_part(const ptx::Operand& operand, VideoOperation::Part& part) {
  if (operand.kind != ptx::Operand::Kind::reg || operand.text.empty()) return true;
  const auto known = std::ranges::find(kParts, operand.text);
  part = static_cast<VideoOperation::Part>(known - kParts.begin());
  return known != kParts.end();
}

// Operands d, a, b{, c}.
bool read_parts(const InstructionReader& reader, VideoOperation& operation) {
  const auto& operands = reader.operands();
  if (operands.size() < 3 || operands.size() > 4) return false;
  const bool is_known = read_part(*operands[0], operation.to) &&
                        read_part(*operands[1], operation.a) &&
                        read_part(*operands[2], operation.b);
  const bool selects = operation.to != VideoOperation::Part::whole ||
                       operation.a != VideoOperation::Part::whole ||
                       operation.b != VideoOperation::Part::whole;
  const bool may_select = operation.parts == 1 && operation.what != What::mad;
  return is_known && (may_select || !selects);
}

void read_scale(InstructionReader& reader, VideoOperation& operation) {
  if (reader.take("shr7")) operation.scale = 7;
  if (reader.take("shr15")) operation.scale = 15;
}

bool read_shift(InstructionReader& reader, VideoOperation& operation) {
  operation.wraps = reader.take("wrap");
  return operation.wraps || reader.take("clamp");
}

bool read_options(InstructionReader& reader, VideoOperation& operation) {
  operation.saturates = reader.take("sat");
  if (operation.what == What::mad) return read_scale(reader, operation), true;
  for (const auto& [word, second] : kSeconds) {
    if (reader.take(word)) operation.second = second;
  }
  if (operation.parts != 1 && operation.second != Second::none && operation.second != Second::add)
    return false;
  if (operation.what == What::shl || operation.what == What::shr)
    return read_shift(reader, operation);
  if (operation.what != What::set) return true;
  const auto compare =
      std::ranges::find_if(kCompares, [&](std::string_view word) { return reader.take(word); });
  operation.compare = static_cast<VideoOperation::Compare>(compare - kCompares.begin());
  return compare != kCompares.end();
}

struct Video {
  std::uint32_t operator()(std::uint32_t option, std::uint32_t a, std::uint32_t b) const {
    return apply(unpacked(option), a, b, 0);
  }
  std::uint32_t operator()(std::uint32_t option, std::uint32_t a, std::uint32_t b,
                           std::uint32_t c) const {
    return apply(unpacked(option), a, b, c);
  }
};

}  // namespace

// Unknown stay masks and selectors of halves and bytes (.b3210, .h10); of vmad, types that differ,
// .po and negated operands.
std::optional<Operation> find_video_operation(InstructionReader& reader) {
  using U = std::uint32_t;
  VideoOperation operation;
  if (!read_name(reader.opcode(), operation) || !read_options(reader, operation) ||
      !read_types(reader, operation) || !read_parts(reader, operation)) {
    return std::nullopt;
  }
  const bool has_c = reader.operands().size() == 4;
  const bool merges = operation.to != VideoOperation::Part::whole;
  if (merges && operation.second != Second::none) return std::nullopt;
  if (merges) operation.second = Second::merge;
  const bool needs_c =
      operation.second != Second::none || operation.what == What::mad || operation.parts != 1;
  if (needs_c != has_c) return std::nullopt;
  return has_c ? map_each<Video, U, U, U, U>(packed(operation))
               : map_each<Video, U, U, U>(packed(operation));
}

}  // namespace warplens::machine
