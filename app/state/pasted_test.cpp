#include "app/state/pasted.h"

#include <gtest/gtest.h>

namespace warplens::ui {
namespace {

TEST(WhatIsPasted, IsPtxWhenItHasAVersionAndAnEntry) {
  EXPECT_TRUE(is_ptx("//\n.version 8.4\n.target sm_90\n.visible .entry k() { ret; }"));
  EXPECT_FALSE(is_ptx("__global__ void k() {}"));
  EXPECT_FALSE(is_ptx(".version 8.4"));
}

}  // namespace
}  // namespace warplens::ui
