// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/text_pattern.h"

#include <QObject>
#include <QString>
#include <optional>

namespace duologue::ui {

/// Something that a find bar searches. GUI thread.
class FindTarget : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// An empty pattern ends the search. Goes to the first match in or after the visible part.
    virtual void setPattern(std::optional<TextPattern> pattern) = 0;
    /// To the next match (1) or the previous one (-1); wraps around.
    virtual void step(int by) = 0;
    /// The current match and the number of matches; empty while they are unknown.
    virtual QString status() const = 0;

Q_SIGNALS:
    /// The matches or the current match changed.
    void changed();
};

} // namespace duologue::ui
