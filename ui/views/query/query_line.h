// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query.h"
#include "ui/views/query/query_colors.h"

#include <QLineEdit>
#include <optional>

namespace duologue::ui {

/// A line edit that colours the text of a query and underlines a mistake. GUI thread.
class QueryLine : public QLineEdit {
    Q_OBJECT

public:
    explicit QueryLine(QWidget* parent);

    /// Underlines a mistake, or removes the underline.
    void markMistake(const std::optional<QueryMistake>& mistake);

protected:
    void inputMethodEvent(QInputMethodEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void paintPieces();

    WrongPart m_wrong;
    /// An input method is composing; the line must not be changed.
    bool m_composing = false;
    bool m_painting = false;
};

} // namespace duologue::ui
