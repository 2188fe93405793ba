// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/language/query.h"
#include "ui/views/query/query_line.h"

#include <functional>

namespace duologue::ui {

/// A line for the query of one cohort: what is wrong is marked on it, and saved queries are offered, at the
/// Down key too. GUI thread.
class CohortQueryEdit : public QueryLine {
    Q_OBJECT

public:
    /// Whether a dataset can answer a query; nothing where it can.
    using Check = std::function<std::optional<QueryMistake>(const Query& query)>;

    explicit CohortQueryEdit(QWidget* parent);

    /// Nothing where the line is empty, or wrong, which the line then shows.
    std::optional<Query> read(const Check& check);
    /// What read() found to be wrong, in the user's words; empty for nothing.
    const QString& mistake() const { return m_mistake; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void offerSaved();
    void showMistake(const std::optional<QueryMistake>& mistake);

    QAction* m_chooseSaved;
    QString m_mistake;
};

} // namespace duologue::ui
