// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/inferred/learned_format.h"

#include "core/formats/format.h"
#include "core/formats/format_file.h"
#include "core/formats/inferred/evidence.h"
#include "core/formats/inferred/evidence_sample.h"
#include "core/json/json_writer.h"
#include "core/util/phrase.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <charconv>
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
    /// Of the sample, before it was thinned out.
    std::size_t count = 0;
};

/// Keeps the first kMostSampleRecords of the records; but what few records have, such as instructions for the
/// assistant, is easily missed, so those with further keys take the place of the last of them.
void thinOut(std::vector<JsonView>& records)
{
    constexpr std::size_t kOfEachKey = 4;
    constexpr std::size_t kMostFurther = 16;
    if (records.size() <= kMostSampleRecords)
        return;
    std::unordered_map<std::uint64_t, std::size_t> seen;
    std::vector<JsonView> further;
    for (std::size_t i = 0; i < records.size() && further.size() < kMostFurther; ++i) {
        bool isFurther = false;
        for (const std::uint64_t key : shapeKeys(records[i])) {
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

/// Adds all keys to `seen`.
std::vector<ShapeSample> sortedIntoShapes(std::span<const JsonView> records,
                                          std::unordered_set<std::uint64_t>& seen)
{
    std::vector<ShapeSample> shapes;
    for (const JsonView& record : records) {
        std::vector<std::uint64_t> keys = shapeKeys(record);
        seen.insert(keys.begin(), keys.end());
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
            best = shapes.insert(shapes.end(), ShapeSample{std::move(keys), {}, 0});
        }
        best->records.push_back(record);
    }
    for (ShapeSample& shape : shapes) {
        shape.count = shape.records.size();
        thinOut(shape.records);
    }
    return shapes;
}

LearnedShape learnedFrom(std::vector<std::uint64_t> keys, const std::vector<Reading>& readings)
{
    LearnedShape learned{std::move(keys), nullptr, {}, false};
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

std::string_view LearnedFormat::title() const
{
    return DUOLOGUE_TEXT("Formats", "Conversation, by its shape");
}

std::string_view LearnedFormat::rule() const
{
    return DUOLOGUE_TEXT("Formats", "who speaks and what is said can be told from the shape of the record");
}

const LearnedShape* LearnedFormat::shapeOf(const JsonView& record, double least) const
{
    return nearestShape(m_shapes, shapeKeys(record), least);
}

int LearnedFormat::recognise(const JsonView& record) const
{
    if (m_shapes.empty())
        return 0;
    const LearnedShape* const shape = shapeOf(record);
    return shape == nullptr || shape->layout == nullptr ? 0 : shape->layout->score;
}

const Layout* LearnedFormat::layoutOf(const JsonView& record) const
{
    const LearnedShape* const shape = shapeOf(record);
    return shape == nullptr ? nullptr : shape->layout.get();
}

Phrase LearnedFormat::reason(const JsonView& record) const
{
    const LearnedShape* const shape = shapeOf(record);
    if (shape == nullptr || shape->layout == nullptr)
        return Format::reason(record);
    Phrase reason = reasonOf(*shape->layout);
    std::string unread;
    for (const std::string& path : shape->unread)
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
    readByLayout(record, shape == nullptr || shape->layout == nullptr ? none : *shape->layout, builder);
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
            if (file.descriptions.size() != 1 || file.descriptions.front().layouts.size() != 1)
                return nullptr;
            shape.layout =
                std::make_shared<const Layout>(std::move(file.descriptions.front().layouts.front()));
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
    std::size_t most = 0;
    for (ShapeSample& shape : sortedIntoShapes(records, learned.seen)) {
        const std::vector<Reading> readings = readingsOf(shape.records, listName);
        learned.shapes.push_back(learnedFrom(std::move(shape.keys), readings));
        if (shape.count > most) {
            most = shape.count;
            const bool isRead = learned.shapes.back().layout != nullptr;
            learned.score = isRead ? readings.front().score : 0;
            learned.coverage = isRead ? readings.front().coverage : 0;
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
