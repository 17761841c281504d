#include "kernels/run/toolkit/shipped_texts.h"

#include <algorithm>
#include <span>

#include "kernels/base/json.h"
#include "kernels/base/json_fields.h"
#include "kernels/run/toolkit/cuda_tokens.h"
#include "kernels/run/toolkit/readable_file.h"

namespace warplens::run {
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kEnding = ".images";
constexpr std::size_t kMostTexts = 256;  // spellings of all mends, in every combination

struct Chosen {
  const Mend* mend;
  const std::string* spelling;  // null: as it is given
};

Result<std::string> mended_once(std::string text, const Mend& mend, const std::string& spelling) {
  const std::size_t at = text.find(mend.fault);
  const bool is_once = !mend.fault.empty() && at != std::string::npos &&
                       text.find(mend.fault, at + 1) == std::string::npos;
  if (!is_once)
    return fail(tr("'{}' is not in the text exactly once: give the mend {} another fault",
                   mend.fault, mend.name));
  return text.replace(at, mend.fault.size(), spelling);
}

std::size_t count_of_texts(std::span<const Mend> mends) {
  std::size_t count = 1;
  for (const Mend& mend : mends) count = std::min(count * (1 + mend.mended.size()), kMostTexts + 1);
  return count;
}

// The `index`th choice of a spelling, or none, for each mend.
std::vector<Chosen> chosen_at(std::span<const Mend> mends, std::size_t index) {
  std::vector<Chosen> chosen;
  for (const Mend& mend : mends) {
    const std::size_t spelling = index % (1 + mend.mended.size());
    index /= 1 + mend.mended.size();
    chosen.push_back({&mend, spelling == 0 ? nullptr : &mend.mended[spelling - 1]});
  }
  return chosen;
}

Result<std::string> text_of(const std::string& source, std::span<const Chosen> chosen) {
  std::string text = source;
  for (const auto& [mend, spelling] : chosen) {
    if (spelling == nullptr) continue;
    TRY(auto mended, mended_once(std::move(text), *mend, *spelling));
    text = std::move(mended);
  }
  return text;
}

const ShippedImage* image_of(const ShippedTexts& texts, std::span<const Chosen> chosen) {
  std::vector<std::string> mended;
  for (const auto& [mend, spelling] : chosen)
    if (spelling != nullptr) mended.push_back(mend->name);
  const auto image = std::ranges::find(texts.images, mended, &ShippedImage::mended);
  return image == texts.images.end() ? nullptr : &*image;
}

// For each line of `from` the line of `to` that holds the same words.
std::vector<std::uint32_t> lines_of(std::span<const CudaToken> from,
                                    std::span<const CudaToken> to) {
  std::vector<std::uint32_t> lines(from.empty() ? 0 : from.back().line, 0);
  for (std::size_t i = from.size(); i-- > 0;) lines[from[i].line - 1] = to[i].line;
  return lines;
}

bool is_plain_name(const std::string& name) {
  return fs::path(name).filename() == name && fs::path(name).extension() == ".ptx";
}

void read_fields(const JsonFields& fields, ShippedTexts& texts) {
  for (const JsonFields& each : fields.list("mends"))
    texts.mends.push_back({each.text("name"), each.text("fault"), each.texts("mended")});
  for (const auto& [file, each] : fields.at("images").members())
    texts.images.push_back(
        {file, each.texts("mended"), each.text("text_sha256"), each.text("ptx_sha256")});
}

}  // namespace

fs::path images_folder(const fs::path& source) { return source.string() + std::string(kEnding); }

Result<ShippedTexts> parse_shipped_texts(std::string_view json, std::string source) {
  ShippedTexts texts{{}, std::move(source), {}, {}};
  const JsonFields fields(parse_sorted_json(json));
  read_fields(fields, texts);
  if (fields.error()) {
    return fail(tr("images.json needs \"mends\" and \"images\": run scripts/lesson-ptx"));
  }
  const bool has_spellings =
      std::ranges::none_of(texts.mends, [](const Mend& mend) { return mend.mended.empty(); });
  const bool has_names = std::ranges::all_of(texts.images, is_plain_name, &ShippedImage::file);
  if (has_spellings && has_names && count_of_texts(texts.mends) <= kMostTexts) return texts;
  return fail(tr(
      "images.json: a mend needs a spelling, an image a plain name, all spellings {} texts at most",
      kMostTexts));
}

Result<ShippedTexts> read_shipped_texts(const fs::path& folder) {
  TRY(const auto json,
      read_beneath(folder.filename() / "images.json", {folder.parent_path()}, kMaximumSourceBytes));
  TRY(auto source, read_text(folder.parent_path() / folder.stem(), kMaximumSourceBytes));
  TRY(auto texts, parse_shipped_texts(json, std::move(source)));
  texts.folder = folder;
  return texts;
}

Result<std::string> text_with(const ShippedTexts& texts, std::string text,
                              const std::vector<std::string>& mended) {
  for (const std::string& name : mended) {
    const auto mend = std::ranges::find(texts.mends, name, &Mend::name);
    if (mend == texts.mends.end())
      return fail(tr("{} has no mend '{}'", texts.folder.string(), name));
    TRY(auto done, mended_once(std::move(text), *mend, mend->mended.front()));
    text = std::move(done);
  }
  return text;
}

std::optional<KnownText> known_text(const ShippedTexts& texts, std::string_view text) {
  const std::vector<CudaToken> words = cuda_tokens(text);
  for (std::size_t i = 0; i < count_of_texts(texts.mends); ++i) {
    const std::vector<Chosen> chosen = chosen_at(texts.mends, i);
    const auto known = text_of(texts.source, chosen);
    if (!known.has_value()) continue;
    const std::vector<CudaToken> its = cuda_tokens(*known);
    if (its != words) continue;
    if (const ShippedImage* image = image_of(texts, chosen))
      return KnownText{image, lines_of(its, words)};
  }
  return std::nullopt;
}

}  // namespace warplens::run
