// PTX that ships for a lesson's kernel in each state that the lesson expects, so that it can be
// mended on a machine without a compiler. Which one a text is, its words say: white space and
// comments do not matter, and each mend has a few spellings.
//
//   row_sums.cu          the kernel as it is given
//   row_sums.cu.images/  images.json: its mends and images; a PTX for each set of mends
//
// scripts/lesson-ptx makes the PTX.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::run {

// A fault as it stands once in the text, and what takes its place: the first spelling is that of
// the text that was compiled, the others have as many lines.
struct Mend {
  std::string name, fault;
  std::vector<std::string> mended;
};

struct ShippedImage {
  std::string file;                 // in the folder
  std::vector<std::string> mended;  // by name
  std::string text_sha256, ptx_sha256;
};

struct ShippedTexts {
  std::filesystem::path folder;
  std::string source;  // the kernel as it is given
  std::vector<Mend> mends;
  std::vector<ShippedImage> images;
};

// "row_sums.cu" → "row_sums.cu.images".
[[nodiscard]] std::filesystem::path images_folder(const std::filesystem::path& source);

// images.json, of a kernel that is given as `source`. Any text is safe. Errors: one line that says
// what to mend.
Result<ShippedTexts> parse_shipped_texts(std::string_view json, std::string source);
// The folder's, and the kernel beside it. Errors also: a file that cannot be read.
Result<ShippedTexts> read_shipped_texts(const std::filesystem::path& folder);

// `text`, in which the faults stand as in the kernel as it is given, with those mended. Errors: no
// such mend, a fault that is not there once.
Result<std::string> text_with(const ShippedTexts& texts, std::string text,
                              const std::vector<std::string>& mended);

// A text that an image ships for.
struct KnownText {
  const ShippedImage* image = nullptr;  // of the texts
  // For each line of the compiled text (less 1) the line of this one that says the same; 0: none
  // does.
  std::vector<std::uint32_t> lines;
};
[[nodiscard]] std::optional<KnownText> known_text(const ShippedTexts& texts, std::string_view text);

}  // namespace warplens::run
