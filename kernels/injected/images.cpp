#include "kernels/injected/images.h"

#include <dlfcn.h>
#include <elf.h>
#include <cstddef>
#include <cstdint>

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/injected/ptx_in_memory.h"
#include "kernels/injected/read_file.h"

namespace warplens::injected {
namespace {

// fatbinary_section.h, and the header of a fatbin.
constexpr std::uint32_t kWrapperMagic = 0x466243b1, kFatbinMagic = 0xba55ed50;
constexpr std::uint32_t kWrapperOfLinked = 2;
struct Wrapper {
  std::uint32_t magic, version;
  const void* fatbin;
  const void* const* linked;  // of version 2: fatbins, then a null
};
struct FatbinHeader {
  std::uint32_t magic;
  std::uint16_t version, header_bytes;
  std::uint64_t bytes;
};

template <class T>
T read(const void* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

std::uint64_t fatbin_bytes(const void* fatbin) {
  const auto header = read<FatbinHeader>(fatbin);
  return header.magic == kFatbinMagic ? header.header_bytes + header.bytes : 0;
}

bool is_elf(std::span<const std::byte> bytes) {
  return bytes.size() > SELFMAG && std::memcmp(bytes.data(), ELFMAG, SELFMAG) == 0;
}

std::uint64_t elf_bytes(const void* elf) {
  const auto header = read<Elf64_Ehdr>(elf);
  std::uint64_t end = std::max(header.e_shoff + std::uint64_t{header.e_shnum} * header.e_shentsize,
                               header.e_phoff + std::uint64_t{header.e_phnum} * header.e_phentsize);
  for (std::uint32_t i = 0; i < header.e_shnum; ++i) {
    const auto section = read<Elf64_Shdr>(static_cast<const char*>(elf) + header.e_shoff +
                                          std::uint64_t{i} * sizeof(Elf64_Shdr));
    if (section.sh_type != SHT_NOBITS) end = std::max(end, section.sh_offset + section.sh_size);
  }
  return end;
}

void append(std::vector<std::byte>& to, const void* from, std::uint64_t bytes) {
  const auto* first = static_cast<const std::byte*>(from);
  to.insert(to.end(), first, first + bytes);
}

}  // namespace

std::vector<std::byte> copy_of_image(const void* image) {
  std::vector<std::byte> copy;
  const auto magic = read<std::uint32_t>(image);
  if (magic == kWrapperMagic) {
    const auto wrapper = read<Wrapper>(image);
    append(copy, wrapper.fatbin, fatbin_bytes(wrapper.fatbin));
    if (wrapper.version == kWrapperOfLinked && wrapper.linked != nullptr) {
      for (const void* const* each = wrapper.linked; *each != nullptr; ++each)
        append(copy, *each, fatbin_bytes(*each));
    }
  } else if (magic == kFatbinMagic) {
    append(copy, image, fatbin_bytes(image));
  } else if (std::memcmp(image, ELFMAG, SELFMAG) == 0) {
    append(copy, image, elf_bytes(image));
  } else {
    append(copy, image, std::strlen(static_cast<const char*>(image)));
  }
  return copy;
}

bool is_of_a_file(const void* image) {
  Dl_info info{};
  return ::dladdr(image, &info) != 0;
}

std::uint32_t Images::add(Handle handle, Image image) {
  images_.push_back(std::move(image));
  return of_handle_[handle] = static_cast<std::uint32_t>(images_.size() - 1);
}

void Images::load(Handle handle, const void* image, const char* call) {
  if (image == nullptr) return;
  Image loaded{call, image, {}, false, image};
  if (!is_of_a_file(image)) {
    loaded.stays = nullptr;
    loaded.copied = copy_of_image(image);
  }
  add(handle, std::move(loaded));
}

void Images::load_library(api::CUlibrary library, const void* image, const char* call) {
  load(library, image, call);
  libraries_.insert(library);
}

void Images::load_file(Handle handle, const char* file, const char* call) {
  if (file != nullptr) add(handle, {call, nullptr, read_file(file), false, nullptr});
}

void Images::unload(Handle handle) {
  const auto found = of_handle_.find(handle);
  if (found == of_handle_.end()) return;
  images_[found->second].copied = {};
  libraries_.erase(static_cast<api::CUlibrary>(const_cast<void*>(handle)));
  of_handle_.erase(found);
}

void Images::name_too(Handle handle, Handle of) {
  const auto found = of_handle_.find(of);
  if (found != of_handle_.end()) of_handle_[handle] = found->second;
}

void Images::link_input(api::CUlinkState state, std::string_view name,
                        std::span<const std::byte> ptx) {
  link_inputs_[state].push_back(
      {std::string(name), {reinterpret_cast<const char*>(ptx.data()), ptx.size()}});
}

void Images::link_output(api::CUlinkState state, const void* cubin) {
  auto inputs = link_inputs_.extract(state);
  if (!inputs.empty()) link_inputs_[cubin] = std::move(inputs.mapped());
}

void Images::found_function(api::CUfunction function, Handle of) {
  owner_[function] = of;
  is_kernel_[function] = false;
}

void Images::found_kernel(api::CUkernel kernel, Handle of) {
  owner_[kernel] = of;
  is_kernel_[kernel] = true;
}

void Images::found_function_of(api::CUfunction function, api::CUkernel kernel) {
  const auto found = owner_.find(kernel);
  if (found != owner_.end()) found_function(function, found->second);
}

bool Images::is_kernel(api::CUfunction function) const {
  const auto found = is_kernel_.find(function);
  return found != is_kernel_.end() && found->second;
}

std::optional<std::uint32_t> Images::of_handle(Handle handle) const {
  const auto found = of_handle_.find(handle);
  if (found == of_handle_.end()) return std::nullopt;
  return found->second;
}

// Of a function that nobody was seen to look up, as graphs have them: by its module, which may be
// a library's.
std::optional<std::uint32_t> Images::image_of(api::CUfunction function) {
  const auto owner = owner_.find(function);
  if (owner != owner_.end()) return of_handle(owner->second);
  api::CUmodule module = nullptr;
  if (driver_.cuFuncGetModule == nullptr ||
      driver_.cuFuncGetModule(&module, function) != api::kSuccess)
    return std::nullopt;
  if (const auto found = of_handle(module)) return found;
  for (const api::CUlibrary library : libraries_) {
    api::CUmodule its = nullptr;
    if (driver_.cuLibraryGetModule == nullptr ||
        driver_.cuLibraryGetModule(&its, library) != api::kSuccess)
      continue;
    name_too(its, library);
    if (its == module) break;
  }
  return of_handle(module);
}

void Images::write(std::uint32_t number, const std::string& kernel) {
  Image& image = images_[number];
  if (std::exchange(image.is_written, true)) return;
  const auto bytes = image.stays == nullptr ? std::move(image.copied) : copy_of_image(image.stays);
  spool::Writer fields;
  fields.number(number);
  fields.text(image.call);
  fields.bytes(bytes);
  spool_.append(spool::Kind::image, fields);
  const auto inputs = link_inputs_.find(image.linked_from);
  if (inputs != link_inputs_.end()) {
    for (const LinkInput& each : inputs->second)
      write_ptx(number, spool::PtxSource::linked, {each.name, each.ptx});
  } else if (is_elf(bytes)) {
    write_ptx_of(number, bytes, kernel);
  }
}

void Images::write_ptx_of(std::uint32_t number, std::span<const std::byte> cubin,
                          const std::string& kernel) {
  if (const auto cached = cached_ptx(cubin))
    return write_ptx(number, spool::PtxSource::triton, *cached);
  for (const std::string& found : ptx_in_memory(kernel))
    write_ptx(number, spool::PtxSource::memory, {"", found});
}

void Images::write_ptx(std::uint32_t number, spool::PtxSource source, const CachedPtx& ptx) {
  spool::Writer fields;
  fields.number(number);
  fields.number(static_cast<std::uint64_t>(source));
  fields.text(ptx.name);
  fields.text(ptx.ptx);
  fields.text(ptx.json);
  fields.text(ptx.ttir);
  spool_.append(spool::Kind::image_ptx, fields);
}

}  // namespace warplens::injected
