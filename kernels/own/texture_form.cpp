#include "kernels/own/texture_form.h"

#include <cstdlib>

#include "kernels/own/texture_text.h"

namespace warplens::own {
namespace {

// What is none is 0, which check() refuses.
std::uint64_t count_in(const std::string& text) {
  const std::int64_t value = std::stoll(text);
  return value < 0 ? 0 : static_cast<std::uint64_t>(value);
}

}  // namespace

Result<Texture> texture_of(const FormTexture& form, const Values& values) {
  TRY(const auto numbers, with_numbers(form, values));
  Texture texture;
  texture.is_surface = form.is_surface;
  texture.is_cube = form.is_cube;
  texture.is_linear_memory = form.is_linear_memory;
  texture.type = form.type;
  texture.channels = form.channels;
  texture.dimensions = static_cast<std::uint32_t>(numbers.sizes.size());
  for (std::size_t d = 0; d < numbers.sizes.size(); ++d) {
    texture.sizes[d] = count_in(numbers.sizes[d]);
  }
  if (!numbers.layers.empty()) {
    texture.layers = count_in(numbers.layers);
    if (texture.layers == 0) return fail(tr("layers: {}: choose at least 1", numbers.layers));
  }
  texture.filter = form.filter;
  texture.address.fill(form.address);
  texture.is_normalized = form.is_normalized || (form.is_cube && !form.is_surface);
  texture.reads_floats = form.reads_floats;
  texture.border = form.border.empty() ? 0 : std::strtof(form.border.c_str(), nullptr);
  TRY(texture.check());
  return texture;
}

FormBuffer texels_of(const FormTexture& form, const Texture& described) {
  FormBuffer buffer;
  buffer.name = form.name + ".texels";
  buffer.type =
      catalog::element_type(part_text(form, TexturePart::type)).value_or(catalog::ElementType::u8);
  if (form.is_surface) buffer.role = catalog::BufferRole::inout;
  buffer.count.text = std::to_string(described.texels() * described.channels);
  buffer.fill = form.contents;
  buffer.file = form.file;
  return buffer;
}

}  // namespace warplens::own
