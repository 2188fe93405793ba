// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/print/pdf_file.h"

#include "ui/work/qt_text.h"

#include <QCoreApplication>
#include <QMarginsF>
#include <QPageSize>

namespace duologue::ui {

namespace {

constexpr int kPdfResolution = 96;
constexpr int kPdfMargin = 14;

} // namespace

PdfFileBytes::PdfFileBytes(const QString& path) : m_bytes(path)
{
    m_bytes.open(QIODevice::WriteOnly);
}

PdfFile::PdfFile(const QString& path, const QString& title) : PdfFileBytes(path), QPdfWriter(&m_bytes)
{
    setResolution(kPdfResolution);
    setPageSize(QPageSize(QPageSize::A4));
    setPageMargins(QMarginsF(kPdfMargin, kPdfMargin, kPdfMargin, kPdfMargin), QPageLayout::Millimeter);
    setTitle(asLabel(title));
    setCreator(QCoreApplication::applicationName());
}

bool PdfFile::commit()
{
    return isOpen() && m_bytes.commit();
}

} // namespace duologue::ui
