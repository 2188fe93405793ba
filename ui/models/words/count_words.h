// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/stats/inference/interval.h"

#include <QString>

namespace duologue::ui {

/// "452 conversations", "1 conversation"; of messages likewise.
QString conversationsText(std::uint64_t count);
QString messagesText(std::uint64_t count);
QString countedText(std::uint64_t count, bool ofMessages);

/// A mean as its measure wants it: "1.6018", or "0.88 %" for a share; "–" for none.
QString meanText(double value, MeasureKind kind, int decimals);
/// "1.16 to 1.26 (95 %, Student t)"; empty where it is not known.
QString intervalText(const Interval& interval, MeasureKind kind, int decimals);

} // namespace duologue::ui
