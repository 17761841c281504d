#include "app/settings/font_files.h"

#include <cstdlib>

namespace warplens::session {
namespace fs = std::filesystem;

namespace {

struct Candidate {
  const char* name;
  int index;
  float height;
};

constexpr float kInter = 1.210f, kMono = 1.320f, kNoto = 1.448f, kWqy = 1.172f, kDejaVu = 1.164f;

// Best first. Font 2 of the Noto collections is Simplified Chinese.
std::vector<Candidate> candidates(Face face) {
  switch (face) {
    case Face::regular:
      return {{"Inter-Regular.otf", 0, kInter},
              {"Inter-Regular.ttf", 0, kInter},
              {"DejaVuSans.ttf", 0, kDejaVu}};
    case Face::semi_bold:
      return {{"Inter-SemiBold.otf", 0, kInter},
              {"Inter-SemiBold.ttf", 0, kInter},
              {"DejaVuSans-Bold.ttf", 0, kDejaVu}};
    case Face::mono:
      return {{"JetBrainsMono-Regular.ttf", 0, kMono},
              {"JetBrainsMono-Regular.otf", 0, kMono},
              {"DejaVuSansMono.ttf", 0, kDejaVu}};
    case Face::chinese:
      return {{"NotoSansCJK-Regular.ttc", 2, kNoto},
              {"NotoSansCJKsc-Regular.otf", 0, kNoto},
              {"NotoSansSC-Regular.otf", 0, kNoto},
              {"wqy-microhei.ttc", 0, kWqy}};
    case Face::chinese_bold:
      // An archive brings one weight only: ordinary Chinese beside a bold Latin face reads well.
      return {{"NotoSansCJK-Bold.ttc", 2, kNoto},   {"NotoSansCJK-Regular.ttc", 2, kNoto},
              {"NotoSansCJKsc-Bold.otf", 0, kNoto}, {"NotoSansCJKsc-Regular.otf", 0, kNoto},
              {"NotoSansSC-Bold.otf", 0, kNoto},    {"NotoSansSC-Regular.otf", 0, kNoto},
              {"wqy-microhei.ttc", 0, kWqy}};
    case Face::few_chinese:
      return {{"NotoSansCJKsc-Few.otf", 0, kNoto}};
    case Face::symbols:
      return {{"DejaVuSans.ttf", 0, kDejaVu}};
  }
  return {};
}

std::map<std::string, fs::path> files_below(const std::vector<fs::path>& folders) {
  std::map<std::string, fs::path> files;
  for (const fs::path& folder : folders) {
    std::error_code error;
    fs::recursive_directory_iterator walk(folder, fs::directory_options::skip_permission_denied,
                                          error);
    for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
      files.emplace(walk->path().filename().string(), walk->path());
    }
  }
  return files;
}

std::vector<fs::path> system_folders() {
  std::vector<fs::path> folders = {"/usr/share/fonts", "/usr/local/share/fonts"};
  if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    folders.push_back(fs::path(home) / ".local/share/fonts");
    folders.push_back(fs::path(home) / ".fonts");
  }
  return folders;
}

}  // namespace

FontFiles::FontFiles(fs::path bundled, std::vector<fs::path> system)
    : bundled_{{std::move(bundled)}, {}}, system_{std::move(system), {}} {}

std::optional<FontFile> FontFiles::find(Face face) {
  for (Place* place : {&bundled_, &system_}) {
    if (!place->files) place->files = files_below(place->folders);
    for (const Candidate& candidate : candidates(face)) {
      const auto file = place->files->find(candidate.name);
      if (file != place->files->end())
        return FontFile{file->second, candidate.index, candidate.height};
    }
  }
  return std::nullopt;
}

FontFiles font_files(const fs::path& assets) {
  return {assets.empty() ? fs::path() : assets.parent_path() / "fonts", system_folders()};
}

}  // namespace warplens::session
