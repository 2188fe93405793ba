// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/format_file.h"

#include "core/data/conversation.h"
#include "core/json/json_repair.h"
#include "core/json/json_tokens.h"
#include "core/json/record_split.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <vector>

namespace duologue {

namespace {

PhraseId kindOf(const JsonView& value)
{
    if (value.isString())
        return PhraseId::Text;
    if (value.isArray())
        return PhraseId::List;
    if (value.isObject())
        return PhraseId::Object;
    return value.isNumber() ? PhraseId::Number : PhraseId::Null;
}

/// A part while its keys are read.
struct PartDraft {
    LayoutPart part;
    bool hasForm = false;
    bool isStrictGiven = false;
    bool hasRole = false;
    bool hasText = false;
    bool hasTranslation = false;
};

/// A layout while its keys are read, which may come in any order.
struct LayoutDraft {
    Layout layout;
    std::vector<PartDraft> parts;
    /// Slots in the order in which their parts are read, if it is not the usual one.
    std::vector<Slot> order;
    /// Of the messages, unless a part says more.
    std::optional<PartForm> form;
    JsonPointer role;
    JsonPointer text;
    JsonPointer translation;
    JsonPointer candidateText;
    std::vector<ItemKind> kinds;

    Layout finished() const
    {
        Layout finished = layout;
        std::vector<std::pair<std::size_t, LayoutPart>> ordered;
        for (std::size_t i = 0; i < parts.size(); ++i)
            ordered.emplace_back(rankOf(i), finishedPart(parts[i]));
        std::stable_sort(ordered.begin(), ordered.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        for (auto& [rank, part] : ordered)
            (isOfCandidates(part.slot) ? finished.candidates : finished.messages).push_back(std::move(part));
        return finished;
    }

private:
    LayoutPart finishedPart(const PartDraft& draft) const
    {
        LayoutPart part = draft.part;
        if (part.slot == Slot::Messages) {
            if (form && !draft.hasForm) {
                part.form = *form;
                part.isStrict = true;
            }
            part.role = draft.hasRole ? part.role : role;
            part.text = draft.hasText ? part.text : text;
            part.translation = draft.hasTranslation ? part.translation : translation;
            if (part.form == PartForm::Items)
                part.kinds = kinds;
        } else if (part.slot == Slot::Candidates && !draft.hasText) {
            part.text = candidateText;
        }
        return part;
    }

    /// The place of a part among all: that of its slot, or of as many of its slot in the order as there are
    /// before it.
    std::size_t rankOf(std::size_t index) const
    {
        const Slot slot = parts[index].part.slot;
        auto before = std::count_if(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(index),
                                    [slot](const PartDraft& each) { return each.part.slot == slot; });
        std::size_t rank = order.size() + static_cast<std::size_t>(slot);
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (order[i] != slot)
                continue;
            rank = i;
            if (before-- == 0)
                break;
        }
        return rank;
    }
};

/// One file while it is read.
class FormatFileReading {
public:
    explicit FormatFileReading(const std::string& name) : m_name(name) {}

    FormatFile result() && { return std::move(m_result); }

    /// Valid as long as this object. Uses the parser of the data, whose time depends only on the length of
    /// the text, not on the number of members.
    std::optional<JsonView> parsed(std::string_view text)
    {
        text.remove_prefix(byteOrderMarkLength(text));
        m_bytes = PaddedBytes(text);
        if (const auto strict = m_parser.parse(m_bytes.view());
            strict && !m_parser.keysOf(strict.value()).areRepeated && !hasLoneSurrogate(text))
            return strict.value();
        m_text = repairJson(text, true);
        if (!m_text.mistake) {
            if (const auto root = m_parser.parse(m_text.text.view()))
                return root.value();
        }
        refuse({}, PhraseId::NotValidJson);
        return std::nullopt;
    }

    void add(FormatDescription description, const std::string& pointer)
    {
        for (const Layout& layout : description.layouts) {
            if (isUsable(layout))
                continue;
            const bool hasMessages =
                std::any_of(layout.messages.begin(), layout.messages.end(),
                            [](const LayoutPart& part) { return part.slot == Slot::Messages; });
            refuse(pointer, hasMessages ? PhraseId::ExpectedRoleAndText : PhraseId::ExpectedMessages);
            return;
        }
        if (description.title.empty())
            description.title = description.id;
        m_result.descriptions.push_back(std::move(description));
    }

    void readDescription(const JsonView& json, const std::string& pointer)
    {
        if (!json["id"].isString()) {
            refuse(pointer, PhraseId::ExpectedId);
            return;
        }
        FormatDescription description;
        LayoutDraft usual;
        const std::pair<std::string_view, std::string FormatDescription::*> texts[] = {
            {"id", &FormatDescription::id},
            {"title", &FormatDescription::title},
            {"rule", &FormatDescription::rule}};
        for (const auto [key, value] : json.members()) {
            const std::string_view name = key;
            const std::string at = pointer + "/" + std::string(name);
            const auto known = std::find_if(std::begin(texts), std::end(texts),
                                            [name](const auto& each) { return each.first == name; });
            if (known != std::end(texts)) {
                if (isText(value, at))
                    description.*known->second = value.string();
            } else if (name != "variants" || !value.isArray()) {
                readKey(usual, name, value, at);
            }
        }
        std::size_t number = 0;
        for (const JsonView variant : json["variants"].elements()) {
            LayoutDraft draft = usual;
            const std::string at = pointer + "/variants/" + std::to_string(number++);
            for (const auto [key, value] : variant.members())
                readKey(draft, key, value, at + "/" + std::string(key));
            description.layouts.push_back(draft.finished());
        }
        if (description.layouts.empty())
            description.layouts.push_back(usual.finished());
        add(std::move(description), pointer);
    }

private:
    void refuse(const std::string& pointer, Phrase why, Severity severity = Severity::Error)
    {
        m_result.problems.push_back({ProblemCode::FormatFileInvalid,
                                     severity,
                                     {},
                                     pointer,
                                     {PhraseId::InFile, m_name, std::move(why)}});
    }

    bool isText(const JsonView& value, const std::string& pointer)
    {
        if (!value.isString())
            refuse(pointer, PhraseId::ExpectedText);
        return value.isString();
    }

    void refuseWord(std::string_view word, const std::string& pointer)
    {
        refuse(pointer, {PhraseId::UnknownKey, word}, Severity::Warning);
    }

    void readKey(LayoutDraft& draft, std::string_view key, const JsonView& value, const std::string& pointer)
    {
        Layout& layout = draft.layout;
        if (const auto slot = valueOfWord(kSlotWords, key))
            readSlot(draft, *slot, value, pointer);
        else if (key == "record_id" || key == "tools" || key == "children")
            readPointers(key == "tools"      ? layout.tools
                         : key == "children" ? layout.children
                                             : layout.recordIds,
                         value, pointer);
        else if (key == "roles" && value.isObject())
            readRoles(layout, value, pointer);
        else if (key == "ratings" && value.isObject())
            readRatings(layout, value, pointer);
        else if (key == "verdict" && value.isObject())
            readVerdict(layout, value, pointer);
        else if (key == "items" && value.isArray())
            readKinds(draft, value, pointer);
        else if (key == "order" && value.isArray())
            readOrder(draft, value, pointer);
        else if (key == "needs" && value.isArray())
            readNeeds(layout, value, pointer);
        else if (key == "lacks" && value.isArray())
            readPointers(layout.needs.lacks, value, pointer);
        else if (key == "score" && value.isNumber())
            layout.score =
                static_cast<int>(std::clamp(*value.number(), kGenericScore + 1.0, kDescribedScore + 0.0));
        else if (key == "shared_beginning" && value.boolean())
            layout.sharesPrefix = *value.boolean();
        else if (key == "lenient" && value.boolean())
            layout.isLenient = *value.boolean();
        else if (key == "usual" && value.boolean())
            layout.isUsual = *value.boolean();
        else if (key == "conversation" && value.boolean())
            layout.hasNoConversation = !*value.boolean();
        else if (isText(value, pointer))
            readText(draft, key, value.string(), pointer);
    }

    /// A key whose value is a text.
    void readText(LayoutDraft& draft, std::string_view key, std::string_view text, const std::string& pointer)
    {
        const FormatWord<JsonPointer*> pointers[] = {
            {"role", &draft.role},
            {"text", &draft.text},
            {"translation", &draft.translation},
            {"candidate_text", &draft.candidateText},
            {"query", &draft.layout.query},
            {"ratings", &draft.layout.ratings},
            {"label", &draft.layout.label},
            {"verdict", &draft.layout.verdictAt},
        };
        const auto known = std::find_if(std::begin(pointers), std::end(pointers),
                                        [key](const auto& each) { return each.word == key; });
        if (known != std::end(pointers)) {
            *known->value = JsonPointer(text);
            if (key == "verdict")
                draft.layout.verdict = draft.layout.verdictAt.empty() ? Verdict::None : Verdict::Wanted;
            if (key == "ratings")
                draft.layout.ratingsByName.clear();
        } else if (key != "form") {
            refuseWord(key, pointer);
        } else if (!(draft.form = valueOfWord(kFormWords, text))) {
            refuseWord(text, pointer);
        }
    }

    /// One part, or several of which a record has one.
    void readSlot(LayoutDraft& draft, Slot slot, const JsonView& value, const std::string& pointer)
    {
        std::erase_if(draft.parts, [slot](const PartDraft& each) { return each.part.slot == slot; });
        if (!value.isArray()) {
            readPart(draft, slot, value, pointer, false);
            return;
        }
        std::size_t index = 0;
        for (const JsonView each : value.elements()) {
            readPart(draft, slot, each, pointer + "/" + std::to_string(index),
                     index > 0 && !isOfCandidates(slot));
            ++index;
        }
    }

    void readPart(LayoutDraft& layout, Slot slot, const JsonView& value, const std::string& pointer,
                  bool isAlternative)
    {
        PartDraft draft{.part = {.slot = slot, .form = usualForm(slot), .isAlternative = isAlternative}};
        if (value.isObject()) {
            for (const auto [key, said] : value.members())
                readPartKey(draft, key, said, pointer + "/" + std::string(key));
        } else if (isText(value, pointer)) {
            draft.part.at = JsonPointer(value.string());
        }
        // An empty pointer is none; the record itself is named by its form alone.
        if (!draft.part.at.empty() || draft.hasForm)
            layout.parts.push_back(std::move(draft));
    }

    void readPartKey(PartDraft& draft, std::string_view key, const JsonView& value,
                     const std::string& pointer)
    {
        LayoutPart& part = draft.part;
        const FormatWord<bool*> flags[] = {{"strict", &part.isStrict},
                                           {"labelled", &part.isLabelled},
                                           {"alternative", &part.isAlternative},
                                           {"unanswered", &part.isIfUnanswered}};
        const auto flag = std::find_if(std::begin(flags), std::end(flags),
                                       [key](const auto& each) { return each.word == key; });
        if (flag != std::end(flags)) {
            *flag->value = value.boolean().value_or(*flag->value);
            if (!value.boolean())
                refuse(pointer, {PhraseId::ExpectedFound, PhraseId::TrueOrFalse, kindOf(value)});
            draft.isStrictGiven = draft.isStrictGiven || (key == "strict" && value.boolean());
        } else if (key == "role") {
            readPointersOfPart(part.role, part.otherRoles, value, pointer);
            draft.hasRole = true;
        } else if (key == "text") {
            readPointersOfPart(part.text, part.otherTexts, value, pointer);
            draft.hasText = true;
        } else if (key == "marks") {
            readMarks(part, value, pointer);
        } else if (isText(value, pointer)) {
            readPartWord(draft, key, value.string(), pointer);
        }
    }

    /// A key of a part whose value is a text.
    void readPartWord(PartDraft& draft, std::string_view key, std::string_view text,
                      const std::string& pointer)
    {
        LayoutPart& part = draft.part;
        if (key == "at" || key == "each") {
            part.at = JsonPointer(text);
            part.isEach = key == "each" && !part.at.empty();
        } else if (key == "form") {
            const auto form = valueOfWord(kFormWords, text);
            if (!form) {
                refuseWord(text, pointer);
                return;
            }
            part.form = *form;
            draft.hasForm = true;
            part.isStrict = part.isStrict || !draft.isStrictGiven;
        } else if (key == "first" && (text == "assistant" || text == "user")) {
            part.isAnswerFirst = text == "assistant";
        } else if (const auto member = valueOfWord(kPointerWords, key)) {
            part.*(*member) = JsonPointer(text);
            draft.hasTranslation = draft.hasTranslation || key == "translation";
        } else {
            refuseWord(key == "first" ? text : key, pointer);
        }
    }

    /// A pointer, or several: the first that leads to something is followed.
    void readPointersOfPart(JsonPointer& first, std::vector<JsonPointer>& others, const JsonView& value,
                            const std::string& pointer)
    {
        std::vector<JsonPointer> pointers;
        readPointers(pointers, value, pointer);
        first = pointers.empty() ? JsonPointer() : pointers.front();
        others.assign(pointers.begin() + (pointers.empty() ? 0 : 1), pointers.end());
    }

    void readMarks(LayoutPart& part, const JsonView& value, const std::string& pointer)
    {
        part.marks.clear();
        for (const JsonView each : value.elements()) {
            if (isText(each, pointer) && !each.string().empty())
                part.marks.emplace_back(each.string());
        }
        if (!value.isArray() && isText(value, pointer) && !value.string().empty())
            part.marks.emplace_back(value.string());
    }

    void readKinds(LayoutDraft& draft, const JsonView& kinds, const std::string& pointer)
    {
        draft.kinds.clear();
        std::size_t number = 0;
        for (const JsonView each : kinds.elements()) {
            ItemKind& kind = draft.kinds.emplace_back();
            const std::string at = pointer + "/" + std::to_string(number++);
            for (const auto [key, value] : each.members())
                readKindKey(kind, key, value, at + "/" + std::string(key));
        }
    }

    void readKindKey(ItemKind& kind, std::string_view key, const JsonView& value, const std::string& pointer)
    {
        if (key == "when" && value.isObject()) {
            for (const auto [at, words] : value.members()) {
                ItemKind::Condition& condition = kind.when.emplace_back();
                condition.at = JsonPointer(std::string_view(at));
                if (words.boolean() != true)
                    readWords(condition.words, words, pointer + "/when");
            }
        } else if (key == "nothing" || key == "failed" || key == "after_call") {
            (key == "failed"    ? kind.isFailed
             : key == "nothing" ? kind.isNothing
                                : kind.isAfterCall) = value.boolean() == true;
        } else if (const auto list = valueOfWord(kItemListWords, key)) {
            readPointers(kind.*(*list), value, pointer);
        } else if (!isText(value, pointer)) {
            return;
        } else if (const auto member = valueOfWord(kItemPointerWords, key)) {
            kind.*(*member) = JsonPointer(value.string());
        } else if (key == "role" || key == "call") {
            // A word, or where the word is.
            if (value.string().starts_with('/'))
                (key == "role" ? kind.roleAt : kind.callAt) = JsonPointer(value.string());
            else
                (key == "role" ? kind.role : kind.call) = value.string();
        } else {
            refuseWord(key, pointer);
        }
    }

    void readWords(std::vector<std::string>& words, const JsonView& value, const std::string& pointer)
    {
        for (const JsonView each : value.elements()) {
            if (isText(each, pointer))
                words.emplace_back(each.string());
        }
        if (!value.isArray() && isText(value, pointer))
            words.emplace_back(value.string());
    }

    void readVerdict(Layout& layout, const JsonView& value, const std::string& pointer)
    {
        const auto says = valueOfWord(kVerdictWords, value["says"].string());
        layout.verdictAt = JsonPointer(value["at"].string());
        layout.verdict = says.value_or(Verdict::None);
        if (!value["at"].isString())
            refuse(pointer + "/at", PhraseId::ExpectedPointer);
        if (!says)
            refuseWord(value["says"].string(), pointer + "/says");
    }

    void readOrder(LayoutDraft& draft, const JsonView& words, const std::string& pointer)
    {
        draft.order.clear();
        for (const JsonView each : words.elements()) {
            if (const auto slot = valueOfWord(kSlotWords, each.string()))
                draft.order.push_back(*slot);
            else
                refuseWord(each.string(), pointer);
        }
    }

    void readPointers(std::vector<JsonPointer>& pointers, const JsonView& value, const std::string& pointer)
    {
        pointers.clear();
        for (const JsonView each : value.elements()) {
            if (isText(each, pointer))
                pointers.emplace_back(each.string());
        }
        if (!value.isArray() && isText(value, pointer))
            pointers.emplace_back(value.string());
    }

    void readRoles(Layout& layout, const JsonView& roles, const std::string& pointer)
    {
        layout.roles.clear();
        for (const auto [word, usual] : roles.members()) {
            const std::string place = pointer + "/" + std::string(word);
            if (!usual.isString()) {
                refuse(place, PhraseId::ExpectedRole);
                continue;
            }
            layout.roles.emplace_back(word, usual.string());
            if (usualRole(usual.string()).empty())
                refuse(place, {PhraseId::UnknownRole, usual.string()}, Severity::Warning);
        }
    }

    void readRatings(Layout& layout, const JsonView& ratings, const std::string& pointer)
    {
        layout.ratings = JsonPointer();
        layout.ratingsByName.clear();
        for (const auto [name, place] : ratings.members()) {
            if (place.isString())
                layout.ratingsByName.emplace_back(name, JsonPointer(place.string()));
            else
                refuse(pointer + "/" + std::string(name), PhraseId::ExpectedPointer);
        }
    }

    void readNeeds(Layout& layout, const JsonView& words, const std::string& pointer)
    {
        layout.needs = {.lacks = std::move(layout.needs.lacks)};
        for (const JsonView each : words.elements()) {
            const std::string_view word = each.string();
            if (const auto slot = valueOfWord(kSlotWords, word))
                layout.needs.slots.push_back(*slot);
            else if (word == "query")
                layout.needs.query = true;
            else if (word == "verdict")
                layout.needs.verdict = true;
            else if (word.starts_with('/'))
                layout.needs.values.emplace_back(word);
            else
                refuseWord(word, pointer);
        }
    }

    PaddedBytes m_bytes;
    JsonRepair m_text;
    JsonParser m_parser;
    std::string m_name;
    FormatFile m_result;
};

/// A member's text, or the usual one.
std::string textOr(const JsonView& object, std::string_view key, std::string_view usual)
{
    const JsonView value = object[key];
    return std::string(value.isString() ? value.string() : usual);
}

/// The name of a column as a pointer; the name may contain slashes.
JsonPointer column(const JsonView& columns, std::string_view key, std::string_view usual)
{
    const std::string name = textOr(columns, key, usual);
    std::string pointer;
    if (!name.empty())
        appendPointerPart(pointer, name);
    return JsonPointer(pointer);
}

Layout datasetLayout(const JsonView& set)
{
    const JsonView columns = set["columns"];
    const JsonView tags = set["tags"];
    const bool isChat = textOr(set, "formatting", "alpaca") == "sharegpt";
    const bool isRanking = set["ranking"].boolean() == true;
    LayoutDraft draft;
    const auto add = [&](Slot slot, std::string_view key, std::string_view usual) {
        PartDraft part{.part = {.slot = slot, .form = usualForm(slot), .at = column(columns, key, usual)}};
        if (!part.part.at.empty())
            draft.parts.push_back(std::move(part));
    };
    add(Slot::System, "system", "");
    if (isChat) {
        add(Slot::Messages, "messages", "conversations");
        draft.role = column(tags, "role_tag", "from");
        draft.text = column(tags, "content_tag", "value");
        draft.layout.roles = {{textOr(tags, "user_tag", "human"), "user"},
                              {textOr(tags, "assistant_tag", "gpt"), "assistant"},
                              {textOr(tags, "observation_tag", "observation"), "tool"},
                              {textOr(tags, "function_tag", "function_call"), "assistant"},
                              {textOr(tags, "system_tag", "system"), "system"}};
    } else {
        add(Slot::Prompt, "prompt", "instruction");
        draft.layout.query = column(columns, "query", "input");
        add(Slot::History, "history", "");
        if (!isRanking)
            add(Slot::Response, "response", "output");
    }
    if (isRanking) {
        add(Slot::Chosen, "chosen", "chosen");
        add(Slot::Rejected, "rejected", "rejected");
    }
    return draft.finished();
}

} // namespace

FormatFile readFormatFile(std::string_view json, const std::string& name)
{
    FormatFileReading reading(name);
    if (const auto parsed = reading.parsed(json)) {
        std::size_t number = 0;
        for (const JsonView description : parsed->elements())
            reading.readDescription(description, "/" + std::to_string(number++));
        if (!parsed->isArray())
            reading.readDescription(*parsed, {});
    }
    return std::move(reading).result();
}

FormatFile readDatasetInfo(std::string_view json, const std::string& name, const std::string& folder)
{
    FormatFileReading reading(name);
    const auto parsed = reading.parsed(json);
    if (!parsed)
        return std::move(reading).result();
    for (const auto [dataset, set] : parsed->members()) {
        // Without columns or tags a set is written as usual and needs no description. One of a hub is no file
        // here.
        const std::string_view file = set["file_name"].string();
        if ((!set["columns"].isObject() && !set["tags"].isObject()) || file.empty())
            continue;
        FormatDescription description;
        description.id = dataset;
        description.file = (std::filesystem::path(folder) / file).lexically_normal().string();
        description.layouts.push_back(datasetLayout(set));
        reading.add(std::move(description), "/" + std::string(dataset));
    }
    return std::move(reading).result();
}

namespace {

using OrderedJson = nlohmann::ordered_json;

/// What the file says of all parts of a slot, so that none has to.
struct SharedKeys {
    std::string role;
    std::string text;
    std::string translation;
};

SharedKeys sharedKeys(const LayoutPart& first)
{
    if (!first.otherRoles.empty() || !first.otherTexts.empty())
        return {};
    if (first.slot == Slot::Messages)
        return {first.role.text(), first.text.text(), first.translation.text()};
    return first.slot == Slot::Candidates ? SharedKeys{{}, first.text.text(), {}} : SharedKeys();
}

/// A pointer, or a list of it and others.
void writeOwn(OrderedJson& json, const char* key, const JsonPointer& pointer,
              const std::vector<JsonPointer>& others, const std::string& shared)
{
    if (others.empty()) {
        if (pointer.text() != shared)
            json[key] = pointer.text();
        return;
    }
    json[key] = OrderedJson::array();
    json[key].push_back(pointer.text());
    for (const JsonPointer& other : others)
        json[key].push_back(other.text());
}

OrderedJson partJson(const LayoutPart& part, const SharedKeys& shared, bool isFirst)
{
    OrderedJson own = OrderedJson::object();
    writeOwn(own, "role", part.role, part.otherRoles, shared.role);
    writeOwn(own, "text", part.text, part.otherTexts, shared.text);
    for (const auto& [word, pointer] : kPointerWords) {
        const std::string usual = pointer == &LayoutPart::translation ? shared.translation : std::string();
        if ((part.*pointer).text() != usual)
            own[std::string(word)] = (part.*pointer).text();
    }
    if (part.isAnswerFirst)
        own["first"] = "assistant";
    if (!part.marks.empty())
        own["marks"] = part.marks;
    if (part.isLabelled)
        own["labelled"] = true;
    if (part.isIfUnanswered)
        own["unanswered"] = true;
    if (part.isAlternative != (!isFirst && !isOfCandidates(part.slot)))
        own["alternative"] = part.isAlternative;
    if (isPlain(part) && own.empty() && !part.at.empty())
        return part.at.text();
    OrderedJson json = OrderedJson::object();
    if (!part.at.empty())
        json[part.isEach ? "each" : "at"] = part.at.text();
    // The record itself is named by a form.
    if (part.isStrict || part.form != usualForm(part.slot) || part.at.empty()) {
        json["form"] = wordOfValue(kFormWords, part.form);
        if (!part.isStrict)
            json["strict"] = false;
    }
    json.update(own);
    return json;
}

void writePointers(OrderedJson& json, const char* key, const std::vector<JsonPointer>& pointers)
{
    OrderedJson list = OrderedJson::array();
    for (const JsonPointer& pointer : pointers)
        list.push_back(pointer.text());
    if (!list.empty())
        json[key] = list.size() == 1 ? list.front() : list;
}

void writePointer(OrderedJson& json, const char* key, const JsonPointer& pointer)
{
    if (!pointer.empty())
        json[key] = pointer.text();
}

/// The parts of a slot, and what they say about the keys inside.
void writeSlot(OrderedJson& json, const Layout& layout, Slot slot)
{
    const auto& parts = isOfCandidates(slot) ? layout.candidates : layout.messages;
    OrderedJson list = OrderedJson::array();
    SharedKeys shared;
    for (const LayoutPart& part : parts) {
        if (part.slot != slot)
            continue;
        if (list.empty())
            shared = sharedKeys(part);
        list.push_back(partJson(part, shared, list.empty()));
    }
    if (list.empty())
        return;
    json[std::string(wordOfValue(kSlotWords, slot))] = list.size() == 1 ? list.front() : list;
    const auto write = [&json](const char* key, const std::string& pointer) {
        if (!pointer.empty())
            json[key] = pointer;
    };
    write("role", shared.role);
    write(slot == Slot::Messages ? "text" : "candidate_text", shared.text);
    write("translation", shared.translation);
}

/// Only if parts are not in the order of their slots: each by its slot.
void writeOrder(OrderedJson& json, const Layout& layout)
{
    const auto bySlot = [](const LayoutPart& a, const LayoutPart& b) { return a.slot < b.slot; };
    if (std::is_sorted(layout.messages.begin(), layout.messages.end(), bySlot) &&
        std::is_sorted(layout.candidates.begin(), layout.candidates.end(), bySlot))
        return;
    for (const auto* parts : {&layout.messages, &layout.candidates}) {
        for (const LayoutPart& part : *parts)
            json["order"].push_back(wordOfValue(kSlotWords, part.slot));
    }
}

void writeVerdict(OrderedJson& json, const Layout& layout)
{
    if (layout.verdict == Verdict::Wanted) {
        writePointer(json, "verdict", layout.verdictAt);
    } else if (layout.verdict != Verdict::None) {
        json["verdict"]["at"] = layout.verdictAt.text();
        json["verdict"]["says"] = wordOfValue(kVerdictWords, layout.verdict);
    }
}

void writeNeeds(OrderedJson& json, const LayoutNeeds& needs)
{
    for (const Slot slot : needs.slots)
        json["needs"].push_back(wordOfValue(kSlotWords, slot));
    for (const JsonPointer& value : needs.values)
        json["needs"].push_back(value.text());
    if (needs.query)
        json["needs"].push_back("query");
    if (needs.verdict)
        json["needs"].push_back("verdict");
    for (const JsonPointer& value : needs.lacks)
        json["lacks"].push_back(value.text());
}

void writeKinds(OrderedJson& json, const Layout& layout)
{
    const auto withKinds = std::find_if(layout.messages.begin(), layout.messages.end(),
                                        [](const LayoutPart& part) { return !part.kinds.empty(); });
    if (withKinds == layout.messages.end())
        return;
    for (const ItemKind& kind : withKinds->kinds) {
        OrderedJson& item = json["items"].emplace_back(OrderedJson::object());
        for (const ItemKind::Condition& condition : kind.when) {
            OrderedJson& words = item["when"][condition.at.text()];
            words = condition.words.empty() ? OrderedJson(true) : OrderedJson(condition.words);
        }
        const auto write = [&item](const char* key, const std::string& word, const JsonPointer& at) {
            if (!word.empty() || !at.empty())
                item[key] = at.empty() ? word : at.text();
        };
        write("role", kind.role, kind.roleAt);
        write("call", kind.call, kind.callAt);
        for (const auto& [word, list] : kItemListWords)
            writePointers(item, std::string(word).c_str(), kind.*list);
        for (const auto& [word, pointer] : kItemPointerWords)
            writePointer(item, std::string(word).c_str(), kind.*pointer);
        if (kind.isFailed)
            item["failed"] = true;
        if (kind.isNothing)
            item["nothing"] = true;
        if (kind.isAfterCall)
            item["after_call"] = true;
    }
}

void writeLayout(OrderedJson& json, const Layout& layout)
{
    writePointers(json, "record_id", layout.recordIds);
    for (const Slot slot : {Slot::System, Slot::History, Slot::Messages, Slot::Prompt})
        writeSlot(json, layout, slot);
    writePointer(json, "query", layout.query);
    writeSlot(json, layout, Slot::Response);
    writePointer(json, "ratings", layout.ratings);
    writePointer(json, "label", layout.label);
    writeVerdict(json, layout);
    for (const Slot slot : {Slot::Candidates, Slot::Options, Slot::Chosen, Slot::Rejected})
        writeSlot(json, layout, slot);
    writeOrder(json, layout);
    writePointers(json, "tools", layout.tools);
    writePointers(json, "children", layout.children);
    if (layout.sharesPrefix)
        json["shared_beginning"] = true;
    if (layout.isLenient)
        json["lenient"] = true;
    if (layout.isUsual)
        json["usual"] = true;
    if (layout.hasNoConversation)
        json["conversation"] = false;
    for (const auto& [word, usual] : layout.roles)
        json["roles"][word] = usual;
    for (const auto& [name, pointer] : layout.ratingsByName)
        json["ratings"][name] = pointer.text();
    writeKinds(json, layout);
    writeNeeds(json, layout.needs);
    if (layout.score != kDescribedScore)
        json["score"] = layout.score;
}

} // namespace

std::string formatFileText(const FormatDescription& description)
{
    constexpr int kIndent = 4;
    OrderedJson json;
    json["id"] = description.id;
    if (!description.title.empty())
        json["title"] = description.title;
    if (!description.rule.empty())
        json["rule"] = description.rule;
    if (description.layouts.size() == 1)
        writeLayout(json, description.layouts.front());
    for (const Layout& layout : description.layouts) {
        if (description.layouts.size() > 1)
            writeLayout(json["variants"].emplace_back(OrderedJson::object()), layout);
    }
    return json.dump(kIndent, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

namespace {

struct ShippedFormats {
    std::vector<std::shared_ptr<const Format>> owned;
    std::vector<const Format*> formats;

    ShippedFormats()
    {
        for (const ShippedFile& file : shippedFiles()) {
            // A test makes sure that none has a problem.
            for (FormatDescription& description :
                 readFormatFile(file.json, std::string(file.name)).descriptions)
                owned.push_back(describedFormat(std::move(description)));
        }
        for (const auto& format : owned)
            formats.push_back(format.get());
    }
};

} // namespace

std::span<const Format* const> shippedFormats()
{
    static const ShippedFormats shipped;
    return shipped.formats;
}

} // namespace duologue
