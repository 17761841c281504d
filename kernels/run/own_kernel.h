// A person's own kernel: PTX, a launch, and named arguments in the order of its parameters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kernels/caches/told.h"
#include "kernels/machine/launch/unrecorded_reach.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/compile_options.h"
#include "kernels/run/toolkit/process_limits.h"

namespace warplens::run {

struct OwnBuffer {
  std::string name;
  catalog::BufferRole role = catalog::BufferRole::in;
  catalog::ElementType type = catalog::ElementType::f32;
  std::uint64_t count = 0;
  catalog::Fill fill;
  std::optional<std::vector<std::byte>> contents;  // instead of `fill`; exactly the buffer's size
  // Its number of elements is a guess that other sizes were measured for: what lies beyond its end
  // is no error of the kernel's.
  bool may_be_short = false;
  std::uint64_t columns = 0;  // of a row, a divisor of `count`; 0: all is one row
  std::uint64_t address = 0;  // at which the guest sees it; 0: anywhere
};
struct OwnScalar {
  std::string name;
  catalog::ElementType type = catalog::ElementType::i32;
  std::uint64_t bits = 0;
};
// A struct passed by value, as bytes. At the offsets in `pointers` it holds addresses of buffers'
// elements.
struct OwnStructure {
  struct Pointer {
    std::uint32_t offset = 0;
    std::string buffer;
    std::int64_t element = 0;
  };
  std::string name;
  std::vector<std::byte> bytes;
  std::vector<Pointer> pointers;
};
// What TMA is told of a buffer, by value or, of a pointer, in global memory.
struct OwnTensorMap {
  std::string name;
  TensorMap map;                  // without an address
  std::string buffer{};           // from before
  std::int64_t element = 0;       // of it, at which the map begins
  std::optional<OwnBuffer> data;  // instead: elements that nobody else has
};
// A texture or surface object, passed by its handle.
struct OwnTexture {
  std::string name;
  Texture texture;
  std::string buffer{};           // from before: its texels
  std::optional<OwnBuffer> data;  // instead: texels that nobody else has
};
// A name from before: a buffer, or an argument of an earlier launch. For a buffer, the address of
// an element.
struct OwnReference {
  std::string name;
  std::int64_t element = 0;
};
using OwnArgument =
    std::variant<OwnBuffer, OwnScalar, OwnStructure, OwnTensorMap, OwnTexture, OwnReference>;

struct OwnLaunch {
  std::string entry;  // may be empty when the module has one entry
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::vector<OwnArgument> arguments;          // in the order of the kernel's parameters
  std::optional<Dim3> cluster{};               // in blocks; none: as the kernel is compiled
  std::vector<catalog::MemoryStep> before{};   // what is done first
  std::shared_ptr<const ptx::Module> image{};  // of a later launch; null: the kernel's module
};

// Of memory that a running program had: allocations whose contents are known in part.
struct OwnAllocation {
  std::string name;
  std::uint64_t address = 0, bytes = 0, kept = 0;
  std::vector<machine::UnrecordedReach::Gap> gaps{};  // that nobody knows
};

struct Expectation {
  std::string buffer;
  std::vector<std::byte> bytes;
  catalog::Tolerance tolerance;  // none: bit-equal
};

// A kernel of the same module that says what is right: it takes the first launch's arguments and
// runs alone on the same inputs. `launch.arguments` are not looked at.
struct ReferenceKernel {
  OwnLaunch launch;
  std::string buffer{};            // what is compared; empty: every buffer that is out or inout
  catalog::Tolerance tolerance{};  // none: bit-equal
};

// A first launch, and those that follow it on the same buffers.
struct OwnKernel : OwnLaunch {
  std::shared_ptr<const ptx::Module> module;
  // The module's text and sources, for those whom a run is shown to.
  std::shared_ptr<const std::string> ptx = std::make_shared<const std::string>();
  std::shared_ptr<const trace::Sources> sources = std::make_shared<const trace::Sources>();
  std::vector<OwnBuffer> buffers;  // that are no argument of the first launch by themselves
  std::vector<OwnLaunch> then;
  std::vector<Expectation> expectations;
  std::vector<ReferenceKernel> references;
  bool is_guessed = false;                   // nobody said how it is launched, or only in part
  std::vector<catalog::MemoryStep> last{};   // after all launches
  std::vector<OwnAllocation> allocations{};  // ascending, apart
  std::vector<Text> notes{};                 // of its runs, a line each
  Text why_not_on_gpu{};                     // empty: a GPU runs it, too
};

// Errors: no such entry, wrong number of arguments, an argument whose size does not fit its
// parameter, an integer for a floating-point parameter or the reverse, a name that nothing has, an
// expectation of the wrong size; a reference kernel that cannot be run, or in which errors are
// found.
Result<trace::Run> run_own(const OwnKernel& kernel, const Options& options);

// The gaps of all its allocations, which have their numbers.
[[nodiscard]] std::vector<machine::UnrecordedReach::Gap> unknown_memory(const OwnKernel& kernel);

// Reads a .ptx, or compiles a .cu with nvcc or, if that is missing, NVRTC (-lineinfo). Its sources
// are read from its own folder and from `source_roots` only (toolkit/sources.h). A .cu whose text
// PTX ships for needs no compiler (toolkit/shipped_texts.h).
struct LoadedKernel {
  std::shared_ptr<const ptx::Module> module;
  std::shared_ptr<const std::string> ptx = std::make_shared<const std::string>();
  std::shared_ptr<const trace::Sources> sources = std::make_shared<const trace::Sources>();
  std::string shipped{};  // the image that ships for its text; empty: none does
  // Where its files may be read, too, beside its own folder (toolkit/readable_file.h).
  std::vector<std::filesystem::path> source_roots{};
  // What its compiler left beside a .ptx says of its launch (kernels/caches/triton.h).
  std::optional<caches::ToldLaunch> told{};
};
Result<LoadedKernel> load_kernel_file(const std::filesystem::path& path,
                                      std::vector<std::filesystem::path> source_roots = {},
                                      const CompileOptions& options = {},
                                      const std::stop_token& stop = {},
                                      const ProcessLimits& limits = {});

}  // namespace warplens::run
