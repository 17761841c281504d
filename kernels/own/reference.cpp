#include "kernels/own/reference.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "kernels/base/names.h"
#include "kernels/base/stopped.h"
#include "kernels/own/given_launch.h"
#include "kernels/own/included_headers.h"
#include "kernels/own/infer_form.h"
#include "kernels/own/tensor_map_text.h"
#include "kernels/own/texture_text.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/toolkit/entry_name.h"

namespace warplens::own {
namespace {

bool take_the_same(const ptx::Function& one, const ptx::Function& other) {
  return std::ranges::equal(one.parameters, other.parameters,
                            [](const ptx::Variable& a, const ptx::Variable& b) {
                              return a.type == b.type && a.size == b.size;
                            });
}

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

using Names = std::map<std::string, std::string, std::less<>>;

// Names of one kernel's parameters → those that the other has in their place.
Names names_in_place(const LaunchForm& from, const LaunchForm& into) {
  Names names;
  for (std::size_t i = 0; i < std::min(from.arguments.size(), into.arguments.size()); ++i)
    names[name_of(from.arguments[i])] = name_of(into.arguments[i]);
  return names;
}

// "ceil(count/block.x)" → "ceil(n/block.x)"; what stands beside a dot is no name of a size.
std::string renamed(const std::string& text, const Names& names) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_of_name(text[end])) ++end;
    if (end == i) {
      result += text[i++];
      continue;
    }
    const auto name = names.find(std::string_view(text).substr(i, end - i));
    const bool is_axis = i > 0 && text[i - 1] == '.';
    const bool is_size =
        name != names.end() && !is_axis && (end == text.size() || text[end] != '.');
    result += is_size ? name->second : text.substr(i, end - i);
    i = end;
  }
  return result;
}

void rename(std::array<Entry, 3>& shape, const Names& names) {
  for (Entry& entry : shape) entry.text = renamed(entry.text, names);
}

// Sets the shape to that of `guessed`, in terms of the form's sizes.
FormExpectation with_shape(FormExpectation expectation, const LaunchForm& guessed,
                           const LaunchForm& form) {
  const Names names = names_in_place(guessed, form);
  expectation.grid = guessed.grid;
  expectation.block = guessed.block;
  expectation.shared.text = renamed(guessed.shared.text, names);
  expectation.shared.why = guessed.shared.why;
  rename(expectation.grid, names);
  rename(expectation.block, names);
  return expectation;
}

bool can_be_evaluated(const FormExpectation& expectation, const LaunchForm& form) {
  LaunchForm launch;
  launch.sizes = form.sizes;
  launch.grid = expectation.grid;
  launch.block = expectation.block;
  const auto values = values_of(launch);
  if (!values.has_value()) return false;
  return expectation.shared.text.empty() || evaluate(expectation.shared.text, *values).has_value();
}

Entry as_number(const Entry& entry, const Values& values) {
  const auto number = evaluate(entry.text, values);
  return number.has_value() ? Entry{std::to_string(*number), {}} : entry;
}

// A buffer among the arguments is called as the other kernel calls it.
void rename_buffer(std::string& buffer, const std::vector<FormArgument>& arguments,
                   const std::vector<FormArgument>& others) {
  const auto found = std::ranges::find_if(
      arguments, [&](const FormArgument& one) { return name_of(one) == buffer; });
  const auto position = static_cast<std::size_t>(found - arguments.begin());
  if (found != arguments.end() && position < others.size()) buffer = name_of(others[position]);
}

// The launch's arguments as what is given to a kernel whose arguments are `others`.
GivenLaunch given_to(const std::vector<FormArgument>& others, const LaunchForm& form,
                     const Values& values) {
  GivenLaunch given;
  given.files = form.given_files;
  given.buffers = form.buffers;
  for (FormBuffer& buffer : given.buffers) buffer.count = as_number(buffer.count, values);
  for (std::size_t i = 0; i < std::min(others.size(), form.arguments.size()); ++i) {
    FormArgument one = form.arguments[i];
    if (auto* buffer = std::get_if<FormBuffer>(&one)) {
      buffer->name = name_of(others[i]);
      buffer->count = as_number(buffer->count, values);
    } else if (auto* scalar = std::get_if<FormScalar>(&one)) {
      scalar->name = name_of(others[i]);
      scalar->value = as_number(scalar->value, values);
    } else if (auto* map = std::get_if<FormTensorMap>(&one)) {
      *map = with_numbers(*map, values).value_or(*map);
      map->name = name_of(others[i]);
      rename_buffer(map->buffer, form.arguments, others);
    } else if (auto* texture = std::get_if<FormTexture>(&one)) {
      *texture = with_numbers(*texture, values).value_or(*texture);
      texture->name = name_of(others[i]);
      rename_buffer(texture->buffer, form.arguments, others);
    } else {
      continue;
    }
    given.arguments.push_back(std::move(one));
  }
  return given;
}

// How the kernel would be launched on what the form's is.
Result<LaunchForm> guess_for(const run::LoadedKernel& loaded, const ptx::Function& kernel,
                             const LaunchForm& form, const std::stop_token& stop) {
  const LaunchForm bare = infer_form(*loaded.module, kernel, source_texts(loaded), loaded.told);
  TRY(const auto values, values_of(form));
  auto guess = guess_form(loaded, kernel.name, stop, given_to(bare.arguments, form, values));
  if (guess.has_value() || is_stopped(stop)) return guess;
  return guess_form(loaded, kernel.name, stop);
}

}  // namespace

std::vector<std::string> possible_references(const ptx::Module& module, std::string_view entry) {
  std::vector<std::string> names;
  const auto own = run::find_entry(module, entry);
  if (!own.has_value()) return names;
  for (const ptx::Function& function : module.functions)
    if (function.is_entry && &function != *own && take_the_same(function, **own))
      names.push_back(entry_name(module, function));
  return names;
}

Result<FormExpectation> expect_of_kernel(const run::LoadedKernel& loaded, const LaunchForm& form,
                                         std::string_view kernel,
                                         const catalog::Tolerance& tolerance,
                                         const std::stop_token& stop) {
  TRY(const auto own, run::find_entry(*loaded.module, form.entry));
  TRY(const auto other, run::find_entry(*loaded.module, kernel));
  const bool is_itself = own == other;
  if (is_itself || !take_the_same(*own, *other))
    return fail(
        tr("{} cannot say what is right: a reference is another kernel that takes the same "
           "parameters as {}, there is: {}",
           run::source_name(other->name), run::source_name(own->name),
           list_of_names(possible_references(*loaded.module, form.entry), kernel)));
  FormExpectation expectation;
  expectation.kernel = entry_name(*loaded.module, *other);
  expectation.tolerance = tolerance;
  const auto guessed = guess_for(loaded, *other, form, stop);
  if (is_stopped(stop)) return fail(tr("cancelled"));
  if (!guessed.has_value()) return expectation;
  FormExpectation shaped = with_shape(expectation, *guessed, form);
  return can_be_evaluated(shaped, form) ? shaped : expectation;
}

}  // namespace warplens::own
