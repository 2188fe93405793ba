// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/chunked_vector.h"
#include "core/record/conversation.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>

namespace duologue {

/// A category that columns refer to by number, under its two names.
struct Category {
    std::string en;
    std::string zh;

    bool operator==(const Category&) const = default;
    const std::string& shown() const { return en.empty() ? zh : en; }
    /// True where `text` is one of its names, ignoring case and width.
    bool answersTo(std::string_view text) const;
};

/// Number of a category in its column. kNoCategory: the record has no value.
using CategoryCode = std::uint32_t;
inline constexpr CategoryCode kNoCategory = 0xFFFF'FFFFU;

/// The categories of a column in the order of their first appearance. Copies are snapshots (ChunkedVector).
using Categories = ChunkedVector<Category, 256>;

/// Looks up std::string keys by std::string_view.
struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

template<typename Value>
using TextMap = std::unordered_map<std::string, Value, TextHash, std::equal_to<>>;

/// Finds or makes the code of a name: the writer's side of a list of categories. A value with only one of the
/// two words joins the pair that has it. One coder for one list, one thread.
class CategoryCoder {
public:
    CategoryCoder() = default;
    // m_recent points into m_codes, whose nodes move along.
    CategoryCoder(CategoryCoder&&) = default;
    CategoryCoder& operator=(CategoryCoder&&) = default;
    CategoryCoder(const CategoryCoder&) = delete;
    CategoryCoder& operator=(const CategoryCoder&) = delete;

    /// `List` is a Categories or a std::vector<Category>.
    template<typename List>
    CategoryCode code(Name name, List& categories)
    {
        const std::string_view shown = name.shown();
        Recent& recent = m_recent[recentPlace(shown)];
        if (recent.name == shown && recent.known)
            return recent.code;
        if (const auto known = m_codes.find(shown); known != m_codes.end()) {
            // The key of a map's node stays where it is.
            recent = {known->first, known->second, true};
            return known->second;
        }
        const auto code = static_cast<CategoryCode>(categories.size());
        categories.push_back({std::string(name.en), std::string(name.zh)});
        m_codes.emplace(shown, code);
        if (!name.en.empty() && !name.zh.empty())
            m_codes.try_emplace(std::string(name.zh), code);
        return code;
    }

private:
    /// Codes asked for lately: a column has few names and asks for them again and again.
    struct Recent {
        std::string_view name;
        CategoryCode code = kNoCategory;
        bool known = false;
    };

    static std::size_t recentPlace(std::string_view name)
    {
        return name.empty() ? 0 : (name.size() ^ static_cast<unsigned char>(name.back())) % kRecent;
    }

    static constexpr std::size_t kRecent = 16;

    TextMap<CategoryCode> m_codes;
    std::array<Recent, kRecent> m_recent;
};

} // namespace duologue
