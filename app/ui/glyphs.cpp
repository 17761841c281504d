#include "app/ui/glyphs.h"

#include <imgui_internal.h>

#include <algorithm>
#include <bitset>

namespace warplens::ui {
namespace {

constexpr std::size_t kCharacters = 0x10000;  // what an ImWchar of 16 bits can be

bool is_covered(std::span<const ImWchar> ranges, unsigned character) {
  for (std::size_t i = 0; i + 1 < ranges.size() && ranges[i] != 0; i += 2) {
    if (character >= ranges[i] && character <= ranges[i + 1]) return true;
  }
  return false;
}

}  // namespace

// Of texts the names in them: shown_text() has the words.
std::string text_of(const session::KernelResult& result) {
  std::string all = *result.run->ptx;
  for (const auto& [name, text] : *result.run->sources) (all += name) += text;
  for (const auto& [name, text] : *result.run->chinese_sources) all += text;
  for (const session::LaunchResult& launch : result.launches) {
    const trace::Trace& trace = *launch.trace;
    all += trace.printed;
    for (const trace::Buffer& buffer : trace.buffers) all += buffer.name;
    for (const trace::SharedArray& array : trace.shared_arrays) all += array.name;
    for (const trace::Finding& finding : trace.findings) all += finding.message.in(Language::en);
  }
  all += result.why_as_ptx.in(Language::en);
  for (const Text& note : result.notes) all += note.in(Language::en);
  return all;
}

std::string missing_characters(std::string_view text, std::span<const ImWchar> ranges) {
  std::string missing;
  std::bitset<kCharacters> seen;
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    unsigned character = 0;
    const int bytes = ImTextCharFromUtf8(&character, text.data() + at, text.data() + text.size());
    const std::size_t size = std::max(1, bytes);
    const bool is_drawable =
        size > 1 && character < kCharacters && character != IM_UNICODE_CODEPOINT_INVALID;
    if (is_drawable && !seen.test(character)) {
      seen.set(character);
      if (!is_covered(ranges, character)) missing += text.substr(at, size);
    }
    at += size;
  }
  return missing;
}

}  // namespace warplens::ui
