// A picture as of the cursor: pixels that are stored already look as they do in the end, the others
// as they did at first. One cell a pixel, or one a pixel of the screen where the picture's are
// smaller: a texture, however large the picture. Above it the current request's pixels, outlined in
// their lanes' colours, with the lanes' numbers once these fit.
#pragma once

#include <cstdint>
#include <span>

#include "viz/scene/access/element_colors.h"
#include "viz/scene/access/elements.h"
#include "viz/scene/access/matrix_view.h"
#include "viz/scene/access/picture.h"

namespace warplens::scene {

// `shape`: the picture's buffer, as rows. `tint`: who touches each pixel, mixed into it; null: the
// picture as it is.
[[nodiscard]] DrawList image_base(const Picture& picture, std::size_t moment,
                                  const trace::Buffer& shape, const ElementColors* tint,
                                  const MatrixLayout& layout, Size size, const Style& style);

// Ids: lane (a: the lane) on each lane's run of pixels in a row; element (a: row, b: column) on
// each pixel that carries a number.
[[nodiscard]] DrawList image_marks(const Picture& picture, std::size_t moment,
                                   const trace::Buffer& shape,
                                   std::span<const ElementTouch> touched,
                                   const MatrixLayout& layout, Size size, const Style& style);

}  // namespace warplens::scene
