// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query_mistake.h"
#include "ui/views/query/query_colors.h"

#include <QLineEdit>
#include <optional>

namespace duologue::ui {

/// A line edit that draws the text of a query in colours, and a wave below what is wrong with it. GUI thread.
class QueryLine : public QLineEdit {
    Q_OBJECT

public:
    explicit QueryLine(QWidget* parent);

    /// Marks its place; none takes the mark away.
    void markMistake(const std::optional<QueryMistake>& mistake);

protected:
    void inputMethodEvent(QInputMethodEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void paintPieces();

    WrongPart m_wrong;
    /// An input method is composing: the line must be left alone.
    bool m_composing = false;
    bool m_painting = false;
};

} // namespace duologue::ui
