// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/formats/layout/layout_parts.h"

namespace duologue {

/// The layout in words: "the messages are the list /dialogue; who speaks: /speaker; what is said: /text".
Phrase reasonOf(const Layout& layout);

} // namespace duologue
