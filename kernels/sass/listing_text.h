// One line of a file for each instruction of a listing (assembled.h): "118 3L 27/5 LDS.128 R4,
// [R2]".
#pragma once

#include <string>
#include <string_view>

#include "kernels/sass/listing.h"

namespace warplens::sass {

// What stands "as above" (.) hangs on the line before it, of the same function.
class ListingWriter {
 public:
  void write(const ListedInstruction& instruction, std::string& into);

 private:
  std::string line_, run_, live_;
};

class ListingReader {
 public:
  // Addresses follow from the order: an instruction has 16 bytes. False: it is no such line.
  [[nodiscard]] bool read(std::string_view line, ListedInstruction& into);

 private:
  std::string_view line_, run_, live_;
  std::uint32_t address_ = 0;
};

}  // namespace warplens::sass
