// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/intent_codes.h"

#include "ui/work/qt_text.h"

#include <QSet>
#include <QStringList>
#include <algorithm>
#include <numeric>

namespace duologue::ui {

namespace {

QStringList wordsIn(const QString& name)
{
    QStringList words;
    QString word;
    for (const QChar c : name + QLatin1Char(' ')) {
        if (c.isLetterOrNumber())
            word += c;
        else if (!word.isEmpty())
            words << std::exchange(word, {});
    }
    return words;
}

/// "SR" of several words, "Pl" of one.
QString usualLetters(const QString& name)
{
    const QStringList words = wordsIn(name);
    if (words.isEmpty())
        return QStringLiteral("?");
    if (words.size() > 1)
        return words.front().left(1).toUpper() + words.back().left(1).toUpper();
    return words.front().left(1).toUpper() + words.front().mid(1, 1).toLower();
}

/// Other letters of the name, then numbers, if the usual ones are taken.
QString freeLetters(const QString& name, const QSet<QString>& taken)
{
    const QString usual = usualLetters(name);
    if (!taken.contains(usual))
        return usual;
    for (const QChar c : wordsIn(name).join(QString()).mid(1)) {
        const QString other = usual.left(1) + c.toLower();
        if (!taken.contains(other))
            return other;
    }
    int number = 2;
    while (taken.contains(usual.left(1) + QString::number(number)))
        ++number;
    return usual.left(1) + QString::number(number);
}

} // namespace

std::vector<IntentCode> intentCodes(const Categories& intents)
{
    std::vector<std::size_t> byName(intents.size());
    std::iota(byName.begin(), byName.end(), std::size_t{0});
    std::sort(byName.begin(), byName.end(), [&](std::size_t left, std::size_t right) {
        return intents[left].shown() < intents[right].shown();
    });
    std::vector<IntentCode> codes(intents.size());
    QSet<QString> taken;
    for (std::size_t rank = 0; rank < byName.size(); ++rank) {
        IntentCode& code = codes[byName[rank]];
        code.letters = freeLetters(toQt(intents[byName[rank]].shown()), taken);
        code.color = static_cast<int>(rank);
        taken.insert(code.letters);
    }
    return codes;
}

} // namespace duologue::ui
