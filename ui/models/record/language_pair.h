// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"

#include <QString>

namespace duologue::ui {

/// The two languages in which a conversation is written side by side, in the order of its texts.
struct LanguagePair {
    Language first = Language::English;
    Language second = Language::Chinese;
    /// Some message has a text in each.
    bool isUsed = false;

    bool operator==(const LanguagePair&) const = default;
};

/// The languages of the first message with texts in two; English and Chinese if there is none.
LanguagePair languagePairOf(const Conversation& conversation);

/// Whether a text of `slice` belongs to the second language. Every text that is not in the second language
/// belongs to the first, so that none is left out. If the languages do not tell two texts apart, because one
/// is too short, their order does.
bool isSecond(const Conversation& conversation, Slice slice, std::uint32_t text, const LanguagePair& pair);

/// "English", "Chinese" …, translated; for Other "Other language".
QString languageWord(Language language);
/// A sign of it for small buttons: "EN", "中".
QString languageSign(Language language);

} // namespace duologue::ui
