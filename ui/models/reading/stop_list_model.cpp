// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/reading/stop_list_model.h"

#include "core/data/field_reader.h"
#include "ui/models/words/message_words.h"
#include "ui/work/qt_text.h"

namespace duologue::ui {

namespace {

QString excerptText(const Excerpt& excerpt)
{
    return toQt(excerpt.before + excerpt.hit + excerpt.after);
}

} // namespace

void StopListModel::begin(SnapshotPtr snapshot)
{
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_stops.clear();
    endResetModel();
}

void StopListModel::add(std::vector<Stop> stops)
{
    if (stops.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(stops.size()) - 1);
    for (Stop& stop : stops)
        m_stops.push_back(std::move(stop));
    endInsertRows();
}

int StopListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_stops.size());
}

int StopListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString StopListModel::text(const Stop& stop, int column) const
{
    switch (column) {
    case Conversation: {
        const auto id = m_snapshot ? findField(*m_snapshot, "id") : std::nullopt;
        return id && stop.row < m_snapshot->endRow() ? asLabel(id->text(stop.row)) : QString();
    }
    case Speaker:
        if (stop.part == TextPart::Context)
            return tr("Context");
        if (stop.part == TextPart::Candidate)
            return tr("Candidate");
        return stop.message == RecordText::kNoMessage
                   ? asLabel(stop.field)
                   : QStringLiteral("#%1 %2").arg(stop.message + 1).arg(roleWord(stop.role));
    case Words:
        return asLabel(stop.excerpt.before + stop.excerpt.hit + stop.excerpt.after);
    default:
        return asLabel(stop.counterpart);
    }
}

QVariant StopListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Stop& shown = stop(index.row());
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return text(shown, index.column());
    if (role == Qt::ToolTipRole) {
        const QString whole =
            index.column() == Words ? excerptText(shown.excerpt) : text(shown, index.column());
        return asToolTip(whole);
    }
    if (role == kExcerptRole && index.column() == Words)
        return QStringList{asLabel(shown.excerpt.before), asLabel(shown.excerpt.hit),
                           asLabel(shown.excerpt.after)};
    return {};
}

QVariant StopListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Conversation:
        return tr("Conversation");
    case Speaker:
        return tr("Message");
    case Words:
        return tr("Context");
    default:
        return tr("Other language");
    }
}

} // namespace duologue::ui
