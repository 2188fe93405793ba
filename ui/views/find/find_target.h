// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/pattern/text_pattern.h"

#include <QObject>
#include <QString>
#include <optional>

namespace duologue::ui {

/// Something that a find bar searches. GUI thread.
class FindTarget : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Searches for a pattern and goes to the first hit at or after the current position; nullopt ends the
    /// search.
    virtual void setPattern(std::optional<TextPattern> pattern) = 0;
    /// Goes to the next hit (1) or the previous one (-1), wrapping around at the ends.
    virtual void step(int by) = 0;
    /// Such as "3 of 12"; empty while unknown.
    virtual QString status() const = 0;

Q_SIGNALS:
    /// The hits or the current hit have changed.
    void changed();
};

} // namespace duologue::ui
