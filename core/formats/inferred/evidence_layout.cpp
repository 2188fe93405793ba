// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/conversation.h"
#include "core/data/record_builder.h"
#include "core/formats/inferred/evidence_search.h"
#include "core/formats/transcript_parts.h"
#include "core/util/text.h"

#include <algorithm>
#include <set>
#include <unordered_set>

namespace duologue {

namespace {

constexpr std::size_t kMostCoveredRecords = 24;
/// Texts of a record that are compared, and bytes of all.
constexpr std::size_t kMostCoveredTexts = 3'000;
constexpr std::size_t kMostCoveredBytes = 524'288;
/// Bytes of one record that are searched for texts within texts.
constexpr std::size_t kMostSearched = 262'144;
/// Below that, a text is not looked for inside of another.
constexpr std::size_t kShortestSearched = 60;

/// Of a long text, the ends and the length: texts that differ elsewhere are compared.
struct EndsHash {
    std::size_t operator()(std::string_view text) const
    {
        constexpr std::size_t kEnd = 32;
        const std::hash<std::string_view> hash;
        if (text.size() <= 2 * kEnd)
            return hash(text);
        return hash(text.substr(0, kEnd)) ^ (hash(text.substr(text.size() - kEnd)) * 3) ^ (text.size() << 1U);
    }
};

bool isSpoken(std::string_view text)
{
    return !trimmed(text).empty();
}

} // namespace

/// What one record shows.
struct CoverageTest::Counter {
    void add(std::string_view text)
    {
        const std::string_view bare = trimmed(text);
        if (!bare.empty() && texts.insert(bare).second)
            ordered.push_back(bare);
    }

    enum class Look : std::uint8_t {
        Shown,
        NotShown,
        /// A prompt for a judge, a history with marks: it has several texts in it that are shown.
        MadeOfShown,
    };

    /// Adds what the record shows, and counts it.
    void count(const Conversation& conversation, ShownTexts& result)
    {
        std::set<std::string_view> roles;
        for (const Message& message : conversation.messages) {
            bool isSaid = false;
            for (const Text& text : conversation.textsOf(message.texts)) {
                add(text.text);
                isSaid = isSaid || isSpoken(text.text);
            }
            if (!isSaid)
                continue;
            ++said;
            roles.insert(message.role);
        }
        std::size_t candidates = 0;
        for (const Message& message : conversation.candidateMessages) {
            for (const Text& text : conversation.textsOf(message.texts))
                add(text.text);
        }
        for (const Candidate& candidate : conversation.candidates)
            candidates += candidate.messages.size() > 0 ? 1 : 0;
        for (const ContextPart& part : conversation.context) {
            for (const Text& text : conversation.textsOf(part.texts))
                add(text.text);
        }
        const bool isOfModel = std::all_of(roles.begin(), roles.end(), [](std::string_view role) {
            return role == "assistant" || role == "tool";
        });
        result.empty += said + candidates < 2 ? 1 : 0;
        result.alone += said > 0 && candidates == 0 && isOfModel ? 1 : 0;
        result.oneSided += roles.size() < 2 && candidates == 0 ? 1 : 0;
    }

    Look look(std::string_view text, bool isApart)
    {
        if (texts.contains(text) || (isApart && said > 0) || (text.size() < kMostSearched && isInside(text)))
            return Look::Shown;
        if (text.size() <= kShortestSearched)
            return Look::NotShown;
        const auto [parts, bytes] = inside(text);
        if (5 * bytes > 3 * text.size())
            return Look::Shown;
        return parts >= 2 ? Look::MadeOfShown : Look::NotShown;
    }

private:
    bool maySearch(std::size_t bytes)
    {
        searched += bytes;
        return searched <= kMostSearched;
    }

    bool isInside(std::string_view text)
    {
        return std::any_of(ordered.begin(), ordered.end(), [&](std::string_view shown) {
            return shown.size() > text.size() && maySearch(shown.size()) &&
                   shown.find(text) != std::string_view::npos;
        });
    }

    /// Shown texts that the text has in it, and their bytes.
    std::pair<std::size_t, std::size_t> inside(std::string_view text)
    {
        constexpr std::size_t kMostLooked = 60;
        constexpr std::size_t kShortestPart = 15;
        std::size_t parts = 0;
        std::size_t bytes = 0;
        for (const std::string_view shown : std::span(ordered).first(std::min(kMostLooked, ordered.size()))) {
            if (shown.size() > kShortestPart && shown.size() <= text.size() && maySearch(text.size()) &&
                text.find(shown) != std::string_view::npos) {
                ++parts;
                bytes += shown.size();
            }
        }
        return {parts, bytes};
    }

    std::unordered_set<std::string_view, EndsHash> texts;
    /// In the order in which they are shown, without blank ones.
    std::vector<std::string_view> ordered;
    std::size_t searched = 0;
    /// Messages with a text.
    std::size_t said = 0;
};

CoverageTest::CoverageTest(const Sample& sample, std::span<const JsonView> records)
    : m_sample(sample), m_records(records)
{
    std::size_t bytes = 0;
    for (const SampleValue* const record : sample.records()) {
        if (m_texts.size() == kMostCoveredRecords || bytes > kMostCoveredBytes)
            break;
        addRecord(*record);
        for (const ProseText& text : m_texts.back())
            bytes += text.text.size();
    }
    const bool hasProse =
        std::any_of(m_texts.begin(), m_texts.end(), [](const std::vector<ProseText>& texts) {
            return std::any_of(texts.begin(), texts.end(),
                               [](const ProseText& text) { return text.characters > 0; });
        });
    for (std::vector<ProseText>& texts : m_texts) {
        for (ProseText& text : texts) {
            // Without prose, all texts count.
            if (!hasProse && m_sample.lastWeight(m_paths[text.path].path, WordClass::Speaker) < 2)
                text.characters = static_cast<double>(text.text.size());
            m_paths[text.path].characters += text.characters;
        }
    }
}

void CoverageTest::addRecord(const SampleValue& record)
{
    constexpr WordClass kBesides[] = {WordClass::Context, WordClass::Thought, WordClass::Meta,
                                      WordClass::Label, WordClass::Reference};
    constexpr double kLess = 0.22;
    std::vector<ProseText>& texts = m_texts.emplace_back();
    m_sample.forEachText(record, [&](const SamplePath& path, const SampleValue& text) {
        if (texts.size() == kMostCoveredTexts || text.isBlank)
            return;
        const auto [index, isNew] = m_pathIndices.try_emplace(path, m_paths.size());
        if (isNew) {
            double most = 0;
            for (const WordClass word : kBesides)
                most = std::max(most, m_sample.weight(path, word));
            m_paths.push_back({.path = path, .characters = 0, .weight = 1 - kLess * std::min(3.0, most)});
        }
        texts.push_back({trimmed(text.text), static_cast<double>(text.proseCharacters()), index->second});
    });
}

double CoverageTest::estimate(const ShownPaths& shown) const
{
    double read = 0;
    double all = 0;
    for (const ProsePath& path : m_paths) {
        const bool isShown = shown.contains(path.path);
        all += path.characters * (isShown ? 1 : path.weight);
        read += isShown ? path.characters : 0;
    }
    return all <= 0 ? 0 : read / all;
}

ShownTexts CoverageTest::read(const Layout& layout, const ShownPaths& shown) const
{
    const RecordOrigin origin;
    std::vector<Problem> problems;
    Conversation conversation;
    ShownTexts result;
    std::vector<std::uint64_t> unread(m_paths.size());
    std::vector<bool> areApart;
    for (const ProsePath& path : m_paths)
        areApart.push_back(shown.takesApart(path.path));
    double all = 0;
    double read = 0;
    for (std::size_t i = 0; i < m_texts.size(); ++i) {
        problems.clear();
        RecordBuilder builder(conversation, origin, problems, Measuring::Nothing, Keeping::Columns);
        readByLayout(m_records[i], layout, builder);
        result.work += conversation.messages.size() + conversation.candidateMessages.size() +
                       conversation.fields.size() + conversation.partFields.size();
        Counter counter;
        counter.count(conversation, result);
        for (const ProseText& text : m_texts[i]) {
            if (text.characters <= 0)
                continue;
            const double weight = m_paths[text.path].weight;
            switch (counter.look(text.text, areApart[text.path])) {
            case Counter::Look::Shown:
                all += text.characters;
                read += text.characters;
                result.bytes += text.text.size();
                break;
            case Counter::Look::NotShown:
                all += text.characters * weight;
                result.bytes += text.text.size();
                unread[text.path] += text.text.size();
                break;
            case Counter::Look::MadeOfShown:
                break;
            }
        }
    }
    result.coverage = all <= 0 ? 0 : read / all;
    for (std::size_t i = 0; i < unread.size(); ++i) {
        if (unread[i] > 0)
            result.unread.emplace_back(m_paths[i].path, unread[i]);
    }
    std::stable_sort(result.unread.begin(), result.unread.end(),
                     [](const auto& left, const auto& right) { return left.second > right.second; });
    const auto records = static_cast<double>(std::max<std::size_t>(1, m_texts.size()));
    result.empty /= records;
    result.alone /= records;
    result.oneSided /= records;
    return result;
}

namespace {

/// Where texts of a sequence are, within an element.
std::vector<SamplePath> textsWithin(const FoundSequence& sequence)
{
    std::vector<SamplePath> texts{sequence.text};
    switch (sequence.form) {
    case SequenceForm::Messages:
        texts.insert(texts.end(), sequence.otherTexts.begin(), sequence.otherTexts.end());
        return texts;
    case SequenceForm::Exchanges:
        return sequence.input.empty()
                   ? std::vector<SamplePath>{sequence.ask, sequence.answer}
                   : std::vector<SamplePath>{sequence.ask, sequence.answer, sequence.input};
    default:
        return {SamplePath()};
    }
}

bool areColumns(const FoundSequence& sequence)
{
    return sequence.form == SequenceForm::Columns || sequence.form == SequenceForm::QuestionLists ||
           sequence.form == SequenceForm::NumberedPairs;
}

class LayoutBuilder {
public:
    LayoutBuilder(const Sample& sample, const Draft& draft) : m_sample(sample), m_draft(draft) {}

    Layout build()
    {
        m_layout.score = kInferredScore;
        for (const DraftPart& part : m_draft.parts) {
            switch (part.kind) {
            case DraftPart::Kind::Text:
                addText(part);
                break;
            case DraftPart::Kind::Sequence:
                addSequence(*part.sequence, part.slot);
                break;
            case DraftPart::Kind::Candidates:
                addCandidates(*part.candidates);
                break;
            case DraftPart::Kind::ChosenAndRejected:
                addCandidate(Slot::Chosen, m_sample.pointerTo(part.at));
                addCandidate(Slot::Rejected, m_sample.pointerTo(part.other));
                m_layout.sharesPrefix = true;
                break;
            case DraftPart::Kind::Separated:
                m_layout.messages.push_back({.slot = Slot::Messages,
                                             .form = PartForm::Separated,
                                             .at = m_sample.pointerTo(part.at),
                                             .marks = {std::string(part.mark)}});
                if (!part.sentenceMark.empty())
                    m_layout.messages.back().marks.emplace_back(part.sentenceMark);
                m_layout.messages.back().isLabelled = part.isLabelled;
                break;
            }
        }
        return std::move(m_layout);
    }

private:
    void addText(const DraftPart& part)
    {
        LayoutPart text{.slot = part.slot, .form = PartForm::Text, .at = m_sample.pointerTo(part.at)};
        if (part.transcript != nullptr)
            setTranscript(text, *part.transcript);
        if (part.isMarked)
            text.form = PartForm::Transcript;
        if (!part.sentenceMark.empty())
            text.marks.emplace_back(part.sentenceMark);
        text.isLabelled = part.isLabelled;
        if (part.slot == Slot::Prompt && !part.other.empty())
            m_layout.query = m_sample.pointerTo(part.other);
        m_layout.messages.push_back(std::move(text));
    }

    static void setTranscript(LayoutPart& part, const TranscriptStats& transcript)
    {
        part.form = transcript.form == TranscriptForm::Lines ? PartForm::NamedLines : PartForm::Transcript;
        part.marks = transcript.marks;
        if (part.marks.empty() && part.form == PartForm::NamedLines)
            part.marks = {"*"};
    }

    void addSequence(const FoundSequence& sequence, Slot slot)
    {
        if (sequence.form == SequenceForm::NumberedPairs) {
            addNumberedPairs(sequence);
            return;
        }
        LayoutPart part{.slot = slot};
        std::string at = m_sample.patternOf(sequence.at);
        part.isEach = m_sample.isPattern(sequence.at);
        // Of members whose names are data, each is an element.
        if (sequence.list == SampleValue::ListForm::Keyed && !areColumns(sequence)) {
            at += "/*";
            part.isEach = true;
        }
        part.at = JsonPointer(at);
        part.isLabelled = sequence.isLabelled;
        part.isAnswerFirst = sequence.isAnswerFirst;
        switch (sequence.form) {
        case SequenceForm::Messages:
            part.form = PartForm::Objects;
            addMessageKeys(sequence, part);
            break;
        case SequenceForm::Exchanges:
            part.form = PartForm::Exchanges;
            part.ask = m_sample.pointerTo(sequence.ask);
            part.answer = m_sample.pointerTo(sequence.answer);
            part.input = m_sample.pointerTo(sequence.input);
            part.before = m_sample.pointerTo(sequence.before);
            break;
        case SequenceForm::Labelled:
            part.form = PartForm::LabelledTexts;
            break;
        case SequenceForm::Alternating:
            part.form = PartForm::Texts;
            break;
        case SequenceForm::Tuples:
            part.form = PartForm::Objects;
            part.role = JsonPointer("/" + std::to_string(sequence.speakerIndex));
            part.text = JsonPointer("/" + std::to_string(sequence.textIndex));
            break;
        case SequenceForm::Pairs:
            part.form = PartForm::Exchanges;
            part.ask = JsonPointer("/0");
            part.answer = JsonPointer("/1");
            break;
        case SequenceForm::Columns:
            part.form = PartForm::Columns;
            part.role = m_sample.pointerTo(sequence.speaker);
            part.text = m_sample.pointerTo(sequence.text);
            break;
        case SequenceForm::QuestionLists:
            part.form = PartForm::QuestionLists;
            part.ask = m_sample.pointerTo(sequence.ask);
            part.answer = m_sample.pointerTo(sequence.answer);
            break;
        case SequenceForm::NumberedPairs:
            break;
        }
        m_layout.messages.push_back(std::move(part));
    }

    void addNumberedPairs(const FoundSequence& sequence)
    {
        const auto addMember = [this, &sequence](Slot slot, std::string_view name) {
            std::string at = m_sample.patternOf(sequence.at);
            appendPointerPart(at, name);
            m_layout.messages.push_back({.slot = slot, .form = PartForm::Text, .at = JsonPointer(at)});
        };
        const bool isAskedBack = !sequence.before.empty();
        if (isAskedBack)
            m_layout.messages.push_back(
                {.slot = Slot::Prompt, .form = PartForm::Text, .at = m_sample.pointerTo(sequence.before)});
        for (const auto& [ask, answer] : sequence.members) {
            addMember(isAskedBack ? Slot::Response : Slot::Prompt, ask);
            addMember(isAskedBack ? Slot::Prompt : Slot::Response, answer);
        }
    }

    void addMessageKeys(const FoundSequence& sequence, LayoutPart& part) const
    {
        part.role = m_sample.pointerTo(sequence.speaker);
        part.text = m_sample.pointerTo(sequence.text);
        for (const SamplePath& text : sequence.otherTexts)
            part.otherTexts.push_back(m_sample.pointerTo(text));
        if (!sequence.otherSpeaker.empty())
            part.otherRoles = {m_sample.pointerTo(sequence.otherSpeaker)};
        if (sequence.orderKey != kEachKey)
            part.orderBy = m_sample.pointerTo(SamplePath().with(sequence.orderKey));
        if (sequence.toolKey != kEachKey)
            part.toolKey = m_sample.pointerTo(SamplePath().with(sequence.toolKey));
    }

    void addCandidate(Slot slot, JsonPointer at)
    {
        m_layout.candidates.push_back({.slot = slot, .form = PartForm::Answer, .at = std::move(at)});
    }

    void addCandidates(const FoundCandidates& found)
    {
        if (found.isGoodAndBad()) {
            addCandidate(Slot::Chosen, m_sample.pointerTo(found.good));
            addCandidate(Slot::Rejected, m_sample.pointerTo(found.bad));
            return;
        }
        for (const SamplePath& side : found.sides)
            addCandidate(Slot::Options, m_sample.pointerTo(side));
        if (!found.sides.empty() || found.areTranscripts()) {
            m_layout.verdict = found.verdict;
            m_layout.verdictAt = m_sample.pointerTo(found.verdictAt);
        }
        if (!found.sides.empty())
            return;
        m_layout.sharesPrefix = found.areConversations || found.areTranscripts();
        if (!found.pair.empty() && (found.areConversations || found.verdict != Verdict::None)) {
            std::string text;
            for (const SampleKeyId key : found.text)
                text += "/" + m_sample.key(key).pointer;
            for (const std::string& name : found.pair) {
                std::string at = m_sample.patternOf(found.at.parent());
                appendPointerPart(at, name);
                addCandidate(Slot::Options, JsonPointer(at + text));
            }
            m_layout.verdict = found.verdict;
            m_layout.verdictAt = m_sample.pointerTo(found.verdictAt);
            return;
        }
        LayoutPart part{.slot = Slot::Candidates,
                        .form = PartForm::List,
                        .at = m_sample.pointerTo(found.at),
                        .text = m_sample.pointerTo(found.text)};
        part.isEach = m_sample.isPattern(found.at);
        // The elements of lists in lists, of members whose names are data, and texts to be taken apart.
        if (found.at.hasEach() || found.list == SampleValue::ListForm::Keyed || found.areTranscripts()) {
            part.at = JsonPointer(m_sample.patternOf(found.at) + "/*");
            part.isEach = true;
        }
        if (found.areTranscripts())
            setTranscript(part, found.transcripts);
        m_layout.candidates.push_back(std::move(part));
    }

    const Sample& m_sample;
    const Draft& m_draft;
    Layout m_layout;
};

/// The speakers that a text apart from its labels has.
void addSpeakersOf(std::string_view text, const TranscriptStats& stats,
                   std::vector<std::string_view>& speakers)
{
    static const std::vector<std::string> kAnyName{"*"};
    const auto take = [&speakers](const std::vector<TranscriptTurn>& turns) {
        for (const TranscriptTurn& turn : turns) {
            if (!turn.role.empty())
                speakers.push_back(turn.role);
        }
    };
    switch (stats.form) {
    case TranscriptForm::None:
        return;
    case TranscriptForm::Template:
        take(splitTranscript(text));
        return;
    case TranscriptForm::Inline:
        take(splitAtNames(text, stats.marks, NamesAt::Anywhere));
        return;
    case TranscriptForm::Lines:
        take(splitAtNames(text, stats.marks.empty() ? kAnyName : stats.marks, NamesAt::LineBeginnings));
        return;
    }
}

void addSpeakersIn(const Sample& sample, const FoundSequence& sequence, const SampleValue& element,
                   std::vector<std::string_view>& speakers)
{
    const auto add = [&speakers](std::string_view speaker) {
        if (!speaker.empty())
            speakers.push_back(speaker);
    };
    if (sequence.form == SequenceForm::Labelled && element.isText()) {
        if (const auto label = labelOf(element.text))
            add(label->name);
    } else if (sequence.form == SequenceForm::Tuples && element.members.size() > sequence.speakerIndex) {
        add(element.members[sequence.speakerIndex].value->text);
    } else if (sequence.form == SequenceForm::Messages && sequence.hasSpeaker()) {
        const SampleValue* text = sample.textAt(&element, sequence.text);
        for (std::size_t i = 0; (text == nullptr || text->isBlank) && i < sequence.otherTexts.size(); ++i)
            text = sample.textAt(&element, sequence.otherTexts[i]);
        const std::string_view speaker = sample.speakerAt(&element, sequence.speaker);
        // Of one who is known, a text that is empty does not hide who spoke.
        if (text == nullptr || (text->isBlank && knownSpeaker(speaker).empty()))
            return;
        add(speaker.empty() && !sequence.otherSpeaker.empty()
                ? sample.speakerAt(&element, sequence.otherSpeaker)
                : speaker);
    }
}

/// Whether a text is under one of the paths: it may be in parts of a content, a few steps further.
bool isIn(const std::vector<SamplePath>& fronts, const SamplePath& path)
{
    constexpr std::size_t kMostSteps = 3;
    return std::any_of(fronts.begin(), fronts.end(), [&path](const SamplePath& front) {
        return path.size() >= front.size() && path.size() - front.size() <= kMostSteps &&
               path.startsWith(front);
    });
}

} // namespace

std::vector<std::string_view> splitAtMark(std::string_view text, std::string_view mark)
{
    std::vector<std::string_view> turns;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(mark), text.size());
        if (const std::string_view turn = trimmed(text.substr(0, end)); !turn.empty())
            turns.push_back(turn);
        text.remove_prefix(std::min(text.size(), end + mark.size()));
    }
    return turns;
}

bool Draft::hasHistory() const
{
    return std::any_of(parts.begin(), parts.end(),
                       [](const DraftPart& part) { return part.slot == Slot::History; });
}

SpeakerLists speakersIn(const Sample& sample, const Draft& draft)
{
    constexpr std::size_t kMostOfText = 16'384;
    SpeakerLists all;
    for (const SampleValue* const record : sample.records()) {
        std::vector<std::string_view> speakers;
        for (const DraftPart& part : draft.parts) {
            if (part.kind == DraftPart::Kind::Text && part.transcript != nullptr) {
                if (const SampleValue* const text = sample.textAt(record, part.at))
                    addSpeakersOf(text->text.substr(0, kMostOfText), *part.transcript, speakers);
            }
            if (part.kind == DraftPart::Kind::Candidates && part.candidates->areTranscripts()) {
                for (const SampleValue* const text : sample.allAt(record, part.at.with(kEachKey)))
                    addSpeakersOf(text->text.substr(0, kMostOfText), part.candidates->transcripts, speakers);
            }
            if (part.kind == DraftPart::Kind::Separated && part.isLabelled) {
                if (const SampleValue* const text = sample.textAt(record, part.at)) {
                    for (const std::string_view turn :
                         splitAtMark(text->text.substr(0, kMostOfText), part.mark)) {
                        if (const auto label = labelOf(turn))
                            speakers.push_back(label->name);
                    }
                }
            }
            if (part.kind != DraftPart::Kind::Sequence)
                continue;
            const FoundSequence& sequence = *part.sequence;
            const SamplePath at =
                sequence.form == SequenceForm::Columns ? sequence.at.then(sequence.speaker) : sequence.at;
            for (const SampleValue* const list : sample.allAt(record, at)) {
                for (const SampleMember& member : list->members) {
                    if (sequence.form == SequenceForm::Columns)
                        speakers.push_back(member.value->text);
                    else
                        addSpeakersIn(sample, sequence, *member.value, speakers);
                }
            }
        }
        if (!speakers.empty())
            all.push_back(std::move(speakers));
    }
    return all;
}

Layout layoutOf(const Sample& sample, const Draft& draft)
{
    return LayoutBuilder(sample, draft).build();
}

bool ShownPaths::contains(const SamplePath& path) const
{
    return isIn(whole, path) || isIn(apart, path);
}

bool ShownPaths::takesApart(const SamplePath& path) const
{
    return isIn(apart, path);
}

ShownPaths shownPathsOf(const Draft& draft)
{
    ShownPaths shown;
    const auto add = [&shown](const SamplePath& path, bool isApart) {
        (isApart ? shown.apart : shown.whole).push_back(path);
    };
    for (const DraftPart& part : draft.parts) {
        switch (part.kind) {
        case DraftPart::Kind::Text:
            add(part.at, part.transcript != nullptr || part.isLabelled || part.isMarked);
            if (!part.other.empty())
                add(part.other, true);
            break;
        case DraftPart::Kind::Sequence: {
            const FoundSequence& sequence = *part.sequence;
            if (areColumns(sequence)) {
                add(sequence.at.then(sequence.form == SequenceForm::Columns ? sequence.text : sequence.ask),
                    false);
                if (sequence.form != SequenceForm::Columns)
                    add(sequence.at.then(sequence.answer), false);
                if (!sequence.before.empty())
                    add(sequence.before, true);
                break;
            }
            for (const SamplePath& text : textsWithin(sequence))
                add(sequence.at.with(kEachKey).then(text),
                    sequence.isLabelled || sequence.form == SequenceForm::Labelled);
            if (!sequence.before.empty())
                add(sequence.before, true);
            break;
        }
        case DraftPart::Kind::Candidates: {
            const FoundCandidates& found = *part.candidates;
            if (found.isGoodAndBad()) {
                add(found.good, false);
                add(found.bad, false);
            } else if (!found.sides.empty()) {
                for (const SamplePath& side : found.sides)
                    add(side, false);
            } else {
                add(found.at.with(kEachKey).then(found.text), found.areTranscripts());
            }
            break;
        }
        case DraftPart::Kind::ChosenAndRejected:
            add(part.at, false);
            add(part.other, false);
            break;
        case DraftPart::Kind::Separated:
            add(part.at, true);
            break;
        }
    }
    return shown;
}

} // namespace duologue
