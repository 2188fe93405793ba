// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/language.h"
#include "core/util/text.h"

#include <QHash>
#include <QString>
#include <QStringList>
#include <QVariant>
#include <string>
#include <string_view>

class QFont;

namespace duologue::ui {

/// Conversion between UTF-8 and QString. Invalid UTF-8 becomes U+FFFD.
QString toQt(std::string_view text);
std::string fromQt(const QString& text);

/// Text from the data (names, keys, values) for a label, title, cell or axis. It becomes one line; characters
/// that would break the line or change the text direction are escaped (visibleLine()).
QString asLabel(std::string_view text);
QString asLabel(const QString& text);
/// The same for text that may have several lines.
QString asLines(std::string_view text);
QString asLines(const QString& text);

/// The beginning of a text as a label of at most so many characters, with "…" if it goes on. The rest is not
/// looked at: texts may be megabytes long.
QString beginningOf(std::string_view text, qsizetype most);

/// A label for widgets that would interpret "&x" as a mnemonic.
QString asMenuText(const QString& text);
/// The text of an action without its mnemonic: "Open" for "&Open", "打开" for "打开(&O)", without a "…" at
/// the end.
QString withoutMnemonic(const QString& actionText);
/// A tool tip with wrapped lines and without markup.
QString asToolTip(const QString& text);
/// The same with the lines as they are.
QString asUnwrappedTip(const QString& text);

/// Adds families with the Chinese glyphs of mainland China: without an explicit family Qt picks Japanese
/// glyphs. `language` decides which family is first.
QFont withChinese(const QFont& font, Language language = Language::English);
/// The same, with a first family that can draw all of `text`: a Chinese one if any of it is Chinese.
QFont inOneFace(const QFont& font, const QString& text);

/// True if an installed font supports Simplified Chinese.
bool hasChineseFont();

/// Whether the text has a word of thousands of characters. A line of it is broken at any character: to break
/// it between words, Qt looks for the end of the word once for each line.
bool hasEndlessWord(const QString& text);

/// QAbstractItemModel::headerData() of a model whose columns have these titles.
QVariant columnTitle(const QStringList& titles, int section, Qt::Orientation orientation, int role);

/// A number with digit grouping of the user's locale: "3,980".
QString countText(std::uint64_t count);

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
