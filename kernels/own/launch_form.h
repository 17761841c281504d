// How a kernel is to be launched, as a person fills it in: sizes by name, and everything else as
// expressions of them. Inference fills in what it can (infer_form.h), a file keeps it (sidecar.h).
//
//   LaunchForm ── sizes (n = 1024)
//              ── arguments ── buffer: element type, count `n`, role, fill
//                           ── scalar: `n`, 0.5
//                           ── structure: bytes, pointers in it
//                           ── tensor map: type, sizes, box, of which buffer
//                           ── texture or surface: type, sizes, filter, of which buffer
//              ── grid `ceil(n/block.x)`, block `256`, dynamic shared memory `block.x*4`
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "kernels/base/text.h"
#include "kernels/catalog/family.h"
#include "kernels/own/expression.h"
#include "kernels/own/promise.h"
#include "kernels/own/symbols.h"

namespace warplens::run {
struct LoadedKernel;
struct OwnKernel;
}  // namespace warplens::run

namespace warplens::own {

// An expression, and why it was taken; empty where a person said so.
struct Entry {
  std::string text;
  Text why{};
};

struct FormSize {
  std::string name;
  std::int64_t value = 1;
  Text why{};
  // False: not one of the kernel's parameters, but a number that others are made of ("blocks").
  bool is_parameter = true;
};

struct FormBuffer {
  std::string name;
  catalog::BufferRole role = catalog::BufferRole::in;
  catalog::ElementType type = catalog::ElementType::f32;
  Entry count;                        // elements
  std::optional<catalog::Fill> fill;  // none: zero; of an out buffer: not yet written
  std::string file;                   // instead: raw bytes of exactly that size
  // Its count was measured, and no expression gives it: it holds at the sizes that it was measured
  // at. At others it may be short.
  bool is_measured = false, may_be_short = false;
  Text why_type{};
  Text why_role{};
  Text why_fill{};
};

// A number in decimal, or for an integer an expression of sizes.
struct FormScalar {
  std::string name;
  catalog::ElementType type = catalog::ElementType::i32;
  Entry value;
};

// A struct passed by value.
struct FormStructure {
  struct Pointer {
    std::uint32_t offset = 0;
    std::string buffer;
    std::string element{};  // an expression; empty: the first
  };
  // An integer in it that is an expression of sizes.
  struct Member {
    std::uint32_t offset = 0;
    catalog::ElementType type = catalog::ElementType::i32;
    std::string value;
  };
  std::string name;
  std::uint32_t bytes = 0;
  std::vector<std::byte> contents;  // `bytes` of them, or none: zeros
  std::vector<Pointer> pointers;
  Text why{};
  std::vector<Member> members{};
};

// What TMA is told of a buffer (CUtensorMap), by value or in global memory. Numbers are
// expressions, sizes innermost first and in elements (tensor_map_text.h).
struct FormTensorMap {
  // Instead of a box (im2col).
  struct Pixels {
    std::vector<std::string> lower, upper;  // one for each dimension between channels and images
    std::string channels, pixels;
  };
  std::string name;
  TensorMap::Type type = TensorMap::Type::f32;
  TensorMap::Swizzle swizzle = TensorMap::Swizzle::none;
  TensorMap::Interleave interleave = TensorMap::Interleave::none;
  TensorMap::L2Promotion l2_promotion = TensorMap::L2Promotion::none;
  TensorMap::Fill fill = TensorMap::Fill::zero;
  std::vector<std::string> sizes, box;
  std::vector<std::string> strides{};   // of all dimensions but the first; none: nothing between
  std::vector<std::string> elements{};  // how many of the box for one that is brought; none: 1
  std::optional<Pixels> pixels{};
  std::string buffer{}, element{};  // an expression; empty: the first
  // Without a buffer: elements that nobody else has, and what they hold.
  std::optional<catalog::Fill> contents{};  // none: zero
  std::string file{};                       // instead: raw bytes of exactly that size
  Text why{};
};

// A texture or a surface (cudaTextureObject_t, cudaSurfaceObject_t), passed by its handle. Numbers
// are expressions, sizes innermost first and in texels (texture_text.h).
struct FormTexture {
  std::string name;
  bool is_surface = false;
  bool is_cube = false;
  bool is_linear_memory = false;
  Texture::Type type = Texture::Type::f32;
  Texture::Filter filter = Texture::Filter::point;
  Texture::Address address = Texture::Address::clamp;  // of all dimensions
  bool is_normalized = false;
  bool reads_floats = false;
  std::uint32_t channels = 1;
  std::vector<std::string> sizes;
  std::string layers{};  // empty: it has none
  std::string border{};  // a number; empty: 0
  std::string buffer{};
  // Without a buffer: texels that nobody else has, and what they hold.
  std::optional<catalog::Fill> contents{};  // none: zero
  std::string file{};                       // instead: raw bytes of exactly that size
  Text why{};
};

// A name that exists already: a buffer of the form, or an argument of an earlier launch. For a
// buffer `offset` elements may be skipped: `x+12`.
struct FormReference {
  std::string name;
  std::string offset{};  // an expression; empty: none
};

using FormArgument =
    std::variant<FormBuffer, FormScalar, FormStructure, FormTensorMap, FormTexture, FormReference>;
[[nodiscard]] const std::string& name_of(const FormArgument& argument);

// The expected contents of a buffer: a file, or what a second kernel of the same parameters
// computes (reference.h).
struct FormExpectation {
  std::string buffer;  // with `kernel` it may be empty: every buffer that is out or inout
  std::string file;    // raw bytes
  catalog::Tolerance tolerance;
  std::string kernel{};                  // instead of `file`; as find_entry() takes it
  std::array<Entry, 3> grid{}, block{};  // of that kernel; x empty: the first launch's
  Entry shared{};                        // bytes of dynamic shared memory; empty: 0
};

// A later launch on the same buffers.
struct FormLaunch {
  std::string entry;                    // as find_entry() takes it
  std::vector<FormArgument> arguments;  // in the order of the kernel's parameters
  std::array<Entry, 3> grid, block;     // of x, y and z; empty: 1
  Entry shared;                         // bytes of dynamic shared memory; empty: 0
  std::array<Entry, 3> cluster{};       // in blocks; x empty: as the kernel is compiled
};

struct LaunchForm : FormLaunch {
  std::string signature;  // for a person: "tile<32>(const float* in, int n)"
  std::vector<FormSize> sizes;
  std::vector<FormBuffer> buffers;  // that are no argument of the first launch by themselves
  std::vector<FormLaunch> then;
  std::vector<FormExpectation> expectations;
  std::vector<SymbolValue> symbols;  // __constant__ and __device__ variables
  Promises promises;                 // that `warplens check` holds it to
  std::vector<Text> assumptions;     // what no field can say
  bool is_guessed = false;           // some of it by infer_form()
  // What a person named here and now, by its name in the form: it is read wherever it lies. No
  // sidecar keeps that.
  std::vector<std::string> given_files{};
};

// Sizes by name, then block.x … and grid.x … of the first launch.
Result<Values> values_of(const LaunchForm& form);

// Errors: the form has no size of that name.
Result<void> set_sizes(LaunchForm& form, const catalog::Parameters& sizes);

// The launch that the form describes. Its files are named relative to `folder`, and read beneath
// that, the source roots of `loaded` and where a person gave them. Errors name the field.
Result<run::OwnKernel> own_kernel(const LaunchForm& form, const run::LoadedKernel& loaded,
                                  const std::filesystem::path& folder = {});

}  // namespace warplens::own
