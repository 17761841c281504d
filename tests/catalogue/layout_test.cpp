// The layouts that descriptors state are what the kernels do.
//
// A float is followed by its PTX register through each thread's events:
//   ld.global (row, column of in) → register → st.shared: the address is where the layout says
//   ld.shared → register → st.global (column, row of out): the same, backwards
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <vector>

#include "tests/catalogue/costs.h"
#include "tests/catalogue/every_setting.h"
#include "tests/catalogue/thread.h"

namespace warplens {
namespace {

using catalog::Parameters;
using trace::EventKind;
using trace::Space;

// The numbers of the float registers in an instruction: "{%f5, %f6}, [%rd14]" → 5, 6.
std::vector<std::uint32_t> float_registers(const std::string& ptx) {
  std::vector<std::uint32_t> registers;
  for (std::size_t at = ptx.find("%f"); at != std::string::npos; at = ptx.find("%f", at + 1)) {
    std::uint32_t number = 0;
    std::from_chars(ptx.data() + at + 2, ptx.data() + ptx.size(), number);
    registers.push_back(number);
  }
  return registers;
}

struct Found {
  std::uint64_t stores = 0, loads = 0;  // of floats, into the tile and out of it
  std::set<std::string> wrong;          // instructions that disagree with the layout
};

constexpr MatrixPlace kNowhere{~0u, ~0u};

class Follower {
 public:
  explicit Follower(const trace::Trace& trace)
      : trace_(trace), tile_(trace.shared_arrays.at(0)), in_(buffer("in")), out_(buffer("out")) {}

  Found follow() {
    for (std::size_t row = 0; row < trace_.events.size(); ++row) {
      const trace::EventView event = trace_.events.view(row);
      const trace::Site& site = trace_.sites[event.site];
      if (site.space != Space::global && site.space != Space::shared) continue;
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        if ((event.mask >> lane & 1) != 0) follow(site, event, lane);
      }
    }
    return std::move(found_);
  }

 private:
  // The element of `in`, and the place in the tile, that each float register came from.
  struct Registers {
    std::map<std::uint32_t, MatrixPlace> from_global, from_tile;
  };

  const trace::Buffer& buffer(std::string_view name) const {
    return *std::find_if(trace_.buffers.begin(), trace_.buffers.end(),
                         [&](const trace::Buffer& candidate) { return candidate.name == name; });
  }

  MatrixPlace place_in(const trace::Buffer& matrix, std::uint64_t address) const {
    const std::uint64_t element = (address - matrix.address) / sizeof(float);
    return {static_cast<std::uint32_t>(element / matrix.columns),
            static_cast<std::uint32_t>(element % matrix.columns)};
  }

  MatrixPlace in_tile(MatrixPlace place) const {
    return {place.row % tile_.layout.rows, place.column % tile_.layout.columns};
  }

  std::uint64_t address_of(MatrixPlace place) const {
    return tile_.offset +
           std::uint64_t{tile_.layout.element(in_tile(place))} * tile_.layout.element_bytes;
  }

  void follow(const trace::Site& site, const trace::EventView& event, std::uint32_t lane) {
    Registers& registers = threads_[{event.block, event.warp, lane}];
    std::uint64_t address = event.address[lane];
    const std::vector<std::uint32_t> names = float_registers(site.ptx);
    note(names.size() * sizeof(float) == site.width, site);
    for (const std::uint32_t name : names) {
      if (site.kind == EventKind::load && site.space == Space::global) {
        registers.from_global[name] = place_in(in_, address);
      } else if (site.kind == EventKind::store && site.space == Space::shared) {
        check_store(site, registers, name, address);
      } else if (site.kind == EventKind::load && site.space == Space::shared) {
        take_from_tile(site, registers, name, address);
      } else if (site.kind == EventKind::store && site.space == Space::global) {
        check_load(site, registers, name, address);
      }
      address += sizeof(float);
    }
  }

  void note(bool is_right, const trace::Site& site) {
    if (!is_right) found_.wrong.insert(site.ptx);
  }

  void check_store(const trace::Site& site, const Registers& registers, std::uint32_t name,
                   std::uint64_t address) {
    const auto loaded = registers.from_global.find(name);
    if (loaded == registers.from_global.end()) return;  // a vector's tail beyond the matrix
    ++found_.stores;
    note(address == address_of(loaded->second), site);
  }

  void take_from_tile(const trace::Site& site, Registers& registers, std::uint32_t name,
                      std::uint64_t address) {
    const std::uint64_t offset = address - tile_.offset;
    const auto place =
        tile_.layout.place(static_cast<std::uint32_t>(offset / tile_.layout.element_bytes));
    note(place.has_value(), site);  // else it reads padding
    registers.from_tile[name] = place.value_or(kNowhere);
  }

  void check_load(const trace::Site& site, const Registers& registers, std::uint32_t name,
                  std::uint64_t address) {
    const MatrixPlace turned = place_in(out_, address);
    const auto read = registers.from_tile.find(name);
    ++found_.loads;
    note(read != registers.from_tile.end() && read->second == in_tile({turned.column, turned.row}),
         site);
  }

  const trace::Trace& trace_;
  const trace::SharedArray& tile_;
  const trace::Buffer& in_;
  const trace::Buffer& out_;
  std::map<Thread, Registers> threads_;
  Found found_;
};

std::shared_ptr<const trace::Trace> trace_of(const std::string& name, const Parameters& settings) {
  return recorded(name, settings).at(0);
}

void expect_layout_holds(const std::string& name, const Parameters& settings) {
  SCOPED_TRACE(name + " " + text_of(settings));
  const auto trace = trace_of(name, settings);
  ASSERT_EQ(trace->shared_arrays.size(), 1u);
  const trace::SharedArray& array = trace->shared_arrays[0];
  ASSERT_TRUE(array.layout.is_known());
  EXPECT_EQ(array.layout.rows * array.layout.pitch * array.layout.element_bytes, array.bytes);
  const Found found = Follower(*trace).follow();
  EXPECT_EQ(found.wrong, std::set<std::string>{});
  // Every element of the matrix went into a tile and came out of one.
  const auto elements = static_cast<std::uint64_t>(settings.at("rows") * settings.at("cols"));
  EXPECT_EQ(found.stores, elements);
  EXPECT_EQ(found.loads, elements);
}

const catalog::Family& transposes() { return family("transpose"); }

// Whose tiles no lane stores.
bool is_by_tma(const catalog::Variant& variant) { return variant.name == "tma"; }

// Boxes stand one below the other in the layout.
void expect_boxes_hold(const Parameters& settings) {
  SCOPED_TRACE(text_of(settings));
  const auto trace = trace_of("transpose/tma", settings);
  const trace::SharedArray& tile = trace->shared_arrays.at(0);
  ASSERT_EQ(tile.name, "tile");
  std::size_t units = 0;
  for (std::size_t row = 0; row < trace->events.size(); ++row) {
    for (const trace::BulkCopy& copy : trace->events.copies(row)) {
      const std::uint32_t first_row = (copy.shared - tile.offset) / tile.layout.columns / 4;
      for (const trace::CopyUnit& unit : trace::units_of(copy)) {
        const auto at = static_cast<std::uint32_t>(unit.at / 4);
        const MatrixPlace place{first_row + at / tile.layout.columns, at % tile.layout.columns};
        ASSERT_EQ(tile.offset + tile.layout.element(place) * 4, unit.shared) << unit.at;
        ++units;
      }
    }
  }
  EXPECT_EQ(units, 64u * 96 / 4);
}

TEST(Layouts, ATileThatTmaBringsIsArrangedAsItsDescriptorSays) {
  for (const std::int64_t swizzle : {0, 32, 64, 128})
    expect_boxes_hold({{"rows", 64}, {"cols", 96}, {"swizzle", swizzle}});
}

TEST(Layouts, EveryTileIsArrangedAsItsDescriptorSays) {
  for (const catalog::Variant& variant : transposes().variants) {
    const auto defaults = complete(transposes(), variant, {});
    const catalog::Plan plan = *variant.plan(*defaults);
    if (std::get<catalog::LaunchStep>(plan.steps.at(0)).shared_layouts.empty()) continue;
    if (is_by_tma(variant)) continue;
    for (const auto& [rows, cols] : {std::pair{64, 96}, {53, 97}, {36, 44}, {41, 1}, {1, 1}}) {
      const Parameters size = {{"rows", rows}, {"cols", cols}};
      for_each_setting(transposes(), variant, size, {"tile", "pitch"}, [&](const Parameters& p) {
        if (!variant.plan(*complete(transposes(), variant, p)).has_value()) return;
        expect_layout_holds("transpose/" + variant.name, p);
      });
    }
  }
}

TEST(Layouts, EverySharedArrayOfATransposeHasOneButWhereAPersonWritesTheIndex) {
  for (const catalog::Variant& variant : transposes().variants) {
    if (variant.index) continue;
    const auto trace = trace_of("transpose/" + variant.name, {});
    for (const trace::SharedArray& array : trace->shared_arrays) {
      if (array.name == "arrived") continue;  // an mbarrier
      EXPECT_TRUE(array.layout.is_known()) << variant.name << ": " << array.name;
    }
  }
}

TEST(Layouts, AWrongOneIsNoticed) {
  for (const char* name : {"transpose/packed_xor", "transpose/packed_shift", "transpose/tile_xor",
                           "transpose/tile_shift"}) {
    trace::Trace wrong = *trace_of(name, {});
    wrong.shared_arrays.at(0).layout.swizzle = Swizzle::none;
    EXPECT_FALSE(Follower(wrong).follow().wrong.empty()) << name;
  }
}

}  // namespace
}  // namespace warplens
