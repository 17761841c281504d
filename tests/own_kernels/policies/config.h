#pragma once

#include "tiles.h"

#define LINE_THREADS 384
