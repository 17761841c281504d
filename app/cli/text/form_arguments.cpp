#include "app/cli/text/form_arguments.h"

#include <charconv>
#include <filesystem>

#include "app/cli/text/own_arguments.h"
#include "app/cli/text/parse.h"
#include "app/cli/text/said_of.h"
#include "kernels/base/visible_text.h"
#include "kernels/own/fill_text.h"
#include "kernels/own/tensor_map_text.h"
#include "kernels/own/texture_text.h"

namespace warplens::cli {

namespace {

using own::FormArgument;

// Files of the command line are meant from the current folder, those of a form from its own.
std::string absolute(std::string_view file) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::absolute(std::string(file), error);
  return error ? std::string(file) : path.string();
}

std::string_view value_in(std::string_view text) {
  const std::size_t equals = text.find('=');
  return equals == std::string_view::npos ? std::string_view() : text.substr(equals + 1);
}

// The expression between the brackets of "x:in:f32[n]=iota"; empty where a number stands there.
std::string_view count_expression(std::string_view text) {
  const std::string_view head = text.substr(0, text.find('='));
  const std::size_t open = head.rfind('['), close = head.rfind(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  const std::string_view count = head.substr(open + 1, close - open - 1);
  const bool is_number = parse_number<std::uint64_t>(count).has_value();
  return is_number || !SizeExpression::parse(count).has_value() ? std::string_view() : count;
}

bool is_file(std::string_view value) {
  const auto fill = own::parse_fill(value);
  return !value.empty() && fill.has_value() && !fill->has_value();
}

// A buffer whose count is an expression is read as one of an element; its file is read when its
// size is known.
Result<run::OwnBuffer> buffer_of(std::string_view text, std::string_view count) {
  std::string plain(text);
  if (!count.empty()) {
    plain =
        std::string(text.substr(0, static_cast<std::size_t>(count.data() - text.data()))) + "1]";
    const std::string_view value = value_in(text);
    if (!value.empty() && !is_file(value)) plain += "=" + std::string(value);
  }
  TRY(auto argument, parse_argument(plain));
  if (auto* buffer = std::get_if<run::OwnBuffer>(&argument)) return std::move(*buffer);
  return fail(
      tr("--buffer '{}' is no buffer: write NAME:in|out|inout:TYPE[COUNT]=FILL|FILE", text));
}

own::FormScalar scalar_of(const run::OwnScalar& scalar, std::string_view text) {
  return {scalar.name, scalar.type, {std::string(value_in(text)), {}}};
}

bool is_buffer(std::string_view text) {
  const auto parts = split(text.substr(0, text.find('=')), ':');
  return parts.size() == 3 && !text.starts_with('@') && parts[1] != "";
}

bool is_braced(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon != std::string_view::npos && text.substr(colon + 1).starts_with('{');
}

FormArgument argument_of(run::OwnArgument argument, std::string_view text) {
  if (const auto* scalar = std::get_if<run::OwnScalar>(&argument)) return scalar_of(*scalar, text);
  if (auto* structure = std::get_if<run::OwnStructure>(&argument)) {
    own::FormStructure form;
    form.name = structure->name;
    form.bytes = static_cast<std::uint32_t>(structure->bytes.size());
    form.contents = std::move(structure->bytes);
    for (const auto& pointer : structure->pointers) {
      const std::string element = pointer.element == 0 ? "" : std::to_string(pointer.element);
      form.pointers.push_back({pointer.offset, pointer.buffer, element});
    }
    return form;
  }
  const auto& reference = std::get<run::OwnReference>(argument);
  const std::string offset = reference.element == 0 ? "" : std::to_string(reference.element);
  return own::FormReference{reference.name, offset};
}

constexpr std::string_view kTensorMap = ":tensormap{";
constexpr std::string_view kTexture = ":texture{";
constexpr std::string_view kSurface = ":surface{";

bool is_described_by(std::string_view text, std::string_view kind) {
  return text.find(':') == text.find(kind) && text.find(kind) != text.npos;
}

// "m:tensormap{f16,[256,128],box=[64,64]}=@x"
Result<FormArgument> tensor_map_of(std::string_view text) {
  const std::size_t colon = text.find(kTensorMap);
  const std::string_view said = text.substr(colon + kTensorMap.size());
  const std::size_t close = said.find('}');
  if (colon == 0 || close == said.npos)
    return fail(tr("write NAME:tensormap{TYPE,[SIZES],box=[BOX]}=@BUFFER"));
  TRY(auto map, own::parse_tensor_map(said.substr(0, close)));
  const std::string_view rest = said.substr(close + 1);
  if (!rest.empty() && !rest.starts_with('='))
    return fail(tr("'{}' stands behind the braces: write =@BUFFER, =FILL or =FILE", rest));
  if (rest.size() > 1) {
    TRY(map, own::with_part(std::move(map), own::TensorMapPart::contents, rest.substr(1)));
  }
  if (!map.file.empty()) map.file = absolute(map.file);
  map.name = std::string(text.substr(0, colon));
  return FormArgument(std::move(map));
}

// "t:texture{f32,[256,128],filter=linear}=@x"
Result<FormArgument> texture_of(std::string_view text, bool is_surface) {
  const std::string_view kind = is_surface ? kSurface : kTexture;
  const std::size_t colon = text.find(kind);
  const std::string_view said = text.substr(colon + kind.size());
  const std::size_t close = said.find('}');
  if (colon == 0 || close == said.npos)
    return fail(is_surface ? tr("write NAME:surface{TYPE,[SIZES]}=@BUFFER")
                           : tr("write NAME:texture{TYPE,[SIZES],filter=FILTER}=@BUFFER"));
  TRY(auto texture, own::parse_texture(said.substr(0, close), is_surface));
  const std::string_view rest = said.substr(close + 1);
  if (!rest.empty() && !rest.starts_with('='))
    return fail(tr("'{}' stands behind the braces: write =@BUFFER, =FILL or =FILE", rest));
  if (rest.size() > 1) {
    TRY(texture, own::with_part(std::move(texture), own::TexturePart::contents, rest.substr(1)));
  }
  if (!texture.file.empty()) texture.file = absolute(texture.file);
  texture.name = std::string(text.substr(0, colon));
  return FormArgument(std::move(texture));
}

// Of a tensor map, a texture or a surface.
Result<FormArgument> described_of(std::string_view text) {
  if (is_described_by(text, kTensorMap)) return tensor_map_of(text);
  return texture_of(text, is_described_by(text, kSurface));
}

bool is_described(std::string_view text) {
  return is_described_by(text, kTensorMap) || is_described_by(text, kTexture) ||
         is_described_by(text, kSurface);
}

Result<FormArgument> structure_of(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::size_t equals = text.find('=', colon);
  if (equals == std::string_view::npos) {
    TRY(auto argument, parse_argument(text));
    return argument_of(std::move(argument), text);
  }
  TRY(auto form,
      parse_form_structure(text.substr(0, colon), text.substr(colon + 1, equals - colon - 1),
                           text.substr(equals + 1)));
  return FormArgument(std::move(form));
}

}  // namespace

Result<void> ArgumentNames::take(const FormArgument& argument) {
  const std::string& name = std::visit(
      [](const auto& a) -> const auto& { return a.name; }, argument);
  if (std::holds_alternative<own::FormReference>(argument)) {
    if (names_.contains(name)) return {};
    return fail(tr("nothing is called '{}' so far: {}", name, kArgumentForms));
  }
  if (const auto* structure = std::get_if<own::FormStructure>(&argument)) {
    for (const auto& pointer : structure->pointers) {
      if (names_.contains(pointer.buffer)) continue;
      return fail(tr("no buffer is called '{}' so far: name it with --buffer", pointer.buffer));
    }
  }
  if (names_.insert(name).second) return {};
  return fail(tr("there is already an argument '{}'; give each its own name", name));
}

Result<own::FormBuffer> parse_form_buffer(std::string_view text, FormNumbers numbers) {
  const std::string_view count =
      numbers == FormNumbers::plain ? std::string_view() : count_expression(text);
  TRY(const auto buffer, buffer_of(text, count));
  own::FormBuffer form;
  form.name = buffer.name;
  form.role = buffer.role;
  form.type = buffer.type;
  form.count.text = count.empty() ? std::to_string(buffer.count) : std::string(count);
  const std::string_view value = value_in(text);
  if (is_file(value)) {
    form.file = absolute(value);
  } else if (!value.empty()) {
    form.fill = buffer.fill;
  }
  return form;
}

Result<FormArgument> parse_form_argument(std::string_view text, FormNumbers numbers) {
  if (is_described(text)) {
    if (!is_one_line(text))
      return fail(tr("--arg '{}': a name takes no line ends and other control characters", text));
    return said_of(fmt::format("--arg '{}'", text), described_of(text));
  }
  if (is_buffer(text)) {
    TRY(auto buffer, parse_form_buffer(text, numbers));
    return FormArgument(std::move(buffer));
  }
  if (is_braced(text) && numbers == FormNumbers::expressions)
    return said_of(fmt::format("--arg '{}'", text), structure_of(text));
  TRY(auto argument, parse_argument(text));
  return argument_of(std::move(argument), text);
}

Result<std::array<own::Entry, 3>> parse_form_shape(std::string_view option, std::string_view text,
                                                   FormNumbers numbers) {
  std::array<own::Entry, 3> shape;
  const auto parts = split(text, ',');
  const bool has_expression = std::ranges::any_of(parts, [](std::string_view part) {
    return !parse_number<std::uint32_t>(part).has_value() &&
           SizeExpression::parse(part).has_value();
  });
  if (numbers == FormNumbers::expressions && has_expression && parts.size() <= 3) {
    for (std::size_t d = 0; d < parts.size(); ++d) shape[d].text = std::string(parts[d]);
    return shape;
  }
  TRY(const auto size, parse_dim3(option, text));
  const std::array<std::uint32_t, 3> extents{size.x, size.y, size.z};
  for (std::size_t d = 0; d < 3; ++d)
    if (d == 0 || extents[d] > 1) shape[d].text = std::to_string(extents[d]);
  return shape;
}

}  // namespace warplens::cli
