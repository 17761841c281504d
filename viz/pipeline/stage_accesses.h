// Who fills a stage and who reads it: copies and tensor cores by the block's records, loads and
// stores by its events.
#pragma once

#include "viz/pipeline/stages.h"

namespace warplens::pipeline {

void add_accesses(const BarrierRun& run, const Order& order, Stages& stages);

}  // namespace warplens::pipeline
