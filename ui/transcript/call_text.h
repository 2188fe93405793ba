// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"

#include <QPointF>
#include <QString>
#include <QStringList>
#include <optional>

namespace duologue::ui {

/// What a call of a tool looks like to a reader.
struct CallText {
    enum class Body {
        /// The head says everything.
        None,
        /// Lines of a program, a command or any other text.
        Text,
        /// Lines that begin with "- ", "+ " or two spaces: what an edit removes, adds and keeps.
        Diff,
        Json,
    };

    /// The argument that says most, in one line: a command, a path, a query.
    QString first;
    /// Other short arguments: "timeout 60".
    QStringList others;
    Body kind = Body::None;
    QString body;
};

/// By the types and names of the arguments, whatever the tool. Arguments that are no object, or are too long
/// to be parsed here, are the body as they are. GUI thread or any other.
CallText callTextOf(const Part& call);

/// Where the call that follows a picture clicks in it, in pixels of the picture: "coordinate": [x, y], or "x"
/// and "y", of the call itself or of its "action". Empty if it does not click. Any thread.
std::optional<QPointF> clickIn(const Conversation& conversation, const PictureName& picture);

/// The number of lines of a text; a line break at its end begins none.
qsizetype lineCount(QStringView text);

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
