// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/util/prefix_scan.h"
#include "core/util/text.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// How the searched text is written: plainly, or as a JSON string, in which characters may be escaped (\",
/// \u676d).
enum class Spelling : std::uint8_t { Plain, Json };

/// Part of a text, in bytes.
struct TextRange {
    std::size_t begin = 0;
    std::size_t end = 0;

    bool operator==(const TextRange&) const = default;
};

/// Finds a text within others as foldForSearch() compares them, without folding the others as a whole. It
/// searches for the bytes of the needle, in either case. It folds the text only around characters that fold
/// to another (Ａ, é, ﬁ), that folding drops (combining accents) or that are escaped, and only as far as the
/// text matches the needle. Immutable; any number of threads may search at once.
///
/// Why no match is missed: a match that is written exactly like the needle is found by its bytes. Any other
/// match has a first character that is written differently. Folding drops it or turns it into characters of
/// the needle, or it is escaped, and all such characters are searched for, too. The characters before it are
/// written like the needle; from it on, the text is folded and compared (agreesFrom).
class FoldedNeedle {
public:
    /// `text` need not be folded. An empty one is found at the beginning of every text.
    explicit FoldedNeedle(std::string_view text);

    const std::string& folded() const { return m_folded; }

    /// The first match that ends after `from` or begins there. With Spelling::Json a match may also be in a
    /// key or contain a quote: only decoding the record shows whether it counts. Texts of JSON within the
    /// JSON, which escape characters twice, are searched as well, but for needles with a quote.
    std::optional<TextRange> find(std::string_view text, Spelling spelling, std::size_t from = 0) const;

    /// False if JSON may write the needle in ways that find() does not know. Search decoded texts then.
    bool canSearchJson() const { return m_canSearchJson; }

private:
    struct Search {
        std::string_view text;
        Spelling spelling;
    };

    /// A character of the text and where it ends. In JSON, a quote ends the text.
    struct Character {
        char32_t value = 0;
        std::size_t end = 0;
        bool endsText = false;
    };

    /// The bytes of the needle in one spelling, and the scan for them.
    struct Spelled {
        /// In lower case, with the escapes that JSON requires.
        std::string bytes;
        /// The offset of each character in `bytes`, and the end.
        std::vector<std::size_t> begins;
        /// The offset in `bytes` of the three bytes that are searched for.
        std::size_t window = 0;
        PrefixScan scan;
    };

    const Spelled& spelled(Spelling spelling) const { return spelling == Spelling::Json ? m_json : m_plain; }
    void findCharactersThatMatter();
    void addNeedle(Spelled& spelled) const;
    void addCharacters(PrefixScan& scan) const;
    void addEscapes(PrefixScan& scan);
    void exceptPunctuation(Spelled& spelled) const;
    /// Whether folding drops the character or turns it into one of the needle.
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
    /// The characters beyond ASCII that matter, in order, and a bit for each of the first 65,536 code points.
    std::vector<const FoldedCharacter*> m_matter;
    std::vector<bool> m_matters;
    /// The UTF-16 units with which escapes of the needle's characters or of those in m_matter begin.
    std::vector<bool> m_units;
    bool m_canSearchJson = true;
    /// The needle has U+FFFD, which matches any invalid byte.
    bool m_hasReplacement = false;
};

} // namespace duologue
