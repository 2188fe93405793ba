// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/layout.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace duologue {

/// Recognises conversations in records of an unknown form by evidence: what the words of their keys mean
/// (resources/formats/key-words.tsv), what their values look like, and how much of what a person can read in
/// them a reading shows. The result is a Layout, which readByLayout() reads. Everything here is a function of
/// the records alone; what is looked at of each record is bounded, so that no input takes long.

/// What a word of a key says about its value; key-words.tsv explains each.
enum class WordClass : std::uint8_t {
    Ask,
    Answer,
    Asker,
    Answerer,
    System,
    Tool,
    Speaker,
    Text,
    List,
    History,
    Order,
    Time,
    Id,
    Good,
    Bad,
    Reference,
    Label,
    Context,
    Input,
    Candidate,
    Meta,
    Copy,
    Thought,
    Instruction,
    Detail,
    Headline,
    Message,
    Choice,
    First,
};
inline constexpr std::size_t kWordClasses = 29;

/// A weight for each class; about 3 is sure.
using WordWeights = std::array<float, kWordClasses>;

/// What the words of one key say.
struct KeyWords {
    /// Of the whole key: the last word counts in full, the others less.
    WordWeights weights{};
    /// Of the last word alone.
    WordWeights last{};
    /// The largest of a single word for WordClass::Meta.
    float strongestMeta = 0;
    std::uint8_t words = 0;
    /// Words that the table does not have.
    std::uint8_t unknown = 0;
    /// The name ends in "s".
    bool isPlural = false;

    double weight(WordClass word) const { return weights[static_cast<std::size_t>(word)]; }
    double lastWeight(WordClass word) const { return last[static_cast<std::size_t>(word)]; }
};

/// Splits a key where its case changes, at signs and digits, and between two words of the table; Chinese by
/// the longest words of the table. In lower case; a plural that the table does not have is its singular.
std::vector<std::string> wordsIn(std::string_view key);

KeyWords keyWordsOf(std::string_view key);
double weightOf(std::string_view key, WordClass word);

/// The words of a key that do not say which of two answers is better, separated by spaces: what remains is
/// equal in the keys of both.
std::string wordsWithoutQuality(std::string_view key);

/// How much the keys on the way to a text say that it is a question or an answer. Each takes away from the
/// other; both are 0 for an id, a time, a label and what else nobody says.
struct Sides {
    double ask = 0;
    double answer = 0;
};

/// Lists on the way are left out of `path`, which has one element for each key.
Sides sidesOf(std::span<const KeyWords* const> path);
Sides sidesOf(std::span<const std::string_view> path);

/// "user", "assistant", "system" or "tool" for a value that says who speaks; empty if it does not. Knows more
/// than usualRole(): marks around the word and a number after it do not count, and words that name a side in
/// the table of words are known ("operator", "UserMessage").
std::string_view knownSpeaker(std::string_view speaker);

/// Whether a value that may say who speaks says what part of a page it is ("footer", "paragraph").
bool isPartOfPage(std::string_view speaker);

/// One way to read the records of a shape, and what speaks for it.
struct Reading {
    Layout layout = {};
    /// The sum of the evidence; isAcceptable() compares it.
    double score = 0;
    /// 0 to 1: how plainly the keys say it.
    double names = 0;
    /// 0 to about 1: how much the values look like it.
    double values = 0;
    /// 0 to 1: the share of the prose of the records that is shown.
    double coverage = 0;
    /// The paths of the longest texts that are left out (keys joined by "/", an element of a list is "*"),
    /// and their bytes in the sample; the longest first.
    std::vector<std::pair<std::string, std::uint64_t>> unread = {};
    /// The share of the records that have fewer than two texts.
    double empty = 0;
    /// The share of the records in which only the assistant and its tools speak.
    double alone = 0;
    /// How many records it is known from.
    std::size_t records = 0;
    /// By rule: speakers are guessed by turns, a side is known by exclusion, or a second text that looks like
    /// an answer is left out.
    bool isUnsure = false;
    /// Only tools and the system speak.
    bool isVetoed = false;
};

/// At most so many records of a shape are looked at.
inline constexpr std::size_t kMostSampleRecords = 64;

/// All readings of records of one shape, the best first; at most a handful. The records need to be valid
/// during the call only. `listName` is the weight for WordClass::List of the name of the list that they are
/// the elements of, if it has one.
std::vector<Reading> readingsOf(std::span<const JsonView> records, double listName = 0);

/// Whether the best reading is good enough to be taken: a wrong guess is worse than none.
bool isAcceptable(const Reading& reading);

/// The keys of two levels of a record as hashes, sorted: each key, each key with a key inside of it, and of
/// lists the keys of their first element. Records of one shape have nearly the same.
std::vector<std::uint64_t> shapeKeys(const JsonView& record);

/// Those of shapeKeys() under which something may be said: prose, or a list or an object that has elements.
std::vector<std::uint64_t> tellingKeys(const JsonView& record);

/// The share of the keys of either that both have, 0 to 1; 1 if neither has any.
double overlap(std::span<const std::uint64_t> left, std::span<const std::uint64_t> right);

/// Whether the names of an object's members are data: dates, ids, numbers, names of people. Its values are
/// then the elements of a list.
bool isKeyedByData(const JsonView& object);

/// Rows of a file that are single messages, or single exchanges of a conversation.
struct MessageRows {
    /// Who speaks and what is said, in a row.
    JsonPointer speaker = {};
    JsonPointer text = {};
    double names = 0;
    double values = 0;
    /// The share of the speakers whose role is known by their word.
    double known = 0;
    /// Consecutive rows with the same value under this key are a conversation; empty if there is no such key.
    std::string conversationKey = {};
    /// Without such a key: all rows together may be one conversation.
    bool canBeWhole = false;
    /// The rows are questions with their answers: there is no speaker and no text.
    bool arePairs = false;
};

/// Whether the rows, which follow each other in a file of `rowsInFile`, look like messages. At most 400 are
/// looked at.
std::optional<MessageRows> messageRowsOf(std::span<const JsonView> rows, std::uint64_t rowsInFile);

} // namespace duologue
