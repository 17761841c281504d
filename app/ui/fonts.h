// The fonts: Inter, JetBrains Mono, and Noto Sans CJK merged into each. Only the glyphs that the
// app can show are baked. Quotation marks, the ellipsis and the dash are the same characters in
// English and in Chinese, but wide ones beside Chinese words: the language says which font has
// them.
#pragma once

#include <string>
#include <vector>

#include "app/settings/font_files.h"
#include "app/ui/compat.h"
#include "kernels/base/language.h"
#include "kernels/base/result.h"

namespace warplens::ui {

struct Fonts {
  ImFont* body = nullptr;
  ImFont* bold = nullptr;
  ImFont* title = nullptr;
  ImFont* small = nullptr;
  ImFont* mono = nullptr;
  ImFont* mono_small = nullptr;
  std::string warning;                // one line when a script cannot be shown; empty otherwise
  Language language = Language::en;   // whose quotation marks they have
  std::vector<ImWchar> ranges;        // ImGui keeps a pointer to it until the atlas is built
  std::vector<ImWchar> latin_ranges;  // likewise: of them those that the Latin fonts draw
};

// Replaces the atlas's fonts by ours for `text` (everything that may be shown), baked for a content
// scale of `scale`, and builds it. Fails when no Latin font is found. Moving the result is safe
// once it has been returned.
Result<Fonts> build_fonts(session::FontFiles files, const std::string& text, float scale,
                          Language language);

}  // namespace warplens::ui
