// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"

#include <cstddef>

namespace duologue {

/// A query that cannot be understood or does not fit the dataset: where, in bytes of its text, and why.
/// `begin` equals `end` where no part of the text is to blame.
struct QueryMistake {
    std::size_t begin = 0;
    std::size_t end = 0;
    Phrase what;
};

} // namespace duologue
