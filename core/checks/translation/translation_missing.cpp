// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/translatable.h"
#include "core/checks/translation/pair_parts.h"

namespace duologue {

namespace {

/// The kinds of language that a message has: 1 for Chinese, 2 for others.
unsigned kindsOf(const Conversation& conversation, const Message& message)
{
    unsigned kinds = 0;
    for (const Text& text : conversation.textsOf(message.texts)) {
        if (!text.earlier && !trimmed(text.text).empty())
            kinds |= isChinese(text.language) ? 1U : 2U;
    }
    return kinds;
}

void lookForMissingTranslations(const CheckedRecord& record, CheckLog& log)
{
    constexpr unsigned kBoth = 3;
    const Conversation& said = record.conversation;
    std::size_t translated = 0;
    for (const Message& message : said.messages)
        translated += kindsOf(said, message) == kBoth ? 1 : 0;
    for (std::size_t i = 0; i < said.messages.size(); ++i) {
        const unsigned kinds = kindsOf(said, said.messages[i]);
        // A conversation in one language is not translated at all.
        if (translated == 0 || kinds == 0) {
            log.notJudged(PhraseId::NotJudgedUntranslated);
            continue;
        }
        log.looked();
        if (kinds != kBoth)
            log.found(record.row, FindingPart::Message, static_cast<std::uint32_t>(i),
                      kinds == 1 ? PhraseId::EnglishMissing : PhraseId::ChineseMissing);
    }
}

} // namespace

const Check& translationMissingCheck()
{
    static const Check check{
        .id = "translation_missing",
        .group = CheckGroup::Translation,
        .title = DUOLOGUE_TEXT("Checks", "Translation missing"),
        .why = DUOLOGUE_TEXT("Checks", "The other messages of the conversation are in both languages."),
        .unit = CheckUnit::Messages,
        .look = lookForMissingTranslations,
    };
    return check;
}

} // namespace duologue
