// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file/byte_sink.h"

#include <memory>
#include <string_view>

namespace duologue {

/// A sink that compresses what is written and passes it on to `target`, if the name of the file ends in ".gz"
/// or
/// ".zst"; null for any other name. The same bytes always give the same file. `target` must outlive it.
std::unique_ptr<ByteSink> packingSink(std::string_view fileName, ByteSink& target);

/// The ending of a name for which there is a packingSink(), with its dot; empty for any other name.
std::string_view packedEnding(std::string_view fileName);

} // namespace duologue
