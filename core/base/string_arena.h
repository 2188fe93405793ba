// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstring>
#include <initializer_list>
#include <memory>
#include <string_view>
#include <vector>

namespace duologue {

/// Owns short strings that are joined from parts. A returned view is valid until clear() or the destruction
/// of the arena, also when the arena is moved. clear() keeps the memory for the next record.
class StringArena {
public:
    std::string_view join(std::initializer_list<std::string_view> parts)
    {
        std::size_t length = 0;
        for (const std::string_view part : parts)
            length += part.size();
        char* target = allocate(length);
        char* at = target;
        for (const std::string_view part : parts) {
            if (!part.empty())
                std::memcpy(at, part.data(), part.size());
            at += part.size();
        }
        return {target, length};
    }

    std::string_view keep(std::string_view text) { return join({text}); }

    void clear()
    {
        m_block = 0;
        m_used = 0;
    }

private:
    static constexpr std::size_t kBlock = 4096;

    struct Block {
        std::unique_ptr<char[]> bytes;
        std::size_t size;
    };

    char* allocate(std::size_t length)
    {
        while (m_block < m_blocks.size() && m_used + length > m_blocks[m_block].size) {
            ++m_block;
            m_used = 0;
        }
        if (m_block == m_blocks.size()) {
            const std::size_t size = length > kBlock ? length : kBlock;
            m_blocks.push_back({std::make_unique_for_overwrite<char[]>(size), size});
        }
        char* const begin = m_blocks[m_block].bytes.get() + m_used;
        m_used += length;
        return begin;
    }

    std::vector<Block> m_blocks;
    std::size_t m_block = 0;
    std::size_t m_used = 0;
};

} // namespace duologue
