#include "app/features/features.h"

#include <array>

#include "app/features/accuracy/accuracy.h"
#include "app/features/cache/cache.h"
#include "app/features/explain/explain.h"
#include "app/features/fragments/fragments.h"
#include "app/features/hardware_tile/hardware_tile.h"
#include "app/features/host_timeline/host_timeline.h"
#include "app/features/machine_code/machine_code.h"
#include "app/features/occupancy/occupancy.h"
#include "app/features/pipeline/pipeline.h"
#include "app/features/plane/plane.h"
#include "app/features/roofline/roofline.h"
#include "app/features/timing_chart/timing_chart.h"
#include "app/features/workshop/workshop.h"

namespace warplens::features {

// Fields of links come in this order.
session::Features all() {
  static const std::array kAll{
      cache::feature(),     occupancy::feature(),     plane::feature(),        workshop::feature(),
      accuracy::feature(),  host_timeline::feature(), timing_chart::feature(), roofline::feature(),
      fragments::feature(), hardware_tile::feature(), pipeline::feature(),     explain::feature(),
      code::feature()};
  return kAll;
}

}  // namespace warplens::features
