// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"

#include <QString>
#include <QStringList>

namespace duologue::ui {

/// What a call of a tool looks like to a reader.
struct CallText {
    enum class Body {
        /// The head says everything.
        None,
        /// Lines of a program, a command or any other text.
        Text,
        /// Lines that begin with "- ", "+ " or two spaces: what an edit removes, adds and keeps.
        Diff,
        Json,
    };

    /// The argument that says most, in one line: a command, a path, a query.
    QString first;
    /// Other short arguments: "timeout 60".
    QStringList others;
    Body kind = Body::None;
    QString body;
};

/// By the types and names of the arguments, whatever the tool. Arguments that are no object, or are too long
/// to be parsed here, are the body as they are. GUI thread or any other.
CallText callTextOf(const Part& call);

/// The number of lines of a text; a line break at its end begins none.
qsizetype lineCount(QStringView text);

} // namespace duologue::ui
