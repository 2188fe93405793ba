// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace duologue {

/// Bytes of a text.
struct FoundWords {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The first words near the begin of an answer that refuse, in English or Chinese ("I'm sorry, but I can't",
/// "我无法提供"); none if it does not.
std::optional<FoundWords> refusalIn(std::string_view answer);

/// The first words by which a model speaks of itself ("As an AI language model", "作为一个人工智能").
std::optional<FoundWords> selfTalkIn(std::string_view answer);

} // namespace duologue
