#include "tests/instructions/forms.h"

#include <fmt/format.h>

#include <algorithm>

namespace warplens::instructions {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

// Words between commas, none of them nested.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

// "{%d0, %d1}" is a vector of operands and stays.
std::size_t first_choice(std::string_view text) {
  std::size_t at = text.find('{');
  while (at != std::string_view::npos && text.substr(at + 1, 1) == "%") at = text.find('{', at + 1);
  return at;
}

void add_choices(const std::string& text, std::vector<std::string>& all) {
  const std::size_t open = first_choice(text);
  if (open == std::string::npos) {
    all.push_back(text);
    return;
  }
  const std::size_t close = text.find('}', open);
  for (const std::string_view word :
       words_of(std::string_view(text).substr(open + 1, close - open - 1))) {
    add_choices(text.substr(0, open) + std::string(word) + text.substr(close + 1), all);
  }
}

std::string letters_of(std::string_view text) {
  std::string letters(text);
  std::erase(letters, ' ');
  return letters;
}

std::string with_operands(std::string text, const Form& form) {
  if (text.find('%') != std::string::npos) return text;
  std::string operands;
  for (std::size_t i = 0; i < form.results.size(); ++i)
    operands += fmt::format("{}%d{}", i == 0 ? " " : "|", i);
  for (std::size_t i = 0; i < form.sources.size(); ++i) operands += fmt::format(", %s{}", i);
  return text + operands;
}

unsigned bits_of(char letter) {
  if (letter == 'l' || letter == 'd') return 64;
  return letter == 's' || letter == 'h' || letter == 'e' || letter == 'y' ? 16 : 32;
}

std::string declared(char letter, std::string_view name, std::size_t index) {
  const std::string type = letter == 'p' ? "pred" : fmt::format("b{}", bits_of(letter));
  return fmt::format("  .reg .{} %{}{};\n", type, name, index);
}

// The word's low bits are read by themselves: of a shorter register that is made of a longer one,
// ptxas 13.0 takes the wrong upper half where an atom on f16x2 in shared memory follows.
std::string loaded(char letter, std::size_t index) {
  const std::size_t row = kLetters.find(letter) * kSources + index;
  const auto load = [&](std::string_view type, std::string_view to) {
    return fmt::format("  ld.global.{} {}, [%in+{}];\n", type, to, row * kThreads * 8);
  };
  if (letter == 'p') return load("b64", "%x") + fmt::format("  setp.ne.b64 %s{}, %x, 0;\n", index);
  return load(fmt::format("b{}", bits_of(letter)), fmt::format("%s{}", index));
}

std::string stored(char letter, std::size_t index) {
  const std::string store = fmt::format("  st.global.b64 [%out+{}], %x;\n", index * kThreads * 8);
  if (letter == 'p') return fmt::format("  selp.b64 %x, 1, 0, %d{};\n", index) + store;
  if (bits_of(letter) == 64) return fmt::format("  mov.b64 %x, %d{};\n", index) + store;
  return fmt::format("  cvt.u64.u{} %x, %d{};\n", bits_of(letter), index) + store;
}

constexpr std::string_view kAddresses = R"(
  .reg .b64 %in, %out, %m, %x;
  .reg .b32 %w, %block, %thread;
  mov.u32 %block, %ctaid.x;
  mov.u32 %thread, %tid.x;
  mov.u32 %w, mine;
  mad.lo.u32 %w, %thread, 16, %w;
  mad.lo.u32 %thread, %block, 128, %thread;
  ld.param.u64 %in, [inputs];
  ld.param.u64 %out, [results];
  ld.param.u64 %m, [memory];
  mad.wide.u32 %in, %thread, 8, %in;
  mad.wide.u32 %out, %thread, 8, %out;
  mad.wide.u32 %m, %thread, 16, %m;
)";
constexpr std::string_view kZeroed = R"(  mov.b64 %x, 0;
  st.global.v2.b64 [%m], {%x, %x};
  st.shared.v2.b64 [%w], {%x, %x};
)";

std::string entry_of(const Form& form, std::size_t index) {
  std::string text = fmt::format(
      ".visible .entry form_{}(.param .u64 inputs, .param .u64 results, .param .u64 memory)\n{{\n  "
      ".shared .align 16 .b8 mine[2048];",
      index);
  text += kAddresses;
  const auto each = [&](const std::string& letters, auto part) {
    for (std::size_t i = 0; i < letters.size(); ++i) text += part(letters[i], i);
  };
  each(form.results, [](char letter, std::size_t i) { return declared(letter, "d", i); });
  each(form.sources, [](char letter, std::size_t i) { return declared(letter, "s", i); });
  text += kZeroed;
  each(form.sources, loaded);
  text += "  " + form.text + ";\n";
  each(form.results, stored);
  return text + "  ret;\n}\n";
}

}  // namespace

std::string Form::name() const {
  std::string name = text + " : " + results + " =";
  for (const char letter : sources) name += fmt::format(" {}", letter);
  return name;
}

std::vector<Form> forms_of(std::string_view list) {
  std::vector<Form> forms;
  for (std::size_t begin = 0; begin < list.size();) {
    const std::size_t end = std::min(list.find('\n', begin), list.size());
    const std::string_view line = trimmed(list.substr(begin, end - begin));
    begin = end + 1;
    if (line.empty() || line.front() == '#') continue;
    const std::size_t colon = line.rfind(" : "), equals = line.rfind('=');
    std::vector<std::string> texts;
    add_choices(std::string(trimmed(line.substr(0, colon))), texts);
    for (std::string& text : texts) {
      Form form{{},
                letters_of(line.substr(colon + 3, equals - colon - 3)),
                letters_of(line.substr(equals + 1))};
      form.text = with_operands(std::move(text), form);
      forms.push_back(std::move(form));
    }
  }
  return forms;
}

std::string module_of(std::span<const Form> forms) {
  std::string text = ".version 8.6\n.target sm_90a\n.address_size 64\n";
  for (std::size_t i = 0; i < forms.size(); ++i) text += entry_of(forms[i], i);
  return text;
}

}  // namespace warplens::instructions
