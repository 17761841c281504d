// The terms of docs/GLOSSARY.md, for hover help and the help's own page.
//
//   ## bank conflict · bank 冲突
//   English paragraphs, then Chinese ones.
//   Also: conflict, bank 冲突          other names of the same thing, in either language
//
// Names are looked for in any text: the longest at a place wins, Latin ones as whole words whatever
// their case and with a plural s. A name that starts with n stands for a number there too
// ("32-way").
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"

namespace warplens::lessons {

struct Term {
  Both name;
  std::vector<std::string> also;
  Translated<Markdown> text;
};

// Where a text names a term: bytes [begin, end).
struct Mention {
  std::size_t begin = 0, end = 0;
  std::size_t term = 0;
  friend bool operator==(const Mention&, const Mention&) = default;
};

class Glossary {
 public:
  Glossary() = default;
  explicit Glossary(std::vector<Term> terms);

  [[nodiscard]] std::span<const Term> terms() const { return terms_; }
  // In order, without overlaps.
  [[nodiscard]] std::vector<Mention> mentions(std::string_view text) const;
  // One of the term's names is `words`, whatever the case of its letters.
  [[nodiscard]] bool is_called(std::size_t term, std::string_view words) const;
  // Other names of the terms that are called `words`: what else to look for.
  [[nodiscard]] std::vector<std::string> other_names(std::string_view words) const;
  // Terms with a name that contains `words`, or an explanation that does; all for an empty one.
  [[nodiscard]] std::vector<std::size_t> search(std::string_view words) const;

 private:
  struct Name {
    std::string letters;  // in lower case
    std::size_t term = 0;
  };
  void add_name(std::string_view name, std::size_t term);
  [[nodiscard]] std::size_t match(const Name& name, std::string_view text, std::size_t at) const;

  std::vector<Term> terms_;
  std::array<std::vector<Name>, 256> names_;  // by first byte, longest first
};

// Errors name the line and what to mend.
Result<Glossary> parse_glossary(std::string_view markdown);

// docs/GLOSSARY.md beside the folder `assets`, in the source tree as in an unpacked archive.
Result<Glossary> load_glossary(const std::filesystem::path& assets);

}  // namespace warplens::lessons
