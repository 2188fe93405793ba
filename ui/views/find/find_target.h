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

    /// Nothing: looks for nothing. Goes to the first hit at or behind what is in sight.
    virtual void setPattern(std::optional<TextPattern> pattern) = 0;
    /// To the next hit (1) or the one before (-1), round the end.
    virtual void step(int by) = 0;
    /// Which hit of how many; empty while nobody knows.
    virtual QString status() const = 0;

Q_SIGNALS:
    /// Hits or the current one are others.
    void changed();
};

} // namespace duologue::ui
