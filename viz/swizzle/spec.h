// A question to the workshop: a tile, who writes and reads it, and the map between.
//
//   element=2 tile=128x8 order=column write=rows read=ldmatrix.x4.trans map=Swizzle<3,3,4>
//
// The command line and links have the same texts, field by field.
#pragma once

#include <string>
#include <string_view>

#include "viz/swizzle/map.h"
#include "viz/swizzle/pattern.h"
#include "viz/swizzle/tile.h"

namespace warplens::swizzle {

struct SwizzleSpec {
  Tile tile;
  Pattern write;
  Pattern read{.kind = Pattern::Kind::columns};
  Map map;
  friend bool operator==(const SwizzleSpec&, const SwizzleSpec&) = default;
};

// Fields: element, tile, order, write, read, map. Sets one; a layout of CuTe as map sets the tile,
// too. Errors: no such field, no such value.
Result<void> set_field(SwizzleSpec& spec, std::string_view name, std::string_view value);

// Fields in any order, parted by blanks; those left out are as in SwizzleSpec{}. A value may have
// blanks. Errors: those of set_field(), a field twice, a tile too large.
Result<SwizzleSpec> parse_spec(std::string_view text);
// All fields, in the order above; parse_spec() gives the same back.
[[nodiscard]] std::string text_of(const SwizzleSpec& spec);

}  // namespace warplens::swizzle
