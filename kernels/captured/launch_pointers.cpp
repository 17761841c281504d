#include "kernels/captured/launch_pointers.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/captured/memory_layout.h"
#include "kernels/own/infer_form.h"
#include "kernels/own/pointer_use.h"
#include "kernels/own/tensor_map_form.h"
#include "kernels/run/elements.h"

namespace warplens::captured {
namespace {

PointedPlace place_of(const TensorMap& map, const std::string& name) {
  PointedPlace place{map.address, name, own::element_type_of(map.type)};
  const std::uint64_t bytes = map.element_bytes();
  if (map.dimensions > 1 && bytes != 0) place.columns = map.strides[0] / bytes;
  return place;
}

// The parameters as inference reads them off the code: types of what they point to, roles.
class Parameters {
 public:
  Parameters(const ptx::Module& module, const ptx::Function& entry,
             const std::vector<std::string>& sources)
      : form_(own::infer_form(module, entry, sources)),
        uses_(own::pointer_uses(module, own::ValueGraph(entry))) {}

  [[nodiscard]] const std::string& name(std::size_t parameter) const {
    return own::name_of(form_.arguments[parameter]);
  }
  [[nodiscard]] PointedPlace place(std::size_t parameter, const std::string& name,
                                   const PointerWord& word, bool is_alone) const {
    PointedPlace place{word.address, name};
    const auto* buffer = std::get_if<own::FormBuffer>(&form_.arguments[parameter]);
    if (buffer != nullptr) {
      place.type = buffer->type;
      place.role = buffer->role;
    } else {
      place.type = run::element_of(uses_[parameter].type);
    }
    if (!is_alone) place.name += fmt::format("+{}", word.offset);
    return place;
  }

 private:
  own::LaunchForm form_;
  std::vector<own::PointerUse> uses_;
};

}  // namespace

std::optional<TensorMap> tensor_map_in(std::span<const std::byte> bytes) {
  if (bytes.size() < TensorMap::kBytes) return std::nullopt;
  return TensorMap::decode(bytes.first<TensorMap::kBytes>());
}

std::vector<PointedPlace> places_pointed_to(const Launch& launch, const Episode& episode,
                                            const ptx::Module& module, const ptx::Function& entry,
                                            const std::vector<std::string>& sources) {
  const Parameters parameters(module, entry, sources);
  std::vector<PointedPlace> places;
  const std::size_t count = std::min(launch.parameters.size(), entry.parameters.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto bytes = bytes_of(launch, launch.parameters[i]);
    const auto map = tensor_map_in(bytes);
    const std::string& told = launch.parameters[i].name;
    const std::string& name = told.empty() ? parameters.name(i) : told;
    if (map.has_value()) places.push_back(place_of(*map, name));
    const std::size_t behind = map.has_value() ? TensorMap::kBytes : 0;
    for (PointerWord word : pointers_in(bytes.subspan(behind), episode)) {
      word.offset += static_cast<std::uint32_t>(behind);
      places.push_back(parameters.place(i, name, word, bytes.size() == sizeof word.address));
    }
  }
  return places;
}

}  // namespace warplens::captured
