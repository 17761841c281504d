// What is on screen as one line of text, to be sent to somebody who then sees the same.
//
//   warplens:1?lesson=padding&step=2&kernel=transpose/tile_padded&kernel.pitch=34&
//   views=bank_view,tile_view&launch=1&event=57&order=recorded&cache=one_line&gpu=t4&
//   gpu.registers=40&swizzle=tile=64x64+map=xor~28~38~29&arch=sm_90&lang=en
//   and index=step+~2a+kTile+~2b+row of a kernel with an index that a person wrote,
//   motion=lens=area+A=~5b3+1~3b+0+2~5d of plane and space
//
//   state ─► link_text() ─► a mail, a slide, a shell ─► parse_link() ─► state
//
// It names things and holds none: no path, no source. Whoever reads one trusts nothing in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/feature.h"
#include "app/settings/stage_view.h"
#include "kernels/base/result.h"
#include "kernels/catalog/family.h"
#include "kernels/trace/event_order.h"

namespace warplens::link {

struct Kernel {
  std::string name;  // "transpose/tile_padded"; empty: none
  catalog::Parameters parameters;
  std::string index{};  // that a person wrote in place of its own; empty: as it is
  friend bool operator==(const Kernel&, const Kernel&) = default;
};

struct Link {
  std::string lesson;                     // id; empty: the person explores
  int step = 1;                           // from 1
  Kernel kernel;                          // on the stage; none: as the step has it
  Kernel beside;                          // compared with it
  std::vector<session::StageView> views;  // the first stands large; none: as they were
  std::optional<std::uint64_t> launch;    // from 1
  std::optional<std::uint64_t> event;     // under the cursor, from 1
  trace::Order order = trace::Order::recorded;
  session::FeatureChoices features{};  // of those that links tell, each
  std::string architecture;            // "sm_90", "ptx"; empty: as it was
  std::optional<Language> language;    // none: as it was
  friend bool operator==(const Link&, const Link&) = default;
};

// Whether a text that somebody gave means to be one.
[[nodiscard]] bool is_link(std::string_view text);

[[nodiscard]] std::string link_text(const Link& link, session::Features features);

// Blanks around it and %XX in it are taken, as other programs add them. Errors: one line that names
// what is wrong; whether its lesson and its kernels exist is not asked here.
Result<Link> parse_link(std::string_view text, session::Features features);

}  // namespace warplens::link
