// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/query/completion_model.h"

#include "ui/work/qt_text.h"

namespace duologue::ui {

CompletionModel::CompletionModel(QObject* parent) : QAbstractListModel(parent) {}

void CompletionModel::setCompletions(std::vector<Completion> completions)
{
    if (completions == m_completions)
        return;
    beginResetModel();
    m_completions = std::move(completions);
    endResetModel();
}

int CompletionModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_completions.size());
}

QVariant CompletionModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Completion& completion = m_completions.at(static_cast<std::size_t>(index.row()));
    const QString count = completion.count ? countText(*completion.count) : QString();
    switch (role) {
    case Qt::DisplayRole:
        return completion.label.simplified();
    case NoteRole:
        return completion.note.simplified();
    case CountRole:
        return count;
    case Qt::AccessibleTextRole: {
        QStringList parts{completion.label};
        for (const QString& part : {completion.note, count}) {
            if (!part.isEmpty())
                parts << part;
        }
        return parts.join(QStringLiteral(", "));
    }
    default:
        return {};
    }
}

} // namespace duologue::ui
