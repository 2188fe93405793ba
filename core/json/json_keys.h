// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <string_view>
#include <vector>

namespace duologue {

/// Keys of objects within each other, the innermost behind the others, to see whether one stands twice in its
/// object. A key is told from most others by a sign: its length and first bytes. One thread at a time.
class JsonKeys {
public:
    /// Of a key's memory, however short it is, so many bytes can be read.
    static constexpr std::size_t kReadBehind = sizeof(std::uint64_t);
    static constexpr std::size_t kBytesEach = sizeof(std::string_view) + sizeof(std::uint64_t);

    explicit JsonKeys(std::pmr::memory_resource* memory) : m_names(memory), m_signs(memory) {}

    std::size_t size() const { return m_names.size(); }
    void reserve(std::size_t count);
    /// The key's memory must outlive its stay.
    void add(std::string_view key);
    void cutTo(std::size_t count);
    /// From number `first` on; may change their order.
    bool anyTwice(std::size_t first);

private:
    std::pmr::vector<std::string_view> m_names;
    std::pmr::vector<std::uint64_t> m_signs;
};

} // namespace duologue
