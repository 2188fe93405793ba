// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace duologue::ui {

/// What a start of the program asks for.
struct StartRequest {
    /// Files and folders, or one saved view; absolute. Empty to leave open what is open.
    QStringList paths;
    /// A query; empty for none.
    QString where;
    /// The record to begin with, "FILE:N"; empty for the first.
    QString record;

    bool operator==(const StartRequest&) const = default;
};

} // namespace duologue::ui
