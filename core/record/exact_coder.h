// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/dictionary.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// Finds or makes the code of a pair of words exactly as it is: whoever made the list can make it again, in
/// any order. One coder for one list, one thread.
class ExactCoder {
public:
    ExactCoder() = default;
    // m_recent points into m_codes, whose nodes move along.
    ExactCoder(ExactCoder&&) = default;
    ExactCoder& operator=(ExactCoder&&) = default;
    ExactCoder(const ExactCoder&) = delete;
    ExactCoder& operator=(const ExactCoder&) = delete;

    CategoryCode code(Name name, std::vector<Category>& categories)
    {
        Recent& recent = m_recent[(name.shown().size() ^ lastByte(name.shown())) % kRecent];
        if (recent.known && recent.en == name.en && recent.zh == name.zh)
            return recent.code;
        const std::string_view key = keyOf(name);
        auto found = m_codes.find(key);
        if (found == m_codes.end()) {
            found = m_codes.emplace(key, static_cast<CategoryCode>(categories.size())).first;
            categories.push_back({std::string(name.en), std::string(name.zh)});
        }
        // The key of a map's node stays where it is.
        const std::string_view kept = found->first;
        const std::size_t begin = name.zh.empty() ? 0 : 1;
        recent = {kept.substr(begin, name.en.size()), kept.substr(kept.size() - name.zh.size()),
                  found->second, true};
        return found->second;
    }

private:
    struct Recent {
        std::string_view en;
        std::string_view zh;
        CategoryCode code = kNoCategory;
        bool known = false;
    };

    static unsigned char lastByte(std::string_view text)
    {
        return text.empty() ? 0 : static_cast<unsigned char>(text.back());
    }

    /// Names are UTF-8, where the byte 0xFF does not occur.
    std::string_view keyOf(Name name)
    {
        if (name.zh.empty())
            return name.en;
        m_key.assign(1, '\xFF').append(name.en).append(1, '\xFF').append(name.zh);
        return m_key;
    }

    static constexpr std::size_t kRecent = 16;

    TextMap<CategoryCode> m_codes;
    std::array<Recent, kRecent> m_recent;
    std::string m_key;
};

} // namespace duologue
