// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_picture.h"
#include "ui/app/text.h"

#include <QAbstractItemModel>
#include <QFileInfo>
#include <QFontInfo>
#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <algorithm>
#include <numeric>
#include <vector>

namespace duologue::ui {

bool writePicture(const QString& path, QSize size, const QString& title,
                  const std::function<void(QPainter&, const QRectF&)>& paint)
{
    const auto paintOn = [&paint](QPaintDevice& device, const QRectF& target) {
        QPainter painter;
        if (!painter.begin(&device))
            return false;
        paint(painter, target);
        return painter.end();
    };
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == QLatin1String("svg")) {
        QSvgGenerator svg;
        svg.setFileName(path);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(), size));
        // Qt writes the title as it is.
        svg.setTitle(title.toHtmlEscaped());
        return paintOn(svg, QRectF(QPointF(), size));
    }
    if (suffix == QLatin1String("pdf")) {
        QPdfWriter pdf(path);
        constexpr double kPointsAPixel = 0.75;
        pdf.setPageSize(QPageSize(QSizeF(size) * kPointsAPixel, QPageSize::Point));
        pdf.setPageMargins(QMarginsF());
        pdf.setTitle(title);
        return paintOn(pdf, QRectF(0, 0, pdf.width(), pdf.height()));
    }
    if (suffix != QLatin1String("png"))
        return false;
    constexpr int kScale = 2;
    QImage image(size * kScale, QImage::Format_RGB32);
    image.fill(Qt::white);
    return paintOn(image, image.rect()) && image.save(path, "PNG");
}

namespace {

constexpr int kTablePictureMargin = 16;
/// The gap between columns.
constexpr int kTablePictureGap = 18;
constexpr QRgb kBand = 0xFFF4F5F7;
constexpr QRgb kRule = 0xFF8A9099;

/// The table laid out in pixels of 1/96 inch.
class TablePicture {
public:
    TablePicture(const QAbstractItemModel& table, const QString& title, const QStringList& caption,
                 const QFont& font)
        : m_table(table), m_title(title), m_caption(caption), m_plain(withChinese(font)), m_bold(m_plain)
    {
        m_plain.setPixelSize(QFontInfo(font).pixelSize());
        m_bold = m_plain;
        m_bold.setBold(true);
        const QFontMetrics bold(m_bold);
        m_line = bold.height() * 3 / 2;
        for (int column = 0; column < m_table.columnCount(); ++column) {
            int width = bold.horizontalAdvance(head(column));
            for (int row = 0; row < m_table.rowCount(); ++row)
                width = std::max(width, bold.horizontalAdvance(cell(row, column)));
            m_widths.push_back(width + kTablePictureGap);
        }
    }

    QSize size() const
    {
        const int columns = std::accumulate(m_widths.begin(), m_widths.end(), 0);
        int width = std::max(columns, QFontMetrics(m_bold).horizontalAdvance(m_title));
        for (const QString& text : m_caption)
            width = std::max(width, QFontMetrics(m_plain).horizontalAdvance(text));
        const int lines = m_table.rowCount() + 2 + static_cast<int>(m_caption.size());
        return {width + 2 * kTablePictureMargin, lines * m_line + 2 * kTablePictureMargin};
    }

    void paint(QPainter& painter) const
    {
        painter.fillRect(QRect(QPoint(), size()), Qt::white);
        painter.setPen(Qt::black);
        painter.setFont(m_bold);
        painter.drawText(
            QRect(kTablePictureMargin, kTablePictureMargin, size().width() - 2 * kTablePictureMargin, m_line),
            Qt::AlignLeft | Qt::AlignVCenter, m_title);
        for (int row = -1; row < m_table.rowCount(); ++row)
            paintRow(painter, row);
        painter.setPen(QColor::fromRgb(kRule));
        const int below = kTablePictureMargin + 2 * m_line;
        painter.drawLine(kTablePictureMargin, below, size().width() - kTablePictureMargin, below);
        painter.setFont(m_plain);
        int top = kTablePictureMargin + (m_table.rowCount() + 2) * m_line;
        for (const QString& text : m_caption) {
            painter.drawText(QRect(kTablePictureMargin, top, size().width(), m_line),
                             Qt::AlignLeft | Qt::AlignVCenter, text);
            top += m_line;
        }
    }

private:
    QString head(int column) const { return m_table.headerData(column, Qt::Horizontal).toString(); }
    QString cell(int row, int column) const { return m_table.index(row, column).data().toString(); }

    /// Row -1 is the header of the table.
    void paintRow(QPainter& painter, int row) const
    {
        const int top = kTablePictureMargin + (row + 2) * m_line;
        if (row >= 0 && row % 2 == 1)
            painter.fillRect(kTablePictureMargin, top, size().width() - 2 * kTablePictureMargin, m_line,
                             QColor::fromRgb(kBand));
        int left = kTablePictureMargin;
        for (int column = 0; column < m_table.columnCount(); ++column) {
            const int width = m_widths[static_cast<std::size_t>(column)];
            const QModelIndex index = m_table.index(row, column);
            const bool isBold = row < 0 || index.data(Qt::FontRole).value<QFont>().bold();
            const QVariant side = row < 0 ? m_table.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole)
                                          : index.data(Qt::TextAlignmentRole);
            painter.setFont(isBold ? m_bold : m_plain);
            painter.drawText(QRect(left, top, width - kTablePictureGap, m_line),
                             side.isValid() ? side.toInt() : int{Qt::AlignLeft | Qt::AlignVCenter},
                             row < 0 ? head(column) : cell(row, column));
            left += width;
        }
    }

    const QAbstractItemModel& m_table;
    const QString& m_title;
    const QStringList& m_caption;
    QFont m_plain;
    QFont m_bold;
    int m_line = 0;
    std::vector<int> m_widths;
};

} // namespace

bool writeTablePicture(const QString& path, const QAbstractItemModel& table, const QString& title,
                       const QStringList& caption, const QFont& font)
{
    const TablePicture picture(table, title, caption, font);
    const QSize size = picture.size();
    return writePicture(path, size, title, [&](QPainter& painter, const QRectF& target) {
        painter.scale(target.width() / size.width(), target.height() / size.height());
        picture.paint(painter);
    });
}

} // namespace duologue::ui
