// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/views/find/find_target.h"

#include <QTextCursor>
#include <vector>

namespace duologue::ui {

class RawView;

/// The search in the shown part of the raw record. GUI thread.
class RawFind : public FindTarget {
    Q_OBJECT

public:
    explicit RawFind(RawView& view);

    void setPattern(std::optional<TextPattern> pattern) override;
    void step(int by) override;
    QString status() const override;

private:
    void search();
    void goTo(int hit);
    void mark();

    RawView& m_view;
    std::optional<TextPattern> m_pattern;
    std::vector<QTextCursor> m_hits;
    int m_current = -1;
};

} // namespace duologue::ui
