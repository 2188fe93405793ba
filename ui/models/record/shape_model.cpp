// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/shape_model.h"

#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"

namespace duologue::ui {

namespace {

QString keysText(const RecordShape& shape, const QString& separator)
{
    QStringList keys;
    for (const std::string& key : shape.keys)
        keys << asLabel(key);
    return keys.join(separator);
}

} // namespace

ShapeModel::ShapeModel(QObject* parent) : QAbstractTableModel(parent) {}

void ShapeModel::setTally(ShapeTally tally)
{
    beginResetModel();
    m_tally = std::move(tally);
    endResetModel();
}

const RecordShape* ShapeModel::shapeAt(const QModelIndex& index) const
{
    return index.isValid() ? &m_tally.shapes[static_cast<std::size_t>(index.row())] : nullptr;
}

int ShapeModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_tally.shapes.size());
}

int ShapeModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant ShapeModel::data(const QModelIndex& index, int role) const
{
    const RecordShape* shape = shapeAt(index);
    if (shape == nullptr)
        return {};
    if (role == Qt::TextAlignmentRole && index.column() == RecordsColumn)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return asToolTip(keysText(*shape, QStringLiteral("\n")));
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case RecordsColumn:
        return countText(shape->records);
    case FormatColumn:
        return asLabel(shape->formatId);
    case CertaintyColumn:
        return translated(wordOf(shape->certainty));
    default:
        return keysText(*shape, QStringLiteral(", "));
    }
}

QVariant ShapeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == RecordsColumn ? Qt::AlignRight : Qt::AlignLeft) |
                                Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case RecordsColumn:
        return tr("Records");
    case FormatColumn:
        return tr("Read as");
    case CertaintyColumn:
        return tr("How sure");
    default:
        return tr("Keys");
    }
}

} // namespace duologue::ui
