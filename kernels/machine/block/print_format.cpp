#include "kernels/machine/block/print_format.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace warplens::machine {
namespace {

// No number that a kernel prints needs more; a wider field is cut.
constexpr int kWidest = 512;

class Printer {
 public:
  Printer(std::string_view format, const PrintReader& reader) : rest_(format), reader_(&reader) {}

  Printed run() {
    while (!rest_.empty()) {
      const std::size_t percent = std::min(rest_.find('%'), rest_.size());
      printed_.text += rest_.substr(0, percent);
      rest_.remove_prefix(percent);
      if (!rest_.empty()) convert();
    }
    return std::move(printed_);
  }

 private:
  struct Conversion {
    std::string flags;
    int width = 0, precision = -1;
    bool is_long = false;  // 8 bytes: l (as on Linux), ll, j, z, t
    char letter = 0;
  };

  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::uint64_t next(std::uint32_t bytes) {
    offset_ = (offset_ + bytes - 1) / bytes * bytes;
    const auto from = reader_->argument(offset_, bytes);
    offset_ += bytes;
    ++printed_.arguments;
    std::uint64_t value = 0;
    if (from.size() == bytes) std::memcpy(&value, from.data(), bytes);
    return value;
  }

  int take_number() {
    if (take('*')) return static_cast<std::int32_t>(next(4));
    int number = 0;
    while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
      number = std::min(number * 10 + (rest_.front() - '0'), kWidest);
      rest_.remove_prefix(1);
    }
    return number;
  }

  Conversion read() {
    Conversion conversion;
    while (!rest_.empty() && std::string_view("-+ #0").find(rest_.front()) != rest_.npos) {
      conversion.flags += rest_.front();
      rest_.remove_prefix(1);
    }
    conversion.width = take_number();
    if (conversion.width < 0) conversion.flags += '-';
    conversion.width = std::min(std::abs(conversion.width), kWidest);
    if (take('.')) conversion.precision = std::min(take_number(), kWidest);
    while (!rest_.empty() && std::string_view("hljztL").find(rest_.front()) != rest_.npos) {
      conversion.is_long = conversion.is_long || (rest_.front() != 'h' && rest_.front() != 'L');
      rest_.remove_prefix(1);
    }
    if (!rest_.empty()) {
      conversion.letter = rest_.front();
      rest_.remove_prefix(1);
    }
    return conversion;
  }

  template <class T>
  void put(const Conversion& conversion, std::string_view length, T value) {
    std::string format = "%" + conversion.flags + "*.*";
    if (conversion.precision < 0) format.resize(format.size() - 2);
    format.append(length).push_back(conversion.letter);
    std::array<char, 2 * kWidest> text{};
    // The format is made of known parts only, and fits its one argument.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    if (conversion.precision < 0) {
      std::snprintf(text.data(), text.size(), format.c_str(), conversion.width, value);
    } else {
      std::snprintf(text.data(), text.size(), format.c_str(), conversion.width,
                    conversion.precision, value);
    }
#pragma GCC diagnostic pop
    printed_.text += text.data();
  }

  void convert() {
    const std::string_view whole = rest_;
    rest_.remove_prefix(1);
    if (take('%')) {
      printed_.text += '%';
      return;
    }
    const Conversion conversion = read();
    switch (conversion.letter) {
      case 'd':
      case 'i': {
        const std::uint64_t bits = next(conversion.is_long ? 8 : 4);
        put(conversion, "ll",
            conversion.is_long ? static_cast<long long>(bits) : static_cast<std::int32_t>(bits));
        return;
      }
      case 'u':
      case 'o':
      case 'x':
      case 'X':
        put(conversion, "ll", static_cast<unsigned long long>(next(conversion.is_long ? 8 : 4)));
        return;
      case 'f':
      case 'F':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
      case 'a':
      case 'A':
        put(conversion, "", std::bit_cast<double>(next(8)));
        return;
      case 'c':
        put(conversion, "", static_cast<int>(next(4)));
        return;
      case 's':
        put(conversion, "", reader_->text(next(8)).c_str());
        return;
      case 'p':
        printed_.text += "0x";
        put({"", 0, -1, true, 'x'}, "ll", static_cast<unsigned long long>(next(8)));
        return;
      default:
        printed_.text += whole.substr(0, whole.size() - rest_.size());
    }
  }

  std::string_view rest_;
  const PrintReader* reader_;
  std::uint64_t offset_ = 0;
  Printed printed_;
};

}  // namespace

Printed print_format(std::string_view format, const PrintReader& reader) {
  return Printer(format, reader).run();
}

}  // namespace warplens::machine
