// The tensor map that a form describes, and the buffer of one that has elements of its own.
#pragma once

#include <optional>

#include "kernels/own/launch_form.h"

namespace warplens::own {

// u8 of packed elements.
[[nodiscard]] catalog::ElementType element_type_of(TensorMap::Type type);

// Without an address. Errors: what the CUDA driver refuses (TensorMap::check()).
Result<TensorMap> tensor_map_of(const FormTensorMap& map, const Values& values);
// The same backwards, numbers for expressions; nothing of a map that a form has no words for.
[[nodiscard]] std::optional<FormTensorMap> form_of(const TensorMap& map);
// The buffer of a map that has elements of its own. Errors: more bytes than a buffer may have.
Result<FormBuffer> elements_of(const FormTensorMap& map, const TensorMap& described);

}  // namespace warplens::own
