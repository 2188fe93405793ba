// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/job.h"
#include "core/checks/checked_dataset.h"

#include <cstdint>
#include <string>
#include <vector>

namespace duologue {

/// Which text of a record.
enum class DigestPart : std::uint8_t { Prompt, Answer };

/// One text in 8 to some hundred bytes, by which equal and similar ones are found.
struct TextDigest {
    Row row{0};
    DigestPart part = DigestPart::Prompt;
    /// The message that it is, an index into Conversation::messages; for a candidate 0.
    std::uint32_t message = 0;
    bool isOfCandidate = false;
    /// Of the folded text without signs and of what else the prompt has. Equal for equal texts.
    std::uint64_t checksum = 0;
    /// Of what a prompt has in addition to its text: pictures, results of tools (appendPartsKey()). 0 for
    /// nothing and for answers. Texts are alike only if it is equal.
    std::uint64_t others = 0;
    /// Into TextDigests::shingles: the smallest kMostShingles hashes of its pieces, in rising order.
    std::uint64_t shinglesBegin = 0;
    std::uint32_t shingles = 0;
};

/// How many pieces of a text are kept: a sample of the pieces of longer ones, by which their likeness is
/// estimated (bottom-k sketches; Cohen and Kaplan 2007). Texts with fewer pieces are compared exactly.
inline constexpr std::size_t kMostShingles = 96;

/// The prompts and answers of all records, in the order of rows.
struct TextDigests {
    std::vector<TextDigest> texts;
    std::vector<std::uint32_t> shingles;
    /// Questions after the first of their conversation that are too short to tell ("Yes, please.", "Go on.")
    /// and are not among the texts.
    std::uint64_t shortQuestions = 0;

    std::vector<std::uint32_t> shinglesOf(const TextDigest& text) const
    {
        const auto begin = shingles.begin() + static_cast<std::ptrdiff_t>(text.shinglesBegin);
        return {begin, begin + text.shingles};
    }
};

/// A text with fewer pieces than this is too short to tell what is like it.
inline constexpr std::size_t kLeastShingles = 5;

/// The messages of the user, but for short ones after the first, and each answer of the assistant or of a
/// wanted candidate, of every record. Reads the texts again, on all cores.
TextDigests digestsOf(const CheckedDataset& dataset, const Job& job);

/// The likeness of two texts: the Jaccard coefficient of their pieces, estimated for long ones; 0 for prompts
/// with different pictures.
double likenessOf(const TextDigests& digests, const TextDigest& left, const TextDigest& right);

} // namespace duologue
