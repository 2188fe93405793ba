// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/record_table_model.h"
#include "ui/views/record/preview_key.h"
#include "ui/views/record/record_table_view.h"
#include "ui/work/qt_text.h"

#include <QHeaderView>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace duologue::ui {

namespace {

constexpr int kLeastWidth = 16;
constexpr int kMostWidth = 4000;

/// A key and a width; 0 if none is given or it is not one.
std::pair<std::string, int> columnOf(const QString& text)
{
    const qsizetype equals = text.lastIndexOf(QLatin1Char('='));
    const int width = equals < 0 ? 0 : text.mid(equals + 1).toInt();
    return {fromQt(equals < 0 ? text : text.left(equals)),
            width < kLeastWidth || width > kMostWidth ? 0 : width};
}

} // namespace

void RecordTableView::noteArrangement()
{
    m_isArranged = true;
    Q_EMIT arrangementChanged();
}

QStringList RecordTableView::arrangement() const
{
    QStringList columns;
    if (!m_isArranged)
        return columns;
    for (int place = 0; place < m_model->columnCount(); ++place) {
        const int column = horizontalHeader()->logicalIndex(place);
        const QString key = m_model->isPreview(column) ? QString::fromLatin1(kPreviewKey)
                                                       : toQt(m_model->field(column).info().key);
        // Next to a text, the first one is hidden.
        const int width = isColumnHidden(column) ? m_firstWidth : columnWidth(column);
        columns << QStringLiteral("%1=%2").arg(key).arg(width);
    }
    return columns;
}

void RecordTableView::arrange(const QStringList& columns)
{
    std::vector<std::pair<std::string, int>> wanted;
    wanted.reserve(static_cast<std::size_t>(columns.size()));
    for (const QString& text : columns)
        wanted.push_back(columnOf(text));
    std::vector<std::string> keys;
    keys.reserve(wanted.size());
    for (const auto& [key, width] : wanted)
        keys.push_back(key);
    const bool hasPreview = std::erase(keys, kPreviewKey) > 0;
    if (keys.empty())
        return;
    setColumns(std::move(keys), hasPreview);
    m_isFitting = true;
    int place = 0;
    for (const auto& [key, width] : wanted) {
        int column = 0;
        while (column < m_model->columnCount() &&
               (m_model->isPreview(column) ? kPreviewKey : m_model->field(column).info().key) != key)
            ++column;
        if (column == m_model->columnCount())
            continue;
        horizontalHeader()->moveSection(horizontalHeader()->visualIndex(column), place++);
        if (width > 0)
            setColumnWidth(column, width);
    }
    m_isFitting = false;
    m_firstWidth = columnWidth(horizontalHeader()->logicalIndex(0));
    // The preview takes what is left, in a window of another size too.
    fillWidth();
    noteArrangement();
}

} // namespace duologue::ui
