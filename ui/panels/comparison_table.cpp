// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/comparison_table.h"

#include "ui/views/widgets/category_colors.h"
#include "ui/views/widgets/metrics.h"

#include <QHeaderView>
#include <QIcon>
#include <QImage>
#include <QPixmap>

namespace duologue::ui {

ComparisonTable::ComparisonTable(QWidget* parent) : QTableWidget(0, 4, parent)
{
    setObjectName(QStringLiteral("comparisonTable"));
    setAccessibleName(tr("Differences of the two conversations"));
    setHorizontalHeaderLabels({tr("Attribute"), QStringLiteral("A"), QStringLiteral("B"), tr("B − A")});
    setEditTriggers(NoEditTriggers);
    setSelectionBehavior(SelectRows);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setIconSize(chipSize(fontMetrics()));
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kGrid);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    setMinimumHeight(3 * verticalHeader()->defaultSectionSize());
}

void ComparisonTable::showLines(const std::vector<ComparedLine>& lines)
{
    setRowCount(static_cast<int>(lines.size()));
    QFont bold = font();
    bold.setBold(true);
    for (int row = 0; row < rowCount(); ++row) {
        const ComparedLine& line = lines[static_cast<std::size_t>(row)];
        int column = 0;
        for (const QString& text : {line.what, line.first, line.second, line.difference}) {
            auto* cell = new QTableWidgetItem(column > 0 && text.isEmpty() ? QStringLiteral("–") : text);
            cell->setToolTip(text.toHtmlEscaped());
            if (column == 0 && line.code)
                cell->setIcon(QIcon(QPixmap::fromImage(chipImage(
                    font(), line.code->letters, categoryColor(line.code->color), devicePixelRatioF()))));
            if (column > 0 && line.differs)
                cell->setFont(bold);
            setItem(row, column++, cell);
        }
    }
}

} // namespace duologue::ui
