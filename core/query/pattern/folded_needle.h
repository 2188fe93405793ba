// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/simd/prefix_scan.h"
#include "core/base/text.h"

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
/// bytes. Any other match has a first character that is not; it is one of those that folding drops or makes
/// a character of the needle, or it is escaped, and those are looked for as well. Before it stand needle
/// characters spelled plainly, and from it on the text is folded and compared (agreesFrom).
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
    struct Search {
        std::string_view text;
        Spelling spelling;
    };

    /// A character of the text and where it ends; a quote in JSON ends the text it stands in.
    struct Character {
        char32_t value = 0;
        std::size_t end = 0;
        bool endsText = false;
    };

    /// The needle's bytes in one spelling, and how they are looked for.
    struct Spelled {
        /// Lower case; as they are or as JSON escapes them where it must.
        std::string bytes;
        /// Where in them each character begins, and the end.
        std::vector<std::size_t> begins;
        /// Where in them the three bytes stand that are looked for.
        std::size_t window = 0;
        PrefixScan scan;
    };

    const Spelled& spelled(Spelling spelling) const { return spelling == Spelling::Json ? m_json : m_plain; }
    void findCharactersThatMatter();
    void addNeedle(Spelled& spelled) const;
    void addCharacters(PrefixScan& scan) const;
    void addEscapes(PrefixScan& scan);
    void exceptPunctuation(Spelled& spelled) const;
    /// Folding drops it or makes it a character of the needle.
    bool matters(char32_t character) const;
    std::u32string folded(char32_t character) const;
    bool plainAt(std::string_view text, std::size_t at, std::string_view needle) const;
    bool prefixEndsAt(const Search& search, std::size_t at, std::size_t characters) const;
    std::optional<TextRange> hitAt(const Search& search, std::size_t at, std::size_t from) const;
    std::optional<TextRange> aroundFolding(const Search& search, std::size_t at) const;
    std::optional<std::size_t> agreesFrom(const Search& search, std::size_t at, std::size_t matched) const;
    static Character characterAt(const Search& search, std::size_t at);

    std::string m_folded;
    std::u32string m_characters;
    Spelled m_plain;
    Spelled m_json;
    /// Beyond ASCII, in order; and a bit for each of them among the first 65,536 characters.
    std::vector<const FoldedCharacter*> m_matter;
    std::vector<bool> m_matters;
    /// Which UTF-16 units an escape may name that the needle's characters, or those above, begin with.
    std::vector<bool> m_units;
    bool m_canSearchJson = true;
    /// It has U+FFFD, which stands for any byte that is no UTF-8.
    bool m_hasReplacement = false;
};

} // namespace duologue
