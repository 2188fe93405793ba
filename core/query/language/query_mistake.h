// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Why a query cannot be understood or answered, and the range of bytes in its text that is wrong.
struct QueryMistake {
    std::size_t begin = 0;
    std::size_t end = 0;
    /// English, without a full stop.
    std::string message;
    /// The template of the message, one of kMistakes, in which the arguments replace %1, %2. Used to show
    /// the message in another language.
    std::string_view form;
    std::vector<std::string> arguments;

    static QueryMistake of(std::size_t begin, std::size_t end, std::string_view form,
                           std::vector<std::string> arguments = {});
};

/// Templates of everything that can be wrong with a query.
namespace mistakes {

inline constexpr std::string_view kOpenIsMissing = "there is no \"(\" for this \")\"";
inline constexpr std::string_view kCloseIsMissing = "the \")\" for this \"(\" is missing";
inline constexpr std::string_view kTooDeep = "the brackets are nested too deeply";
inline constexpr std::string_view kNothingToFind = "something to look for is missing here";
inline constexpr std::string_view kNothingToExclude = "something to exclude is missing here";
inline constexpr std::string_view kNoValue = "a value is missing behind \"%1:\"";
inline constexpr std::string_view kPatternOfField = "a pattern can be looked for in texts only";
inline constexpr std::string_view kNoName = "a field's name has letters or digits";
inline constexpr std::string_view kNoNumber = "\"%1\" is no number";
inline constexpr std::string_view kNoBound = "a range needs a number before or behind \"..\"";
inline constexpr std::string_view kBackwards = "the range ends before it begins";
inline constexpr std::string_view kOpenQuote = "the closing quotation mark is missing";
inline constexpr std::string_view kOpenPattern = "the closing \"/\" of the pattern is missing";
inline constexpr std::string_view kEmptyPattern = "the pattern is empty";
inline constexpr std::string_view kNestedMessages = "a condition on messages cannot stand within another";
inline constexpr std::string_view kSimilarQuantifier = "%1(…) is no condition, did you mean %2(…)?";
inline constexpr std::string_view kNoCount = "count(…) is followed by how many, as in count(…):>=2";
inline constexpr std::string_view kNoScope =
    "texts can be narrowed to text.user, text.assistant, text.system, text.tool, text.en, text.zh, "
    "text.context, text.candidate and text.note, not to %1";
inline constexpr std::string_view kBadPattern = "the pattern is wrong at character %1: %2";
inline constexpr std::string_view kGaveUp =
    "%1 takes too much time or memory and was given up (records: %2, the first: %3)";
inline constexpr std::string_view kNotRead = "files have changed or are gone since they were read; open the "
                                             "dataset again (records that could not be searched: %1, "
                                             "the first: %2)";
inline constexpr std::string_view kNoField = "no field %1";
inline constexpr std::string_view kSimilarField = "no field %1, did you mean %2?";
inline constexpr std::string_view kNotOfMessages =
    "%1 is said of whole conversations; ask for it outside of these brackets";
inline constexpr std::string_view kNeedsNumber = "\"%1\" is no number, and %2 is one";
inline constexpr std::string_view kNeedsMarkOrCount =
    "%2 is yes, no, unclear or how many messages are marked, not \"%1\"";
inline constexpr std::string_view kNeedsMark = "%2 of a message is yes, no or unclear, not \"%1\"";
inline constexpr std::string_view kNoSuchValue = "no record has \"%2\" in the field %1";
inline constexpr std::string_view kSimilarValue =
    "no record has \"%2\" in the field %1, did you mean \"%3\"?";
inline constexpr std::string_view kMarksOfAnswers =
    "no message has both an intent and a mark, did you mean reply_to.intent, the intent that is answered?";
inline constexpr std::string_view kNoNumbers = "%1 has no numbers to compare";

} // namespace mistakes

/// All templates.
inline constexpr std::array kMistakes{
    mistakes::kOpenIsMissing,    mistakes::kCloseIsMissing,
    mistakes::kTooDeep,          mistakes::kNothingToFind,
    mistakes::kNothingToExclude, mistakes::kNoValue,
    mistakes::kPatternOfField,   mistakes::kNoName,
    mistakes::kNoNumber,         mistakes::kNoBound,
    mistakes::kBackwards,        mistakes::kOpenQuote,
    mistakes::kOpenPattern,      mistakes::kEmptyPattern,
    mistakes::kNestedMessages,   mistakes::kNoCount,
    mistakes::kNoScope,          mistakes::kBadPattern,
    mistakes::kNoField,          mistakes::kSimilarField,
    mistakes::kNotOfMessages,    mistakes::kNeedsNumber,
    mistakes::kNeedsMark,        mistakes::kNeedsMarkOrCount,
    mistakes::kNoNumbers,        mistakes::kSimilarQuantifier,
    mistakes::kNoSuchValue,      mistakes::kSimilarValue,
    mistakes::kMarksOfAnswers,   mistakes::kGaveUp,
    mistakes::kNotRead,
};

} // namespace duologue
