// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/diff/diff_model.h"

#include "core/data/field_reader.h"
#include "ui/work/qt_text.h"

#include <QLocale>
#include <utility>

namespace duologue::ui {

namespace {

QString changeTitle(const ComparedRecord& record)
{
    switch (record.change) {
    case RecordChange::Changed:
        return record.isMoved ? DiffModel::tr("changed and moved") : DiffModel::tr("changed");
    case RecordChange::Removed:
        return DiffModel::tr("removed");
    case RecordChange::Added:
        return DiffModel::tr("added");
    case RecordChange::Moved:
        break;
    }
    return DiffModel::tr("moved");
}

QString matchTitle(const ComparedRecord& record)
{
    switch (record.by) {
    case MatchedBy::Id:
        return DiffModel::tr("id");
    case MatchedBy::Content:
        return DiffModel::tr("content");
    case MatchedBy::Text:
        return DiffModel::tr("text, %1 alike")
            .arg(QLocale().toString(static_cast<double>(record.likeness), 'f', 2));
    case MatchedBy::File:
        break;
    }
    return DiffModel::tr("file");
}

QString placeIn(const Snapshot& snapshot, std::optional<Row> row)
{
    if (!row)
        return {};
    const RecordEntry& entry = snapshot.record(*row);
    return asLabel(snapshot.file(entry.file).shownPath) + QLatin1Char(':') + QString::number(entry.ordinal);
}

QString idIn(const Snapshot& snapshot, Row row)
{
    const auto id = findField(snapshot, "id");
    return id ? asLabel(id->text(row)) : QString();
}

} // namespace

void DiffModel::setComparison(DatasetComparisonPtr comparison)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    m_records = m_comparison ? m_comparison->records() : std::vector<ComparedRecord>();
    showRecords();
    endResetModel();
}

void DiffModel::setShownChange(std::optional<RecordChange> change)
{
    beginResetModel();
    m_change = change;
    showRecords();
    endResetModel();
}

void DiffModel::showRecords()
{
    m_shown.clear();
    for (std::size_t i = 0; i < m_records.size(); ++i) {
        const bool isMoved = m_change == RecordChange::Moved && m_records[i].isMoved;
        if (!m_change || m_records[i].change == *m_change || isMoved)
            m_shown.push_back(i);
    }
}

int DiffModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int DiffModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DiffModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const QString text = cell(record(index.row()), index.column());
    return role == Qt::ToolTipRole ? asToolTip(text) : text;
}

QString DiffModel::cell(const ComparedRecord& record, int column) const
{
    switch (column) {
    case Change:
        return changeTitle(record);
    case Id:
        return record.now ? idIn(*m_comparison->now, *record.now) : idIn(*m_comparison->old, *record.old);
    case Old:
        return placeIn(*m_comparison->old, record.old);
    case New:
        return placeIn(*m_comparison->now, record.now);
    default:
        return record.old && record.now ? matchTitle(record) : QString();
    }
}

QVariant DiffModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Change:
        return tr("Change");
    case Id:
        return tr("Id");
    case Old:
        return tr("Old");
    case New:
        return tr("New");
    default:
        return tr("Matched by");
    }
}

} // namespace duologue::ui
