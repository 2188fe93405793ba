// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format.h"
#include "core/formats/layout.h"
#include "core/util/problem.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace duologue {

/// A word of a file that describes formats, and what it stands for.
template<typename Value>
struct FormatWord {
    std::string_view word;
    Value value;
};

inline constexpr std::array<FormatWord<Slot>, 9> kSlotWords{{
    {"system", Slot::System},
    {"history", Slot::History},
    {"messages", Slot::Messages},
    {"prompt", Slot::Prompt},
    {"response", Slot::Response},
    {"candidates", Slot::Candidates},
    {"options", Slot::Options},
    {"chosen", Slot::Chosen},
    {"rejected", Slot::Rejected},
}};

inline constexpr std::array<FormatWord<PartForm>, 23> kFormWords{{
    {"objects", PartForm::Objects},
    {"columns", PartForm::Columns},
    {"chat", PartForm::Chat},
    {"answered", PartForm::Answered},
    {"exchanges", PartForm::Exchanges},
    {"question-lists", PartForm::QuestionLists},
    {"conversation", PartForm::Conversation},
    {"nested", PartForm::NestedLists},
    {"texts", PartForm::Texts},
    {"labelled-texts", PartForm::LabelledTexts},
    {"separated", PartForm::Separated},
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
    {"items", PartForm::Items},
}};

/// What the value at "verdict" says; without a word, Wanted.
inline constexpr std::array<FormatWord<Verdict>, 10> kVerdictWords{{
    {"index", Verdict::Index},
    {"negative-is-first", Verdict::NegativeIsFirst},
    {"positive-is-first", Verdict::PositiveIsFirst},
    {"one-or-two", Verdict::OneOrTwo},
    {"one-is-first", Verdict::OneIsFirst},
    {"letter", Verdict::Letter},
    {"comparison", Verdict::Comparison},
    {"side", Verdict::Side},
    {"highest", Verdict::Highest},
    {"wanted", Verdict::Wanted},
}};

/// The keys of a part that are pointers.
inline constexpr std::array<FormatWord<JsonPointer LayoutPart::*>, 8> kPointerWords{{
    {"translation", &LayoutPart::translation},
    {"ask", &LayoutPart::ask},
    {"answer", &LayoutPart::answer},
    {"input", &LayoutPart::input},
    {"before", &LayoutPart::before},
    {"tool_key", &LayoutPart::toolKey},
    {"order_by", &LayoutPart::orderBy},
    {"answered_by", &LayoutPart::answeredBy},
}};

/// The keys of a kind of items: those that are pointers, and those that are one or several.
inline constexpr std::array<FormatWord<JsonPointer ItemKind::*>, 4> kItemPointerWords{{
    {"arguments", &ItemKind::arguments},
    {"id", &ItemKind::callId},
    {"of", &ItemKind::resultOf},
    {"inside", &ItemKind::inside},
}};
inline constexpr std::array<FormatWord<std::vector<JsonPointer> ItemKind::*>, 3> kItemListWords{{
    {"text", &ItemKind::texts},
    {"thought", &ItemKind::thoughts},
    {"result", &ItemKind::results},
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

/// The contents of a file that describes formats, and the problems in it.
struct FormatFile {
    std::vector<FormatDescription> descriptions;
    std::vector<Problem> problems;
};

/// A "*.duologue-format.json" file, or one of the formats that come with the program: one object, or a list
/// of such. core/formats/README.md tells its keys; one that is unknown is a problem. `name` is the name of
/// the file, for problems.
FormatFile readFormatFile(std::string_view json, const std::string& name);

/// The description as the text of such a file.
std::string formatFileText(const FormatDescription& description);

/// LLaMA-Factory's "dataset_info.json": one description for each file in it with its own columns or tags, and
/// for that file alone. `folder` is the absolute path of the folder that it is in.
FormatFile readDatasetInfo(std::string_view json, const std::string& name, const std::string& folder);

/// A file of resources/formats, which is part of the program.
struct ShippedFile {
    std::string_view name;
    std::string_view json;
};
std::span<const ShippedFile> shippedFiles();

/// The formats that they describe, in the order of the files.
std::span<const Format* const> shippedFormats();

} // namespace duologue
