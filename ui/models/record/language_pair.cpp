// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/record/language_pair.h"

#include "ui/work/qt_text.h"

#include <QCoreApplication>

namespace duologue::ui {

namespace {

struct LanguageWords {
    Q_DECLARE_TR_FUNCTIONS(LanguageWords)
};

/// Sets the pair to the languages of the texts, if these are two.
bool findPair(std::span<const Text> texts, LanguagePair& pair)
{
    const Text* first = nullptr;
    for (const Text& text : texts) {
        if (text.earlier || text.text.empty() || text.language == Language::Undetermined)
            continue;
        if (first == nullptr) {
            first = &text;
        } else if (text.language != first->language &&
                   isChinese(text.language) + isChinese(first->language) < 2) {
            pair = {first->language, text.language, true};
            return true;
        }
    }
    return false;
}

} // namespace

LanguagePair languagePairOf(const Conversation& conversation)
{
    LanguagePair pair;
    for (const Message& message : conversation.messages) {
        if (findPair(conversation.textsOf(message.texts), pair))
            return pair;
    }
    // Translations of the context or of candidates alone make no column of the messages.
    bool isFound = false;
    for (const Message& message : conversation.candidateMessages)
        isFound = isFound || findPair(conversation.textsOf(message.texts), pair);
    for (const ContextPart& part : conversation.context)
        isFound = isFound || findPair(conversation.textsOf(part.texts), pair);
    pair.isUsed = false;
    return pair;
}

bool isSecond(const Conversation& conversation, Slice slice, std::uint32_t text, const LanguagePair& pair)
{
    const auto isIn = [&](const Text& one) {
        return one.language == pair.second || (isChinese(one.language) && isChinese(pair.second));
    };
    const Text& asked = conversation.texts[text];
    if (!pair.isUsed || slice.size() != 2)
        return isIn(asked);
    const Text& other = conversation.texts[text == slice.begin ? slice.begin + 1 : slice.begin];
    const bool areTold = isIn(asked) != isIn(other) || asked.earlier || other.earlier;
    return areTold ? isIn(asked) : text != slice.begin;
}

QString languageWord(Language language)
{
    switch (language) {
    case Language::English:
        return LanguageWords::tr("English");
    case Language::Chinese:
        return LanguageWords::tr("Chinese");
    case Language::TraditionalChinese:
        return LanguageWords::tr("Traditional Chinese");
    case Language::Japanese:
        return LanguageWords::tr("Japanese");
    case Language::Korean:
        return LanguageWords::tr("Korean");
    case Language::Russian:
        return LanguageWords::tr("Russian");
    case Language::Arabic:
        return LanguageWords::tr("Arabic");
    case Language::Hebrew:
        return LanguageWords::tr("Hebrew");
    case Language::Thai:
        return LanguageWords::tr("Thai");
    case Language::Hindi:
        return LanguageWords::tr("Hindi");
    case Language::Greek:
        return LanguageWords::tr("Greek");
    case Language::Other:
    case Language::Undetermined:
        break;
    }
    return LanguageWords::tr("Other language");
}

QString languageSign(Language language)
{
    if (isChinese(language))
        return QStringLiteral("中");
    if (language == Language::Other || language == Language::Undetermined)
        return QStringLiteral("…");
    return toQt(languageCode(language)).toUpper();
}

} // namespace duologue::ui
