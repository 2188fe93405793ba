// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work/phrase_words.h"

#include "core/util/phrase_id.h"
#include "ui/work/qt_text.h"

#include <QCoreApplication>

namespace duologue::ui {

QString formatText(std::string_view english)
{
    return asLabel(QCoreApplication::translate("Formats", std::string(english).c_str()));
}

QString translated(const Phrase& phrase)
{
    if (phrase.id == PhraseId::Verbatim)
        return asLabel(phrase.text);
    QString text = QCoreApplication::translate("Phrases", englishText(phrase.id).data());
    const bool isOfFormat = phrase.id == PhraseId::TitleAndRule || phrase.id == PhraseId::ReadAsItsFile;
    const auto argument = [&](std::size_t i) {
        const Phrase& one = phrase.arguments[i];
        return isOfFormat && one.id == PhraseId::Verbatim ? formatText(one.text) : translated(one);
    };
    // All at once: an argument may hold a %1 of its own.
    switch (phrase.arguments.size()) {
    case 0:
        return text;
    case 1:
        return text.arg(argument(0));
    case 2:
        return text.arg(argument(0), argument(1));
    default:
        return text.arg(argument(0), argument(1), argument(2));
    }
}

QString sentenceOf(const Phrase& phrase)
{
    const QString text = translated(phrase);
    //: A sentence: %1 is its text, %2 is the same without its first letter.
    return text.isEmpty()
               ? text
               : QCoreApplication::translate("Phrases", "%1.").arg(text.at(0).toUpper() + text.mid(1));
}

} // namespace duologue::ui
