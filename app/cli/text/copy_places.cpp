#include "app/cli/text/copy_places.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>

#include "app/cli/text/event_lanes.h"
#include "kernels/base/json.h"
#include "kernels/cost/bulk_copy_cost.h"
#include "kernels/own/tensor_map_text.h"

namespace warplens::cli {
namespace {

using trace::BulkCopy;
using trace::Trace;

template <class Array>
auto first_of(const Array& values, std::uint32_t count) {
  return std::span(values).first(count);
}

std::string place_name(const Trace& trace, std::uint64_t offset) {
  const SharedLocation place = shared_place(trace, offset);
  return fmt::format("{}+{}", place.array == nullptr ? "shared" : place.array->name, place.offset);
}

std::string buffer_name(const Trace& trace, std::uint64_t address) {
  const trace::Buffer* buffer = trace::find_buffer(trace.buffers, address);
  return buffer == nullptr ? fmt::format("{:#x}", address) : buffer->name;
}

std::string global_text(const Trace& trace, const BulkCopy& copy) {
  if (copy.way == BulkCopy::Way::to_block) return place_name(trace, copy.source);
  if (copy.map == nullptr) {
    const GlobalLocation place = global_place(trace, copy.global);
    return fmt::format("{}+{}", buffer_name(trace, copy.global), place.offset);
  }
  const TensorMap& map = *copy.map;
  std::string text = fmt::format("{}@[{}]", buffer_name(trace, map.address),
                                 fmt::join(first_of(copy.place.first, map.dimensions), ","));
  text += map.im2col ? fmt::format(" pixels{} channels{}", map.im2col->pixels, map.im2col->channels)
                     : fmt::format(" box[{}]", fmt::join(first_of(map.box, map.dimensions), ","));
  text += fmt::format(" {}", own::name_of(map.type));
  if (map.swizzle != TensorMap::Swizzle::none)
    text += fmt::format(" swizzle{}", map.swizzle_bytes());
  return text;
}

Json map_json(const Trace& trace, const BulkCopy& copy) {
  const TensorMap& map = *copy.map;
  const auto list = [&](const auto& values, std::uint32_t count) {
    Json json = Json::array();
    for (const auto value : first_of(values, count)) json.push_back(value);
    return json;
  };
  Json json = {{"buffer", buffer_name(trace, map.address)},
               {"type", own::name_of(map.type)},
               {"sizes", list(map.sizes, map.dimensions)},
               {"strides", list(map.strides, map.dimensions - 1)},
               {"element_strides", list(map.element_strides, map.dimensions)},
               {"swizzle", map.swizzle == TensorMap::Swizzle::none ? 0 : map.swizzle_bytes()},
               {"at", list(copy.place.first, map.dimensions)}};
  if (!map.im2col) {
    json["box"] = list(map.box, map.dimensions);
    return json;
  }
  json["channels"] = map.im2col->channels;
  json["pixels"] = map.im2col->pixels;
  json["offsets"] = list(copy.place.offsets, map.dimensions - 2);
  return json;
}

Json units_json(const Trace& trace, const BulkCopy& copy) {
  Json units = Json::array();
  for (const trace::CopyUnit& unit : trace::units_of(copy)) {
    const std::uint64_t other =
        copy.way == BulkCopy::Way::to_block ? unit.other : global_place(trace, unit.other).offset;
    units.push_back({unit.at, unit.shared, other, unit.bytes});
  }
  return units;
}

}  // namespace

std::string copy_text(const Trace& trace, const BulkCopy& copy) {
  const std::string global = global_text(trace, copy), shared = place_name(trace, copy.shared);
  const bool to_shared = copy.way != BulkCopy::Way::to_global;
  std::string text = fmt::format("{}:{} -> {} {} bytes", copy.lane, to_shared ? global : shared,
                                 to_shared ? shared : global, copy.bytes);
  if (copy.blocks != 0) text += fmt::format(" blocks {:#x}", copy.blocks);
  return text;
}

Json copy_json(const Trace& trace, const BulkCopy& copy) {
  constexpr std::array kWays{"to_shared", "to_global", "to_block"};
  Json json = {{"lane", copy.lane},
               {"way", kWays[static_cast<std::size_t>(copy.way)]},
               {"reduces", copy.is_reduction},
               {"bytes", copy.bytes},
               {"shared", copy.shared}};
  if (copy.blocks != 0) json["blocks"] = copy.blocks;
  if (copy.way == BulkCopy::Way::to_block) {
    json["source"] = copy.source;
  } else {
    json["sectors"] = analysis::bulk_copy_cost(copy).sectors;
    if (copy.map != nullptr) json["tensor"] = map_json(trace, copy);
  }
  json["units"] = units_json(trace, copy);
  return json;
}

}  // namespace warplens::cli
