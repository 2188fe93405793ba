// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart/picture_file.h"

#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

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

} // namespace duologue::ui
