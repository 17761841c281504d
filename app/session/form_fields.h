// The fields of a launch form, as a person reads and corrects them.
//
//   for (field : fields_of(form)) field_text(form, field), field_why(form, field)
//   with_field(form, field, "ceil(n/128)", folder) → the corrected form, or what is wrong with it
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/own/launch_form.h"
#include "kernels/own/tensor_map_text.h"
#include "kernels/own/texture_text.h"

namespace warplens::session {

struct FormField {
  enum class Kind : std::uint8_t {
    size,
    grid,            // `index`: 0 to 2, of x, y and z
    block,           // likewise
    cluster,         // likewise; only where the form has one
    shared,          // bytes of dynamic shared memory
    count,           // of a buffer, as the others below; `index`: of the argument
    type,            // "f32"
    role,            // "in", "out", "inout"
    fill,            // "random:1", or a file of raw bytes beside the kernel; empty: none
    value,           // of a scalar
    map,             // of a tensor map: its `part`
    texture,         // of a texture or surface: its `texture_part`
    expected,        // a buffer's right result: a file of raw bytes; empty: none
    tolerance,       // of that, relative
    reference,       // the kernel whose results are right; empty: none
    reference_grid,  // empty: the launch's own, as is its block
    reference_block,
    reference_tolerance  // relative
  };
  Kind kind = Kind::size;
  std::size_t index = 0;
  own::TensorMapPart part = own::TensorMapPart::type;
  own::TexturePart texture_part = own::TexturePart::type;
  friend bool operator==(const FormField&, const FormField&) = default;
};

// Sizes, the launch's shape, each argument's fields, then the reference's. Structures and
// references have none.
[[nodiscard]] std::vector<FormField> fields_of(const own::LaunchForm& form);

// "size.n", "grid.x", "count.in".
[[nodiscard]] std::string field_name(const own::LaunchForm& form, const FormField& field);
[[nodiscard]] std::string field_text(const own::LaunchForm& form, const FormField& field);
// Empty where nothing was assumed.
[[nodiscard]] Text field_why(const own::LaunchForm& form, const FormField& field);
// What an expression gives; empty where it is a number already, or none.
[[nodiscard]] std::string field_value(const own::LaunchForm& form, const FormField& field);

// The kernel whose results are right; null: none.
[[nodiscard]] const own::FormExpectation* reference_in(const own::LaunchForm& form);
[[nodiscard]] own::FormExpectation* reference_in(own::LaunchForm& form);
// With the reference's shape as the launch's, if there is one: what its expressions are of.
[[nodiscard]] own::LaunchForm as_reference(own::LaunchForm form);

// Files are looked for beneath `folder`. Errors: one line that says what to write instead.
Result<own::LaunchForm> with_field(own::LaunchForm form, const FormField& field,
                                   std::string_view text, const std::filesystem::path& folder);

[[nodiscard]] std::string_view role_name(catalog::BufferRole role);

}  // namespace warplens::session
