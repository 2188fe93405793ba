// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/inferred/format_guess.h"

#include "core/data/record_builder.h"
#include "core/formats/chat_parts.h"
#include "core/formats/format.h"
#include "core/formats/inferred/evidence.h"
#include "core/formats/inferred/learned_format.h"
#include "core/formats/transcript_parts.h"
#include "core/json/json_view.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <array>
#include <map>

namespace duologue {

namespace {

/// Marks between the turns of one text, those that are the least likely to be anything else first.
constexpr std::array<std::string_view, 10> kOfferedMarks{
    "<|endofturn|>", "__eot__", "__eou__", "<eou>", "</s>", "[SEP]", " EOS ", "\\t", "\n\n", "\n"};
constexpr std::size_t kMostTextsLooked = 24;

/// A description that nobody has saved yet.
FormatDescription descriptionOfOne(Layout layout)
{
    FormatDescription description;
    description.layouts.push_back(std::move(layout));
    return description;
}

std::string pointerTo(std::string_view key)
{
    std::string pointer;
    appendPointerPart(pointer, key);
    return pointer;
}

/// The members that all of the records have; of records that are lists, those of their first elements.
std::vector<JsonPointer> keysOfAll(std::span<const JsonView> records)
{
    constexpr std::size_t kMostKeys = 16;
    std::vector<JsonPointer> keys;
    if (records.empty())
        return keys;
    const auto addIfInAll = [&](JsonPointer key) {
        const bool isInAll = std::all_of(records.begin(), records.end(),
                                         [&](const JsonView& record) { return key.in(record).hasValue(); });
        if (isInAll && keys.size() < kMostKeys)
            keys.push_back(std::move(key));
    };
    const bool isList = records.front().isArray();
    const JsonView keyed = isList ? *records.front().elements().begin() : records.front();
    for (const auto [name, value] : keyed.members())
        addIfInAll(JsonPointer((isList ? "/0" : "") + pointerTo(name)));
    if (keys.empty() && isList)
        addIfInAll(JsonPointer("/0"));
    return keys;
}

/// By pointer, how many of some records have a value there that is not null. Of lists, the first element
/// counts, and levels of keys as in shapeOf().
class PathCounts {
public:
    void add(const JsonView& record)
    {
        m_left = kMostOfRecord;
        addInside(record, {}, kLevels);
    }

    std::size_t at(const std::string& path) const
    {
        const auto found = m_counts.find(path);
        return found == m_counts.end() ? 0 : found->second;
    }
    const std::map<std::string, std::size_t>& all() const { return m_counts; }

private:
    static constexpr int kLevels = 3;
    static constexpr int kMostOfRecord = 1000;

    void addInside(const JsonView& value, const std::string& at, int levels)
    {
        if (value.isArray() && value.size() > 0)
            addAt(*value.elements().begin(), at + "/0", levels);
        if (levels == 0)
            return;
        for (const auto [key, member] : value.members())
            addAt(member, at + pointerTo(key), levels - 1);
    }

    void addAt(const JsonView& value, const std::string& at, int levels)
    {
        if (!value.hasValue() || m_left-- <= 0)
            return;
        ++m_counts[at];
        // Lists in lists have no keys that would end it.
        if (at.size() < std::size_t{kMostOfRecord})
            addInside(value, at, levels);
    }

    std::map<std::string, std::size_t> m_counts;
    int m_left = 0;
};

/// Adds the value that tells most of the others from the records: one that only the records need, or lack.
/// False if there is none.
bool addNeed(LayoutNeeds& needs, std::span<const JsonView> records, std::span<const JsonView> others)
{
    PathCounts own;
    PathCounts foreign;
    for (const JsonView& record : records)
        own.add(record);
    for (const JsonView& other : others)
        foreign.add(other);
    struct Best {
        std::size_t told = 0;
        bool isNeed = false;
        std::string path;
    } best;
    // Keys of the record itself say more of its shape than those far inside.
    const auto depth = [](const std::string& path) { return std::count(path.begin(), path.end(), '/'); };
    const auto offer = [&](std::size_t told, bool isNeed, const std::string& path) {
        if (told > best.told ||
            (told > 0 && told == best.told && isNeed == best.isNeed && depth(path) < depth(best.path)))
            best = {told, isNeed, path};
    };
    for (const auto& [path, count] : own.all()) {
        if (count == records.size())
            offer(others.size() - foreign.at(path), true, path);
    }
    for (const auto& [path, count] : foreign.all()) {
        if (own.at(path) == 0)
            offer(count, false, path);
    }
    if (best.told == 0)
        return false;
    (best.isNeed ? needs.values : needs.lacks).emplace_back(best.path);
    return true;
}

/// Whether a value under a key is a text, or a list of content parts.
bool isSaid(const JsonView& value)
{
    return value.isString() || value.isArray() || value.kind() == JsonKind::Null;
}

/// The key whose words weigh most for one of the classes; empty if none of the keys does.
JsonPointer keyOf(const JsonView& object, std::initializer_list<WordClass> classes,
                  const JsonPointer& besides, bool (*isFit)(const JsonView&))
{
    double most = 0;
    JsonPointer best;
    for (const auto [key, value] : object.members()) {
        JsonPointer pointer(pointerTo(key));
        if (!isFit(value) || pointer.text() == besides.text())
            continue;
        for (const WordClass word : classes) {
            if (const double weight = weightOf(key, word); weight > most) {
                most = weight;
                best = pointer;
            }
        }
    }
    return best;
}

/// The first key that fits and is none of the others.
JsonPointer otherKey(const JsonView& object, const JsonPointer& besides, bool (*isFit)(const JsonView&))
{
    for (const auto [key, value] : object.members()) {
        JsonPointer pointer(pointerTo(key));
        if (isFit(value) && pointer.text() != besides.text())
            return pointer;
    }
    return {};
}

/// Gives the part the two keys that its form needs: what the words of the keys say, else the next ones.
struct KeyPair {
    JsonPointer LayoutPart::*first;
    std::initializer_list<WordClass> ofFirst;
    JsonPointer LayoutPart::*second;
    std::initializer_list<WordClass> ofSecond;
};

void chooseKeys(LayoutPart& part, const JsonView& object, const KeyPair& pair, bool (*isFit)(const JsonView&))
{
    JsonPointer& first = part.*pair.first;
    JsonPointer& second = part.*pair.second;
    first = keyOf(object, pair.ofFirst, {}, isFit);
    second = keyOf(object, pair.ofSecond, first, isFit);
    if (first.empty())
        first = otherKey(object, second, isFit);
    if (second.empty())
        second = otherKey(object, first, isFit);
}

void chooseSpeakerAndText(LayoutPart& part, const JsonView& object, bool (*isFit)(const JsonView&))
{
    chooseKeys(part, object, {&LayoutPart::role, {WordClass::Speaker}, &LayoutPart::text, {WordClass::Text}},
               isFit);
}

void chooseQuestionAndAnswer(LayoutPart& part, const JsonView& object, bool (*isFit)(const JsonView&))
{
    chooseKeys(part, object,
               {&LayoutPart::ask,
                {WordClass::Ask, WordClass::Asker, WordClass::Input},
                &LayoutPart::answer,
                {WordClass::Answer, WordClass::Answerer}},
               isFit);
}

/// Collects the forms of one value.
class FormSearch {
public:
    FormSearch(Slot slot, const JsonView& value, const std::string& at)
        : m_slot(slot), m_value(value), m_at(at)
    {
    }

    std::vector<LayoutPart> find()
    {
        switch (m_slot) {
        case Slot::Messages:
        case Slot::History:
            addMessages();
            break;
        case Slot::Prompt:
            addText(PartForm::Text);
            addTranscripts();
            add(part(PartForm::Instruction));
            break;
        case Slot::Chosen:
        case Slot::Rejected:
            add(part(PartForm::Answer));
            if (isDialogue(m_value.string()))
                m_forms.insert(m_forms.begin(), part(PartForm::Dialogue));
            break;
        default:
            add(part(usualForm(m_slot)));
            break;
        }
        return std::move(m_forms);
    }

private:
    LayoutPart part(PartForm form) const { return {.slot = m_slot, .form = form, .at = JsonPointer(m_at)}; }

    void add(LayoutPart part) { m_forms.push_back(std::move(part)); }

    void addIfFits(LayoutPart part)
    {
        part.isStrict = true;
        const bool isWritten = fits(part, m_value);
        part.isStrict = false;
        if (isWritten)
            add(std::move(part));
    }

    void addText(PartForm form)
    {
        if (m_value.isString())
            add(part(form));
    }

    void addMessages()
    {
        const JsonView first = *m_value.elements().begin();
        if (m_value.isString())
            addTurnsInText();
        else if (m_value.isObject())
            addColumns();
        else if (first.isString())
            addTexts();
        else if (first.isArray())
            addLists(first);
        else
            addObjects(first);
    }

    void addObjects(const JsonView& first)
    {
        LayoutPart objects = part(PartForm::Objects);
        chooseSpeakerAndText(objects, first, isSaid);
        LayoutPart exchanges = part(PartForm::Exchanges);
        chooseQuestionAndAnswer(exchanges, first, isSaid);
        const bool areExchanges = weightOf(lastKey(objects.role), WordClass::Speaker) <= 0 &&
                                  weightOf(lastKey(exchanges.answer), WordClass::Answer) > 0;
        if (areExchanges)
            add(exchanges);
        add(std::move(objects));
        addIfFits(part(PartForm::Chat));
        if (!areExchanges)
            add(std::move(exchanges));
        if (isItemList(m_value))
            m_forms.insert(m_forms.begin(), part(PartForm::Items));
    }

    static std::string lastKey(const JsonPointer& pointer)
    {
        return pointer.parts().empty() ? std::string() : pointer.parts().back();
    }

    void addLists(const JsonView& first)
    {
        if ((*first.elements().begin()).isObject()) {
            LayoutPart nested = part(PartForm::NestedLists);
            chooseSpeakerAndText(nested, *first.elements().begin(), isSaid);
            add(std::move(nested));
            return;
        }
        LayoutPart exchanges = part(PartForm::Exchanges);
        exchanges.ask = JsonPointer("/0");
        exchanges.answer = JsonPointer("/1");
        add(std::move(exchanges));
        LayoutPart objects = part(PartForm::Objects);
        objects.role = JsonPointer("/0");
        objects.text = JsonPointer("/1");
        add(std::move(objects));
    }

    void addTexts()
    {
        std::size_t labelled = 0;
        std::size_t looked = 0;
        for (const JsonView text : m_value.elements()) {
            if (looked == kMostTextsLooked)
                break;
            ++looked;
            labelled += labelOf(text.string()) ? 1 : 0;
        }
        if (2 * labelled > looked)
            add(part(PartForm::LabelledTexts));
        add(part(PartForm::Texts));
        add(part(PartForm::Texts));
        m_forms.back().isAnswerFirst = true;
        if (2 * labelled <= looked)
            add(part(PartForm::LabelledTexts));
    }

    void addColumns()
    {
        addIfFits(part(PartForm::NumberedTurns));
        const auto isList = [](const JsonView& value) { return value.isArray(); };
        LayoutPart columns = part(PartForm::Columns);
        chooseSpeakerAndText(columns, m_value, isList);
        if (!columns.role.empty() && !columns.text.empty())
            addIfFits(std::move(columns));
        LayoutPart lists = part(PartForm::QuestionLists);
        chooseQuestionAndAnswer(lists, m_value, isList);
        if (!lists.ask.empty() && !lists.answer.empty())
            addIfFits(std::move(lists));
        add(part(PartForm::Object));
        m_forms.back().role = keyOf(m_value, {WordClass::Speaker}, {}, isSaid);
        m_forms.back().text = keyOf(m_value, {WordClass::Text}, m_forms.back().role, isSaid);
        if (m_forms.back().text.empty())
            m_forms.pop_back();
    }

    void addTurnsInText()
    {
        const std::string_view text = m_value.string();
        if (!splitTranscript(text).empty()) {
            addTranscripts();
            addSeparated();
        } else if (!splitNamedLines(text).empty()) {
            addNamedLines();
            add(part(PartForm::Transcript));
            addSeparated();
        } else {
            addSeparated();
            addTranscripts();
        }
    }

    void addTranscripts()
    {
        addText(PartForm::Transcript);
        addNamedLines();
    }

    void addNamedLines()
    {
        addText(PartForm::NamedLines);
        if (!m_forms.empty() && m_forms.back().form == PartForm::NamedLines)
            m_forms.back().marks = {"*"};
    }

    void addSeparated()
    {
        for (const std::string_view mark : kOfferedMarks) {
            if (m_value.string().find(mark) == std::string_view::npos)
                continue;
            add(part(PartForm::Separated));
            m_forms.back().marks = {std::string(mark)};
        }
    }

    Slot m_slot;
    const JsonView& m_value;
    const std::string& m_at;
    std::vector<LayoutPart> m_forms;
};

/// What is said in the records as the layout reads them.
template<typename Visit>
void forEachMessage(std::span<const JsonView> records, const Layout& layout, Visit visit)
{
    const RecordOrigin origin;
    for (const JsonView& record : records) {
        Conversation conversation;
        std::vector<Problem> problems;
        RecordBuilder builder(conversation, origin, problems, Measuring::Nothing, Keeping::Columns);
        readByLayout(record, layout, builder);
        for (const Message& message : conversation.messages)
            visit(message);
        for (const Message& message : conversation.candidateMessages)
            visit(message);
    }
}

} // namespace

FormatDescription descriptionBy(const Layout& layout)
{
    Layout described = layout;
    described.isLenient = described.readsLeniently();
    described.score = kDescribedScore;
    return descriptionOfOne(std::move(described));
}

bool narrowTo(FormatDescription& description, std::span<const JsonView> records,
              std::span<const JsonView> others)
{
    LayoutNeeds& needs = description.layouts.front().needs;
    if (!needs.areGiven())
        needs.values = keysOfAll(records);
    // Each takes at least one of the others away; few are needed.
    constexpr std::size_t kMostAdded = 32;
    for (std::size_t added = 0; added < kMostAdded; ++added) {
        const auto format = describedFormat(description);
        const auto isOfIt = [&format](const JsonView& record) { return format->recognise(record) > 0; };
        std::vector<JsonView> alike;
        std::copy_if(others.begin(), others.end(), std::back_inserter(alike), isOfIt);
        if (alike.empty())
            return std::all_of(records.begin(), records.end(), isOfIt);
        if (!addNeed(needs, records, alike))
            return false;
    }
    return false;
}

FormatDescription describedAsNothing(std::span<const JsonView> records)
{
    Layout layout;
    layout.hasNoConversation = true;
    layout.needs.values = keysOfAll(records);
    return descriptionOfOne(std::move(layout));
}

std::vector<SuggestedReading> suggestedReadings(std::span<const JsonView> records,
                                                const FormatDescription& current)
{
    constexpr std::size_t kMostUnread = 3;
    const Phrase now = reasonOf(current.layouts.front());
    std::vector<SuggestedReading> suggested;
    for (const Reading& reading : readingsOf(records)) {
        Phrase why = reasonOf(reading.layout);
        const bool isKnown = std::any_of(suggested.begin(), suggested.end(),
                                         [&why](const SuggestedReading& each) { return each.why == why; });
        if (isKnown || reading.isVetoed)
            continue;
        suggested.push_back({descriptionBy(reading.layout), std::move(why), std::min(1.0, reading.coverage)});
        suggested.back().isLikely = isAcceptable(reading);
        suggested.back().isCurrent = suggested.back().why == now;
        for (const auto& [path, bytes] : reading.unread) {
            if (suggested.back().unread.size() < kMostUnread)
                suggested.back().unread.push_back(path);
        }
    }
    return suggested;
}

FormatDescription currentDescription(const Format& format, const JsonView& record)
{
    if (const auto* learned = dynamic_cast<const LearnedFormat*>(&format)) {
        const LearnedShape* const shape = learned->shapeOf(record);
        return shape == nullptr || shape->layout == nullptr ? descriptionOfOne({})
                                                            : descriptionBy(*shape->layout);
    }
    const FormatDescription* const described = descriptionOf(format);
    if (described != nullptr && described->layouts.size() == 1) {
        const bool isOfUser = FormatList::builtIn()->find(format.id()) == nullptr;
        return isOfUser ? *described : descriptionBy(described->layouts.front());
    }
    // Other formats are written in several ways, or are not layouts at all.
    const std::vector<Reading> readings =
        format.recognise(record) > kGenericScore ? readingsOf({&record, 1}) : std::vector<Reading>();
    return !readings.empty() && isAcceptable(readings.front()) ? descriptionBy(readings.front().layout)
                                                               : descriptionOfOne({});
}

bool isOneLayout(const Format& format)
{
    const FormatDescription* const described = descriptionOf(format);
    return dynamic_cast<const LearnedFormat*>(&format) != nullptr ||
           (described != nullptr && described->layouts.size() == 1);
}

std::vector<LayoutPart> formsFor(Slot slot, const JsonView& value, const std::string& at)
{
    return FormSearch(slot, value, at).find();
}

std::vector<Speaker> speakersIn(std::span<const JsonView> records, const FormatDescription& description)
{
    constexpr std::size_t kMostSpeakers = 100;
    // Longer ones are texts under a wrong key.
    constexpr std::size_t kLongestName = 80;
    Layout layout = description.layouts.front();
    layout.roles.clear();
    std::map<std::string, std::string, std::less<>> names;
    forEachMessage(records, layout, [&](const Message& message) {
        if (!message.roleInFile.empty() && message.roleInFile.size() <= kLongestName &&
            names.size() < kMostSpeakers)
            names.try_emplace(std::string(message.roleInFile), "speaker " + std::to_string(names.size()));
    });
    // Some words are the program's own ("user" of a question). Roles change those of the records alone.
    std::map<std::string, Speaker, std::less<>> byRole;
    for (const auto& [name, role] : names) {
        layout.roles.emplace_back(name, role);
        byRole[role].name = name;
    }
    forEachMessage(records, layout, [&](const Message& message) {
        if (const auto found = byRole.find(message.role); found != byRole.end())
            ++found->second.messages;
    });
    std::vector<Speaker> speakers;
    for (auto& [role, speaker] : byRole) {
        if (speaker.messages > 0)
            speakers.push_back(std::move(speaker));
    }
    std::stable_sort(speakers.begin(), speakers.end(),
                     [](const Speaker& a, const Speaker& b) { return a.messages > b.messages; });
    return speakers;
}

} // namespace duologue
