// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/facet/value_count_model.h"

#include "ui/work/qt_text.h"

#include <algorithm>

namespace duologue::ui {

ValueCountModel::ValueCountModel(QObject* parent) : QAbstractTableModel(parent) {}

void ValueCountModel::setEntries(std::vector<Entry> entries)
{
    if (entries == m_entries)
        return;
    const bool sameValues =
        std::equal(entries.begin(), entries.end(), m_entries.begin(), m_entries.end(),
                   [](const Entry& left, const Entry& right) { return left.value == right.value; });
    if (sameValues && !entries.empty()) {
        m_entries = std::move(entries);
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_entries = std::move(entries);
    endResetModel();
}

int ValueCountModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int ValueCountModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

quint64 ValueCountModel::count(const Entry& entry, int column)
{
    return column == HereColumn       ? entry.here
           : column == MessagesColumn ? entry.messages
                                      : entry.conversations;
}

double ValueCountModel::share(const Entry& entry, int column) const
{
    quint64 largest = 0;
    for (const Entry& each : m_entries)
        largest = std::max(largest, count(each, column));
    return largest == 0 ? 0 : static_cast<double>(count(entry, column)) / static_cast<double>(largest);
}

QVariant ValueCountModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Entry& entry = m_entries.at(static_cast<std::size_t>(index.row()));
    const bool isValue = index.column() == ValueColumn;
    switch (role) {
    case Qt::DisplayRole:
        return isValue ? entry.label : countText(count(entry, index.column()));
    case Qt::TextAlignmentRole:
        return QVariant((isValue ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::AccessibleTextRole:
        return isValue ? entry.label
                       : tr("%1: %2, %3")
                             .arg(entry.label,
                                  headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
                                  countText(count(entry, index.column())));
    case ShareRole:
        return isValue ? QVariant() : QVariant(share(entry, index.column()));
    case ValueRole:
        return toQt(entry.value);
    default:
        return {};
    }
}

QVariant ValueCountModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == ValueColumn ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == HereColumn)
        return tr("Messages of this conversation");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case ValueColumn:
        return tr("Value");
    case HereColumn:
        return tr("This conv.");
    case MessagesColumn:
        return tr("Messages");
    default:
        return tr("Conversations");
    }
}

} // namespace duologue::ui
