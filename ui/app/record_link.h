// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/snapshot.h"

#include <QString>
#include <optional>

namespace duologue::ui {

/// A conversation, or a message of it, that a link names.
struct RecordPlace {
    Row row{};
    /// -1 for none.
    int message = -1;

    bool operator==(const RecordPlace&) const = default;
};

/// "duologue:RecLLMSim/a/5.json:1#2": the file as it is shown, the number of the record in it, and of the
/// message; both from 1 on. The same wherever the dataset is.
QString recordLink(const Snapshot& snapshot, const RecordPlace& place);

/// Whether a text is such a link.
bool isRecordLink(const QString& text);

/// Empty if it names nothing in the dataset. A message that is not there is none.
std::optional<RecordPlace> placeOfLink(const Snapshot& snapshot, const QString& link);

} // namespace duologue::ui
