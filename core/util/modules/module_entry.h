// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/modules/module.h"

#include <string_view>

/// Defines what a module exports. `interface` is an object that lives as long as the module.
#define DUOLOGUE_MODULE(interface)                                                                           \
    extern "C" [[gnu::visibility("default")]] const void* duologueModule(const char* version)                \
    {                                                                                                        \
        return std::string_view(version) == DUOLOGUE_VERSION ? &(interface) : nullptr;                       \
    }
