// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace duologue {

/// The names of the phrases in phrases.inc. Only files that make phrases need to include this header.
enum class PhraseId : std::uint16_t {
    /// Text that is in no catalogue: a name, a number, what the operating system says of an error.
    Verbatim,
#define PHRASE(name, text) name,
#include "core/util/phrases.inc"
#undef PHRASE
    Count
};

} // namespace duologue
