// What kernels were loaded from: the images that the driver was given, by the handles that it gave
// for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "kernels/injected/driver_calls.h"
#include "kernels/injected/spool.h"
#include "kernels/injected/triton_cache.h"

namespace warplens::injected {

// A fatbin, a cubin or PTX, by its first bytes; of a fatbin's wrapper, the fatbins that it names.
[[nodiscard]] std::vector<std::byte> copy_of_image(const void* image);
// Whether it lies in a loaded library or the program, where it stays.
[[nodiscard]] bool is_of_a_file(const void* image);

class Images {
 public:
  explicit Images(const DriverCalls& driver, Spool& spool) : driver_(driver), spool_(spool) {}

  using Handle = const void*;  // of a module or a library
  void load_library(api::CUlibrary library, const void* image, const char* call);
  void load(Handle handle, const void* image, const char* call);
  void load_file(Handle handle, const char* file, const char* call);
  void unload(Handle handle);
  // `handle` is another name of `of`: the module of a library.
  void name_too(Handle handle, Handle of);

  void link_input(api::CUlinkState state, std::string_view name, std::span<const std::byte> ptx);
  void link_output(api::CUlinkState state, const void* cubin);

  void found_function(api::CUfunction function, Handle of);
  void found_kernel(api::CUkernel kernel, Handle of);
  void found_function_of(api::CUfunction function, api::CUkernel kernel);

  // Whether a launch's handle is a CUkernel, which launches take as well.
  [[nodiscard]] bool is_kernel(api::CUfunction function) const;
  // Its image's number; nothing: nobody saw how it was loaded.
  [[nodiscard]] std::optional<std::uint32_t> image_of(api::CUfunction function);
  // Puts the image into the spool, once, with the PTX of the kernel where it is known.
  void write(std::uint32_t number, const std::string& kernel);

 private:
  struct Image {
    std::string call;
    const void* stays = nullptr;    // in a loaded file; or
    std::vector<std::byte> copied;  // what the program may free
    bool is_written = false;
    Handle linked_from = nullptr;
  };
  struct LinkInput {
    std::string name, ptx;
  };

  std::uint32_t add(Handle handle, Image image);
  void write_ptx_of(std::uint32_t number, std::span<const std::byte> cubin,
                    const std::string& kernel);
  void write_ptx(std::uint32_t number, spool::PtxSource source, const CachedPtx& ptx);
  [[nodiscard]] std::optional<std::uint32_t> of_handle(Handle handle) const;

  const DriverCalls& driver_;
  Spool& spool_;
  std::vector<Image> images_;
  std::unordered_map<Handle, std::uint32_t> of_handle_;
  std::unordered_map<Handle, Handle> owner_;  // of a function or a kernel
  std::unordered_map<Handle, bool> is_kernel_;
  std::set<api::CUlibrary> libraries_;
  std::map<Handle, std::vector<LinkInput>> link_inputs_;  // by the state, then by the cubin
};

}  // namespace warplens::injected
