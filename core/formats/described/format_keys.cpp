// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/described/format_keys.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

namespace duologue {

namespace {

struct MappedUse {
    KeyUse use;
    JsonPointer FormatMapping::*pointer;
};

/// Uses whose pointers start at the record.
constexpr std::array<MappedUse, 11> kMappedUses{{
    {KeyUse::Messages, &FormatMapping::messages},
    {KeyUse::System, &FormatMapping::system},
    {KeyUse::History, &FormatMapping::history},
    {KeyUse::Question, &FormatMapping::prompt},
    {KeyUse::Answer, &FormatMapping::response},
    {KeyUse::Candidates, &FormatMapping::candidates},
    {KeyUse::Chosen, &FormatMapping::chosen},
    {KeyUse::Rejected, &FormatMapping::rejected},
    {KeyUse::Ratings, &FormatMapping::ratings},
    {KeyUse::Label, &FormatMapping::label},
    {KeyUse::RecordId, &FormatMapping::recordId},
}};

constexpr std::array<MappedUse, 3> kMessageUses{{
    {KeyUse::Role, &FormatMapping::role},
    {KeyUse::Text, &FormatMapping::text},
    {KeyUse::Translation, &FormatMapping::translation},
}};

bool isOfMessage(KeyUse use)
{
    return use == KeyUse::Role || use == KeyUse::Text || use == KeyUse::Translation;
}

std::string lastKey(const std::string& pointer)
{
    std::vector<std::string> parts = pointerParts(pointer);
    return parts.empty() ? std::string() : std::move(parts.back());
}

} // namespace

std::vector<KeyUse> usesFor(const KeyPlace& place, JsonKind kind)
{
    if (!place.list.empty()) {
        if (kind == JsonKind::String || kind == JsonKind::Null)
            return {KeyUse::Nothing, KeyUse::Role, KeyUse::Text, KeyUse::Translation};
        return {};
    }
    switch (kind) {
    case JsonKind::Array:
        return {KeyUse::Nothing,    KeyUse::Messages, KeyUse::History,
                KeyUse::Candidates, KeyUse::Chosen,   KeyUse::Rejected};
    case JsonKind::Object:
        return {KeyUse::Nothing, KeyUse::Chosen, KeyUse::Rejected, KeyUse::Ratings};
    case JsonKind::Integer:
    case JsonKind::Real:
        return {KeyUse::Nothing, KeyUse::Rating, KeyUse::Label, KeyUse::RecordId};
    case JsonKind::Bool:
        return {KeyUse::Nothing, KeyUse::Label};
    case JsonKind::Missing:
        return {};
    case JsonKind::Null:
    case JsonKind::String:
        break;
    }
    return {KeyUse::Nothing, KeyUse::System,   KeyUse::Question, KeyUse::Answer,
            KeyUse::Chosen,  KeyUse::Rejected, KeyUse::Label,    KeyUse::RecordId};
}

KeyChoices::KeyChoices(FormatMapping mapping) : m_base(std::move(mapping))
{
    const auto take = [&](const std::string& list, JsonPointer& pointer, KeyUse use) {
        if (!pointer.empty())
            m_choices.push_back({{list, pointer.text()}, use});
        pointer = JsonPointer();
    };
    const std::string messages = m_base.messages.text();
    const std::string candidates = m_base.candidates.text();
    for (const MappedUse& each : kMappedUses)
        take({}, m_base.*each.pointer, each.use);
    for (const MappedUse& each : kMessageUses)
        take(messages, m_base.*each.pointer, each.use);
    take(candidates, m_base.candidateText, KeyUse::Text);
    // Ratings under another name than that of their key cannot be shown as a choice of the key alone.
    std::erase_if(m_base.ratingsByName, [&](const auto& rating) {
        const bool isNamedLikeKey = lastKey(rating.second.text()) == rating.first;
        if (isNamedLikeKey)
            m_choices.push_back({{{}, rating.second.text()}, KeyUse::Rating});
        return isNamedLikeKey;
    });
}

std::string KeyChoices::listOf(KeyUse use) const
{
    const auto holder = std::find_if(m_choices.begin(), m_choices.end(),
                                     [use](const KeyChoice& choice) { return choice.use == use; });
    return holder == m_choices.end() ? std::string() : holder->place.key;
}

/// A part of a message whose list holds no messages.
bool KeyChoices::isOrphan(const KeyChoice& choice) const
{
    const std::string& list = choice.place.list;
    const bool isCandidateText = choice.use == KeyUse::Text && list == listOf(KeyUse::Candidates);
    return isOfMessage(choice.use) && list != listOf(KeyUse::Messages) && !isCandidateText;
}

KeyUse KeyChoices::useOf(const KeyPlace& place) const
{
    const auto found = std::find_if(m_choices.begin(), m_choices.end(),
                                    [&](const KeyChoice& choice) { return choice.place == place; });
    return found == m_choices.end() ? KeyUse::Nothing : found->use;
}

void KeyChoices::set(const KeyPlace& place, KeyUse use)
{
    std::erase_if(m_choices, [&](const KeyChoice& choice) {
        if (choice.place == place)
            return true;
        switch (use) {
        case KeyUse::Rating:
            return choice.use == KeyUse::Ratings;
        case KeyUse::Ratings:
            return choice.use == KeyUse::Rating || choice.use == use;
        default:
            // Messages and candidates each have a text.
            return choice.use == use && (!isOfMessage(use) || choice.place.list == place.list);
        }
    });
    // A description has either an object of numbers or numbers by name.
    if (use == KeyUse::Ratings)
        m_base.ratingsByName.clear();
    if (use != KeyUse::Nothing)
        m_choices.push_back({place, use});
}

void KeyChoices::choose(const KeyPlace& place, KeyUse use)
{
    const bool isCandidateText = use == KeyUse::Text && place.list == listOf(KeyUse::Candidates);
    if (isOfMessage(use) && !isCandidateText)
        set({{}, place.list}, KeyUse::Messages);
    set(place, use);
    std::vector<KeyChoice> kept;
    std::copy_if(m_choices.begin(), m_choices.end(), std::back_inserter(kept),
                 [this](const KeyChoice& choice) { return !isOrphan(choice); });
    m_choices = std::move(kept);
}

FormatMapping KeyChoices::mapping() const
{
    FormatMapping mapping = m_base;
    const auto set = [&](std::span<const MappedUse> uses, KeyUse use, const JsonPointer& pointer) {
        for (const MappedUse& each : uses) {
            if (each.use == use)
                mapping.*each.pointer = pointer;
        }
    };
    for (const KeyChoice& choice : m_choices) {
        const JsonPointer pointer(choice.place.key);
        if (choice.use == KeyUse::Rating)
            mapping.ratingsByName.emplace_back(lastKey(choice.place.key), pointer);
        else if (!isOfMessage(choice.use))
            set(kMappedUses, choice.use, pointer);
        else if (choice.place.list == listOf(KeyUse::Messages))
            set(kMessageUses, choice.use, pointer);
        else
            mapping.candidateText = pointer;
    }
    return mapping;
}

} // namespace duologue
