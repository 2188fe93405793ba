// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace duologue {

/// A pattern of paths, as the Hub's library reads it: "*" and "?" stand for characters of a name, "[a-c]" for
/// one of these, "[!a-c]" for any other, "**" also for "/". Braces stand for themselves. One with more than
/// 4,096 bytes, as no path has them, matches nothing.
class PathPattern {
public:
    explicit PathPattern(std::string_view pattern);

    /// Takes time that grows with the path times the wildcards, whatever they are.
    bool matches(std::string_view path) const;
    /// All that comes before the first wildcard.
    const std::string& beginning() const { return m_beginning; }
    /// It has no wildcards.
    bool isPlain() const { return m_steps.empty() && !m_isTooLong; }

private:
    enum class StepKind : unsigned char { Character, One, Set, Name, Path, Folders };
    struct Step {
        StepKind kind = StepKind::Character;
        char32_t character = 0;
        /// Of a set: "a-c", as it is written.
        std::string members;
        bool isNegated = false;

        bool takes(char32_t character) const;
        /// It may stand for nothing.
        bool isOptional() const { return kind >= StepKind::Name; }
    };

    void enter(std::size_t step, std::vector<bool>& marked) const;

    std::string m_beginning;
    std::vector<Step> m_steps;
    bool m_isTooLong = false;
};

inline bool matchesPattern(std::string_view path, std::string_view pattern)
{
    return PathPattern(pattern).matches(path);
}

/// Many patterns. A path is compared only with those that begin as it does, and of these with the first ones
/// that together have at most 64 KiB.
class PathPatterns {
public:
    /// Its number; that of the first one for a pattern that is there already.
    std::size_t add(const std::string& pattern);
    /// The numbers of those that a path has, in rising order.
    std::vector<std::size_t> matching(std::string_view path) const;

private:
    struct Wild {
        std::size_t number;
        PathPattern pattern;
    };
    /// Those with the same beginning.
    struct Alike {
        std::vector<Wild> patterns;
        std::size_t length = 0;
    };

    std::unordered_map<std::string, std::size_t> m_numbers;
    /// By number: no wildcards.
    std::vector<bool> m_isPlain;
    /// Those with wildcards by the length of their beginnings, and by these.
    std::map<std::size_t, std::unordered_map<std::string, Alike>> m_wild;
};

/// The pattern without what says nothing: "./data//x" is "data/x".
std::string normalPattern(std::string_view pattern);

} // namespace duologue
