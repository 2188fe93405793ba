// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/inferred/learned_format.h"

#include "core/formats/format.h"
#include "core/formats/format_file.h"
#include "core/formats/inferred/evidence.h"
#include "core/formats/inferred/evidence_sample.h"
#include "core/json/json_writer.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace duologue {

namespace {

/// A pointer, or words for the record itself.
Phrase named(const JsonPointer& pointer)
{
    return pointer.empty() ? Phrase(PhraseId::RecordItself) : Phrase::verbatim(pointer.text());
}

Phrase alternation(const LayoutPart& part)
{
    return part.isAnswerFirst ? PhraseId::AssistantBegins : PhraseId::SpeakersAlternate;
}

Phrase reasonOfObjects(const LayoutPart& part)
{
    const PhraseId where = part.form == PartForm::NestedLists ? PhraseId::MessagesInLists
                           : part.form == PartForm::Columns   ? PhraseId::MessagesInColumns
                                                              : PhraseId::MessagesInList;
    Phrase list = {where, named(part.at)};
    Phrase speaker = part.role.empty() ? alternation(part) : Phrase(PhraseId::WhoSpeaks, part.role.text());
    return {PhraseId::ThreeClauses, std::move(list), std::move(speaker),
            Phrase(PhraseId::WhatIsSaid, part.text.text())};
}

Phrase speakerWord(Slot slot)
{
    if (slot == Slot::Prompt)
        return PhraseId::SpeakerUser;
    return slot == Slot::System ? PhraseId::SpeakerSystem : PhraseId::SpeakerAssistant;
}

Phrase reasonOfSource(const LayoutPart& part)
{
    switch (part.form) {
    case PartForm::Objects:
    case PartForm::NestedLists:
    case PartForm::Columns:
        return reasonOfObjects(part);
    case PartForm::Texts:
        return {PhraseId::TwoClauses, Phrase(PhraseId::MessagesAreTexts, named(part.at)), alternation(part)};
    case PartForm::LabelledTexts:
        return {PhraseId::MessagesBeginWithSpeaker, named(part.at)};
    case PartForm::Separated:
        return {PhraseId::TwoClauses,
                Phrase(PhraseId::MessagesSeparated, named(part.at),
                       part.marks.empty() ? std::string() : part.marks.front()),
                alternation(part)};
    case PartForm::Chat:
    case PartForm::Answered:
        return {PhraseId::MessagesWithUsualKeys, named(part.at)};
    case PartForm::Items:
        return {PhraseId::MessagesAreSteps, named(part.at)};
    case PartForm::Object:
        return {PhraseId::LoneMessage, named(part.at)};
    case PartForm::Conversation:
        return {PhraseId::IsSaidBefore, named(part.at)};
    case PartForm::QuestionLists:
        return {PhraseId::ListsOfQuestionsAndAnswers, named(part.at)};
    case PartForm::Transcript:
        return {PhraseId::MessagesInTranscript, named(part.at)};
    case PartForm::NamedLines:
        return {PhraseId::MessagesInLines, named(part.at)};
    case PartForm::Exchanges:
        return {PhraseId::QuestionsWithAnswers, named(part.at)};
    case PartForm::NumberedTurns:
        return {PhraseId::NumberedTurns, named(part.at)};
    default:
        break;
    }
    return {PhraseId::IsSaidBy, named(part.at), speakerWord(part.slot)};
}

Phrase reasonOfCandidates(const LayoutPart& part)
{
    if (part.form == PartForm::List)
        return {PhraseId::ListOfCandidates, named(part.at)};
    switch (part.slot) {
    case Slot::Chosen:
        return {PhraseId::IsChosen, named(part.at)};
    case Slot::Rejected:
        return {PhraseId::IsRejected, named(part.at)};
    default:
        return {PhraseId::IsCandidate, named(part.at)};
    }
}

} // namespace

Phrase reasonOf(const Layout& layout)
{
    if (layout.hasNoConversation)
        return PhraseId::NoConversationSaid;
    Phrase all;
    const auto add = [&all](Phrase clause) {
        all =
            all.empty() ? std::move(clause) : Phrase(PhraseId::TwoClauses, std::move(all), std::move(clause));
    };
    for (const LayoutPart& part : layout.messages)
        add(reasonOfSource(part));
    for (const LayoutPart& part : layout.candidates)
        add(reasonOfCandidates(part));
    if (layout.sharesPrefix)
        add(PhraseId::SharedBeginning);
    if (layout.verdict != Verdict::None)
        add({PhraseId::SaysWhichIsBetter, named(layout.verdictAt)});
    return all;
}

namespace {

/// More shapes than these say that the keys are data.
constexpr std::size_t kMostShapes = 32;
/// Paths of texts that are left out are named by so many.
constexpr std::size_t kMostUnread = 3;
/// A text that is left out is told from so much prose of the sample on: shorter ones are notes and labels.
constexpr double kToldUnread = 0.05;

/// The highest score of a layout that is unsure.
constexpr int kMostUnsure = 14;

struct ShapeSample {
    std::vector<std::uint64_t> keys;
    std::vector<JsonView> records;
};

/// Keeps the first kMostSampleRecords of the records; but what few records have, such as instructions for the
/// assistant, is easily missed, so those that say something under further keys take the place of the last.
void thinOut(std::vector<JsonView>& records)
{
    constexpr std::size_t kOfEachKey = 4;
    constexpr std::size_t kMostFurther = 32;
    if (records.size() <= kMostSampleRecords)
        return;
    std::unordered_map<std::uint64_t, std::size_t> seen;
    std::vector<JsonView> further;
    for (std::size_t i = 0; i < records.size() && further.size() < kMostFurther; ++i) {
        bool isFurther = false;
        for (const std::uint64_t key : tellingKeys(records[i])) {
            const auto known = seen.try_emplace(key, i < kMostSampleRecords ? kOfEachKey : 0).first;
            isFurther = isFurther || known->second < kOfEachKey;
            ++known->second;
        }
        if (isFurther)
            further.push_back(records[i]);
    }
    records.resize(kMostSampleRecords - further.size());
    records.insert(records.end(), further.begin(), further.end());
}

/// Sorts by the keys of a record that keysOf(record) gives.
template<typename KeysOf>
std::vector<ShapeSample> sortedBy(std::span<const JsonView> records, const KeysOf& keysOf)
{
    std::vector<ShapeSample> shapes;
    for (const JsonView& record : records) {
        std::vector<std::uint64_t> keys = keysOf(record);
        auto best = shapes.end();
        double most = 0;
        for (auto shape = shapes.begin(); shape != shapes.end(); ++shape) {
            if (const double shared = overlap(shape->keys, keys); shared > most) {
                most = shared;
                best = shape;
            }
        }
        if (most < kSameShapeInFile) {
            if (shapes.size() == kMostShapes)
                continue;
            best = shapes.insert(shapes.end(), ShapeSample{std::move(keys), {}});
        }
        best->records.push_back(record);
    }
    return shapes;
}

/// Who speaks in a record, one bit each.
enum Side : unsigned { kNobody = 0, kAsks = 1, kAnswers = 2, kBoth = 3 };

Side sideOf(std::string_view speaker)
{
    return speaker.empty() ? kBoth : speaker == "user" ? kAsks : speaker == "assistant" ? kAnswers : kNobody;
}

bool saysSomething(const JsonView& value)
{
    return value.isString() ? !trimmed(value.string()).empty() : value.size() > 0;
}

/// The sides that have something to say in what the layout reads of the record.
unsigned sidesIn(const Layout& layout, const JsonView& record)
{
    unsigned sides = kNobody;
    for (const LayoutPart& part : layout.messages) {
        const JsonView value = valueOf(part, record);
        if (!value.isObject() || part.ask.empty() || part.answer.empty())
            sides |= saysSomething(value) ? sideOf(speakerOf(part.slot)) : kNobody;
        else
            sides |= (saysSomething(part.ask.in(value)) ? kAsks : kNobody) |
                     (saysSomething(part.answer.in(value)) ? kAnswers : kNobody);
    }
    for (const LayoutPart& part : layout.candidates)
        sides |= saysSomething(valueOf(part, record)) ? kAnswers : kNobody;
    return sides;
}

LearnedShape learnedFrom(std::vector<std::uint64_t> keys, const std::vector<Reading>& readings)
{
    LearnedShape learned;
    learned.keys = std::move(keys);
    if (readings.empty() || !isAcceptable(readings.front()))
        return learned;
    const Reading& best = readings.front();
    Layout layout = best.layout;
    // What is said by rule to be unsure is never likely, however much speaks for it, and the other way round.
    layout.score =
        best.isUnsure ? std::min(layout.score, kMostUnsure) : std::max(layout.score, kMostUnsure + 1);
    learned.layout = std::make_shared<const Layout>(std::move(layout));
    learned.isUnsure = best.isUnsure;
    for (const auto& [path, bytes] : best.unread) {
        if (learned.unread.size() < kMostUnread && 1 - best.coverage > kToldUnread)
            learned.unread.push_back(path);
    }
    return learned;
}

/// Learns the layouts of those records of a shape in which nobody speaks by its layout, which reads the
/// others; of all records if it has none. One in which somebody is silent says so. Returns the reading of the
/// most records.
std::optional<Reading> learnOthers(const std::vector<JsonView>& records, LearnedShape& learned)
{
    constexpr std::size_t kMostOthers = 8;
    std::vector<JsonView> unread;
    for (const JsonView& record : records) {
        if (learned.layout == nullptr || sidesIn(*learned.layout, record) == kNobody)
            unread.push_back(record);
    }
    std::optional<Reading> best;
    std::size_t most = 0;
    std::vector<ShapeSample> parts = sortedBy(unread, tellingKeys);
    // They were learned from together.
    if (parts.size() == 1 && unread.size() == records.size())
        return best;
    for (ShapeSample& part : parts) {
        const std::size_t count = part.records.size();
        thinOut(part.records);
        std::vector<Reading> readings = readingsOf(part.records);
        const LearnedShape other = learnedFrom({}, readings);
        if (other.layout == nullptr || learned.others.size() == kMostOthers ||
            sidesIn(*other.layout, part.records.front()) == kNobody)
            continue;
        learned.isUnsure = learned.isUnsure || other.isUnsure;
        if (learned.layout == nullptr) {
            learned.layout = other.layout;
            learned.unread = other.unread;
        } else {
            learned.others.push_back(other.layout);
        }
        if (std::exchange(most, std::max(most, count)) < count)
            best = std::move(readings.front());
    }
    return best;
}

const LearnedShape* nearestShape(std::span<const LearnedShape> shapes, std::span<const std::uint64_t> keys,
                                 double least)
{
    const LearnedShape* best = nullptr;
    double most = 0;
    for (const LearnedShape& shape : shapes) {
        if (const double shared = overlap(shape.keys, keys); shared >= least && shared > most) {
            most = shared;
            best = &shape;
        }
    }
    return best;
}

} // namespace

const Layout* LearnedShape::layoutFor(const JsonView& record) const
{
    if (others.empty() || sidesIn(*layout, record) != kNobody)
        return layout.get();
    const Layout* best = layout.get();
    int most = 0;
    for (const auto& other : others) {
        if (const int sides = std::popcount(sidesIn(*other, record)); sides > most) {
            most = sides;
            best = other.get();
        }
    }
    return best;
}

std::string_view LearnedFormat::title() const
{
    return DUOLOGUE_TEXT("Formats", "Conversation, by its shape");
}

std::string_view LearnedFormat::rule() const
{
    return DUOLOGUE_TEXT("Formats", "speakers and texts can be identified from the shape of the record");
}

const LearnedShape* LearnedFormat::shapeOf(const JsonView& record, double least) const
{
    return nearestShape(m_shapes, shapeKeys(record), least);
}

int LearnedFormat::recognise(const JsonView& record) const
{
    if (m_shapes.empty())
        return 0;
    const Layout* const layout = layoutOf(record);
    return layout == nullptr ? 0 : layout->score;
}

bool LearnedFormat::goesByShape() const
{
    return std::ranges::all_of(m_shapes, [](const LearnedShape& shape) { return shape.others.empty(); });
}

const Layout* LearnedFormat::layoutOf(const JsonView& record) const
{
    const LearnedShape* const shape = shapeOf(record);
    return shape == nullptr ? nullptr : shape->layoutFor(record);
}

Phrase LearnedFormat::reason(const JsonView& record) const
{
    const LearnedShape* const shape = shapeOf(record);
    const Layout* const layout = shape == nullptr ? nullptr : shape->layoutFor(record);
    if (layout == nullptr)
        return Format::reason(record);
    Phrase reason = reasonOf(*layout);
    std::string unread;
    // Of the others it is not known.
    for (const std::string& path : layout == shape->layout.get() ? shape->unread : std::vector<std::string>())
        unread.append(unread.empty() ? "" : ", ").append(path);
    if (unread.empty())
        return reason;
    return {PhraseId::TwoClauses, std::move(reason), Phrase(PhraseId::NotShown, unread)};
}

void LearnedFormat::read(const JsonView& record, RecordBuilder& builder) const
{
    static const Layout none{.score = kInferredScore};
    const LearnedShape* const shape = shapeOf(record);
    if (shape == nullptr)
        builder.problem(ProblemCode::UnexpectedType, {}, {PhraseId::ReadAsItsFile, title()});
    const Layout* const layout = shape == nullptr ? nullptr : shape->layoutFor(record);
    readByLayout(record, layout == nullptr ? none : *layout, builder);
}

bool LearnedFormat::isNew(const JsonView& record) const
{
    const std::vector<std::uint64_t> keys = tellingKeys(record);
    return !m_seen.empty() &&
           std::any_of(keys.begin(), keys.end(), [this](std::uint64_t key) { return !m_seen.contains(key); });
}

std::string LearnedFormat::text() const
{
    std::string text;
    JsonWriter out(text);
    out.beginArray();
    for (const LearnedShape& shape : m_shapes) {
        out.beginObject();
        out.key("keys");
        out.beginArray();
        for (const std::uint64_t key : shape.keys)
            out.text(std::to_string(key));
        out.endArray();
        if (shape.layout != nullptr) {
            FormatDescription description;
            description.id = id();
            description.layouts.push_back(*shape.layout);
            for (const auto& other : shape.others)
                description.layouts.push_back(*other);
            out.key("layout");
            out.text(formatFileText(description));
        }
        out.key("unread");
        out.beginArray();
        for (const std::string& path : shape.unread)
            out.text(path);
        out.endArray();
        out.key("unsure");
        out.flag(shape.isUnsure);
        out.endObject();
    }
    out.endArray();
    return text;
}

std::shared_ptr<const LearnedFormat> LearnedFormat::fromText(std::string_view text)
{
    JsonParser parser;
    const PaddedBytes bytes(text);
    const auto root = parser.parse(bytes.view());
    if (!root || !root.value().isArray())
        return nullptr;
    std::vector<LearnedShape> shapes;
    for (const JsonView each : root.value().elements()) {
        LearnedShape& shape = shapes.emplace_back();
        for (const JsonView key : each["keys"].elements()) {
            const std::string_view digits = key.string();
            std::uint64_t hash = 0;
            std::from_chars(digits.data(), digits.data() + digits.size(), hash);
            shape.keys.push_back(hash);
        }
        if (const std::string_view layout = each["layout"].string(); !layout.empty()) {
            FormatFile file = readFormatFile(layout, "layout");
            if (file.descriptions.size() != 1 || file.descriptions.front().layouts.empty())
                return nullptr;
            for (Layout& layoutOfFile : file.descriptions.front().layouts)
                shape.others.push_back(std::make_shared<const Layout>(std::move(layoutOfFile)));
            shape.layout = std::move(shape.others.front());
            shape.others.erase(shape.others.begin());
        }
        for (const JsonView path : each["unread"].elements())
            shape.unread.emplace_back(path.string());
        shape.isUnsure = each["unsure"].boolean() == true;
    }
    return std::make_shared<const LearnedFormat>(std::move(shapes));
}

bool LearnedRecords::hasConversations() const
{
    return std::any_of(shapes.begin(), shapes.end(),
                       [](const LearnedShape& shape) { return shape.layout != nullptr; });
}

LearnedRecords learnRecords(std::span<const JsonView> records, double listName)
{
    LearnedRecords learned;
    for (const JsonView& record : records) {
        const std::vector<std::uint64_t> keys = tellingKeys(record);
        learned.seen.insert(keys.begin(), keys.end());
    }
    std::size_t most = 0;
    for (ShapeSample& shape : sortedBy(records, shapeKeys)) {
        std::vector<JsonView> sample = shape.records;
        thinOut(sample);
        const std::vector<Reading> readings = readingsOf(sample, listName);
        learned.shapes.push_back(learnedFrom(std::move(shape.keys), readings));
        const bool isRead = learned.shapes.back().layout != nullptr;
        const std::optional<Reading> other = learnOthers(shape.records, learned.shapes.back());
        const Reading* const best = isRead ? &readings.front() : other ? &*other : nullptr;
        if (shape.records.size() > most) {
            most = shape.records.size();
            learned.score = best == nullptr ? 0 : best->score;
            learned.coverage = best == nullptr ? 0 : best->coverage;
        }
    }
    return learned;
}

std::uint64_t proseIn(const JsonView& value)
{
    // What is beyond them is like what is before.
    constexpr std::size_t kMostValues = 20'000;
    std::uint64_t bytes = 0;
    std::vector<JsonView> open{value};
    for (std::size_t seen = 0; !open.empty() && seen < kMostValues; ++seen) {
        const JsonView each = open.back();
        open.pop_back();
        if (const std::string_view text = each.string(); isProseText(text) && !isAddress(text))
            bytes += text.size();
        for (const JsonView element : each.elements())
            open.push_back(element);
        for (const auto [name, member] : each.members())
            open.push_back(member);
    }
    return bytes;
}

const Format& inferredFormat()
{
    // What is learned belongs to a file; here it has its place among the formats.
    static const LearnedFormat format({});
    return format;
}

std::shared_ptr<const LearnedFormat> learnedFormat(LearnedRecords learned)
{
    return learned.hasConversations()
               ? std::make_shared<const LearnedFormat>(std::move(learned.shapes), std::move(learned.seen))
               : nullptr;
}

} // namespace duologue
