#include "tests/planted/planted_source.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <istream>
#include <map>
#include <sstream>

namespace warplens::planted {
namespace {

const std::map<std::string, std::size_t>& sizes() {
  static const std::map<std::string, std::size_t> bytes = {
      {"i8", 1},  {"u8", 1},  {"i16", 2}, {"u16", 2}, {"f16", 2}, {"i32", 4},
      {"u32", 4}, {"f32", 4}, {"i64", 8}, {"u64", 8}, {"f64", 8}};
  return bytes;
}

// Whole numbers below 2^11 are exact.
std::uint64_t half_bits(std::uint64_t value) {
  if (value == 0) return 0;
  int exponent = 0;
  const double fraction = std::frexp(static_cast<double>(value), &exponent);
  const auto mantissa = static_cast<std::uint64_t>((2 * fraction - 1) * 1024);
  return static_cast<std::uint64_t>(exponent + 14) << 10 | mantissa;
}

template <class T>
std::uint64_t bits_of(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

// `value` as an element of `type`.
std::uint64_t element_bits(const std::string& type, std::uint64_t value) {
  if (type == "f16") return half_bits(value);
  if (type == "f32") return bits_of(static_cast<float>(value));
  if (type == "f64") return bits_of(static_cast<double>(value));
  return value;
}

std::uint64_t number_at(const Fill& fill, std::uint64_t i) {
  switch (fill.kind) {
    case Fill::Kind::zero:
      return 0;
    case Fill::Kind::iota:
      return i;
    case Fill::Kind::mod:
      return i % fill.number;
    case Fill::Kind::all:
      return fill.number;
  }
  return 0;
}

bool read_number(const std::string& word, std::uint64_t& number) {
  std::istringstream in(word);
  const bool is_hexadecimal = word.rfind("0x", 0) == 0;
  in >> (is_hexadecimal ? std::hex : std::dec) >> number;
  return !in.fail() && in.peek() == std::istringstream::traits_type::eof();
}

bool read_number(const std::string& word, std::uint32_t& number) {
  std::uint64_t wide = 0;
  if (!read_number(word, wide) || wide > UINT32_MAX) return false;
  number = static_cast<std::uint32_t>(wide);
  return true;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

// "4x2" with separator 'x'; what is left out is `rest`.
bool read_extent(const std::string& word, char separator, std::uint32_t rest, Dim3& extent) {
  const std::vector<std::string> parts = split(word, separator);
  extent = {rest, rest, rest};
  std::uint32_t* const axes[] = {&extent.x, &extent.y, &extent.z};
  if (parts.empty() || parts.size() > 3) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!read_number(parts[i], *axes[i])) return false;
  }
  return true;
}

bool read_launch(const std::string& text, Kernel& kernel) {
  std::istringstream in(text);
  for (std::string word, value; in >> word;) {
    if (word == "cooperative") {
      kernel.is_cooperative = true;
      continue;
    }
    in >> value;
    if (word == "grid" && read_extent(value, 'x', 1, kernel.grid)) continue;
    if (word == "block" && read_extent(value, 'x', 1, kernel.block)) continue;
    if (word == "shared" && read_number(value, kernel.shared_bytes)) continue;
    return false;
  }
  return true;
}

bool read_fill(std::istream& in, Fill& fill) {
  std::string word, number;
  if (!(in >> word) || word == "zero") return true;
  fill.kind = word == "iota" ? Fill::Kind::iota : word == "mod" ? Fill::Kind::mod : Fill::Kind::all;
  if (word == "iota") return true;
  if (word != "mod" && word != "all") return false;
  return (in >> number) && read_number(number, fill.number) && (word == "all" || fill.number != 0);
}

bool read_value(std::istream& in, Argument& argument) {
  std::string number;
  if (!(in >> argument.type >> number) || size_of(argument.type) == 0) return false;
  std::uint64_t value = 0;
  if (!read_number(number, value)) return false;
  argument.bits = element_bits(argument.type, value);
  return true;
}

// "i32[64]"
bool read_buffer(std::istream& in, Argument& argument) {
  std::string word;
  in >> word;
  const std::size_t open = word.find('[');
  if (open == std::string::npos || word.back() != ']') return false;
  argument.type = word.substr(0, open);
  return size_of(argument.type) != 0 &&
         read_number(word.substr(open + 1, word.size() - open - 2), argument.count) &&
         read_fill(in, argument.fill);
}

bool read_argument(const std::string& text, Argument& argument) {
  static const std::map<std::string, Role> roles = {{"in", Role::in},
                                                    {"out", Role::out},
                                                    {"inout", Role::inout},
                                                    {"freed", Role::freed},
                                                    {"value", Role::value}};
  std::istringstream in(text);
  std::string role;
  in >> role;
  const auto found = roles.find(role);
  if (found == roles.end()) return false;
  argument.role = found->second;
  const bool is_read =
      argument.role == Role::value ? read_value(in, argument) : read_buffer(in, argument);
  return is_read && !(in >> role);
}

bool read_arguments(const std::string& text, Kernel& kernel) {
  return std::ranges::all_of(split(text, ','), [&](const std::string& part) {
    return read_argument(part, kernel.arguments.emplace_back());
  });
}

bool read_place(std::istream& in, Fault& fault) {
  Dim3 block;
  std::uint32_t number = 0;
  for (std::string word, value; in >> word >> value;) {
    if (word == "block" && read_extent(value, ',', 0, block)) {
      fault.block = block;
    } else if (word == "warp" && read_number(value, number)) {
      fault.warp = number;
    } else if (word == "lane" && read_number(value, number)) {
      fault.lane = number;
    } else {
      return false;
    }
  }
  return true;
}

bool read_fault(std::string text, std::uint32_t line, Kernel& kernel) {
  Fault fault;
  fault.line = line;
  const std::size_t either = text.find("(either end)");
  fault.either_end = either != std::string::npos;
  if (fault.either_end) text.erase(either);
  std::istringstream in(text);
  if (!(in >> fault.kind) || !read_place(in, fault)) return false;
  kernel.faults.push_back(fault);
  return true;
}

// What follows `key` in the line.
std::optional<std::string> behind(const std::string& line, const std::string& key) {
  const std::size_t at = line.find(key);
  if (at == std::string::npos) return std::nullopt;
  return line.substr(at + key.size());
}

// `extern "C" __global__ void name(`
std::optional<std::string> kernel_name(const std::string& line) {
  const auto rest = behind(line, "extern \"C\" __global__ void ");
  if (!rest.has_value()) return std::nullopt;
  return rest->substr(0, rest->find('('));
}

std::string sentence(const std::string& text) {
  std::string trimmed = text.substr(std::min(text.size(), text.find_first_not_of(' ')));
  if (!trimmed.empty() && trimmed.back() == '.') trimmed.pop_back();
  return trimmed;
}

class SourceReader {
 public:
  ReadSource read(std::istream& text) {
    std::string line;
    for (std::uint32_t number = 1; std::getline(text, line); ++number) {
      if (read_line(line, number)) continue;
      return {{}, "line " + std::to_string(number) + " is not understood: " + line};
    }
    if (result_.kernels.empty()) return {{}, "no kernel: each begins with extern \"C\" __global__"};
    return {std::move(result_), {}};
  }

 private:
  bool read_line(const std::string& line, std::uint32_t number) {
    if (const auto fault = behind(line, "// FAULT: ")) return read_fault(*fault, number, kernel_);
    if (const auto name = kernel_name(line)) return begin(*name);
    if (line == "}" && !kernel_.name.empty()) return end();
    if (line.rfind("//", 0) == 0) return read_comment(line, number);
    return true;
  }

  bool read_comment(const std::string& line, std::uint32_t number) {
    if (number == 1) return result_.title = sentence(line.substr(2)), true;
    if (const auto tool = behind(line, "// TOOL: ")) return result_.tool = *tool, true;
    if (const auto launch = behind(line, "// LAUNCH: ")) return read_launch(*launch, kernel_);
    if (const auto arguments = behind(line, "// ARGS: "))
      return read_arguments(*arguments, kernel_);
    if (line == "// PRINT") return kernel_.prints = true;
    if (line.rfind("// nvcc:", 0) == 0) return true;
    kernel_.about += line.substr(2);
    return true;
  }

  bool begin(const std::string& name) {
    kernel_.name = name;
    return !name.empty() && kernel_.grid.count() != 0 && kernel_.block.count() != 0;
  }

  bool end() {
    kernel_.about = sentence(kernel_.about);
    result_.kernels.push_back(std::move(kernel_));
    kernel_ = {};
    return true;
  }

  Source result_;
  Kernel kernel_;  // what is known of the next one
};

}  // namespace

ReadSource read_source(std::istream& text) { return SourceReader().read(text); }

std::size_t size_of(const std::string& type) {
  const auto found = sizes().find(type);
  return found == sizes().end() ? 0 : found->second;
}

std::vector<std::byte> contents_of(const Argument& buffer) {
  const std::size_t size = size_of(buffer.type);
  std::vector<std::byte> bytes(buffer.count * size);
  for (std::uint64_t i = 0; i < buffer.count; ++i) {
    const std::uint64_t bits = element_bits(buffer.type, number_at(buffer.fill, i));
    std::memcpy(bytes.data() + i * size, &bits, size);
  }
  return bytes;
}

}  // namespace warplens::planted
