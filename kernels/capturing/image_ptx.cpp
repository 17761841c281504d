#include "kernels/capturing/image_ptx.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include "kernels/capturing/fatbin.h"

namespace warplens::capturing {
namespace {

namespace fs = std::filesystem;
using Bytes = std::span<const std::byte>;

constexpr std::uintmax_t kMostFileBytes = std::uintmax_t{64} << 20;

std::string_view text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_elf(Bytes bytes) {
  return text_of(bytes).starts_with(
      "\x7f"
      "ELF");
}

bool is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// Whether the PTX defines the entry.
bool defines(std::string_view ptx, std::string_view entry) {
  constexpr std::string_view kEntry = ".entry";
  for (auto at = ptx.find(kEntry); at != std::string_view::npos; at = ptx.find(kEntry, at)) {
    at += kEntry.size();
    std::string_view rest = ptx.substr(at);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r\n"), rest.size()));
    if (rest.starts_with(entry) && (rest.size() == entry.size() || !is_of_name(rest[entry.size()])))
      return true;
  }
  return false;
}

std::vector<std::byte> read_file(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (error || size > kMostFileBytes || !fs::is_regular_file(path, error)) return {};
  std::ifstream file(path, std::ios::binary);
  std::vector<std::byte> bytes(size);
  file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  return file ? bytes : std::vector<std::byte>();
}

// The entry of the highest capability that this device could compile.
const FatbinImage* best_ptx(const std::vector<FatbinImage>& images, const ImageQuestion& question) {
  const FatbinImage* best = nullptr;
  for (const FatbinImage& image : images) {
    const bool fits = image.is_of_one_chip ? image.capability == question.capability
                                           : image.capability <= question.capability;
    if (!image.is_ptx || !fits || !defines(text_of(image.contents), question.entry)) continue;
    if (best == nullptr || image.capability > best->capability) best = &image;
  }
  return best;
}

// The machine code that the device runs.
const FatbinImage* best_elf(const std::vector<FatbinImage>& images, const ImageQuestion& question) {
  const FatbinImage* best = nullptr;
  for (const FatbinImage& image : images) {
    const bool fits = image.capability / 10 == question.capability / 10 &&
                      image.capability <= question.capability;
    if (!image.is_ptx && fits && (best == nullptr || image.capability > best->capability))
      best = &image;
  }
  return best;
}

std::string architecture_of(const FatbinImage& image) {
  return fmt::format("compute_{}{}", image.capability, image.is_of_one_chip ? "a" : "");
}

captured::Image of_fatbin(Bytes bytes, const ImageQuestion& question) {
  const auto images = images_of_fatbins(bytes);
  captured::Image found;
  if (const FatbinImage* ptx = best_ptx(images, question)) {
    found.ptx = text_of(ptx->contents);
    found.origin = fmt::format("fatbin: PTX of {}", architecture_of(*ptx));
    return found;
  }
  found.origin = "fatbin: machine code";
  const bool has_ptx = std::ranges::any_of(images, &FatbinImage::is_ptx);
  found.why_no_ptx = has_ptx
                         ? fmt::format("its fatbin has no PTX of this kernel for sm_{} or older",
                                       question.capability)
                         : std::string(
                               "its fatbin has machine code alone: compile it with PTX as well, "
                               "-gencode arch=compute_90,code=compute_90, say");
  if (const FatbinImage* elf = best_elf(images, question)) found.cubin = elf->contents;
  return found;
}

// Triton keeps NAME.cubin and NAME.ptx side by side, in a folder each.
std::optional<captured::Image> of_triton(Bytes cubin, const fs::path& cache) {
  std::error_code error;
  if (cache.empty()) return std::nullopt;
  for (fs::recursive_directory_iterator each(cache, error), end; !error && each != end;
       each.increment(error)) {
    const fs::path& path = each->path();
    std::error_code of_this;
    if (each.depth() > 2) each.disable_recursion_pending();
    if (path.extension() != ".cubin" || fs::file_size(path, of_this) != cubin.size() ||
        !std::ranges::equal(read_file(path), cubin))
      continue;
    const auto ptx = read_file(fs::path(path).replace_extension(".ptx"));
    if (ptx.empty()) continue;
    captured::Image found;
    found.ptx = text_of(ptx);
    found.origin = fmt::format("Triton's cache: {}/{}", path.parent_path().filename().string(),
                               fs::path(path).replace_extension(".ptx").filename().string());
    return found;
  }
  return std::nullopt;
}

captured::Image of_cubin(const SpooledImage& image, Bytes cubin, const ImageQuestion& question) {
  for (const auto& input : image.link_inputs) {
    if (!defines(input.ptx, question.entry)) continue;
    captured::Image found;
    found.ptx = input.ptx;
    while (!found.ptx.empty() && found.ptx.back() == '\0') found.ptx.pop_back();
    found.origin = fmt::format("linked by the driver: {}", input.name);
    return found;
  }
  if (auto found = of_triton(cubin, question.triton_cache)) return *found;
  captured::Image found;
  found.cubin.assign(cubin.begin(), cubin.end());
  found.origin = fmt::format("{}: machine code", image.call);
  found.why_no_ptx =
      "the driver was given machine code alone (a cubin): let the program load PTX; NVRTC makes it "
      "with -arch=compute_90 in place of sm_90";
  return found;
}

}  // namespace

captured::Image image_for(const SpooledImage& image, const ImageQuestion& question) {
  const auto read = image.file.empty() ? std::vector<std::byte>() : read_file(image.file);
  const Bytes bytes = image.file.empty() ? Bytes(image.bytes) : Bytes(read);
  if (is_fatbin(bytes)) return of_fatbin(bytes, question);
  if (is_elf(bytes)) return of_cubin(image, bytes, question);
  captured::Image found;
  found.ptx = text_of(bytes);
  while (!found.ptx.empty() && found.ptx.back() == '\0') found.ptx.pop_back();
  found.origin = fmt::format("{}: PTX", image.call);
  if (!defines(found.ptx, question.entry)) {
    found.ptx.clear();
    found.why_no_ptx = "its image could not be read";
  }
  return found;
}

}  // namespace warplens::capturing
