// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/data/conversation.h"
#include "core/formats/inferred/evidence_search.h"
#include "core/formats/transcript_parts.h"
#include "core/util/text.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>

namespace duologue {

namespace {

/// Readings whose coverage is found by reading.
constexpr std::size_t kMostRead = 5;
/// Messages and fields that are read for it.
constexpr std::size_t kMostWork = 10'000;
constexpr double kOfCoverage = 1.1;
/// Marks between the turns of one text.
constexpr std::string_view kTurnMarks[] = {"__eot__", "<|endofturn|>", "[SEP]", " EOS ", "</s>",
                                           "<eou>",   "__eou__",       "\\t",   "|EOM|", "<EOM>"};

/// Puts what was found in a sample together to readings.
class DraftSearch {
public:
    explicit DraftSearch(const Sample& sample)
        : m_sample(sample),
          m_fields(fieldsOfRecords(sample)),
          m_sequences(findSequences(sample)),
          m_candidates(m_fields.empty() ? std::vector<FoundCandidates>() : findCandidates(sample, m_fields)),
          m_count(static_cast<double>(sample.records().size()))
    {
        // Two conversations to choose from are not one.
        for (const FoundCandidates& found : m_candidates) {
            if (found.areConversations || found.areTranscripts())
                std::erase_if(m_sequences, [&found](const FoundSequence& sequence) {
                    return sequence.at.startsWith(found.at);
                });
        }
        std::erase_if(m_sequences, [this, all = m_sequences](const FoundSequence& sequence) {
            return isOneOfSeveral(sequence, all);
        });
        std::erase_if(m_sequences, [this](const FoundSequence& sequence) {
            return !sequence.at.empty() && hasPlainForm(m_sample, sequence.at);
        });
        for (FoundSequence& sequence : m_sequences)
            findInstruction(sequence);
    }

    std::vector<Draft> find()
    {
        if (!m_fields.empty()) {
            findQuestions();
            addPair();
            addCandidates();
        }
        addSequences();
        addPreferences();
        addSeparated();
        addTranscripts();
        return std::move(m_drafts);
    }

    const SampleFields& fields() const { return m_fields; }

private:
    static SampleFields fieldsOfRecords(const Sample& sample)
    {
        ElementList objects;
        for (const SampleValue* const record : sample.records()) {
            if (record->isObject())
                objects.push_back(record);
        }
        return sample.fieldsOf(objects);
    }

    // Parts.

    static DraftPart textPart(Slot slot, const SamplePath& at)
    {
        return {.kind = DraftPart::Kind::Text, .slot = slot, .at = at};
    }

    static DraftPart sequencePart(const FoundSequence& sequence, Slot slot = Slot::Messages)
    {
        return {.kind = DraftPart::Kind::Sequence, .slot = slot, .at = sequence.at, .sequence = &sequence};
    }

    static DraftPart candidatesPart(const FoundCandidates& found)
    {
        return {.kind = DraftPart::Kind::Candidates,
                .slot = Slot::Candidates,
                .at = found.at,
                .candidates = &found};
    }

    /// Whether most records have a list of several texts there.
    bool haveSeveral(const SamplePath& at) const
    {
        const FieldStats* const field = m_fields.find(at);
        return field != nullptr && field->areJoined() &&
               shareOf(m_sample.records(), [&](const SampleValue* record) {
                   const SampleValue* const list = m_sample.at(record, at);
                   return list != nullptr && list->form == SampleValue::ListForm::Array && list->size > 1;
               }) >= 0.5;
    }

    /// What answers: a text, or candidates where there are several.
    DraftPart answerPart(const SamplePath& at)
    {
        return haveSeveral(at) ? candidatesPart(m_lists.emplace_back(FoundCandidates{.at = at}))
                               : textPart(Slot::Response, at);
    }

    const TranscriptStats& transcriptsAt(const SamplePath& path)
    {
        const auto [at, isNew] = m_transcripts.try_emplace(path);
        const FieldStats* const field = isNew ? m_fields.find(path) : nullptr;
        if (field != nullptr)
            at->second = transcriptStatsOf(*field, m_sample.weight(path, WordClass::List) >= 2.5);
        return at->second;
    }

    /// What the user says, perhaps in a transcript.
    DraftPart promptPart(const SamplePath& at, const SamplePath& input = {})
    {
        DraftPart part = textPart(Slot::Prompt, at);
        part.other = input;
        const TranscriptStats& transcripts = transcriptsAt(at);
        if (transcripts.isKnown() && transcripts.outside < 0.5)
            part.transcript = &transcripts;
        else if (const FieldStats* const field = m_fields.find(at))
            part.isMarked = shareOf(field->texts, [](const SampleValue* text) {
                                return !splitTranscript(text->text).empty();
                            }) >= 0.5;
        return part;
    }

    /// Whether no name says which of several lists of messages, which are written alike, is the conversation.
    bool isOneOfSeveral(const FoundSequence& sequence, const std::vector<FoundSequence>& all) const
    {
        const auto isUnnamed = [this](const FoundSequence& each) {
            if (each.form != SequenceForm::Messages || each.at.size() != 1 || !each.hasSpeaker())
                return false;
            constexpr WordClass kNames[] = {WordClass::List, WordClass::History,   WordClass::Good,
                                            WordClass::Bad,  WordClass::Candidate, WordClass::Ask,
                                            WordClass::Text, WordClass::Answer,    WordClass::Context};
            return std::none_of(std::begin(kNames), std::end(kNames),
                                [&](WordClass word) { return m_sample.weight(each.at, word) >= 1.5; });
        };
        constexpr std::ptrdiff_t kFewest = 3;
        return isUnnamed(sequence) && std::count_if(all.begin(), all.end(), [&](const FoundSequence& each) {
                                          return isUnnamed(each) && each.text == sequence.text &&
                                                 each.speaker == sequence.speaker;
                                      }) >= kFewest;
    }

    double historyName(const FoundSequence& sequence) const
    {
        return sequence.at.empty() ? 0 : m_sample.weight(sequence.at, WordClass::History);
    }

    bool isHistory(const FoundSequence& sequence) const { return historyName(sequence) >= 2; }

    /// Whether what may be a history is what a question is asked about: texts of nobody whose role is known,
    /// under a key that means either.
    bool isContext(const FoundSequence& sequence) const
    {
        const bool areTexts = sequence.form == SequenceForm::Alternating ||
                              (sequence.form == SequenceForm::Messages && !sequence.hasSpeaker()) ||
                              (sequence.form == SequenceForm::Tuples && sequence.known < 0.5);
        return areTexts && !sequence.at.empty() &&
               m_sample.weight(sequence.at, WordClass::Context) >= historyName(sequence);
    }

    /// Whether the messages of most records have one of these texts in them already: a task next to what was
    /// said to solve it, or the last of the messages once more.
    bool areInside(const FoundSequence& sequence, std::initializer_list<SamplePath> paths) const
    {
        constexpr std::size_t kMostRecords = 24;
        const auto records = m_sample.records().first(std::min(kMostRecords, m_sample.records().size()));
        return std::any_of(paths.begin(), paths.end(), [&](const SamplePath& path) {
            return !path.startsWith(sequence.at) &&
                   shareOf(records, [&](const SampleValue* record) {
                       const SampleValue* const text = m_sample.textAt(record, path);
                       return text != nullptr && isInside(sequence, *record, trimmed(text->text));
                   }) > 0.5;
        });
    }

    bool isInside(const FoundSequence& sequence, const SampleValue& record, std::string_view text) const
    {
        constexpr std::size_t kShortestPart = 20;
        bool isFound = false;
        for (const SampleValue* const list : m_sample.allAt(&record, sequence.at)) {
            m_sample.forEachText(*list, [&](const SamplePath&, const SampleValue& said) {
                isFound = isFound || trimmed(said.text) == text ||
                          (text.size() >= kShortestPart && said.text.find(text) != std::string_view::npos);
            });
        }
        return isFound;
    }

    /// An exchange of an input and its answer takes the instruction of the record.
    void findInstruction(FoundSequence& sequence) const
    {
        if (sequence.form == SequenceForm::NumberedPairs)
            sequence.before = requestBefore(sequence.at.then(sequence.ask));
        if (sequence.form != SequenceForm::Exchanges || sequence.at.empty() ||
            !isInput(m_sample, sequence.ask))
            return;
        for (const FieldStats& field : m_fields.all()) {
            if (!field.texts.empty() && isInstruction(m_sample, field.path) && field.prose > 0.5 &&
                !hasPlainForm(m_sample, field.path))
                sequence.before = field.path;
        }
    }

    // Drafts.

    void findQuestions()
    {
        std::vector<std::pair<double, SamplePath>> ranked;
        const double all = std::max(1.0, m_fields.characters());
        for (const FieldStats& field : m_fields.all()) {
            const double name = m_sample.sides(field.path).ask;
            if (!field.texts.empty() && field.count() >= 0.5 * m_count && name >= 1.2 && field.prose > 0.3 &&
                field.addresses < 0.5)
                ranked.emplace_back(name + field.prose + 0.5 * field.characters / all +
                                        std::min(0.0, m_sample.weight(field.path, WordClass::Copy)),
                                    field.path);
        }
        std::stable_sort(ranked.begin(), ranked.end(),
                         [](const auto& left, const auto& right) { return left.first > right.first; });
        for (const auto& [rank, path] : ranked)
            m_questions.push_back(path);
        m_plainest = ranked.empty() ? 0 : ranked.front().first;
    }

    void add(double names, double values, std::vector<DraftPart> parts, bool isGuessed = false)
    {
        if (parts.size() == 1 && parts.front().kind == DraftPart::Kind::Sequence &&
            isAnswerWithoutQuestion(*parts.front().sequence))
            parts.insert(parts.begin(), promptPart(m_questions.front()));
        std::vector<SamplePath> used;
        for (const DraftPart& part : parts) {
            used.push_back(part.at);
            used.push_back(part.other);
            if (part.kind != DraftPart::Kind::Sequence)
                continue;
            const FoundSequence& sequence = *part.sequence;
            isGuessed = isGuessed || sequence.isGuessed || sequence.form == SequenceForm::Alternating ||
                        (sequence.form == SequenceForm::Messages && !sequence.hasSpeaker());
        }
        if (const SamplePath system = findSystemPrompt(m_sample, m_fields, used); !system.empty())
            parts.insert(parts.begin(), textPart(Slot::System, system));
        m_drafts.push_back(
            {.names = names, .values = values, .parts = std::move(parts), .isGuessed = isGuessed});
    }

    /// Messages that begin with the assistant and have none of the user, in records with a question.
    bool isAnswerWithoutQuestion(const FoundSequence& sequence) const
    {
        constexpr std::size_t kMostRecords = 24;
        if (sequence.form != SequenceForm::Messages || sequence.at.empty() || m_questions.empty())
            return false;
        SpeakerLists speakers = speakersIn(m_sample, {.parts = {sequencePart(sequence)}});
        if (speakers.size() > kMostRecords)
            speakers.resize(kMostRecords);
        std::size_t answers = 0;
        for (const auto& each : speakers) {
            if (std::any_of(each.begin(), each.end(),
                            [](std::string_view name) { return knownSpeaker(name) == "user"; }))
                return false;
            answers += knownSpeaker(each.front()) == "assistant" ? 1 : 0;
        }
        return !speakers.empty() && ratioOf(answers, speakers.size()) > 0.8;
    }

    void addPair()
    {
        std::vector<SamplePath> barred;
        for (const FoundCandidates& found : m_candidates) {
            if (found.isGoodAndBad()) {
                barred.push_back(found.good);
                barred.push_back(found.bad);
            }
            barred.insert(barred.end(), found.sides.begin(), found.sides.end());
            if (found.areTranscripts())
                barred.push_back(found.at);
        }
        m_pair = findPair(m_sample, m_fields, m_sample.records(), barred, false);
        // What is guessed to be one text may be several turns.
        const FieldStats* const guessed = m_pair && m_pair->isGuessed ? m_fields.find(m_pair->ask) : nullptr;
        if (guessed != nullptr && !marksIn(*guessed).first.empty())
            m_pair = std::nullopt;
        if (const std::optional<FoundPair>& pair = m_pair) {
            std::vector<DraftPart> parts{promptPart(pair->ask, pair->input),
                                         textPart(Slot::Response, pair->answer)};
            parts[1].isLabelled = parts[0].transcript != nullptr;
            const FieldStats* const asked = m_fields.find(pair->ask);
            const bool areTurns =
                asked != nullptr && listName(pair->ask) >= 2 && !marksIn(*asked).first.empty();
            const double values = pair->values - (barred.empty() ? 0 : 0.5) - (areTurns ? 0.4 : 0);
            // Several texts may be other answers that are right as well.
            const FieldStats* const answered = m_fields.find(pair->answer);
            const bool areSeveral = answered != nullptr && answered->areJoined();
            add(pair->names, values, parts, pair->isGuessed || areSeveral);
            m_drafts.back().unanswered = pair->unanswered;
            if (const SamplePath first = requestBefore(pair->ask); !first.empty())
                add(pair->names + 0.1, values + 0.1,
                    {textPart(Slot::Prompt, first), textPart(Slot::Response, pair->ask),
                     textPart(Slot::Prompt, pair->answer)},
                    pair->isGuessed);
            for (const FoundSequence& sequence : m_sequences) {
                if (!isHistory(sequence) || isContext(sequence) ||
                    areInside(sequence, {pair->ask, pair->answer}))
                    continue;
                std::vector<DraftPart> all = parts;
                all.insert(all.begin(), sequencePart(sequence, Slot::History));
                add(std::min(1.0, pair->names + 0.05), values + 0.05, std::move(all), pair->isGuessed);
            }
            return;
        }
        for (const FoundSequence& sequence : m_sequences) {
            if (!isHistory(sequence) || m_questions.empty())
                continue;
            add(std::min(1.0, 0.3 + 0.15 * m_plainest), sequence.values - 0.1,
                {sequencePart(sequence, Slot::History), textPart(Slot::Prompt, m_questions.front())});
        }
    }

    /// What the user has asked first, where the question next to it is asked back; empty if there is none.
    SamplePath requestBefore(const SamplePath& ask) const
    {
        constexpr double kIsFirst = 1.5;
        if (m_sample.weight(ask, WordClass::First) > 0)
            return {};
        for (const FieldStats& field : m_fields.all()) {
            if (!field.texts.empty() && field.count() >= 0.9 * m_count && field.prose > 0.5 &&
                field.path.parent() == ask.parent() &&
                m_sample.weight(field.path, WordClass::First) >= kIsFirst &&
                m_sample.sides(field.path).ask >= kIsFirst)
                return field.path;
        }
        return {};
    }

    void addCandidates()
    {
        for (const FoundCandidates& found : m_candidates) {
            if (found.areConversations || found.areTranscripts())
                add(found.names, found.values, {candidatesPart(found)});
            else
                addCandidates(found);
        }
    }

    void addCandidates(const FoundCandidates& found)
    {
        for (const FoundSequence& sequence : m_sequences) {
            if (isInside(found, sequence.at))
                continue;
            if (endsWithUser(sequence))
                add(sequence.names, sequence.values, {sequencePart(sequence), candidatesPart(found)});
            else if (sequence.form == SequenceForm::Alternating && !sequence.at.empty() &&
                     m_questions.empty() && listName(sequence.at) >= 2.5)
                add((sequence.names + found.names) / 2, sequence.values + 0.05,
                    {sequencePart(sequence, Slot::History), candidatesPart(found)});
        }
        const auto question = std::find_if(m_questions.begin(), m_questions.end(),
                                           [&](const SamplePath& path) { return !found.hasText(path); });
        if (question == m_questions.end()) {
            if (const SamplePath history = historyText(); !history.empty())
                add(0.4 + 0.35 * found.names, found.values, {promptPart(history), candidatesPart(found)});
            else if (found.isGoodAndBad())
                add(0.55, found.values - 0.1, {candidatesPart(found)});
            return;
        }
        const SamplePath input = inputOf(*question, found);
        if (areSteps(found)) {
            add(0.6, found.values, {promptPart(*question, input), textPart(Slot::Response, found.at)}, true);
            return;
        }
        const double name = 0.35 * found.names + 0.15 * std::min(3.0, m_sample.sides(*question).ask);
        add(std::min(1.0, 0.25 + name), found.values, {promptPart(*question, input), candidatesPart(found)},
            areJudgedEach(found));
        // An answer next to the others is the one that was given.
        if (m_pair && m_pair->ask == *question && !found.hasText(m_pair->answer) &&
            !isInside(found, m_pair->answer) &&
            (found.sides.empty() || m_pair->answer.parent() == found.sides.front().parent()) &&
            m_sample.lastWeight(m_pair->answer, WordClass::Answer) >= 2 &&
            m_sample.weight(m_pair->answer, WordClass::Reference) < 2)
            add(std::min(1.0, 0.25 + name) + 0.02, found.values,
                {promptPart(*question, input), textPart(Slot::Response, m_pair->answer),
                 candidatesPart(found)},
                m_pair->isGuessed);
        for (const FoundSequence& sequence : m_sequences) {
            if (isHistory(sequence) && !isContext(sequence))
                add(std::min(1.0, 0.3 + name), found.values,
                    {sequencePart(sequence, Slot::History), promptPart(*question, input),
                     candidatesPart(found)});
        }
    }

    /// Whether the record says of each text of a list whether it is right: the texts may be the steps of one
    /// answer.
    bool areJudgedEach(const FoundCandidates& found) const
    {
        if (found.at.size() != 1)
            return false;
        return shareOf(m_sample.records(), [&](const SampleValue* record) {
                   const SampleValue* const texts = m_sample.at(record, found.at);
                   return texts != nullptr && texts->size > 1 &&
                          std::any_of(record->members.begin(), record->members.end(),
                                      [texts](const SampleMember& member) {
                                          return member.value->size == texts->size && areFlags(*member.value);
                                      });
               }) > 0.5;
    }

    /// TRL writes one answer in steps, and which of them are right, under these keys.
    bool areSteps(const FoundCandidates& found) const
    {
        return found.at.size() == 1 && m_sample.lastName(found.at) == "completions" && areJudgedEach(found) &&
               shareOf(m_sample.records(),
                       [](const SampleValue* record) { return record->source["labels"].isArray(); }) > 0.5;
    }

    static bool areFlags(const SampleValue& list)
    {
        return list.isList() && !list.members.empty() &&
               std::all_of(list.members.begin(), list.members.end(), [](const SampleMember& each) {
                   return each.value->source.kind() == JsonView::Kind::Bool;
               });
    }

    /// What was said before, as one text; empty if there is none.
    SamplePath historyText() const
    {
        for (const FieldStats& field : m_fields.all()) {
            if (!field.texts.empty() && !field.areJoined() && field.count() >= 0.5 * m_count &&
                field.prose > 0.3 && isSaidBefore(field.path))
                return field.path;
        }
        return {};
    }

    /// "history", or "context_utterance".
    bool isSaidBefore(const SamplePath& path) const
    {
        return m_sample.lastWeight(path, WordClass::History) >= 2 ||
               (m_sample.lastWeight(path, WordClass::Text) >= 2.5 &&
                m_sample.weight(path, WordClass::History) >= 1);
    }

    static bool isInside(const FoundCandidates& found, const SamplePath& path)
    {
        const auto isFront = [&path](const SamplePath& front) {
            return !front.empty() && path.startsWith(front);
        };
        return isFront(found.good) || isFront(found.bad) || isFront(found.at) ||
               std::any_of(found.sides.begin(), found.sides.end(), isFront);
    }

    /// Messages of which most end with a question.
    bool endsWithUser(const FoundSequence& sequence) const
    {
        if (sequence.form != SequenceForm::Messages || sequence.at.empty() || !sequence.hasSpeaker())
            return false;
        const double name =
            std::max({m_sample.sides(sequence.at).ask, m_sample.weight(sequence.at, WordClass::List),
                      historyName(sequence), m_sample.weight(sequence.at, WordClass::Context)});
        if (name < 1.5)
            return false;
        const SpeakerLists speakers = speakersIn(m_sample, {.parts = {sequencePart(sequence)}});
        return !speakers.empty() && shareOf(speakers, [](const std::vector<std::string_view>& each) {
                                        return knownSpeaker(each.back()) == "user";
                                    }) >= 0.7;
    }

    SamplePath inputOf(const SamplePath& question, const FoundCandidates& found) const
    {
        SamplePath input = findDetail(m_sample, m_fields, question);
        for (const FieldStats& field : m_fields.all()) {
            if (isInstruction(m_sample, question) && field.path != question &&
                field.path.parent() == question.parent() && !found.hasText(field.path) &&
                isInput(m_sample, field.path))
                input = field.path;
        }
        return input;
    }

    void addSequences()
    {
        for (const FoundSequence& sequence : m_sequences) {
            if (sequence.form == SequenceForm::Alternating && isHistory(sequence) && m_questions.empty()) {
                if (const SamplePath answer = answerNextTo(sequence.at); !answer.empty())
                    add(sequence.names + 0.1, sequence.values,
                        {sequencePart(sequence, Slot::History), answerPart(answer)});
            }
            if (sequence.isOnlyBefore)
                continue;
            add(sequence.names, sequence.values, {sequencePart(sequence)});
            if (const auto next = nextAfter(sequence))
                add(sequence.names + 0.1, sequence.values + 0.1, {sequencePart(sequence), *next});
            if (const SamplePath answer = answerAfter(sequence); !answer.empty())
                add(sequence.names, sequence.values - 0.1, {sequencePart(sequence), answerPart(answer)});
            if (sequence.form != SequenceForm::Messages || sequence.at.empty() ||
                m_sample.sides(sequence.at).ask < 1.2)
                continue;
            for (const FoundSequence& other : m_sequences) {
                if (&other != &sequence && other.form == SequenceForm::Messages &&
                    m_sample.sides(other.at).answer >= 1.2)
                    add(sequence.names, sequence.values,
                        {sequencePart(sequence), sequencePart(other, Slot::Response)});
            }
        }
    }

    /// The text that goes on with the messages: those of other records begin with the same and go on with it.
    std::optional<DraftPart> nextAfter(const FoundSequence& sequence) const
    {
        constexpr std::size_t kFewest = 2;
        constexpr std::size_t kMostCompared = 64;
        constexpr std::size_t kFactor = 1'000'003;
        if (sequence.form != SequenceForm::Messages || sequence.at.empty() || !sequence.hasSpeaker())
            return std::nullopt;
        // Of each list, and of each beginning of one.
        std::vector<std::size_t> whole;
        std::unordered_map<std::size_t, std::vector<const SampleValue*>> next;
        for (const SampleValue* const record : m_sample.records()) {
            std::size_t& said = whole.emplace_back();
            const SampleValue* const list = m_sample.at(record, sequence.at);
            if (list == nullptr || !list->isList())
                continue;
            for (const SampleMember& member : list->members) {
                if (said != 0)
                    next[said].push_back(member.value);
                const SampleValue* const text = m_sample.textAt(member.value, sequence.text);
                // Long texts differ at their beginning.
                const std::string_view words =
                    text == nullptr ? std::string_view() : text->text.substr(0, kMostCompared);
                said = said * kFactor + std::hash<std::string_view>()(words) + 1;
            }
        }
        std::map<SamplePath, std::size_t> found;
        std::string_view speaker;
        std::size_t known = 0;
        for (std::size_t i = 0; i < whole.size(); ++i) {
            const auto place = next.find(whole[i]);
            if (place == next.end())
                continue;
            ++known;
            speaker = knownSpeaker(m_sample.speakerAt(place->second.front(), sequence.speaker));
            for (const FieldStats& field : m_fields.all()) {
                const SampleValue* const text = m_sample.textAt(m_sample.records()[i], field.path);
                const bool isNext =
                    text != nullptr &&
                    std::any_of(place->second.begin(), place->second.end(), [&](const SampleValue* each) {
                        const SampleValue* const said = m_sample.textAt(each, sequence.text);
                        return said != nullptr && trimmed(said->text) == trimmed(text->text);
                    });
                found[field.path] += isNext ? 1 : 0;
            }
        }
        for (const auto& [path, count] : found) {
            if (count >= kFewest && 2 * count > known && (speaker == "user" || speaker == "assistant"))
                return textPart(speaker == "user" ? Slot::Prompt : Slot::Response, path);
        }
        return std::nullopt;
    }

    /// The longest text that answers what the messages ask; empty if there is none.
    SamplePath answerAfter(const FoundSequence& sequence) const
    {
        const FieldStats* last = nullptr;
        for (const FieldStats& field : m_fields.all()) {
            const SamplePath& path = field.path;
            const bool isInList = !sequence.at.empty() && path.startsWith(sequence.at);
            const bool isAnswer = m_sample.weight(path, WordClass::Answer) >= 2 ||
                                  (path.size() > 1 && m_sample.weight(path.parent(), WordClass::Answer) >= 2);
            const bool isText = field.prose > 0.4 || (sequence.isPlain() && endsWithUser(sequence));
            if (!isInList && isAnswer && m_sample.sides(path).answer >= 1.8 &&
                (!field.areJoined() || haveSeveral(path)) && !field.texts.empty() &&
                field.count() >= 0.5 * m_count && isText &&
                (last == nullptr || field.characters > last->characters))
                last = &field;
        }
        return last == nullptr ? SamplePath() : last->path;
    }

    void addPreferences()
    {
        const auto has = [this](const FoundSequence& sequence, WordClass word) {
            const double bad = m_sample.lastWeight(sequence.at, WordClass::Bad);
            return sequence.form == SequenceForm::Messages && !sequence.at.empty() &&
                   (word == WordClass::Bad ? bad > 0
                                           : bad <= 0 && m_sample.lastWeight(sequence.at, word) > 0);
        };
        for (const FoundSequence& good : m_sequences) {
            for (const FoundSequence& bad : m_sequences) {
                if (!has(good, WordClass::Good) || !has(bad, WordClass::Bad) ||
                    good.at.parent() != bad.at.parent())
                    continue;
                std::vector<DraftPart> parts{
                    {.kind = DraftPart::Kind::ChosenAndRejected, .at = good.at, .other = bad.at}};
                const auto asked =
                    std::find_if(m_sequences.begin(), m_sequences.end(),
                                 [this](const FoundSequence& each) { return endsWithUser(each); });
                if (isAnswerWithoutQuestion(good))
                    parts.insert(parts.begin(), promptPart(m_questions.front()));
                else if (asked != m_sequences.end() && &*asked != &good && &*asked != &bad)
                    parts.insert(parts.begin(), sequencePart(*asked));
                add(good.names, good.values, std::move(parts));
            }
        }
        // Whole conversations as texts.
        for (const FoundCandidates& found : m_candidates) {
            if (!found.isGoodAndBad() || !transcriptsAt(found.good).isKnown())
                continue;
            DraftPart transcript = textPart(Slot::Messages, found.good);
            transcript.transcript = &transcriptsAt(found.good);
            add(0.9, 0.8, {transcript, candidatesPart(found)});
        }
    }

    double listName(const SamplePath& path) const
    {
        return std::max(m_sample.weight(path, WordClass::List), m_sample.weight(path, WordClass::History));
    }

    void addSeparated()
    {
        for (const FieldStats& field : m_fields.all()) {
            if (field.texts.empty() || listName(field.path) < 2)
                continue;
            const auto [mark, sentenceMark] = marksIn(field);
            if (mark.empty())
                continue;
            const bool isLabelled = areTurnsLabelled(field, mark);
            std::vector<DraftPart> parts{{.kind = DraftPart::Kind::Separated,
                                          .at = field.path,
                                          .isLabelled = isLabelled,
                                          .mark = mark,
                                          .sentenceMark = sentenceMark}};
            const SamplePath answer = isLabelled ? SamplePath() : answerNextTo(field.path);
            if (!answer.empty()) {
                parts.push_back(textPart(Slot::Response, answer));
                parts.back().sentenceMark = sentenceMark;
            }
            const double names = isLabelled ? 0.75 : parts.size() > 1 ? 0.65 : 0.45;
            add(names, isLabelled ? 0.9 : 0.6, std::move(parts), !isLabelled);
        }
    }

    /// Whether nearly all turns begin with the name of who speaks.
    static bool areTurnsLabelled(const FieldStats& field, std::string_view mark)
    {
        constexpr std::size_t kMostTurns = 400;
        std::size_t turns = 0;
        std::size_t labelled = 0;
        std::set<std::string_view> names;
        for (const SampleValue* const text : field.texts) {
            for (const std::string_view turn : splitAtMark(text->text, mark)) {
                const auto label = labelOf(turn);
                labelled += label ? 1 : 0;
                if (label)
                    names.insert(label->name);
                if (++turns == kMostTurns)
                    break;
            }
            if (turns == kMostTurns)
                break;
        }
        return ratioOf(labelled, turns) >= 0.9 && names.size() >= 2 && 2 * names.size() <= labelled;
    }

    /// The mark between turns, and the one that ends a sentence within them: of two marks, the one that is
    /// seen more often.
    static std::pair<std::string_view, std::string_view> marksIn(const FieldStats& field)
    {
        std::pair<std::string_view, std::string_view> marks;
        std::size_t ofTurns = 0;
        std::size_t ofSentences = 0;
        for (const std::string_view mark : kTurnMarks) {
            std::size_t texts = 0;
            std::size_t marksInAll = 0;
            for (const SampleValue* const text : field.texts) {
                const std::size_t count = countOf(text->text, mark);
                texts += count > 0 ? 1 : 0;
                marksInAll += count;
            }
            if (ratioOf(texts, field.texts.size()) < 0.5)
                continue;
            if (marks.first.empty() || marksInAll < ofTurns) {
                marks = {mark, marks.first};
                ofSentences = ofTurns;
                ofTurns = marksInAll;
            } else if (marks.second.empty() || marksInAll < ofSentences) {
                marks.second = mark;
                ofSentences = marksInAll;
            }
        }
        return marks;
    }

    static std::size_t countOf(std::string_view text, std::string_view mark)
    {
        constexpr std::size_t kMostLooked = 16'384;
        text = text.substr(0, kMostLooked);
        std::size_t count = 0;
        for (std::size_t at = text.find(mark); at != std::string_view::npos;
             at = text.find(mark, at + mark.size()))
            ++count;
        return count;
    }

    SamplePath answerNextTo(const SamplePath& path) const
    {
        for (const FieldStats& field : m_fields.all()) {
            const bool isAnswer = m_sample.sides(field.path).answer >= 1.5 ||
                                  m_sample.weight(field.path, WordClass::Text) >= 2.5 ||
                                  m_sample.weight(field.path, WordClass::Reference) >= 2;
            if (field.path != path && !field.texts.empty() && field.count() >= 0.8 * m_count &&
                field.prose >= 0.3 && isAnswer && m_sample.lastWeight(field.path, WordClass::Bad) <= 0)
                return field.path;
        }
        return {};
    }

    void addTranscripts()
    {
        constexpr double kShortest = 18;
        constexpr float kIsMeta = 4;
        for (const FieldStats& field : m_fields.all()) {
            if (field.texts.empty() || field.count() < 0.4 * m_count || field.mean < kShortest ||
                m_sample.lastWords(field.path).strongestMeta >= kIsMeta)
                continue;
            const auto isToFillIn = [](const SampleValue* text) { return isTemplate(text->text); };
            if (field.areJoined() && shareOf(field.texts, isToFillIn) > 0.4)
                continue;
            const bool areSeveral =
                std::any_of(m_candidates.begin(), m_candidates.end(), [&field](const FoundCandidates& each) {
                    return each.areTranscripts() && each.hasText(field.path);
                });
            const TranscriptStats& found = transcriptsAt(field.path);
            const double list = listName(field.path);
            if (areSeveral || found.share < 0.5 || (found.known < 0.7 && list < 2))
                continue;
            const Sides sides = m_sample.sides(field.path);
            const double name = std::max({list, 0.6 * m_sample.weight(field.path, WordClass::Text),
                                          0.6 * sides.ask, 0.6 * sides.answer});
            const double values = found.known >= 0.7
                                      ? 0.45 + 0.45 * found.share - 0.6 * std::max(0.0, found.outside - 0.2)
                                      : 0.2 + 0.4 * found.share * (1 - found.outside);
            DraftPart part = textPart(Slot::Messages, field.path);
            part.transcript = &found;
            add(0.25 + 0.5 * std::min(1.0, name / 4), values, {part});
            if (found.known < 0.7 || !doesUserEnd(field))
                continue;
            for (const FieldStats& answer : m_fields.all()) {
                if (answer.path == field.path || answer.texts.empty() || answer.count() < 0.8 * m_count ||
                    answer.prose < 0.3 || m_sample.sides(answer.path).answer < 1.5)
                    continue;
                DraftPart response = textPart(Slot::Response, answer.path);
                response.isLabelled = true;
                add(0.3 + 0.5 * std::min(1.0, name / 4), values, {promptPart(field.path), response});
            }
        }
    }

    /// Whether most transcripts end with what the user says, so that the answer is somewhere else.
    static bool doesUserEnd(const FieldStats& field)
    {
        constexpr std::size_t kMostTexts = 24;
        return shareOf(std::span(field.texts).first(std::min(kMostTexts, field.texts.size())),
                       [](const SampleValue* text) {
                           const Transcript found = transcriptOf(text->text);
                           return !found.labels.empty() && knownSpeaker(found.labels.back()) == "user";
                       }) >= 0.7;
    }

    const Sample& m_sample;
    const SampleFields m_fields;
    std::vector<FoundSequence> m_sequences;
    const std::vector<FoundCandidates> m_candidates;
    const double m_count;
    /// The plainest first.
    std::vector<SamplePath> m_questions;
    /// How plain the first is, by its name and its texts.
    double m_plainest = 0;
    std::optional<FoundPair> m_pair;
    std::map<SamplePath, TranscriptStats> m_transcripts;
    /// Lists of answers that no key says to be several; drafts point to them.
    std::deque<FoundCandidates> m_lists;
    std::vector<Draft> m_drafts;
};

/// Roles that the reader does not know by itself.
void addRoles(const SpeakerRoles& speakers, Layout& layout)
{
    for (const auto& [word, role] : speakers.roles) {
        if (usualRole(word) != role)
            layout.roles.emplace_back(word, role);
    }
}

/// Whether what is read as one conversation is in several lists, each of which is named as a whole one.
bool joinsConversations(const Sample& sample, const Draft& draft)
{
    return std::any_of(draft.parts.begin(), draft.parts.end(), [&](const DraftPart& part) {
        if (part.kind != DraftPart::Kind::Sequence || !part.at.hasEach())
            return false;
        const std::vector<std::string> words = wordsIn(sample.nameOf(part.at));
        constexpr std::string_view kWhole[] = {"dialog",       "dialogs", "dialogue",      "dialogues",
                                               "conversation", "chat",    "conversations", "chats"};
        return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
            return std::find(std::begin(kWhole), std::end(kWhole), word) != std::end(kWhole);
        });
    });
}

/// Whether a text that looks like an answer is not among those that are shown.
bool leavesAnswerOut(const Sample& sample, const ShownTexts& shown)
{
    constexpr double kMuch = 0.15;
    return std::any_of(shown.unread.begin(), shown.unread.end(), [&](const auto& each) {
        const auto& [path, bytes] = each;
        const bool isAnswer =
            sample.sides(path).answer >= 1.8 || sample.weight(path, WordClass::Reference) >= 2;
        return isAnswer && static_cast<double>(bytes) > kMuch * static_cast<double>(shown.bytes);
    });
}

/// Adds what reading has cost to `work`.
Reading readingOf(const Sample& sample, const Draft& draft, const CoverageTest& coverage, std::size_t& work)
{
    constexpr std::size_t kMostUnread = 6;
    const SpeakerRoles speakers = speakerRolesOf(speakersIn(sample, draft));
    Reading reading{.layout = layoutOf(sample, draft), .names = draft.names, .values = draft.values};
    addRoles(speakers, reading.layout);
    ShownTexts shown = coverage.read(reading.layout, shownPathsOf(draft));
    shown.empty = std::max(0.0, shown.empty - draft.unanswered);
    work += shown.work;
    reading.coverage = shown.coverage;
    // What says itself who speaks is a conversation from its first message on.
    const bool isPlain = std::any_of(draft.parts.begin(), draft.parts.end(), [](const DraftPart& part) {
        return part.kind == DraftPart::Kind::Sequence && part.sequence->isPlain();
    });
    reading.empty = isPlain ? 0 : shown.empty;
    // Somebody who has sent nothing but a file has spoken.
    const bool hasUser = std::any_of(speakers.roles.begin(), speakers.roles.end(),
                                     [](const auto& each) { return each.second == "user"; });
    reading.alone = isPlain && hasUser ? 0 : shown.alone;
    reading.records = sample.records().size();
    for (std::size_t i = 0; i < std::min(kMostUnread, shown.unread.size()); ++i)
        reading.unread.emplace_back(sample.nameOf(shown.unread[i].first), shown.unread[i].second);
    reading.score = draft.names + draft.values + kOfCoverage * shown.coverage -
                    0.8 * std::max(0.0, reading.empty - 0.2) -
                    (isPlain ? 0 : 0.35 * std::max(0.0, shown.oneSided - 0.3));
    reading.isUnsure = draft.isGuessed || speakers.isByExclusion || joinsConversations(sample, draft) ||
                       leavesAnswerOut(sample, shown);
    // Calls and their results alone are no conversation.
    reading.isVetoed = !speakers.roles.empty() && speakers.speakers <= speakers.roles.size() &&
                       reading.layout.messages.size() + reading.layout.candidates.size() == 1 &&
                       std::all_of(speakers.roles.begin(), speakers.roles.end(), [](const auto& each) {
                           return each.second == "tool" || each.second == "system";
                       });
    return reading;
}

/// What layouts say of themselves: 1 to 9 above the least score of an inferred one.
int layoutScore(double score)
{
    constexpr double kLeast = 1.1;
    constexpr double kRange = 1.6;
    constexpr int kSteps = 8;
    const double confidence = std::clamp((score - kLeast) / kRange, 0.0, 1.0);
    return kInferredScore - kSteps + static_cast<int>(std::lround(kSteps * confidence));
}

} // namespace

std::vector<Reading> readingsOf(std::span<const JsonView> records, double listName)
{
    const Sample sample(records, kMostSampleRecords, listName);
    if (sample.records().empty())
        return {};
    DraftSearch search(sample);
    std::vector<Draft> drafts = search.find();
    if (drafts.empty())
        return {};
    const CoverageTest coverage(sample, records);
    for (Draft& draft : drafts)
        draft.score = draft.names + draft.values + kOfCoverage * coverage.estimate(shownPathsOf(draft));
    std::stable_sort(drafts.begin(), drafts.end(),
                     [](const Draft& left, const Draft& right) { return left.score > right.score; });
    if (drafts.size() > kMostRead)
        drafts.resize(kMostRead);
    std::vector<Reading> readings;
    std::size_t work = 0;
    for (const Draft& draft : drafts) {
        // Of records with very many messages, the readings that promise most are compared.
        if (work > kMostWork)
            break;
        readings.push_back(readingOf(sample, draft, coverage, work));
        readings.back().layout.score = layoutScore(readings.back().score);
    }
    std::stable_sort(readings.begin(), readings.end(),
                     [](const Reading& left, const Reading& right) { return left.score > right.score; });
    return readings;
}

bool isAcceptable(const Reading& reading)
{
    constexpr double kAccepted = 1.45;
    constexpr double kLeastNames = 0.25;
    constexpr double kLeastValues = 0.2;
    constexpr double kCoverage = 0.2;
    if (reading.isVetoed || reading.score < kAccepted || reading.names < kLeastNames ||
        reading.values < kLeastValues)
        return false;
    const bool hasHistory = std::any_of(reading.layout.messages.begin(), reading.layout.messages.end(),
                                        [](const LayoutPart& part) { return part.slot == Slot::History; });
    if (reading.alone > 0.8 || (reading.empty > 0.5 && !hasHistory))
        return false;
    if (reading.coverage >= kCoverage)
        return true;
    // A short conversation next to long texts, if nothing else speaks against it.
    const bool isList =
        !reading.layout.messages.empty() && (reading.layout.messages.front().form == PartForm::Objects ||
                                             reading.layout.messages.front().form == PartForm::Exchanges ||
                                             reading.layout.messages.front().form == PartForm::LabelledTexts);
    return reading.names >= 0.85 && reading.values >= 0.7 && reading.coverage >= 0.02 &&
           (isList || reading.records > 1);
}

} // namespace duologue
