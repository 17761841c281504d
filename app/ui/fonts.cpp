#include "app/ui/fonts.h"

#include <array>
#include <cmath>
#include <filesystem>

namespace warplens::ui {
namespace {

using session::Face;

ImFont* add(const session::FontFile& file, float em, const ImWchar* ranges, bool merge) {
  ImFontConfig config;
  config.FontNo = file.index;
  config.MergeMode = merge;
  config.OversampleH = merge ? 1 : 2;
  config.OversampleV = 1;
  // ImGui sizes a font by ascent − descent, not by its em.
  return ImGui::GetIO().Fonts->AddFontFromFileTTF(file.path.c_str(), std::round(em * file.height),
                                                  &config, ranges);
}

// `em` is the size of a capital M's square in pixels.
ImFont* add_family(session::FontFiles& files, Face latin, Face chinese, float em,
                   const ImWchar* ranges) {
  const auto main = files.find(latin);
  if (!main.has_value()) return nullptr;
  ImFont* font = add(*main, em, ranges, false);
  for (const Face more : {chinese, Face::symbols}) {
    const auto file = files.find(more);
    if (file.has_value()) add(*file, em, ranges, true);
  }
  return font;
}

}  // namespace

Result<Fonts> build_fonts(const std::string& text, float scale) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  Fonts fonts;
  ImFontGlyphRangesBuilder builder;
  builder.AddRanges(atlas.GetGlyphRangesDefault());
  builder.AddText(text.data(), text.data() + text.size());
  ImVector<ImWchar> ranges;
  builder.BuildRanges(&ranges);
  fonts.ranges.assign(ranges.begin(), ranges.end());

  const ImWchar* wanted = fonts.ranges.data();
  fonts.body = add_family(kRegular, kChinese, 14 * scale, wanted);
  fonts.bold = add_family(kSemiBold, kChineseBold, 14 * scale, wanted);
  fonts.title = add_family(kSemiBold, kChineseBold, 19 * scale, wanted);
  fonts.small = add_family(kRegular, kChinese, 11.5f * scale, wanted);
  fonts.mono = add_family(kMonospace, kChinese, 12.5f * scale, wanted);
  fonts.mono_small = add_family(kMonospace, kChinese, 10.5f * scale, wanted);
  for (const ImFont* font : {fonts.body, fonts.bold, fonts.title, fonts.mono}) {
    if (font == nullptr) {
      return fail(
          "no fonts found under {} or /usr/share/fonts/truetype: install fonts-inter and "
          "fonts-jetbrains-mono, or fonts-dejavu-core",
          kOpenType);
    }
  }
  if (first_present(kChinese) == nullptr) {
    fonts.warning = "Chinese text cannot be shown: install fonts-noto-cjk";
  }
  if (!atlas.Build()) return fail("the fonts could not be drawn: are the font files damaged?");
  return fonts;
}

}  // namespace warplens::ui
