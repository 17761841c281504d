#include "app/ui/fonts.h"

#include <array>
#include <cmath>
#include <filesystem>

namespace warplens::ui {
namespace {

// ImGui sizes a font by ascent − descent, not by its em; this ratio brings merged fonts to the same
// em. Figures are each font's (ascent − descent) / em.
struct FontFile {
  const char* path = nullptr;
  int index = 0;  // in a collection
  float height = 1;
};
using Candidates = std::vector<FontFile>;

constexpr const char* kOpenType = "/usr/share/fonts/opentype";
constexpr float kInter = 1.210f, kMono = 1.320f, kNoto = 1.448f, kWqy = 1.172f, kDejaVu = 1.164f;

const Candidates kRegular = {{"/usr/share/fonts/opentype/inter/Inter-Regular.otf", 0, kInter},
                             {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 0, kDejaVu}};
const Candidates kSemiBold = {{"/usr/share/fonts/opentype/inter/Inter-SemiBold.otf", 0, kInter},
                              {"/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf", 0, kDejaVu}};
const Candidates kMonospace = {
    {"/usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf", 0, kMono},
    {"/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", 0, kDejaVu}};
// Font 2 of the Noto collection is Simplified Chinese.
const Candidates kChinese = {{"/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", 2, kNoto},
                             {"/usr/share/fonts/truetype/wqy/wqy-microhei.ttc", 0, kWqy}};
const Candidates kChineseBold = {{"/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc", 2, kNoto},
                                 {"/usr/share/fonts/truetype/wqy/wqy-microhei.ttc", 0, kWqy}};
// Arrows and marks that the text fonts lack.
const Candidates kSymbols = {{"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 0, kDejaVu}};

const FontFile* first_present(const Candidates& candidates) {
  for (const FontFile& file : candidates) {
    std::error_code error;
    if (std::filesystem::exists(file.path, error)) return &file;
  }
  return nullptr;
}

ImFont* add(const FontFile& file, float pixels, const ImWchar* ranges, bool merge) {
  ImFontConfig config;
  config.FontNo = file.index;
  config.MergeMode = merge;
  config.OversampleH = merge ? 1 : 2;
  config.OversampleV = 1;
  return ImGui::GetIO().Fonts->AddFontFromFileTTF(file.path, pixels, &config, ranges);
}

// `em` is the size of a capital M's square in pixels.
ImFont* add_family(const Candidates& latin, const Candidates& chinese, float em,
                   const ImWchar* ranges) {
  const FontFile* main = first_present(latin);
  if (main == nullptr) return nullptr;
  ImFont* font = add(*main, std::round(em * main->height), ranges, false);
  for (const Candidates* more : {&chinese, &kSymbols}) {
    const FontFile* file = first_present(*more);
    if (file != nullptr) add(*file, std::round(em * file->height), ranges, true);
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
