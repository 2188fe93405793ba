// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query_parser.h"

#include <QTimer>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QLineEdit;

namespace duologue::ui {

class Workspace;

/// The one place where the query is seen and typed: a line for its text, and a chip for each of its terms
/// that takes the term away. A mistake is underlined and explained while the last good query stays in force.
class QueryBar : public QWidget {
    Q_OBJECT

public:
    QueryBar(Workspace& workspace, QWidget* parent);

    QLineEdit* edit() const { return m_edit; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showQuery();
    void applyText();
    void showMistake(const std::optional<QueryMistake>& mistake);
    void rebuildChips();
    void addChip(std::size_t index, const Query& part);

    Workspace& m_workspace;
    QLineEdit* m_edit;
    QLabel* m_mistake;
    QWidget* m_chips;
    QHBoxLayout* m_chipLayout;
    QTimer m_typing;
    /// Our own text came back as a query: what the user typed stays as typed.
    bool m_applying = false;
};

} // namespace duologue::ui
