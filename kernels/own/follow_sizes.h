// Integers inside structures that a file keeps as bytes: those that hold a size's value follow it.
#pragma once

#include "kernels/own/launch_form.h"
#include "kernels/ptx/module.h"

namespace warplens::own {

// Makes members of what the launch's kernel reads as an integer of one of its structures, and what
// has the value of exactly one size, more than 1. Said in the form's assumptions.
void follow_sizes(LaunchForm& form, const ptx::Module& module);

}  // namespace warplens::own
