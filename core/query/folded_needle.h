// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// How a text is spelled that is searched: as it is, or as it stands between quotes in a JSON file, where
/// characters may be escaped (\", \u676d).
enum class Spelling : std::uint8_t { Plain, Json };

/// Part of a text, in bytes.
struct TextRange {
    std::size_t begin = 0;
    std::size_t end = 0;

    bool operator==(const TextRange&) const = default;
};

/// Finds a text within others as foldForSearch() compares them, without folding those: where they are plain,
/// the needle's own bytes are looked for, in either case; only around characters that fold to another (Ａ, é,
/// ﬁ), that folding drops (accents that stand alone) or that are escaped, the text is folded, and no further
/// than it agrees with the needle. Immutable; searches on any thread at once.
///
/// Why nothing is missed: a match whose every character is spelled as the needle spells it is found by its
/// bytes. Any other match has a first character that is not; before it stand needle characters spelled
/// plainly, and from it on the text is folded and compared (agreesFrom).
class FoldedNeedle {
public:
    /// `text` need not be folded. An empty one is found at the front of every text.
    explicit FoldedNeedle(std::string_view text);

    const std::string& folded() const { return m_folded; }

    /// The first match that ends behind `from` or begins there, earlier ones skipped. With Spelling::Json a
    /// match may also lie in a key or cross a quote: whoever needs to know decodes the record.
    std::optional<TextRange> find(std::string_view text, Spelling spelling, std::size_t from = 0) const;

    /// False where JSON may spell the needle in ways that find() does not follow; search decoded texts
    /// instead.
    bool canSearchJson() const { return m_canSearchJson; }

private:
    struct Folding {
        char32_t character = 0;
        /// It is dropped, or has a character of the needle.
        bool matters = false;
        std::u32string folded;
    };
    /// What was folded lately: Chinese punctuation and quotation marks come again and again.
    using Foldings = std::array<Folding, 64>;

    struct Search {
        std::string_view text;
        Spelling spelling;
        Foldings foldings{};
    };

    /// A character of the text and where it ends; a quote in JSON ends the text it stands in.
    struct Character {
        char32_t value = 0;
        std::size_t end = 0;
        bool endsText = false;
    };

    std::string_view spelled(Spelling spelling) const
    {
        return spelling == Spelling::Json ? m_json : m_plain;
    }
    std::optional<TextRange> hitAt(Search& search, std::size_t at) const;
    bool plainAt(std::string_view text, std::size_t at, std::string_view spelling) const;
    std::optional<TextRange> aroundFolding(Search& search, std::size_t at) const;
    std::optional<std::size_t> agreesFrom(Search& search, std::size_t at, std::size_t matched) const;
    static Character characterAt(const Search& search, std::size_t at);
    const Folding& foldingOf(Search& search, char32_t character) const;
    bool prefixEndsAt(const Search& search, std::size_t at, std::size_t characters) const;

    std::string m_folded;
    std::u32string m_characters;
    /// The needle's bytes: lower case, as they are and as JSON escapes them where it must; and where in them
    /// each character begins.
    std::string m_plain;
    std::string m_json;
    std::vector<std::size_t> m_plainBegin;
    std::vector<std::size_t> m_jsonBegin;
    bool m_canSearchJson = true;
    /// It has U+FFFD, which stands for any byte that is no UTF-8.
    bool m_hasReplacement = false;
};

} // namespace duologue
