// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/statistics.h"

#include "core/data/snapshot.h"

#include <QString>

namespace duologue::ui {

/// "42 of 3,980", "42 of 3,980 read" while there may be more of them.
QString shownOfText(std::uint64_t shown, const Snapshot& snapshot);
/// "42 of 3,980 conversations", "42 of 3,980 conversations read".
QString conversationsOfText(std::uint64_t shown, const Snapshot& snapshot);
/// "All (3,980)", "All that was read (24,634)" while there may be more of them.
QString allText(const Snapshot& snapshot);
/// How much of the dataset was read, as a sentence; empty if it was all.
QString readingText(const Coverage& coverage);

/// "452 conversations", "1 conversation"; of messages likewise.
QString conversationsText(std::uint64_t count);
QString messagesText(std::uint64_t count);
QString countedText(std::uint64_t count, bool ofMessages);

/// A mean with as many decimals as mean something: "1.60", "1,392", or "0.88%" for a share; "–" for none.
QString meanText(double value, const Measure& measure);
/// A difference or a standard deviation with the decimals of meanText(); of shares it stays a number.
QString decimalText(double value, const Measure& measure);
/// "1.16 to 1.26 (95% interval, Student t)"; empty where it is not known.
QString intervalText(const Interval& interval, const Measure& measure);
/// The name of the method of an interval: "Student t".
QString methodText(MeasureKind kind);

} // namespace duologue::ui
