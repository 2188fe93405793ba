// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/checksum.h"
#include "core/base/code_index.h"
#include "core/table/dictionary.h"

#include <array>
#include <bit>
#include <string>
#include <vector>

namespace duologue {

/// As CategoryCoder, but each different pair of words has its own code. So a list has the same pairs in
/// whatever order they are added. A coder belongs to one list, to which nothing else adds. One thread.
class ExactCoder {
public:
    CategoryCode code(Name name, std::vector<Category>& categories)
    {
        const auto isIt = [&](std::uint32_t index) {
            return categories[index].en == name.en && categories[index].zh == name.zh;
        };
        std::uint32_t& recent = m_recent[recentSlot(name.shown(), kRecent)];
        if (recent < categories.size() && isIt(recent))
            return CategoryCode{recent};
        const std::uint64_t hash = hashOf(name);
        recent = m_indexes.find(hash, isIt);
        if (recent == CodeIndex::kNone) {
            recent = static_cast<std::uint32_t>(categories.size());
            categories.push_back({std::string(name.en), std::string(name.zh)});
            m_indexes.add(hash, recent);
        }
        return CategoryCode{recent};
    }

private:
    static std::uint64_t hashOf(Name name)
    {
        const std::uint64_t english = checksum(name.en);
        return name.zh.empty() ? english : std::rotl(english, 1) ^ checksum(name.zh);
    }

    static constexpr std::size_t kRecent = 16;

    CodeIndex m_indexes;
    std::array<std::uint32_t, kRecent> m_recent{};
};

} // namespace duologue
