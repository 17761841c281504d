// printf's format and arguments as a kernel passes them, as text.
//
// Arguments lie one behind the other as C promotes them, each aligned to its size: 4 bytes for int
// and smaller, 8 for long long, double and pointers (CUDA C++ Programming Guide, "Formatted
// Output").
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace warplens::machine {

struct PrintReader {
  // Bytes of the argument list; fewer than asked for when they cannot be read.
  std::function<std::span<const std::byte>(std::uint64_t offset, std::uint32_t bytes)> argument;
  std::function<std::string(std::uint64_t address)> text;  // a string of %s
};

struct Printed {
  std::string text;
  std::int32_t arguments = 0;  // how many the format takes
};

// A conversion that printf does not know is printed as it stands.
[[nodiscard]] Printed print_format(std::string_view format, const PrintReader& reader);

}  // namespace warplens::machine
