// .file and .loc: where instructions come from.
#pragma once

#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "kernels/ptx/module.h"
#include "kernels/ptx/token_cursor.h"

namespace warplens::ptx {

class Locations {
 public:
  explicit Locations(Module& module) : module_(module) {}

  // Forgets the current location: each function begins without one.
  void enter_function();
  // The cursor stands behind `.file` or `.loc`.
  void parse_file(TokenCursor& cursor);
  void parse_loc(TokenCursor& cursor);
  [[nodiscard]] std::uint32_t current() const { return current_; }
  // .file lines may come last, so file numbers become indices when all is read.
  void resolve_files();

 private:
  using Position = std::array<std::uint32_t, 3>;  // file number, line, column

  Position parse_position(TokenCursor& cursor);
  std::uint32_t intern(const Position& position, std::uint32_t inlined_at);

  Module& module_;
  std::uint32_t current_ = kNone;
  std::unordered_map<std::uint32_t, std::uint32_t> file_of_number_;
  std::unordered_map<std::string, std::uint32_t> file_of_name_;
  std::map<std::array<std::uint32_t, 4>, std::uint32_t> known_;
  std::map<Position, std::uint32_t> latest_;  // in this function
};

}  // namespace warplens::ptx
