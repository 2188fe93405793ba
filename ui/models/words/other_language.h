// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

namespace duologue::ui {

/// What the texts of the window are in its other language, so that they are found by words of either. Reads
/// the translations once. GUI thread.
class OtherLanguage {
public:
    static const OtherLanguage& instance();

    /// The Chinese for an English text, and the English for a Chinese one, both without mnemonics; empty if
    /// the text is none of the program's own. Usually one.
    QStringList of(const QString& text) const { return m_texts.values(text); }

private:
    OtherLanguage();

    QMultiHash<QString, QString> m_texts;
};

} // namespace duologue::ui
