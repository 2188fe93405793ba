// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format_keys.h"

#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>

namespace duologue {

namespace {

struct SlotUse {
    KeyUse use;
    Slot slot;
};

constexpr std::array<SlotUse, 8> kSlotUses{{
    {KeyUse::Messages, Slot::Messages},
    {KeyUse::System, Slot::System},
    {KeyUse::History, Slot::History},
    {KeyUse::Question, Slot::Prompt},
    {KeyUse::Answer, Slot::Response},
    {KeyUse::Candidates, Slot::Candidates},
    {KeyUse::Chosen, Slot::Chosen},
    {KeyUse::Rejected, Slot::Rejected},
}};

/// Uses of the keys within a part.
bool isOfMessage(KeyUse use)
{
    return use == KeyUse::Role || use == KeyUse::Text || use == KeyUse::Translation;
}

bool isOfExchange(KeyUse use)
{
    return use == KeyUse::Question || use == KeyUse::Answer;
}

bool areColumns(const LayoutPart& part)
{
    return part.form == PartForm::Columns || part.form == PartForm::QuestionLists;
}

struct InnerKey {
    KeyUse use;
    JsonPointer LayoutPart::*pointer;
};

constexpr std::array<InnerKey, 5> kInnerKeys{{
    {KeyUse::Role, &LayoutPart::role},
    {KeyUse::Text, &LayoutPart::text},
    {KeyUse::Translation, &LayoutPart::translation},
    {KeyUse::Question, &LayoutPart::ask},
    {KeyUse::Answer, &LayoutPart::answer},
}};

/// Whether a key is one of those for which a step of a pattern stands: all, or a name with a counter.
bool isOfStep(std::string_view step, std::string_view key)
{
    const std::size_t at = step.find('#');
    if (at == std::string_view::npos)
        return step == "*";
    const std::string_view before = step.substr(0, at);
    const std::string_view after = step.substr(at + 1);
    if (key.size() <= before.size() + after.size() || !key.starts_with(before) || !key.ends_with(after))
        return false;
    key = key.substr(before.size(), key.size() - before.size() - after.size());
    return key.size() == 1 || std::all_of(key.begin(), key.end(), isDigit);
}

std::string lastKey(const std::string& pointer)
{
    std::vector<std::string> parts = pointerParts(pointer);
    return parts.empty() ? std::string() : std::move(parts.back());
}

/// The pointer without its last step.
std::string above(const std::string& pointer)
{
    return pointer.substr(0, std::min(pointer.size(), pointer.rfind('/')));
}

} // namespace

std::optional<Slot> slotOf(KeyUse use)
{
    const auto known = std::find_if(kSlotUses.begin(), kSlotUses.end(),
                                    [use](const SlotUse& each) { return each.use == use; });
    return known == kSlotUses.end() ? std::nullopt : std::optional(known->slot);
}

std::vector<KeyUse> usesFor(const KeyPlace& place, JsonKind kind)
{
    if (!place.list.empty()) {
        if (kind == JsonKind::String || kind == JsonKind::Null)
            return {KeyUse::Nothing,     KeyUse::Role,     KeyUse::Text,
                    KeyUse::Translation, KeyUse::Question, KeyUse::Answer};
        if (kind == JsonKind::Array)
            return {KeyUse::Nothing, KeyUse::Text};
        return {};
    }
    switch (kind) {
    case JsonKind::Array:
        return {KeyUse::Nothing, KeyUse::Messages, KeyUse::History, KeyUse::Candidates,
                KeyUse::Chosen,  KeyUse::Rejected, KeyUse::Role,    KeyUse::Text};
    case JsonKind::Object:
        return {KeyUse::Nothing, KeyUse::Messages, KeyUse::Chosen, KeyUse::Rejected, KeyUse::Ratings};
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
    return {KeyUse::Nothing, KeyUse::System, KeyUse::History,  KeyUse::Messages, KeyUse::Question,
            KeyUse::Answer,  KeyUse::Chosen, KeyUse::Rejected, KeyUse::Label,    KeyUse::RecordId};
}

KeyChoices::KeyChoices(FormatDescription description) : m_base(std::move(description))
{
    m_base.layouts.resize(1);
    Layout& base = m_base.layouts.front();
    for (const SlotUse& each : kSlotUses) {
        auto& parts = isOfCandidates(each.slot) ? base.candidates : base.messages;
        const auto isOfSlot = [&](const LayoutPart& part) { return part.slot == each.slot; };
        const auto part = std::find_if(parts.begin(), parts.end(), isOfSlot);
        // A choice names one key.
        if (std::count_if(parts.begin(), parts.end(), isOfSlot) != 1 || part->isEach ||
            (part->at.empty() && !areColumns(*part)))
            continue;
        takeKeys({{{}, part->at.text()}, each.use, *part});
        parts.erase(part);
    }
    const auto take = [&](JsonPointer& pointer, KeyUse use) {
        if (!pointer.empty())
            m_choices.push_back({{{}, pointer.text()}, use});
        pointer = JsonPointer();
    };
    take(base.ratings, KeyUse::Ratings);
    take(base.label, KeyUse::Label);
    if (base.recordIds.size() == 1)
        take(base.recordIds.front(), KeyUse::RecordId);
    std::erase_if(base.recordIds, [](const JsonPointer& pointer) { return pointer.empty(); });
    // Ratings under another name than that of their key cannot be shown as a choice of the key alone.
    std::erase_if(base.ratingsByName, [&](const auto& rating) {
        const bool isNamedLikeKey = lastKey(rating.second.text()) == rating.first;
        if (isNamedLikeKey)
            m_choices.push_back({{{}, rating.second.text()}, KeyUse::Rating});
        return isNamedLikeKey;
    });
}

/// Adds a choice of a part, and the keys within it as choices of their own.
void KeyChoices::takeKeys(KeyChoice choice)
{
    std::vector<KeyChoice> inner;
    for (const InnerKey& key : kInnerKeys) {
        JsonPointer& pointer = choice.part.*key.pointer;
        if (pointer.empty())
            continue;
        const KeyPlace place = areColumns(choice.part) ? KeyPlace{{}, choice.place.key + pointer.text()}
                                                       : KeyPlace{choice.place.key, pointer.text()};
        inner.push_back({place, key.use});
        pointer = JsonPointer();
    }
    m_choices.push_back(std::move(choice));
    std::move(inner.begin(), inner.end(), std::back_inserter(m_choices));
}

const KeyChoice* KeyChoices::columnsAround(const KeyPlace& place) const
{
    if (!place.list.empty() || place.key.empty())
        return nullptr;
    const auto found = std::find_if(m_choices.begin(), m_choices.end(), [&](const KeyChoice& choice) {
        return areColumns(choice.part) && choice.place.key == above(place.key);
    });
    return found == m_choices.end() ? nullptr : &*found;
}

const KeyChoice* KeyChoices::holderOfColumn(const KeyChoice& choice) const
{
    const KeyChoice* const around = columnsAround(choice.place);
    const bool isColumn =
        around != nullptr &&
        (around->part.form == PartForm::Columns ? isOfMessage(choice.use) : isOfExchange(choice.use));
    return isColumn ? around : nullptr;
}

const KeyChoice* KeyChoices::holderOf(KeyUse use) const
{
    const auto holder = std::find_if(m_choices.begin(), m_choices.end(), [&](const KeyChoice& choice) {
        return choice.use == use && choice.place.list.empty() && holderOfColumn(choice) == nullptr;
    });
    return holder == m_choices.end() ? nullptr : &*holder;
}

/// A key within a part whose list holds no such part.
bool KeyChoices::isOrphan(const KeyChoice& choice) const
{
    if (!isOfMessage(choice.use) && !isOfExchange(choice.use))
        return false;
    const std::string& list = choice.place.list;
    if (list.empty())
        return isOfMessage(choice.use) && holderOfColumn(choice) == nullptr;
    const auto holds = [&](KeyUse use) {
        const KeyChoice* const holder = holderOf(use);
        return holder != nullptr && holder->place.key == list;
    };
    return !holds(KeyUse::Messages) && !holds(KeyUse::History) &&
           !(choice.use == KeyUse::Text && holds(KeyUse::Candidates));
}

KeyUse KeyChoices::useOf(const KeyPlace& place) const
{
    const auto found = std::find_if(m_choices.begin(), m_choices.end(),
                                    [&](const KeyChoice& choice) { return choice.place == place; });
    return found == m_choices.end() ? baseUseOf(place) : found->use;
}

/// What the description says of a key that is one of several, or one of a pattern, and so is no choice.
KeyUse KeyChoices::baseUseOf(const KeyPlace& place) const
{
    const std::vector<std::string> keys = pointerParts(place.key);
    const auto isAt = [&keys](const LayoutPart& part) {
        const std::vector<std::string>& steps = part.at.parts();
        return !steps.empty() && std::equal(steps.begin(), steps.end(), keys.begin(), keys.end(),
                                            [&part](const std::string& step, const std::string& key) {
                                                return step == key || (part.isEach && isOfStep(step, key));
                                            });
    };
    const Layout& base = m_base.layouts.front();
    for (const SlotUse& each : kSlotUses) {
        const auto& parts = isOfCandidates(each.slot) ? base.candidates : base.messages;
        const bool isPart = std::any_of(parts.begin(), parts.end(), [&](const LayoutPart& part) {
            return part.slot == each.slot && isAt(part);
        });
        if (isPart && place.list.empty() && holderOf(each.use) == nullptr)
            return each.use;
    }
    return KeyUse::Nothing;
}

const LayoutPart* KeyChoices::formOf(const KeyPlace& place) const
{
    const auto found = std::find_if(m_choices.begin(), m_choices.end(), [&](const KeyChoice& choice) {
        return choice.place == place && place.list.empty() && slotOf(choice.use) &&
               holderOfColumn(choice) == nullptr;
    });
    return found == m_choices.end() ? nullptr : &found->part;
}

void KeyChoices::setForm(const KeyPlace& place, LayoutPart part)
{
    const KeyUse use = useOf(place);
    std::vector<KeyChoice> kept;
    for (const KeyChoice& choice : m_choices) {
        const KeyChoice* const columns = holderOfColumn(choice);
        const bool isWithin = (!place.key.empty() && choice.place.list == place.key) ||
                              (columns != nullptr && columns->place == place);
        if (!isWithin && choice.place != place)
            kept.push_back(choice);
    }
    m_choices = std::move(kept);
    takeKeys({place, use, std::move(part)});
}

void KeyChoices::set(const KeyPlace& place, KeyUse use)
{
    std::erase_if(m_choices, [&](const KeyChoice& choice) {
        if (choice.place == place)
            return true;
        switch (use) {
        case KeyUse::Nothing:
            return false;
        case KeyUse::Rating:
            return choice.use == KeyUse::Ratings;
        case KeyUse::Ratings:
            return choice.use == KeyUse::Ratings || choice.use == KeyUse::Rating;
        default:
            // Each list has keys of its own.
            return choice.use == use && choice.place.list == place.list;
        }
    });
    // A description has either an object of numbers or numbers by name.
    Layout& base = m_base.layouts.front();
    if (use == KeyUse::Ratings)
        base.ratingsByName.clear();
    if (use == KeyUse::Nothing)
        return;
    const std::optional<Slot> slot = place.list.empty() ? slotOf(use) : std::nullopt;
    if (slot && base.hasNoConversation) {
        base.hasNoConversation = false;
        base.needs = {};
    }
    m_choices.push_back(
        {place, use, slot ? LayoutPart{.slot = *slot, .form = usualForm(*slot)} : LayoutPart()});
}

void KeyChoices::choose(const KeyPlace& place, KeyUse use)
{
    const auto isHeldBy = [&](KeyUse holder, const std::string& key) {
        const KeyChoice* const choice = holderOf(holder);
        return choice != nullptr && choice->place == KeyPlace{{}, key};
    };
    const bool isCandidateText = use == KeyUse::Text && isHeldBy(KeyUse::Candidates, place.list);
    const bool isColumn = place.list.empty() && isOfMessage(use);
    const bool isInner = isColumn || (!place.list.empty() && (isOfMessage(use) || isOfExchange(use)));
    if (isInner && !isCandidateText) {
        const KeyPlace around{{}, isColumn ? above(place.key) : place.list};
        if (!isHeldBy(KeyUse::Messages, around.key) && !isHeldBy(KeyUse::History, around.key))
            set(around, KeyUse::Messages);
        const auto holder = std::find_if(m_choices.begin(), m_choices.end(),
                                         [&](const KeyChoice& choice) { return choice.place == around; });
        // The keys of another form are of no use.
        const PartForm form = isColumn                                     ? PartForm::Columns
                              : isOfExchange(use)                          ? PartForm::Exchanges
                              : holder->part.form == PartForm::NestedLists ? PartForm::NestedLists
                                                                           : PartForm::Objects;
        if (holder->part.form != form)
            setForm(around, {.slot = *slotOf(holder->use), .form = form});
    }
    set(place, use);
    // What held the keys may have been among them.
    for (bool isDone = false; !isDone;) {
        std::vector<KeyChoice> kept;
        std::copy_if(m_choices.begin(), m_choices.end(), std::back_inserter(kept),
                     [this](const KeyChoice& choice) { return !isOrphan(choice); });
        isDone = kept.size() == m_choices.size();
        m_choices = std::move(kept);
    }
}

std::string_view KeyChoices::roleOf(std::string_view name) const
{
    const auto& roles = m_base.layouts.front().roles;
    const auto known =
        std::find_if(roles.begin(), roles.end(), [name](const auto& each) { return each.first == name; });
    return known == roles.end() ? std::string_view() : known->second;
}

void KeyChoices::setRole(const std::string& name, std::string_view role)
{
    auto& roles = m_base.layouts.front().roles;
    std::erase_if(roles, [&name](const auto& each) { return each.first == name; });
    if (!role.empty())
        roles.emplace_back(name, role);
}

JsonPointer KeyChoices::keyWithin(const KeyChoice& holder, KeyUse use) const
{
    const std::string& at = holder.place.key;
    const bool isOfColumns = areColumns(holder.part);
    const auto found = std::find_if(m_choices.begin(), m_choices.end(), [&](const KeyChoice& choice) {
        return choice.use == use &&
               (isOfColumns ? holderOfColumn(choice) == &holder : choice.place.list == at);
    });
    if (found == m_choices.end() || (!isOfColumns && at.empty()))
        return {};
    return JsonPointer(isOfColumns ? found->place.key.substr(at.size()) : found->place.key);
}

/// The part of a choice with the keys that are choices of their own.
LayoutPart KeyChoices::partBy(const KeyChoice& choice) const
{
    LayoutPart part = choice.part;
    part.at = JsonPointer(choice.place.key);
    for (const InnerKey& key : kInnerKeys)
        part.*key.pointer = keyWithin(choice, key.use);
    return part;
}

Layout KeyChoices::layout() const
{
    Layout layout = m_base.layouts.front();
    for (const SlotUse& each : kSlotUses) {
        const KeyChoice* const holder = holderOf(each.use);
        if (holder == nullptr)
            continue;
        auto& parts = isOfCandidates(each.slot) ? layout.candidates : layout.messages;
        std::erase_if(parts, [&](const LayoutPart& part) { return part.slot == each.slot; });
        const auto after = std::find_if(parts.begin(), parts.end(),
                                        [&](const LayoutPart& part) { return part.slot > each.slot; });
        parts.insert(after, partBy(*holder));
    }
    for (const KeyChoice& choice : m_choices) {
        const JsonPointer pointer(choice.place.key);
        if (choice.use == KeyUse::Rating)
            layout.ratingsByName.emplace_back(lastKey(choice.place.key), pointer);
        else if (choice.use == KeyUse::Ratings)
            layout.ratings = pointer;
        else if (choice.use == KeyUse::Label)
            layout.label = pointer;
        else if (choice.use == KeyUse::RecordId)
            layout.recordIds = {pointer};
    }
    return layout;
}

bool KeyChoices::areUsable() const
{
    const Layout made = layout();
    const auto hasKeys = [](const LayoutPart& part) {
        switch (part.form) {
        case PartForm::Columns:
            return !part.role.empty() && !part.text.empty();
        case PartForm::QuestionLists:
        case PartForm::Exchanges:
            return part.ask.empty() == part.answer.empty();
        default:
            return true;
        }
    };
    return isUsable(made) && std::all_of(made.messages.begin(), made.messages.end(), hasKeys);
}

FormatDescription KeyChoices::description() const
{
    FormatDescription description = m_base;
    description.layouts = {layout()};
    return description;
}

} // namespace duologue
