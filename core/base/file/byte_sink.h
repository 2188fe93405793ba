// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"

#include <string_view>

namespace duologue {

/// Where bytes are written, one piece after another. One thread.
class ByteSink {
public:
    virtual ~ByteSink() = default;
    ByteSink(const ByteSink&) = delete;
    ByteSink& operator=(const ByteSink&) = delete;

    /// False if they could not be written; error() then says why, and nothing more can be written.
    virtual bool write(std::string_view bytes) = 0;
    /// Writes what is left in buffers. It is the last call.
    virtual bool finish() = 0;
    /// Empty while all is well.
    virtual Phrase error() const = 0;

protected:
    ByteSink() = default;
};

} // namespace duologue
