// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/query.h"
#include "ui/views/query/query_line.h"

#include <functional>

namespace duologue::ui {

/// A line for the query of one cohort. It marks mistakes and offers saved queries, also at the Down key. GUI
/// thread.
class CohortQueryEdit : public QueryLine {
    Q_OBJECT

public:
    /// Checks a query against a dataset; empty if it is valid.
    using Check = std::function<std::optional<QueryMistake>(const Query& query)>;

    explicit CohortQueryEdit(QWidget* parent);

    /// Empty if the line is empty or has a mistake, which the line then shows.
    std::optional<Query> read(const Check& check);
    /// The mistake that read() found, translated; empty for none.
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
