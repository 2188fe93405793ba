// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/shape_model.h"

#include "core/load/record_shapes.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"

namespace duologue::ui {

namespace {

/// "id: number" and "tags: [text]" in the language of the window.
QString inWords(QString key)
{
    struct KindWord {
        JsonKind kind;
        const char* text;
    };
    static constexpr KindWord kKinds[] = {
        {JsonKind::Null, QT_TRANSLATE_NOOP("duologue::ui::ShapeModel", "null")},
        {JsonKind::Bool, QT_TRANSLATE_NOOP("duologue::ui::ShapeModel", "true/false")},
        {JsonKind::Integer, QT_TRANSLATE_NOOP("duologue::ui::ShapeModel", "number")},
        {JsonKind::String, QT_TRANSLATE_NOOP("duologue::ui::ShapeModel", "text")},
        {JsonKind::Array, QT_TRANSLATE_NOOP("duologue::ui::ShapeModel", "list")},
        {JsonKind::Object, QT_TRANSLATE_NOOP("duologue::ui::ShapeModel", "object")},
    };
    for (const auto& [kind, text] : kKinds) {
        const QString word = toQt(kindWord(kind));
        const QString shown = ShapeModel::tr(text);
        if (const QString ending = QStringLiteral(": ") + word; key.endsWith(ending))
            return key.chopped(word.size()) + shown;
        key.replace(QLatin1Char('[') + word + QLatin1Char(']'), QLatin1Char('[') + shown + QLatin1Char(']'));
    }
    return key;
}

QString keysText(const RecordShape& shape, const QString& separator)
{
    QStringList keys;
    for (const std::string& key : shape.keys)
        keys << inWords(asLabel(key));
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
        return tr("Format");
    case CertaintyColumn:
        return tr("Confidence");
    default:
        return tr("Keys");
    }
}

} // namespace duologue::ui
