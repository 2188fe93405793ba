// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/layout/layout_parts.h"

#include <array>
#include <optional>
#include <string_view>

namespace duologue {

/// A word of a file that describes formats, and what it stands for.
template<typename Value>
struct FormatWord {
    std::string_view word;
    Value value;
};

inline constexpr std::array<FormatWord<Slot>, 8> kSlotWords{{
    {"system", Slot::System},
    {"history", Slot::History},
    {"messages", Slot::Messages},
    {"prompt", Slot::Prompt},
    {"response", Slot::Response},
    {"candidates", Slot::Candidates},
    {"chosen", Slot::Chosen},
    {"rejected", Slot::Rejected},
}};

inline constexpr std::array<FormatWord<PartForm>, 20> kFormWords{{
    {"objects", PartForm::Objects},
    {"columns", PartForm::Columns},
    {"chat", PartForm::Chat},
    {"answered", PartForm::Answered},
    {"exchanges", PartForm::Exchanges},
    {"question-lists", PartForm::QuestionLists},
    {"conversation", PartForm::Conversation},
    {"nested", PartForm::NestedLists},
    {"texts", PartForm::Texts},
    {"turns", PartForm::NumberedTurns},
    {"object", PartForm::Object},
    {"text", PartForm::Text},
    {"transcript", PartForm::Transcript},
    {"named-lines", PartForm::NamedLines},
    {"instruction", PartForm::Instruction},
    {"system", PartForm::System},
    {"any", PartForm::Any},
    {"answer", PartForm::Answer},
    {"list", PartForm::List},
    {"dialogue", PartForm::Dialogue},
}};

template<typename Value, std::size_t kSize>
std::optional<Value> valueOfWord(const std::array<FormatWord<Value>, kSize>& words, std::string_view word)
{
    for (const FormatWord<Value>& known : words) {
        if (known.word == word)
            return known.value;
    }
    return std::nullopt;
}

template<typename Value, std::size_t kSize>
std::string_view wordOfValue(const std::array<FormatWord<Value>, kSize>& words, Value value)
{
    for (const FormatWord<Value>& known : words) {
        if (known.value == value)
            return known.word;
    }
    return {};
}

} // namespace duologue
