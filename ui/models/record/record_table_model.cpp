// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/record_table_model.h"

#include "ui/models/words/field_words.h"
#include "ui/work/qt_text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace duologue::ui {

RecordTableModel::RecordTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void RecordTableModel::setView(ViewPtr view)
{
    // While a dataset loads, rows are only added: views and selection stay valid.
    const bool grows = view->query == m_view->query && view->sort == m_view->sort &&
                       view->sort.field.empty() && view->order.size() >= m_view->order.size() &&
                       !m_view->order.empty() &&
                       std::equal(m_view->order.begin(), m_view->order.end(), view->order.begin());
    std::vector<FieldReader> columns = columnsOf(*view->snapshot);
    const bool sameColumns =
        std::equal(columns.begin(), columns.end(), m_columns.begin(), m_columns.end(),
                   [](const FieldReader& a, const FieldReader& b) { return a.info().key == b.info().key; });
    if (!grows || !sameColumns) {
        beginResetModel();
        m_view = std::move(view);
        m_columns = std::move(columns);
        endResetModel();
        return;
    }
    const auto first = static_cast<int>(m_view->order.size());
    const auto last = static_cast<int>(view->order.size()) - 1;
    if (last >= first)
        beginInsertRows({}, first, last);
    m_view = std::move(view);
    m_columns = std::move(columns);
    if (last >= first)
        endInsertRows();
}

void RecordTableModel::setFields(std::vector<std::string> keys)
{
    beginResetModel();
    m_keys = std::move(keys);
    m_columns = columnsOf(*m_view->snapshot);
    endResetModel();
}

std::vector<FieldReader> RecordTableModel::columnsOf(const Snapshot& snapshot) const
{
    std::vector<FieldReader> columns;
    for (const std::string& key : m_keys) {
        if (auto field = findField(snapshot, key))
            columns.push_back(std::move(*field));
    }
    return columns;
}

int RecordTableModel::positionOf(Row record) const
{
    const auto& order = m_view->order;
    const auto found = std::find(order.begin(), order.end(), record);
    return found == order.end() ? -1 : static_cast<int>(found - order.begin());
}

int RecordTableModel::rowCount(const QModelIndex& parent) const
{
    constexpr std::size_t kMost = std::numeric_limits<int>::max();
    return parent.isValid() ? 0 : static_cast<int>(std::min(m_view->order.size(), kMost));
}

int RecordTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant RecordTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row record = recordAt(index.row());
    const FieldReader& column = field(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return asLabel(column.text(record));
    case Qt::ToolTipRole: {
        const std::string text = column.text(record);
        return text.empty() ? QVariant() : QVariant(asToolTip(toQt(text)));
    }
    case Qt::TextAlignmentRole:
        return QVariant(column.isNumber() ? Qt::AlignRight | Qt::AlignVCenter
                                          : Qt::AlignLeft | Qt::AlignVCenter);
    case RowRole:
        return QVariant::fromValue(record);
    case SeverityRole: {
        const RecordEntry& entry = m_view->snapshot->record(record);
        return entry.state == RecordState::Broken ? 2 : entry.problems > 0 ? 1 : 0;
    }
    default:
        return {};
    }
}

QVariant RecordTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    const FieldReader& column = field(section);
    if (role == Qt::DisplayRole)
        return fieldTitle(column.info());
    if (role == Qt::ToolTipRole)
        return asToolTip(toQt(column.info().key));
    if (role == Qt::TextAlignmentRole)
        return QVariant(column.isNumber() ? Qt::AlignRight | Qt::AlignVCenter
                                          : Qt::AlignLeft | Qt::AlignVCenter);
    return {};
}

} // namespace duologue::ui
