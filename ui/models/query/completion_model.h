// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/query/query_completion.h"

#include <QAbstractListModel>

namespace duologue::ui {

/// Suggestions for the next input, one per row. GUI thread.
class CompletionModel : public QAbstractListModel {
    Q_OBJECT

public:
    /// QString: the note and the count, for delegates that draw them apart from the label.
    enum Role { NoteRole = Qt::UserRole, CountRole };

    explicit CompletionModel(QObject* parent = nullptr);

    void setCompletions(std::vector<Completion> completions);
    const std::vector<Completion>& completions() const { return m_completions; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    std::vector<Completion> m_completions;
};

} // namespace duologue::ui
