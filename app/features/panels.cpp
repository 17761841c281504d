#include "app/features/panels.h"

#include "app/features/accuracy/accuracy.h"
#include "app/features/banks/banks.h"
#include "app/features/cache/cache.h"
#include "app/features/explain/explain.h"
#include "app/features/fragments/fragments.h"
#include "app/features/gemm/gemm.h"
#include "app/features/hardware_tile/hardware_tile.h"
#include "app/features/host_timeline/host_timeline.h"
#include "app/features/latency/latency.h"
#include "app/features/limits/limits.h"
#include "app/features/machine_code/machine_code.h"
#include "app/features/matrix/matrix.h"
#include "app/features/occupancy/occupancy.h"
#include "app/features/own_kernel/own_kernel.h"
#include "app/features/picture/picture.h"
#include "app/features/pipeline/pipeline.h"
#include "app/features/plane/plane.h"
#include "app/features/reduction/reduction.h"
#include "app/features/roofline/roofline.h"
#include "app/features/sectors/sectors.h"
#include "app/features/timing_chart/timing_chart.h"
#include "app/features/workshop/workshop.h"

namespace warplens::features {

const std::vector<ui::FeaturePanels>& panels() {
  static const std::vector<ui::FeaturePanels> kAll{
      matrix::panels(),        sectors::panels(),   banks::panels(),    cache::panels(),
      picture::panels(),       reduction::panels(), gemm::panels(),     fragments::panels(),
      hardware_tile::panels(), pipeline::panels(),  code::panels(),     occupancy::panels(),
      limits::panels(),        estimates::panels(), roofline::panels(), timing_chart::panels(),
      host_timeline::panels(), accuracy::panels(),  workshop::panels(), plane::panels(),
      own_kernel::panels(),    explain::panels()};
  return kAll;
}

}  // namespace warplens::features
