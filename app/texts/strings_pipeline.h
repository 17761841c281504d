// What the pipeline view says around its picture; its picture's words stand in viz/pipeline.
#pragma once

// clang-format off
#define WARPLENS_PIPELINE_STRINGS(S) \
  S(pipeline_view, "Pipeline") \
  S(pipeline_running, "The kernel runs once more, for what this block's warps do at barriers and with copies.") \
  S(pipeline_none, "This block fills no shared memory and waits at no barrier: there is no pipeline to show.") \
  S(pipeline_order, \
    "Steps in the order in which the machine executes them: no time on a GPU. A copy lands when it is waited for, the latest that it may.") \
  S(pipeline_stored, "Nothing is copied asynchronously: a stage is what is stored between the same two barriers.") \
  S(pipeline_many, "More stages than are shown.") \
  S(pipeline_cut, "More than is kept: the block's later steps are left out.") \
  S(pipeline_block, "block {}") \
  S(pipeline_block_hint, "Another block.") \
  S(pipeline_step, "step {} of {}") \
  S(pipeline_step_hint, "The step before or behind at which a stage, an mbarrier or a waiting warp changes.") \
  S(pipeline_whole, "whole block") \
  S(pipeline_whole_hint, "All steps of the block.") \
  S(pipeline_closer, "closer") \
  S(pipeline_closer_hint, "Fewer steps, those around the cursor.") \
  S(pipeline_faults, "too early: {}") \
  S(pipeline_faults_hint, "To the next place at which a stage is overwritten or read too early.") \
  S(pipeline_hint, "Point at a band to read what it is; a click takes the cursor there and copies the line.") \
  S(keys_pipeline_step, "Pipeline: the step before or behind at which something changes") \
  S(keys_pipeline_zoom, "Pipeline: fewer or more steps around the cursor") \
  S(keys_pipeline_whole, "Pipeline: all steps of the block") \
  S(keys_pipeline_fault, "Pipeline: the next place that is overwritten or read too early")
