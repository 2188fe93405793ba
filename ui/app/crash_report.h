// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

namespace duologue::ui {

/// A file beside the settings that exists while the program runs. If a fault ends the program, the calls that
/// led to it are written there; if the program was killed, or the power went, the file is simply left. So the
/// next start knows what happened. A process that runs holds a lock on its file, so several programs do not
/// mistake each other for crashed ones. GUI thread.
class CrashReport {
public:
    /// How a program before this one ended.
    struct Last {
        /// The report; empty if nothing could be written.
        QString path;
    };

    /// Looks for what programs before this one have left in the folder, and keeps the newest reports. Empty
    /// if all ended well.
    static std::optional<Last> takeLast(const QString& folder);
    /// The newest report that is kept in the folder; empty if there is none.
    static QString newestReport(const QString& folder);

    /// From now on, the file is in the folder, which is made if it is missing, and a fault of the program is
    /// written into it. `version` is written first. Without a file nothing is noted. Call it once, after
    /// takeLast().
    static void begin(const QString& folder, const QString& version);
    /// The program ends as it should: deletes the file. Any thread; also from an exit handler.
    static void end();
};

} // namespace duologue::ui
