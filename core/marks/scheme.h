// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/expected.h"
#include "core/util/phrase.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A text of a scheme in both languages of the program; one may be empty.
struct SchemeText {
    std::string en;
    std::string zh;

    bool operator==(const SchemeText&) const = default;
};

enum class QuestionKind : std::uint8_t { YesNo, OneOf, ManyOf, Scale, Text };
enum class QuestionOn : std::uint8_t { Conversation, Message, Span, Candidate, Pair, Group };

struct SchemeChoice {
    /// As it is written in marks.
    std::string value;
    SchemeText title;
    /// What it means, in a sentence.
    SchemeText definition;
    /// "good", "bad", "dim", or empty for none.
    std::string color;
    /// Records that show it, as MarkTarget::record.
    std::vector<std::string> examples;

    bool operator==(const SchemeChoice&) const = default;
};

struct SchemeQuestion {
    /// In marks, and after "mark." in queries.
    std::string key;
    SchemeText title;
    QuestionKind kind = QuestionKind::OneOf;
    QuestionOn on = QuestionOn::Conversation;
    /// A query: the question is asked where it holds. Empty for everywhere.
    std::string where;
    std::vector<SchemeChoice> choices;
    /// Readers add choices of their own.
    bool isOpen = false;
    /// What could lead the reader is hidden until the answer is given.
    bool isBlind = false;
    /// Of a scale.
    double low = 0;
    double high = 0;
    /// What numbers of a scale mean.
    std::vector<std::pair<double, SchemeText>> anchors;

    bool operator==(const SchemeQuestion&) const = default;
};

/// An entry in the history of a scheme.
struct SchemeChange {
    /// In milliseconds since 1970 (UTC).
    std::int64_t at = 0;
    std::string by;
    /// The operation as a JSON object: {"op":"merge","from":["a","b"],"to":"c"}.
    std::string what;

    bool operator==(const SchemeChange&) const = default;
};

/// What readers are asked: a file with a version. A change makes a new version, so that it is known which
/// answers were given before it.
struct MarkScheme {
    std::string id;
    int version = 1;
    SchemeText title;
    std::vector<SchemeQuestion> questions;
    /// How it became what it is, the oldest entry first; empty for a scheme that was written by hand.
    std::vector<SchemeChange> history;

    bool operator==(const MarkScheme&) const = default;
    /// "errors@3", as marks name it.
    std::string name() const { return id + '@' + std::to_string(version); }
};

/// Reads a scheme, or says what is wrong with it.
Expected<MarkScheme, Phrase> readScheme(std::string_view json);
std::string schemeText(const MarkScheme& scheme);

/// Null if the scheme does not ask it.
const SchemeQuestion* questionOf(const MarkScheme& scheme, std::string_view key);

/// The schemes that come with the program.
std::span<const MarkScheme> shippedSchemes();

/// What a change of a scheme means for answers that were given before: questions and choices whose definition
/// has changed, or that are new, by "key" or "key:value".
std::vector<std::string> changedSince(const MarkScheme& before, const MarkScheme& now);

} // namespace duologue
