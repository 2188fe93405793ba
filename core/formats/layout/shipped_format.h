// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format.h"

#include <span>
#include <string_view>

namespace duologue {

/// A file of resources/formats, which is part of the program.
struct ShippedFile {
    std::string_view name;
    std::string_view json;
};
std::span<const ShippedFile> shippedFiles();

/// The formats that they describe, in the order of the files.
std::span<const Format* const> shippedFormats();

} // namespace duologue
