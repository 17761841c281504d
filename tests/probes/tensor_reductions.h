// What one of cp.reduce's operations makes of an element, by its tensor map's type.
#pragma once

#include "kernels/base/tensor_map.h"
#include "tensor_copies.h"

// `how` is no copy. Both hold an element of `type`.
void reduce_element(warplens::TensorMap::Type type, Store how, unsigned char* to,
                    const unsigned char* from);
