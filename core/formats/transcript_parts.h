// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// One message of a transcript; views into its text.
struct TranscriptTurn {
    /// "user", "assistant", "system", or a name; empty for text before the first mark.
    std::string_view role;
    std::string_view text;
};

/// Splits a text that holds several messages with marks before them: ChatML, "Human:" and "Assistant:",
/// "### Human:", "[|Human|]", "### Instruction:" and Llama's "[INST]". Empty if the text is not a transcript:
/// it needs a mark of the user. "Human:" is one only at the beginning of a line. A text is cut only at the
/// marks with which it begins: "User:" within ChatML is what somebody says. Whoever says nothing has an empty
/// turn, unless it is the last and its end is not marked: that is an answer that is due.
std::vector<TranscriptTurn> splitTranscript(std::string_view text);

/// Whether these marks are more than names with a colon.
bool hasTemplateMarks(std::string_view text);

/// Whether the text begins with a mark of a template that nobody writes by hand ("<|im_start|>", "[INST]").
bool isTemplated(std::string_view text);

/// Splits a text whose lines begin with the name of who speaks ("Ann: Hello."); the roles are the names.
/// Empty if a line does not, or if only one person speaks.
std::vector<TranscriptTurn> splitNamedLines(std::string_view text);

/// The name of who speaks, before a text: "A: …", "[client] …", "<user>: …", "**Bot**: …", "客服：…".
struct SpeakerLabel {
    std::string_view name;
    /// What is after it.
    std::string_view text;
};

/// The name at the beginning of a text or a line, at most 25 characters and three words; none if there is
/// none.
/// "<s>" and "</s>" before it are passed over.
std::optional<SpeakerLabel> labelOf(std::string_view text);

/// Where the names of a transcript are.
enum class NamesAt : std::uint8_t { LineBeginnings, Anywhere };

/// Splits a text at such names: at those in `marks` alone ("*" stands for all) if they begin a line, and,
/// with Anywhere, also at these and the usual words for speakers in the middle of a line, with a colon after
/// them. The roles are the names. "__eot__" ends a line. Empty if there is no name. Of the usual words that
/// are not in `marks`, only those count with which the text begins: a talk of "Human" and "Assistant" may be
/// about one of "User" and "Bot", or have "Q:" and "A:" in it. Somebody in `marks` who says nothing before
/// another speaks has an empty turn.
std::vector<TranscriptTurn> splitAtNames(std::string_view text, std::span<const std::string> marks,
                                         NamesAt where);

/// The text of such a turn without "<s>" and "</s>" and with line ends for "__eot__"; none if it has none of
/// these.
std::optional<std::string> withoutSentenceMarks(std::string_view text);

/// The turns of a text that is a conversation up to the user's last question. Empty for all others: a task
/// may name a human.
std::vector<TranscriptTurn> splitQuestion(std::string_view text);

/// Splits a text of "\n\nHuman: … \n\nAssistant: …", as pairs of dialogues are written; the roles are "human"
/// and "assistant". The texts stay as they are but for the first space.
std::vector<TranscriptTurn> splitDialogue(std::string_view text);
/// Whether it would be split into several turns.
bool isDialogue(std::string_view text);

} // namespace duologue
