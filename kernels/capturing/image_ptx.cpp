#include "kernels/capturing/image_ptx.h"

#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>

#include "kernels/caches/triton.h"
#include "kernels/capturing/fatbin.h"
#include "kernels/ptx/parser.h"

namespace warplens::capturing {
namespace {

using Bytes = std::span<const std::byte>;

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
    found.origin = tr("fatbin: PTX of {}", architecture_of(*ptx));
    return found;
  }
  found.origin = tr("fatbin: machine code");
  const bool has_ptx = std::ranges::any_of(images, &FatbinImage::is_ptx);
  found.why_no_ptx =
      has_ptx ? tr("its fatbin has no PTX of this kernel for sm_{} or older", question.capability)
              : Text(tr("its fatbin has machine code alone: compile it with PTX as well, -gencode "
                        "arch=compute_90,code=compute_90, say"));
  if (const FatbinImage* elf = best_elf(images, question)) found.cubin = elf->contents;
  return found;
}

captured::Image of_ptx(std::string_view text, const Text& where, const ImageQuestion& question) {
  captured::Image found;
  text = text.substr(0, text.find('\0'));
  found.origin = where;
  if (defines(text, question.entry)) {
    found.ptx = text;
  } else {
    found.why_no_ptx = tr("its image could not be read");
  }
  return found;
}

Text source_text(const SpooledImage::Ptx& ptx) {
  switch (ptx.source) {
    case injected::spool::PtxSource::linked:
      return tr("linked by the driver: {}", ptx.name);
    case injected::spool::PtxSource::triton:
      return tr("Triton's cache: {}", ptx.name);
    case injected::spool::PtxSource::memory:
      return tr("found in the program's memory");
  }
  return tr("PTX");
}

bool fits(const ptx::Function& entry, const captured::Launch& launch) {
  const auto same_bytes = [](const ptx::Variable& one, const captured::Parameter& other) {
    return one.size == other.bytes;
  };
  return std::ranges::equal(entry.parameters, launch.parameters, same_bytes) &&
         entry.required_threads.value_or(launch.block.count()) == launch.block.count() &&
         entry.max_threads.value_or(launch.block.count()) >= launch.block.count();
}

// What a program has given back is in its memory for a while, overwritten in part; kernels of one
// name may be there that were compiled in other ways.
bool may_be_its(const SpooledImage::Ptx& ptx, const ImageQuestion& question) {
  if (ptx.source != injected::spool::PtxSource::memory) return true;
  const auto module = ptx::parse(ptx.text, "PTX");
  if (!module.has_value()) return false;
  const ptx::Function* entry = module->find_entry(question.entry);
  return entry != nullptr && (question.launch == nullptr || fits(*entry, *question.launch));
}

captured::Image of_cubin(const SpooledImage& image, const ImageQuestion& question) {
  for (const SpooledImage::Ptx& ptx : image.ptx)
    if (defines(ptx.text, question.entry) && may_be_its(ptx, question))
      return of_ptx(ptx.text, source_text(ptx), question);
  captured::Image found;
  found.cubin = image.bytes;
  found.origin = tr("{}: machine code", image.call);
  found.why_no_ptx =
      tr("the driver was given machine code alone (a cubin): let the program load PTX; NVRTC makes "
         "it with -arch=compute_90 in place of sm_90");
  return found;
}

}  // namespace

captured::Image image_for(const SpooledImage& image, const ImageQuestion& question) {
  const Bytes bytes(image.bytes);
  if (is_fatbin(bytes)) return of_fatbin(bytes, question);
  if (is_elf(bytes)) return of_cubin(image, question);
  return of_ptx(text_of(bytes), tr("{}: PTX", image.call), question);
}

std::vector<std::string> told_names(const SpooledImage& image, const std::string& entry,
                                    std::size_t parameters) {
  std::vector<std::string> names;
  for (const SpooledImage::Ptx& ptx : image.ptx) {
    if (ptx.json.empty() || !defines(ptx.text, entry)) continue;
    const auto told = caches::told_by_triton(ptx.json, ptx.ttir, parameters);
    if (!told.has_value() || !told->has_value() || (*told)->entry != entry) continue;
    for (const caches::ToldParameter& one : (*told)->parameters) names.push_back(one.name);
    break;
  }
  return names;
}

}  // namespace warplens::capturing
