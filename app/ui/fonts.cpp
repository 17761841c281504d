#include "app/ui/fonts.h"

#include <array>
#include <cmath>
#include <map>

#include "app/ui/mapped_file.h"

namespace warplens::ui {
namespace {

using session::Face;

// Adds fonts to the atlas. A file serves several sizes; it stays mapped until the atlas is built.
class FontLoader {
 public:
  FontLoader(session::FontFiles files, const Fonts& fonts)
      : files_(std::move(files)),
        latin_ranges_(fonts.latin_ranges.data()),
        ranges_(fonts.ranges.data()) {}
  ~FontLoader() {
    for (ImFontConfig& config : atlas_.ConfigData) config.FontData = nullptr;
  }
  FontLoader(const FontLoader&) = delete;
  FontLoader& operator=(const FontLoader&) = delete;

  // `em` is the size of a capital M's square in pixels. Null when there is no such font.
  ImFont* add_family(Face latin, Face chinese, float em) {
    ImFont* font = add(latin, em, false);
    if (font == nullptr) return nullptr;
    add(chinese, em, true);
    add(Face::symbols, em, true);
    return font;
  }
  bool has(Face face) { return files_.find(face).has_value(); }

 private:
  ImFont* add(Face face, float em, bool merge) {
    const auto file = files_.find(face);
    if (!file.has_value()) return nullptr;
    const std::span<std::byte> bytes = map(file->path);
    if (bytes.empty()) return nullptr;
    ImFontConfig config;
    config.FontNo = file->index;
    config.MergeMode = merge;
    config.OversampleH = merge ? 1 : 2;
    config.OversampleV = 1;
    // ImGui sizes a font by ascent − descent, not by its em.
    ImFont* font = atlas_.AddFontFromMemoryTTF(bytes.data(), static_cast<int>(bytes.size()),
                                               std::round(em * file->height), &config,
                                               merge ? ranges_ : latin_ranges_);
    atlas_.ConfigData.back().FontDataOwnedByAtlas = false;  // said before, it would make a copy
    return font;
  }
  std::span<std::byte> map(const std::filesystem::path& path) {
    const auto known = mapped_.find(path);
    if (known != mapped_.end()) return known->second.bytes();
    Result<MappedFile> file = MappedFile::open(path);
    if (!file.has_value()) return {};
    return mapped_.emplace(path, std::move(*file)).first->second.bytes();
  }

  session::FontFiles files_;
  const ImWchar* latin_ranges_;
  const ImWchar* ranges_;
  ImFontAtlas& atlas_ = *ImGui::GetIO().Fonts;
  std::map<std::filesystem::path, MappedFile> mapped_;
};

// “ ” ‘ ’ … —
constexpr std::array<ImWchar, 6> kMarksOfBoth{0x201c, 0x201d, 0x2018, 0x2019, 0x2026, 0x2014};

ImFontGlyphRangesBuilder characters_of(const std::string& text) {
  ImFontGlyphRangesBuilder builder;
  builder.AddRanges(ImGui::GetIO().Fonts->GetGlyphRangesDefault());
  builder.AddText(text.data(), text.data() + text.size());
  return builder;
}

void take_out(ImFontGlyphRangesBuilder& characters, ImWchar character) {
  constexpr unsigned kBits = 32;
  characters.UsedChars[static_cast<int>(character / kBits)] &= ~(1U << (character % kBits));
}

std::vector<ImWchar> ranges_of(ImFontGlyphRangesBuilder& characters) {
  ImVector<ImWchar> ranges;
  characters.BuildRanges(&ranges);
  return {ranges.begin(), ranges.end()};
}

}  // namespace

Result<Fonts> build_fonts(session::FontFiles files, const std::string& text, float scale,
                          Language language) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  Fonts fonts;
  fonts.language = language;
  ImFontGlyphRangesBuilder characters = characters_of(text);
  fonts.ranges = ranges_of(characters);
  if (language == Language::zh && files.find(Face::chinese).has_value()) {
    for (const ImWchar mark : kMarksOfBoth) take_out(characters, mark);
  }
  fonts.latin_ranges = ranges_of(characters);
  FontLoader loader(std::move(files), fonts);
  const bool few = language != Language::zh && loader.has(Face::few_chinese);
  const Face chinese = few ? Face::few_chinese : Face::chinese;
  const Face chinese_bold = few ? Face::few_chinese : Face::chinese_bold;
  fonts.body = loader.add_family(Face::regular, chinese, 14 * scale);
  fonts.bold = loader.add_family(Face::semi_bold, chinese_bold, 14 * scale);
  fonts.title = loader.add_family(Face::semi_bold, chinese_bold, 19 * scale);
  fonts.small = loader.add_family(Face::regular, chinese, 11.5f * scale);
  fonts.mono = loader.add_family(Face::mono, chinese, 12.5f * scale);
  fonts.mono_small = loader.add_family(Face::mono, chinese, 10.5f * scale);
  for (const ImFont* font : {fonts.body, fonts.bold, fonts.title, fonts.mono}) {
    if (font == nullptr) {
      return fail(
          tr("no fonts found: install fonts-inter and fonts-jetbrains-mono, or fonts-dejavu-core"));
    }
  }
  if (!loader.has(Face::chinese)) {
    fonts.warning = "Chinese text cannot be shown: install fonts-noto-cjk";
  }
  if (!atlas.Build()) return fail(tr("the fonts could not be drawn: are the font files damaged?"));
  return fonts;
}

}  // namespace warplens::ui
