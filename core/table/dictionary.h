// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checksum.h"
#include "core/base/chunked_vector.h"
#include "core/base/code_index.h"
#include "core/record/conversation.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

namespace duologue {

/// Longest value that a dictionary keeps whole, in bytes.
inline constexpr std::size_t kLongestName = 240;

/// What a dictionary keeps of a value. Of a longer one than kLongestName it is the beginning, an ellipsis,
/// and 25 bytes that are not text: equal for equal values, and different for different ones. It is valid as
/// long as the value.
class ValueKey {
public:
    /// Bytes of a long value's beginning, at most.
    static constexpr std::size_t kBeginning = 64;

    explicit ValueKey(std::string_view value) : m_text(value)
    {
        if (value.size() > kLongestName)
            shorten();
    }
    ValueKey(const ValueKey&) = delete;
    ValueKey& operator=(const ValueKey&) = delete;

    std::string_view text() const { return m_text; }

    /// Whether this is what is kept of a long value.
    static bool isOfLong(std::string_view key)
    {
        return key.size() > kTail + kEllipsis.size() && key.size() <= kMost &&
               key[key.size() - kTail] == '\xFF' &&
               key.substr(key.size() - kTail - kEllipsis.size()).starts_with(kEllipsis);
    }
    /// What people see of the value: all of it, or its beginning and an ellipsis.
    static std::string_view shown(std::string_view key)
    {
        return isOfLong(key) ? key.substr(0, key.size() - kTail) : key;
    }
    /// The first bytes of a long value.
    static std::string_view beginning(std::string_view key)
    {
        return key.substr(0, key.size() - kTail - kEllipsis.size());
    }

private:
    void shorten();

    static constexpr std::string_view kEllipsis = "…";
    /// A byte that no UTF-8 has, the length and the checksum.
    static constexpr std::size_t kTail = 1 + 3 * sizeof(std::uint64_t);
    static constexpr std::size_t kMost = kBeginning + kEllipsis.size() + kTail;

    std::string_view m_text;
    std::array<char, kMost> m_made;
};

/// A category that columns refer to by number, under its two names: texts of a ValueKey.
struct Category {
    std::string en;
    std::string zh;

    bool operator==(const Category&) const = default;
    /// What people see of it; of a long one in a dictionary, ValueKey::shown() of this.
    const std::string& shown() const { return en.empty() ? zh : en; }
    /// Only the beginning of the value is kept.
    bool isLong() const { return ValueKey::isOfLong(shown()); }
    /// Whether `text` is one of its names, ignoring case and width. No text is that of a long one.
    bool answersTo(std::string_view text) const;
};

inline Name nameOf(const Category& category)
{
    return {category.en, category.zh};
}

/// A category of a column: its index in the column's categories.
enum class CategoryCode : std::uint32_t {};

/// The record has no value. Its index is after that of every category.
inline constexpr CategoryCode kNoCategory{0xFFFF'FFFFU};

constexpr std::size_t indexOf(CategoryCode code)
{
    return static_cast<std::size_t>(code);
}

constexpr CategoryCode categoryCode(std::size_t index)
{
    return static_cast<CategoryCode>(index);
}

/// Keys number the categories from 1 on, so that 0 stands for kNoCategory.
constexpr std::uint32_t keyOfCode(CategoryCode code)
{
    return static_cast<std::uint32_t>(code) + 1;
}

constexpr CategoryCode codeOfKey(std::uint32_t key)
{
    return CategoryCode{key - 1};
}

/// The categories of a column in the order of their first appearance. Copies are snapshots (ChunkedVector).
using Categories = ChunkedVector<Category, 256>;

/// Looks up std::string keys by std::string_view.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

template<typename Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

/// Index of a name in a coder's short list of recent codes. Most columns have few names, which are looked up
/// again and again.
inline std::size_t recentSlot(std::string_view name, std::size_t slots)
{
    return name.empty() ? 0 : (name.size() ^ static_cast<unsigned char>(name.back())) % slots;
}

/// Finds or makes the code of a name in a list of categories that is being written. A name in one language
/// gets the code of a pair that contains it. A coder belongs to one list, to which nothing else adds. One
/// thread.
class CategoryCoder {
public:
    /// `List` is a Categories or a std::vector<Category>.
    template<typename List>
    CategoryCode code(Name name, List& categories)
    {
        const std::string_view shown = name.shown();
        std::uint32_t& recent = m_recent[recentSlot(shown, kRecent)];
        if (recent / 2 < categories.size() && wordOf(recent, categories) == shown)
            return categoryCode(recent / 2);
        const std::uint64_t hash = checksum(shown);
        recent = find(hash, shown, categories);
        if (recent != CodeIndex::kNone)
            return categoryCode(recent / 2);
        const auto index = static_cast<std::uint32_t>(categories.size());
        categories.push_back({std::string(name.en), std::string(name.zh)});
        recent = 2 * index;
        m_words.add(hash, recent);
        if (!name.en.empty() && !name.zh.empty()) {
            const std::uint64_t second = checksum(name.zh);
            if (find(second, name.zh, categories) == CodeIndex::kNone)
                m_words.add(second, 2 * index + 1);
        }
        return CategoryCode{index};
    }

    /// Prefetches what the next call with this name will read.
    void expect(Name name) const { m_words.expect(checksum(name.shown())); }

private:
    /// The number of a word is twice the code for the shown word, and one more for the Chinese word of a
    /// pair.
    template<typename List>
    static std::string_view wordOf(std::uint32_t word, const List& categories)
    {
        const Category& category = categories[word / 2];
        return word % 2 == 0 ? category.shown() : category.zh;
    }

    template<typename List>
    std::uint32_t find(std::uint64_t hash, std::string_view text, const List& categories) const
    {
        return m_words.find(hash, [&](std::uint32_t word) { return wordOf(word, categories) == text; });
    }

    static constexpr std::size_t kRecent = 16;

    CodeIndex m_words;
    std::array<std::uint32_t, kRecent> m_recent{};
};

} // namespace duologue
