// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPdfWriter>
#include <QSaveFile>
#include <QString>

namespace duologue::ui {

/// Declared before the writer, which paints into it and goes first.
class PdfFileBytes {
protected:
    explicit PdfFileBytes(const QString& path);

    QSaveFile m_bytes;
};

/// A PDF file with A4 pages, to be painted on at 96 dots per inch. The file at its path is replaced when it
/// is whole: by commit(), after the painting has ended. Without that, an older file stays as it was.
class PdfFile : private PdfFileBytes, public QPdfWriter {
public:
    PdfFile(const QString& path, const QString& title);

    /// False if the file cannot be written; painting is then in vain.
    bool isOpen() const { return m_bytes.isOpen(); }
    /// False if the file could not be written.
    bool commit();
};

} // namespace duologue::ui
