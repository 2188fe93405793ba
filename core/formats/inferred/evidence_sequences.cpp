// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formats/inferred/evidence_search.h"
#include "core/formats/transcript_parts.h"
#include "core/util/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace duologue {

namespace {

constexpr std::size_t kMostLists = 200;
constexpr std::size_t kMostOfList = 40;
constexpr std::size_t kMostElements = 600;
constexpr std::size_t kMostSequences = 16;
/// Lists whose speakers are compared.
constexpr std::size_t kMostCompared = 60;

bool isShort(const SampleValue& text, std::size_t characters, std::ptrdiff_t spaces)
{
    return text.characters <= characters && std::count(text.text.begin(), text.text.end(), ' ') <= spaces;
}

/// The names of parts that are counted in words.
bool isCountingWord(std::string_view name)
{
    constexpr std::string_view kWords[] = {"one",   "two",    "three", "four",   "five",
                                           "first", "second", "third", "fourth", "fifth"};
    return std::find(std::begin(kWords), std::end(kWords), inAsciiLowerCase(name)) != std::end(kWords);
}

/// How the speakers of lists follow each other.
struct SpeakerOrder {
    /// The share of neighbours who differ.
    double changes = 0;
    /// How many different speakers a list has.
    double perList = 1;
    /// The share of lists of four and more in which speakers come again.
    double repeats = 0;
    /// Whether there are several lists of four and more, and the same one begins them all.
    bool isSameFirst = false;
};

template<typename SpeakerOf>
SpeakerOrder speakerOrderOf(std::span<const ElementList> lists, bool areRepeatedInAll, SpeakerOf speakerOf)
{
    SpeakerOrder order;
    std::size_t looked = 0;
    std::size_t longer = 0;
    std::size_t repeated = 0;
    double perList = 0;
    std::set<std::string_view> first;
    for (const ElementList& list : lists.first(std::min(kMostCompared, lists.size()))) {
        std::vector<std::string_view> speakers;
        for (const SampleValue* const element : list) {
            if (const std::string_view speaker = speakerOf(*element); !speaker.empty())
                speakers.push_back(speaker);
        }
        if (speakers.size() < 2)
            continue;
        std::size_t changes = 0;
        for (std::size_t i = 1; i < speakers.size(); ++i)
            changes += speakers[i] != speakers[i - 1] ? 1 : 0;
        const std::set<std::string_view> distinct(speakers.begin(), speakers.end());
        ++looked;
        first.insert(speakers.front());
        order.changes += ratioOf(changes, speakers.size() - 1);
        perList += static_cast<double>(distinct.size());
        if (speakers.size() >= 4) {
            ++longer;
            repeated += ratioOf(distinct.size(), speakers.size()) <= 0.6 ? 1 : 0;
        }
    }
    order.isSameFirst = longer >= 3 && first.size() == 1;
    if (looked > 0) {
        order.changes /= static_cast<double>(looked);
        order.perList = perList / static_cast<double>(looked);
    }
    order.repeats = longer > 0 ? ratioOf(repeated, longer) : areRepeatedInAll ? 1 : 0;
    return order;
}

/// The search for the speaker and the text of messages.
class MessageFieldSearch {
public:
    MessageFieldSearch(const Sample& sample, std::span<const ElementList> lists, const SampleFields& fields,
                       std::size_t count)
        : m_sample(sample), m_lists(lists), m_fields(fields), m_count(static_cast<double>(count))
    {
    }

    std::optional<MessageFields> find()
    {
        for (const FieldStats& field : m_fields.all())
            look(field);
        return m_best;
    }

private:
    struct TextField {
        double score = 0;
        SamplePath path;
        double name = 0;
        double values = 0;
    };

    void look(const FieldStats& field)
    {
        constexpr std::size_t kMostSpeakers = 16;
        // In one short list, turns may be chance.
        constexpr double kFewestOfOne = 8;
        if (m_speakers == kMostSpeakers || field.count() < 0.4 * m_count || field.texts.empty())
            return;
        if (shareOf(field.texts, [](const SampleValue* text) { return isShort(*text, 40, 4); }) < 0.95)
            return;
        if (m_sample.lastWeight(field.path, WordClass::Time) >= 2)
            return;
        double name = m_sample.weight(field.path, WordClass::Speaker);
        // "author": {"name": …}
        if (field.path.size() > 1 && m_sample.lastWeight(field.path, WordClass::Speaker) >= 1 &&
            m_sample.lastWeight(field.path.parent(), WordClass::Speaker) >= 1.5)
            name = std::max(name, 2.2);
        const bool areSides = name < 1 && mayBeSides(field);
        if (name < 1 && !areSides && !mayBeSpeakers(field))
            return;
        // A list of who speaks is named as one, and stands in the message itself.
        if (field.areJoined() &&
            (field.path.size() > 1 || m_sample.lastWeight(field.path, WordClass::Speaker) < 3))
            return;
        const bool isId = m_sample.lastWeight(field.path, WordClass::Id) >= 2 && name < 2;
        std::map<std::string_view, std::string_view> roles;
        std::set<std::string_view> known;
        std::size_t knownTexts = 0;
        for (const SampleValue* const text : field.texts) {
            const auto [at, isNew] = roles.try_emplace(text->text);
            if (isNew)
                at->second = knownSpeaker(text->text);
            knownTexts += at->second.empty() ? 0 : 1;
            if (!at->second.empty())
                known.insert(at->second);
        }
        const double share = ratioOf(knownTexts, field.texts.size());
        if (knownTexts == 0 && shareOf(roles, [](const auto& role) {
                                   return isPartOfPage(role.first) || isCountingWord(role.first);
                               }) > 0.5)
            return;
        if (!isId && !areSides && name < 1 && share < 0.6)
            return;
        ++m_speakers;
        // Of two or three names, each once, nobody knows whether they speak with each other.
        const bool areFew =
            static_cast<double>(roles.size()) < 0.6 * m_count || (m_count < 4 && knownTexts > 0);
        const SpeakerOrder order = speakerOrderOf(m_lists, areFew, [&](const SampleValue& element) {
            return m_sample.speakerAt(&element, field.path);
        });
        if (isId) {
            const double changes = name >= 1.5 ? 0.5 : 0.8;
            if (order.repeats < 0.9 || order.changes < changes || order.perList > 3.5 || order.perList < 1.5)
                return;
        }
        const bool areByOrder = isId || (areSides && share < 0.6);
        if (areSides && areByOrder && !isId &&
            (!order.isSameFirst || order.repeats < 0.9 || order.changes < 0.65 || order.perList < 1.9))
            return;
        const double values = valuesOf(areByOrder ? -1 : name, share, known.size(), roles.size(), order);
        if (areByOrder)
            name = 2;
        const std::optional<TextField> text = textOf(field.path, share > 0);
        if (!text)
            return;
        // Somebody who has a role and an unknown text may be a member or an author.
        const bool isBare = text->name < 1 && known.size() < 2;
        const double names = std::min(1.0, (name + text->name) / 6);
        // A name next to an id says more to people.
        const double score = names + values + 0.4 * text->score + 0.6 * field.count() / m_count -
                             (m_sample.lastWeight(field.path, WordClass::Id) >= 2 ? 0.15 : 0);
        if (m_best && score <= m_score)
            return;
        m_score = score;
        m_best = MessageFields{.speaker = field.path,
                               .text = text->path,
                               .names = names,
                               .values = std::min(1.0, values) * 0.7 + 0.3 * text->values,
                               .known = share,
                               .areStrangers = share < 0.3 || isBare,
                               .doRepeat = order.repeats >= 0.5,
                               .doTakeTurns = !isBare && (m_lists.size() > 1 || m_count >= kFewestOfOne) &&
                                              order.repeats >= 0.9 && order.changes >= 0.7 &&
                                              order.perList >= 1.5 && order.perList <= 3.5};
    }

    /// Whether the first values of a field, whose key does not say that it has speakers, are known, or the
    /// key is an id.
    bool mayBeSpeakers(const FieldStats& field) const
    {
        constexpr std::size_t kLooked = 20;
        return m_sample.lastWeight(field.path, WordClass::Id) >= 2 ||
               shareOf(std::span(field.texts).first(std::min(kLooked, field.texts.size())),
                       [](const SampleValue* text) { return !knownSpeaker(text->text).empty(); }) >= 0.3;
    }

    /// Two words in all, which nothing says to be labels: those of two sides, if they follow each other as
    /// speakers do.
    bool mayBeSides(const FieldStats& field) const
    {
        constexpr double kFewest = 12;
        if (field.count() < std::max(kFewest, 0.95 * m_count) || field.prose > 0 || field.areJoined() ||
            field.path.size() > 1 || field.distinct * field.count() > 2.5 ||
            m_sample.lastWeight(field.path, WordClass::Label) > 0 ||
            m_sample.lastWeight(field.path, WordClass::Meta) > 1)
            return false;
        return field.distinct * field.count() > 1.5;
    }

    double valuesOf(double name, double share, std::size_t known, std::size_t distinct,
                    const SpeakerOrder& order) const
    {
        const bool areSides = known >= 2 || m_count < 4 || distinct == 1;
        const double unknown = name >= 2 && order.repeats >= 0.8 && order.changes >= 0.5 ? 0.6 : 0;
        double values = 0.55 * std::max(share * (areSides ? 1 : 0.6), unknown) +
                        0.25 * std::min(1.0, order.changes / 0.7) + 0.2 * order.repeats;
        if (share >= 0.3)
            return values;
        if (order.perList < 1.5 || order.changes < 0.3)
            values -= 0.4;
        // Unknown speakers need a key that says that they speak.
        if (name >= 0 && name < 2)
            values -= 0.35;
        if (order.repeats < 0.5)
            values -= 0.2;
        return values;
    }

    /// What strangers say needs to be prose: numbers and codes stand beside names in tables.
    std::optional<TextField> textOf(const SamplePath& speaker, bool areKnown) const
    {
        std::optional<TextField> best;
        const double all = std::max(1.0, m_fields.characters());
        for (const FieldStats& field : m_fields.all()) {
            const SamplePath& path = field.path;
            if (path == speaker || field.texts.empty() || field.count() < 0.25 * m_count)
                continue;
            double name = m_sample.weight(path, WordClass::Text);
            const Sides sides = m_sample.sides(path);
            const bool isOther = m_sample.lastWeight(path, WordClass::Id) >= 2 ||
                                 m_sample.lastWeight(path, WordClass::Time) >= 2 ||
                                 (m_sample.lastWeight(path, WordClass::Meta) >= 3 && name < 3);
            if (isOther)
                continue;
            if (name < 1 && std::max(sides.ask, sides.answer) >= 1)
                name = 1.5;
            // The state of somebody who has a role.
            if (name < 1 && m_sample.lastWeight(path, WordClass::Label) >= 2)
                continue;
            if (path.parent() == speaker.parent())
                name += 0.5;
            if (field.prose < 0.12 && field.mean < 12 && name < 3)
                continue;
            if (field.addresses > 0.5 || (field.prose < 0.3 && (name < 2 || !areKnown)))
                continue;
            const double values = 0.6 * field.prose + 0.4 * std::min(1.0, field.distinct / 0.5);
            const double score = name / 4 + values + field.characters / all + 0.3 * field.count() / m_count +
                                 0.15 * m_sample.weight(path, WordClass::Copy) -
                                 0.05 * static_cast<double>(path.size()) -
                                 0.06 * m_sample.lastWords(path).unknown -
                                 (m_sample.weight(path, WordClass::Label) >= 2 ? 0.3 : 0);
            if (!best || score > best->score)
                best = TextField{score, path, name, values};
        }
        return best;
    }

    const Sample& m_sample;
    std::span<const ElementList> m_lists;
    const SampleFields& m_fields;
    const double m_count;
    std::optional<MessageFields> m_best;
    double m_score = 0;
    /// Fields that may say who speaks and were looked at.
    std::size_t m_speakers = 0;
};

/// Looks at the lists that are reached on one path.
class SequenceSearch {
public:
    SequenceSearch(const Sample& sample, const SamplePath& path, std::vector<ElementList> lists,
                   SampleValue::ListForm form)
        : m_sample(sample), m_path(path), m_lists(std::move(lists)), m_form(form)
    {
        for (const ElementList& list : m_lists) {
            for (std::size_t i = 0; i < std::min(list.size(), kMostOfList); ++i) {
                if (m_elements.size() < kMostElements)
                    m_elements.push_back(list[i]);
            }
        }
    }

    std::vector<FoundSequence> find()
    {
        constexpr double kOneKind = 0.85;
        const auto isOf = [](SampleValue::Kind kind) {
            return [kind](const SampleValue* element) { return element->kind == kind; };
        };
        if (shareOf(m_elements, isOf(SampleValue::Kind::Object)) >= kOneKind)
            ofObjects();
        else if (shareOf(m_elements, isOf(SampleValue::Kind::Text)) >= kOneKind)
            ofTexts();
        else if (shareOf(m_elements, isOf(SampleValue::Kind::List)) >= kOneKind)
            ofLists();
        for (FoundSequence& each : m_found) {
            each.at = m_path;
            each.list = m_form;
            weigh(each);
        }
        return std::move(m_found);
    }

private:
    double listName(double ofHistory) const
    {
        return m_path.empty() ? m_sample.listName()
                              : std::max(m_sample.weight(m_path, WordClass::List),
                                         ofHistory * m_sample.weight(m_path, WordClass::History));
    }

    double historyName() const { return m_path.empty() ? 0 : m_sample.weight(m_path, WordClass::History); }

    static bool isBlank(const SampleValue* text) { return text == nullptr || text->isBlank; }

    // Lists of objects.

    void ofObjects()
    {
        std::erase_if(m_elements, [](const SampleValue* element) { return !element->isObject(); });
        const SampleFields fields = m_sample.fieldsOf(m_elements);
        const double list = m_path.empty() ? 2 : listName(0.9);
        const std::optional<MessageFields> messages =
            findMessageFields(m_sample, m_lists, fields, m_elements.size());
        // Strangers have written reviews, posts or changes, unless the list, or their order, says that they
        // talk.
        const bool isTalk = m_path.empty() ? messages && messages->doRepeat : list >= 1.5;
        if (messages &&
            (!messages->areStrangers || ((messages->doTakeTurns || isTalk) && !areNotes(*messages, fields))))
            addMessages(*messages, list);
        const std::optional<FoundPair> pair = findPair(m_sample, fields, m_elements, {}, true);
        if (pair && (!messages || messages->known < 0.5 || pair->names >= 0.8))
            addExchanges(*pair, list);
        // Values of an object whose names are data follow each other by chance.
        const bool isOrdered = !m_path.empty() || m_form == SampleValue::ListForm::Array;
        if (messages || pair || list < 2 || !isOrdered)
            return;
        if (const auto passages = findPassagePair(m_sample, fields, m_elements.size()))
            addExchanges(*passages, list);
        else
            addSpeakerless(fields, list);
    }

    /// Strangers under a key that is about the data, or those in the history of a page, who ask nothing.
    bool areNotes(const MessageFields& messages, const SampleFields& fields) const
    {
        constexpr std::size_t kFewest = 6;
        constexpr double kNamesList = 1.5;
        const FieldStats* const text = fields.find(messages.text);
        const bool asksNothing = m_elements.size() >= kFewest && text != nullptr && text->questions == 0;
        // What somebody does or did is under no word for what is said.
        const Sides sides = m_sample.sides(messages.text);
        if (asksNothing && m_sample.weight(messages.text, WordClass::Text) <= 0 &&
            std::max(sides.ask, sides.answer) <= 0 &&
            (m_path.empty() || m_sample.weight(m_path, WordClass::List) < 2))
            return true;
        if (!m_path.empty() && m_sample.weight(m_path, WordClass::List) >= kNamesList)
            return false;
        if (m_sample.lastWeight(messages.speaker, WordClass::Meta) >= 3)
            return true;
        // A name and a description are those of a thing.
        if (m_sample.lastWeight(messages.speaker, WordClass::Speaker) < 1.5 &&
            m_sample.lastWeight(messages.text, WordClass::Text) < 1.5 &&
            m_sample.lastWeight(messages.text, WordClass::Detail) >= 1.5)
            return true;
        return !m_path.empty() && historyName() >= kNamesList && !messages.doTakeTurns && asksNothing;
    }

    void addMessages(const MessageFields& messages, double list)
    {
        FoundSequence found{.form = SequenceForm::Messages,
                            .names = std::min(1.0, 0.75 * messages.names + 0.25 * std::min(1.0, list / 4)),
                            .values = messages.values,
                            .speaker = messages.speaker,
                            .text = messages.text,
                            .known = messages.known};
        findOtherTexts(found);
        findOtherSpeaker(found);
        findToolKey(found);
        found.orderKey = findOrderKey(messages.text);
        m_found.push_back(std::move(found));
    }

    /// Where the text is in elements that do not have it where the others have it.
    void findOtherTexts(FoundSequence& found) const
    {
        constexpr std::size_t kMostOthers = 4;
        ElementList missing(m_elements.begin(), m_elements.end());
        SamplePath text = found.text;
        while (found.otherTexts.size() < kMostOthers) {
            std::erase_if(missing, [&](const SampleValue* element) {
                return !isBlank(m_sample.textAt(element, text));
            });
            // Messages of the system are few.
            if (ratioOf(missing.size(), m_elements.size()) <= 0.08)
                std::erase_if(missing, [&](const SampleValue* element) {
                    return knownSpeaker(m_sample.speakerAt(element, found.speaker)) != "system";
                });
            text = missing.empty() ? SamplePath() : otherTextIn(missing, found);
            if (text.empty())
                return;
            found.otherTexts.push_back(text);
        }
    }

    /// Whether more than a quarter of the elements with a text have something there in addition to it, such
    /// as a comment; not what may be a copy of the text, as a translation is.
    bool isBesideText(const SamplePath& path, const SamplePath& text) const
    {
        std::size_t texts = 0;
        std::size_t both = 0;
        for (const SampleValue* const element : m_elements) {
            if (isBlank(m_sample.textAt(element, text)))
                continue;
            ++texts;
            both += isBlank(m_sample.textAt(element, path)) ? 0 : 1;
        }
        return 4 * both > texts && m_sample.weight(path, WordClass::Copy) <= 0;
    }

    /// The likeliest text of these elements that is not among those of the sequence; empty if there is none.
    SamplePath otherTextIn(const ElementList& missing, const FoundSequence& found) const
    {
        SamplePath other;
        double best = 0;
        const SampleFields fields = m_sample.fieldsOf(missing);
        for (const FieldStats& field : fields.all()) {
            const SamplePath& path = field.path;
            const double share = field.count() / static_cast<double>(missing.size());
            const Sides sides = m_sample.sides(path);
            const double name = std::max({m_sample.weight(path, WordClass::Text), sides.ask, sides.answer,
                                          m_sample.weight(path, WordClass::System)});
            if (path == found.speaker || path == found.text || path.size() > found.text.size() ||
                std::find(found.otherTexts.begin(), found.otherTexts.end(), path) != found.otherTexts.end() ||
                share < 0.3 || field.prose <= 0.25 || name < 1.5 ||
                m_sample.weight(path, WordClass::Label) >= 2 || m_sample.weight(path, WordClass::Id) > 0 ||
                isBesideText(path, found.text))
                continue;
            const double score = share + 0.3 * field.prose + 0.1 * name +
                                 0.15 * m_sample.weight(path, WordClass::Copy) -
                                 0.06 * m_sample.lastWords(path).unknown;
            if (score > best) {
                best = score;
                other = path;
            }
        }
        return other;
    }

    /// Another field that says who speaks where the usual one is missing.
    void findOtherSpeaker(FoundSequence& found) const
    {
        ElementList missing;
        for (const SampleValue* const element : m_elements) {
            if (m_sample.speakerAt(element, found.speaker).empty())
                missing.push_back(element);
        }
        if (missing.empty() || ratioOf(missing.size(), m_elements.size()) < 0.03)
            return;
        const SampleFields fields = m_sample.fieldsOf(missing, 2);
        for (const FieldStats& field : fields.all()) {
            if (field.path == found.speaker || m_sample.weight(field.path, WordClass::Speaker) < 1 ||
                field.count() < 0.6 * static_cast<double>(missing.size()))
                continue;
            if (shareOf(field.texts,
                        [](const SampleValue* text) { return !knownSpeaker(text->text).empty(); }) >= 0.8)
                found.otherSpeaker = field.path;
        }
    }

    /// A key that only messages of tools have.
    void findToolKey(FoundSequence& found) const
    {
        constexpr std::size_t kMostLooked = 200;
        std::map<SampleKeyId, std::pair<std::size_t, std::size_t>> counts;
        for (std::size_t i = 0; i < std::min(kMostLooked, m_elements.size()); ++i) {
            const bool isTool = knownSpeaker(m_sample.speakerAt(m_elements[i], found.speaker)) == "tool";
            for (const SampleMember& member : m_elements[i]->members) {
                const KeyWords& words = m_sample.key(member.key).words;
                if (words.weight(WordClass::Tool) < 2 || words.words != 1)
                    continue;
                const bool isValue =
                    member.value->isText() ? !member.value->isBlank : member.value->source.hasValue();
                const bool isPlain = !member.value->isList() && !member.value->isObject();
                if (!isPlain)
                    counts[member.key].first += m_elements.size();
                else if (isValue) {
                    ++counts[member.key].first;
                    counts[member.key].second += isTool ? 0 : 1;
                }
            }
        }
        const std::size_t looked = std::min(kMostLooked, m_elements.size());
        for (const auto& [key, count] : counts) {
            const double share = ratioOf(count.first, looked);
            if (share > 0.05 && share < 0.95 && 2 * count.second > count.first)
                found.toolKey = key;
        }
    }

    void addExchanges(const FoundPair& pair, double list)
    {
        FoundSequence found{.form = SequenceForm::Exchanges,
                            .names = std::min(1.0, 0.8 * pair.names + 0.2 * std::min(1.0, list / 4)),
                            .values = pair.values,
                            .ask = pair.ask,
                            .answer = pair.answer,
                            .input = pair.input,
                            .isGuessed = pair.isGuessed};
        found.isLabelled = areLabelled(pair.ask) || areLabelled(pair.answer);
        found.isAnswerFirst = doesAnswerBegin(pair);
        if (list < 1 && !m_path.empty())
            found.names -= 0.15;
        m_found.push_back(std::move(found));
    }

    bool areLabelled(const SamplePath& path) const
    {
        std::size_t texts = 0;
        std::size_t labelled = 0;
        for (std::size_t i = 0; i < std::min(kMostCompared, m_elements.size()); ++i) {
            const SampleValue* const text = m_sample.textAt(m_elements[i], path);
            if (isBlank(text))
                continue;
            ++texts;
            const auto label = labelOf(text->text);
            labelled += label && !knownSpeaker(label->name).empty() ? 1 : 0;
        }
        return texts > 0 && ratioOf(labelled, texts) > 0.8;
    }

    /// The first answer of a list is empty and the last is not, or answers begin with an offer of help.
    bool doesAnswerBegin(const FoundPair& pair) const
    {
        std::size_t firstAnswers = 0;
        std::size_t firstQuestions = 0;
        std::size_t lastAnswers = 0;
        std::size_t longer = 0;
        std::size_t greetings = 0;
        for (const ElementList& list : m_lists) {
            if (list.empty())
                continue;
            const SampleValue* const answer = m_sample.textAt(list.front(), pair.answer);
            const bool isAsked = !isBlank(m_sample.textAt(list.front(), pair.ask));
            firstAnswers += isBlank(answer) ? 0 : 1;
            firstQuestions += isAsked ? 1 : 0;
            // Without a question before it, it is said first anyway.
            greetings += isAsked && answer != nullptr && isGreeting(answer->text) ? 1 : 0;
            if (list.size() > 1) {
                ++longer;
                lastAnswers += isBlank(m_sample.textAt(list.back(), pair.answer)) ? 0 : 1;
            }
        }
        const std::size_t lists = m_lists.size();
        if (ratioOf(greetings, lists) > 0.4)
            return true;
        return longer > 0 && ratioOf(firstAnswers, lists) < 0.2 && ratioOf(lastAnswers, longer) > 0.5 &&
               ratioOf(firstQuestions, lists) > 0.8;
    }

    /// Objects with a text and nothing that says who speaks.
    void addSpeakerless(const SampleFields& fields, double list)
    {
        constexpr std::size_t kFewest = 6;
        if (areReports())
            return;
        const FieldStats* best = nullptr;
        double bestScore = 0;
        const double all = std::max(1.0, fields.characters());
        for (const FieldStats& field : fields.all()) {
            const double name = m_sample.weight(field.path, WordClass::Text);
            // Messages of programs say where and how bad it is.
            if (m_sample.lastWeight(field.path, WordClass::Meta) >= 3 &&
                field.count() >= 0.6 * static_cast<double>(m_elements.size()))
                return;
            if (field.count() < 0.6 * static_cast<double>(m_elements.size()) || field.prose <= 0.4 ||
                field.addresses >= 0.3 || name < 2)
                continue;
            const double score = name / 4 + field.prose + field.characters / all -
                                 0.1 * m_sample.lastWords(field.path).unknown;
            if (best == nullptr || score > bestScore) {
                best = &field;
                bestScore = score;
            }
        }
        // Questions without answers are no conversation.
        if (best == nullptr || (m_elements.size() >= kFewest && best->questions >= 0.6))
            return;
        m_found.push_back({.form = SequenceForm::Messages,
                           .names = 0.25 + 0.45 * std::min(1.0, list / 4),
                           .values = 0.45,
                           .text = best->path,
                           .orderKey = findOrderKey(best->path)});
    }

    /// A key whose numbers or times tell another order than that of the elements: numbers from 0 or 1 on
    /// without a gap, or times that all descend. Or one that says that neighbours are the same message, or of
    /// rows may say it further on.
    SampleKeyId findOrderKey(const SamplePath& text) const
    {
        if (m_elements.empty() || m_form != SampleValue::ListForm::Array)
            return kEachKey;
        for (const SampleMember& member : m_elements.front()->members) {
            const bool isTime = m_sample.key(member.key).words.weight(WordClass::Time) >= 1;
            if ((isTime || isNumbering(member.key)) &&
                (doesReorder(member.key, isTime) || areSaidAgain(member.key, text)))
                return member.key;
        }
        for (const SampleMember& member : m_elements.front()->members) {
            if (m_path.empty() && areNumbered(member.key))
                return member.key;
        }
        return kEachKey;
    }

    /// A number or a time as text; empty for what is none.
    static std::string orderOf(const SampleValue* element, SampleKeyId key)
    {
        const SampleValue* const value = element->isObject() ? element->member(key) : nullptr;
        if (value == nullptr || !(value->isText() || value->source.isNumber()))
            return {};
        return value->isText() ? std::string(value->text) : value->source.toJson();
    }

    /// Whether each of several lists is numbered from 0 or 1 on.
    bool areNumbered(SampleKeyId key) const
    {
        const std::string first = m_lists.front().empty() ? "" : orderOf(m_lists.front().front(), key);
        return m_lists.size() > 1 && (first == "0" || first == "1") &&
               std::all_of(m_lists.begin(), m_lists.end(), [&](const ElementList& list) {
                   std::size_t number = first == "0" ? 0 : 1;
                   return std::all_of(list.begin(), list.end(), [&](const SampleValue* each) {
                       return orderOf(each, key) == std::to_string(number++);
                   });
               });
    }

    /// Whether many elements have the number of the one before them, and its text, as rows that several
    /// people have annotated do; and hardly any has its number alone.
    bool areSaidAgain(SampleKeyId key, const SamplePath& path) const
    {
        constexpr double kMany = 0.2;
        std::size_t again = 0;
        std::size_t others = 0;
        for (const ElementList& list : m_lists) {
            for (std::size_t i = 1; i < list.size(); ++i) {
                const std::string order = orderOf(list[i], key);
                const SampleValue* const text = m_sample.textAt(list[i], path);
                const SampleValue* const last = m_sample.textAt(list[i - 1], path);
                if (order.empty() || order != orderOf(list[i - 1], key) || text == nullptr || last == nullptr)
                    continue;
                ++(text->text == last->text ? again : others);
            }
        }
        return ratioOf(again, m_elements.size()) >= kMany && 20 * others <= again;
    }

    bool isNumbering(SampleKeyId key) const
    {
        const KeyWords& words = m_sample.key(key).words;
        constexpr std::string_view kNames[] = {"n", "i", "nr", "no", "id", "num", "pos", "position"};
        return words.weight(WordClass::Order) >= 1 || words.weight(WordClass::List) >= 2 ||
               std::find(std::begin(kNames), std::end(kNames), inAsciiLowerCase(m_sample.key(key).name)) !=
                   std::end(kNames);
    }

    bool doesReorder(SampleKeyId key, bool isTime) const
    {
        bool isOther = false;
        for (const ElementList& list : m_lists) {
            std::vector<std::string> values;
            for (const SampleValue* const element : list) {
                values.push_back(orderOf(element, key));
                if (values.back().empty())
                    return false;
            }
            const auto isLess = [](const std::string& left, const std::string& right) {
                return compareNatural(left, right) < 0;
            };
            if (std::is_sorted(values.begin(), values.end(), isLess))
                continue;
            isOther = true;
            if (isTime) {
                if (!std::is_sorted(values.rbegin(), values.rend(), isLess))
                    return false;
                continue;
            }
            std::sort(values.begin(), values.end(), isLess);
            const std::size_t first = values.front() == "0" ? 0 : 1;
            for (std::size_t i = 0; i < values.size(); ++i) {
                if (values[i] != std::to_string(first + i))
                    return false;
            }
        }
        return isOther;
    }

    /// Most have a number of a kind that only programs report.
    bool areReports() const
    {
        constexpr double kOfPrograms = 4;
        return shareOf(m_elements, [this](const SampleValue* element) {
                   return std::any_of(
                       element->members.begin(), element->members.end(), [this](const SampleMember& member) {
                           return member.value->source.isNumber() &&
                                  m_sample.key(member.key).words.lastWeight(WordClass::Meta) >= kOfPrograms;
                       });
               }) >= 0.6;
    }

    // Lists of texts.

    void ofTexts()
    {
        std::erase_if(m_elements, [](const SampleValue* element) { return !element->isText(); });
        const double list = listName(1);
        const bool areTurns = areTalk();
        if (m_form == SampleValue::ListForm::Counted && m_sample.weight(m_path, WordClass::List) < 2.5 &&
            !areTurns)
            return;
        const double transcripts = transcriptShare();
        if (transcripts < 0.3 && addLabelled(list))
            return;
        if (transcripts < 0.3 && list < 2.5 && doKindsAlternate()) {
            m_found.push_back({.form = SequenceForm::Alternating, .names = 0.35, .values = 0.6});
            return;
        }
        const auto isHistory = historyName() >= 2;
        const double prose = shareOf(m_elements, [](const SampleValue* text) { return text->isProse; });
        const double addresses = shareOf(m_elements, [](const SampleValue* text) { return text->isAddress; });
        std::size_t longest = 0;
        for (const ElementList& each : m_lists)
            longest = std::max(longest, each.size());
        // People who greet each other say one word at a time.
        constexpr double kPlainList = 3.5;
        const double fewest = list >= kPlainList || m_path.empty() ? 0 : 0.5;
        if (prose < fewest || addresses > 0.1 || (longest < 2 && !isHistory) || transcripts >= 0.3 ||
            (list < 2.5 && !isHistory && !areTurns && !(isNamedList() && doTextsAnswer())))
            return;
        const double greetings = shareOf(m_lists, [](const ElementList& each) {
            return !each.empty() && each.front()->isText() && isGreeting(each.front()->text);
        });
        const bool isPlain = list >= kPlainList && m_path.size() == 1 && longest > 2 && areTalk();
        m_found.push_back({.form = SequenceForm::Alternating,
                           .names = isPlain ? 0.85 : 0.2 + 0.5 * std::clamp(list / 4, 0.25, 1.0),
                           .values = valuesOfTexts(longest, isHistory) + (isPlain ? 0.15 : 0),
                           .isAnswerFirst = greetings > 0.4,
                           .isOnlyBefore = isHistory && list < 2.5});
    }

    /// Whether texts at even and at odd places are of two kinds: sentences, and commands without a capital
    /// and an end mark.
    bool doKindsAlternate() const
    {
        constexpr std::size_t kFewestLists = 3;
        constexpr std::size_t kFewestTexts = 30;
        constexpr std::string_view kEndMarks = ".!?:";
        std::size_t texts[2] = {};
        std::size_t ended[2] = {};
        std::size_t capital[2] = {};
        for (const ElementList& list : m_lists) {
            for (std::size_t i = 0; i < list.size(); ++i) {
                const std::string_view text = list[i]->isText() ? trimmed(list[i]->text) : std::string_view();
                if (text.empty())
                    continue;
                ++texts[i % 2];
                ended[i % 2] += kEndMarks.find(text.back()) != std::string_view::npos ? 1 : 0;
                capital[i % 2] += text.front() >= 'A' && text.front() <= 'Z' ? 1 : 0;
            }
        }
        const auto areUnlike = [&texts](const std::size_t(&counts)[2]) {
            return ratioOf(counts[0], texts[0]) - ratioOf(counts[1], texts[1]) >= 0.7;
        };
        return m_lists.size() >= kFewestLists && texts[0] + texts[1] >= kFewestTexts && areUnlike(ended) &&
               areUnlike(capital);
    }

    /// Whether texts without a name that says so are what two people say in turn: numbered sentences, or
    /// records that are lists of texts, of which some ask and most do not, none is long, and lists that are
    /// no columns have different lengths.
    bool areTalk() const
    {
        constexpr std::size_t kFewestTurns = 6;
        constexpr std::size_t kFewestLists = 8;
        constexpr double kLongest = 300;
        const bool isCounted = m_form == SampleValue::ListForm::Counted;
        std::set<std::size_t> lengths;
        std::size_t longest = 0;
        for (const ElementList& list : m_lists) {
            lengths.insert(list.size());
            longest = std::max(longest, list.size());
        }
        constexpr double kPlainList = 3.5;
        const bool isNamed = m_path.size() == 1 && m_sample.weight(m_path, WordClass::List) >= kPlainList;
        if (isCounted ? m_path.size() != 1 || longest < kFewestTurns ||
                            m_sample.lastWeight(m_path, WordClass::Text) < 2
                      : !(m_path.empty() || isNamed) || m_form != SampleValue::ListForm::Array ||
                            m_lists.size() < kFewestLists || lengths.size() < 3)
            return false;
        double characters = 0;
        std::size_t questions = 0;
        std::set<std::string_view> distinct;
        for (const SampleValue* const text : m_elements) {
            const std::string_view said = trimmed(text->text);
            characters += text->characters;
            questions +=
                said.find('?') != std::string_view::npos || said.find("？") != std::string_view::npos;
            distinct.insert(said);
        }
        const double share = ratioOf(questions, m_elements.size());
        return share >= 0.06 && share <= 0.6 &&
               characters <= kLongest * static_cast<double>(m_elements.size()) &&
               ratioOf(distinct.size(), m_elements.size()) >= 0.8;
    }

    double transcriptShare() const
    {
        constexpr std::size_t kMostLooked = 100;
        std::size_t transcripts = 0;
        const std::size_t looked = std::min(kMostLooked, m_elements.size());
        for (std::size_t i = 0; i < looked; ++i) {
            if (m_elements[i]->text.find('\n') != std::string_view::npos)
                transcripts += linesOf(m_elements[i]->text).labels.size() >= 2 ? 1 : 0;
        }
        return ratioOf(transcripts, looked);
    }

    bool addLabelled(double list)
    {
        const auto isToFillIn = [](const SampleValue* text) { return isTemplate(text->text); };
        if (m_elements.size() < 2 || shareOf(m_elements, isToFillIn) > 0.4)
            return false;
        std::map<std::string_view, std::size_t> labels;
        std::size_t labelled = 0;
        for (const SampleValue* const text : m_elements) {
            if (const auto label = labelOf(text->text)) {
                ++labels[label->name];
                ++labelled;
            }
        }
        if (ratioOf(labelled, m_elements.size()) < 0.85)
            return false;
        std::size_t known = 0;
        for (const auto& [label, count] : labels)
            known += knownSpeaker(label).empty() ? 0 : count;
        const double knownShare = ratioOf(known, labelled);
        const bool areFew =
            static_cast<double>(labels.size()) <= std::max(4.0, 0.25 * static_cast<double>(labelled)) ||
            doLabelsRepeat();
        if (!(areFew && labels.size() >= 2) && knownShare <= 0.7)
            return false;
        m_found.push_back({.form = SequenceForm::Labelled,
                           .names = 0.4 + 0.6 * std::min(1.0, list / 4),
                           .values = 0.6 + 0.4 * std::max(knownShare, 0.5),
                           .known = knownShare});
        return true;
    }

    bool doLabelsRepeat() const
    {
        double sum = 0;
        std::size_t looked = 0;
        for (const ElementList& list : m_lists) {
            if (list.size() < 4)
                continue;
            std::set<std::string_view> labels;
            for (const SampleValue* const text : list) {
                const auto label = labelOf(text->text);
                labels.insert(label ? label->name : std::string_view());
            }
            sum += ratioOf(labels.size(), list.size());
            ++looked;
        }
        return looked > 0 && sum / static_cast<double>(looked) <= 0.6;
    }

    /// The list is named by one word that says that it holds texts, or data.
    bool isNamedList() const
    {
        return m_path.size() == 1 && m_sample.lastWords(m_path).words == 1 &&
               m_sample.weight(m_path, WordClass::Text) > 0;
    }

    /// Questions, each of which is followed by what is none, as those of people and machines in turn are.
    bool doTextsAnswer() const
    {
        constexpr std::size_t kFewest = 2;
        std::size_t places[2] = {};
        std::size_t questions[2] = {};
        for (const ElementList& list : m_lists) {
            for (std::size_t i = 0; i < list.size(); ++i) {
                const std::string_view text = list[i]->isText() ? trimmed(list[i]->text) : std::string_view();
                ++places[i % 2];
                questions[i % 2] += text.ends_with('?') || text.ends_with("？") ? 1 : 0;
            }
        }
        return places[1] >= kFewest && ratioOf(questions[0], places[0]) >= 0.4 &&
               ratioOf(questions[1], places[1]) <= 0.1;
    }

    double valuesOfTexts(std::size_t longest, bool isHistory) const
    {
        constexpr std::size_t kFewestLists = 4;
        constexpr std::size_t kFewestTexts = 20;
        double values = 0.55;
        if (m_lists.size() >= kFewestLists && longest <= 2 && !isHistory)
            values -= 0.45;
        // Texts that come again in other lists are titles, criteria, templates.
        std::map<std::string_view, std::size_t> counts;
        double characters = 0;
        for (const SampleValue* const text : m_elements) {
            ++counts[text->text];
            characters += text->characters;
        }
        std::size_t repeated = 0;
        for (const auto& [text, count] : counts)
            repeated += count > 1 ? count : 0;
        if (m_elements.size() > kFewestTexts && ratioOf(repeated, m_elements.size()) > 0.4)
            values -= 0.4;
        if (shareOf(m_elements, [](const SampleValue* text) { return hasHole(text->text); }) > 0.3)
            values -= 0.5;
        const double mean = characters / static_cast<double>(m_elements.size());
        if (mean > 1500 || mean < 12)
            values -= 0.2;
        return values;
    }

    // Lists of lists.

    struct TuplePlaces {
        double score = 0;
        double values = 0;
        std::size_t speaker = 0;
        std::size_t text = 0;
    };

    void ofLists()
    {
        std::map<std::size_t, std::size_t> sizes;
        for (const SampleValue* const element : m_elements)
            ++sizes[element->isList() ? element->size : 0];
        const auto usual =
            std::max_element(sizes.begin(), sizes.end(),
                             [](const auto& left, const auto& right) { return left.second < right.second; });
        const std::size_t size = usual->first;
        if (size < 2 || size > 4 || ratioOf(usual->second, m_elements.size()) < 0.9)
            return;
        std::erase_if(m_elements, [size](const SampleValue* each) {
            return !each->isList() || each->size != size || each->members.size() != size;
        });
        if (m_elements.empty())
            return;
        const double list = listName(1);
        const std::optional<TuplePlaces> places = findPlaces(size);
        if (places && places->values >= 0.4) {
            m_found.push_back({.form = SequenceForm::Tuples,
                               .names = 0.35 + 0.5 * std::min(1.0, list / 4),
                               .values = std::min(1.0, places->values + 0.2),
                               .speakerIndex = places->speaker,
                               .textIndex = places->text});
        } else if (size == 2 && list >= 2 && areTexts(0) && areTexts(1)) {
            const double first = proseAt(0);
            const double second = proseAt(1);
            if (std::max(first, second) > 0.5 && std::min(first, second) > 0.25 && addressesAt(0) < 0.1 &&
                addressesAt(1) < 0.1)
                m_found.push_back({.form = SequenceForm::Pairs,
                                   .names = 0.3 + 0.5 * std::min(1.0, list / 4),
                                   .values = 0.6});
        }
    }

    bool areTexts(std::size_t place) const
    {
        return std::all_of(m_elements.begin(), m_elements.end(), [place](const SampleValue* element) {
            return element->members[place].value->isText();
        });
    }

    double proseAt(std::size_t place) const
    {
        return shareOf(m_elements,
                       [place](const SampleValue* each) { return each->members[place].value->isProse; });
    }

    double addressesAt(std::size_t place) const
    {
        return shareOf(m_elements,
                       [place](const SampleValue* each) { return each->members[place].value->isAddress; });
    }

    std::optional<TuplePlaces> findPlaces(std::size_t size) const
    {
        std::optional<TuplePlaces> best;
        for (std::size_t i = 0; i < size; ++i) {
            const std::optional<double> values = speakerValues(i, size);
            for (std::size_t j = 0; values && j < size; ++j) {
                if (i == j || !areTexts(j))
                    continue;
                const double prose = proseAt(j);
                if (prose >= 0.3 && (!best || *values + prose > best->score))
                    best = TuplePlaces{*values + prose, *values, i, j};
            }
        }
        return best;
    }

    /// How much a place looks like that of speakers.
    std::optional<double> speakerValues(std::size_t place, std::size_t size) const
    {
        const auto isShortText = [place](const SampleValue* each) {
            return isShort(*each->members[place].value, 30, 2);
        };
        if (!areTexts(place) || shareOf(m_elements, isShortText) < 0.95)
            return std::nullopt;
        double changes = 0;
        double distinct = 0;
        std::size_t looked = 0;
        for (const ElementList& list : std::span(m_lists).first(std::min(kMostCompared, m_lists.size()))) {
            std::vector<std::string_view> speakers;
            for (const SampleValue* const each : list) {
                if (each->isList() && each->members.size() == size)
                    speakers.push_back(each->members[place].value->text);
            }
            if (speakers.size() < 2)
                continue;
            std::size_t changed = 0;
            for (std::size_t i = 1; i < speakers.size(); ++i)
                changed += speakers[i] != speakers[i - 1] ? 1 : 0;
            changes += ratioOf(changed, speakers.size() - 1);
            const std::set<std::string_view> all(speakers.begin(), speakers.end());
            // In short lists, only the name of the list says that cells are no data of a table.
            const double ofShort = listName(1) >= 1 ? 0.4 : 1;
            distinct += speakers.size() >= 4 ? ratioOf(all.size(), speakers.size()) : ofShort;
            ++looked;
        }
        if (looked == 0)
            return std::nullopt;
        const double known = shareOf(m_elements, [place](const SampleValue* each) {
            return !knownSpeaker(each->members[place].value->text).empty();
        });
        return 0.5 * known + 0.3 * std::min(1.0, changes / static_cast<double>(looked) / 0.6) +
               (distinct / static_cast<double>(looked) <= 0.6 ? 0.3 : 0);
    }

    /// What the path to the list, and the texts in it, say of what was found.
    void weigh(FoundSequence& found) const
    {
        std::size_t each = 0;
        std::size_t keys = 0;
        for (std::size_t i = 0; i < m_path.size(); ++i) {
            each += m_path[i] == kEachKey ? 1 : 0;
            keys += m_path[i] != kEachKey && i + 1 < m_path.size() ? 1 : 0;
            if (m_sample.key(m_path[i]).words.weight(WordClass::Label) >= 2) {
                found.names -= 0.5;
                break;
            }
        }
        found.names -= 0.05 * static_cast<double>(keys) + 0.08 * static_cast<double>(each);
        found.names += 0.1 * m_sample.weight(m_path, WordClass::Copy) -
                       0.03 * static_cast<double>(m_sample.unknownWords(m_path));
        const double placeholders = placeholderShare(found);
        if (placeholders > 0.15)
            found.values -= 0.3 * std::min(1.0, 2 * placeholders);
    }

    double placeholderShare(const FoundSequence& found) const
    {
        constexpr std::size_t kMostLooked = 200;
        std::size_t texts = 0;
        std::size_t with = 0;
        const auto look = [&](const SampleValue* text) {
            if (isBlank(text))
                return;
            ++texts;
            // In what is said, a word in braces is a sound ("{laughs}").
            const bool isSound = found.hasSpeaker() && text->text.find('_') == std::string_view::npos &&
                                 text->text.find('[') == std::string_view::npos;
            with += !isSound && hasPlaceholder(text->text) ? 1 : 0;
        };
        for (const SampleValue* const element : m_elements) {
            if (texts >= kMostLooked)
                break;
            if (element->isText())
                look(element);
            else if (element->isObject() && found.form == SequenceForm::Messages)
                look(m_sample.textAt(element, found.text));
            else if (element->isObject()) {
                look(m_sample.textAt(element, found.ask));
                look(m_sample.textAt(element, found.answer));
            } else if (found.form == SequenceForm::Tuples)
                look(element->members[found.textIndex].value);
        }
        return ratioOf(with, texts);
    }

    const Sample& m_sample;
    const SamplePath m_path;
    std::vector<ElementList> m_lists;
    const SampleValue::ListForm m_form;
    ElementList m_elements;
    std::vector<FoundSequence> m_found;
};

ElementList elementsOf(const SampleValue& list)
{
    ElementList elements;
    for (const SampleMember& member : list.members)
        elements.push_back(member.value);
    return elements;
}

/// The lists of a path; those of one record as one if they are short lists of objects inside of others.
std::vector<ElementList> listsOf(const ListsAtPath& found)
{
    std::vector<ElementList> lists;
    std::size_t elements = 0;
    for (const auto& [record, list] : found.lists) {
        if (lists.size() == kMostLists)
            break;
        lists.push_back(elementsOf(*list));
        elements += lists.back().size();
    }
    const bool isInside = found.path.hasEach() && found.path[0] != kEachKey && !lists.front().empty() &&
                          lists.front().front()->isObject();
    if (!isInside || elements >= 3 * lists.size())
        return lists;
    std::map<std::size_t, ElementList> byRecord;
    for (const auto& [record, list] : found.lists) {
        ElementList& all = byRecord[record];
        if (all.size() < kMostLists)
            for (const SampleMember& member : list->members)
                all.push_back(member.value);
    }
    lists.clear();
    for (auto& [record, all] : byRecord)
        lists.push_back(std::move(all));
    return lists;
}

} // namespace

std::optional<MessageFields> findMessageFields(const Sample& sample, std::span<const ElementList> lists,
                                               const SampleFields& fields, std::size_t count)
{
    return MessageFieldSearch(sample, lists, fields, count).find();
}

std::vector<FoundSequence> findSequences(const Sample& sample)
{
    constexpr std::size_t kLongestPath = 5;
    std::vector<FoundSequence> all;
    const auto records = static_cast<double>(sample.records().size());
    for (const ListsAtPath& found : sample.listsByPath()) {
        const bool isHistory = !found.path.empty() && sample.weight(found.path, WordClass::History) >= 2;
        if (found.path.size() > kLongestPath ||
            static_cast<double>(found.records) < (isHistory ? 0.04 : 0.25) * records)
            continue;
        const SampleValue::ListForm form = found.lists.front().second->form;
        for (FoundSequence& each : SequenceSearch(sample, found.path, listsOf(found), form).find())
            all.push_back(std::move(each));
    }
    for (FoundSequence& columns : findColumns(sample)) {
        // Where a list next to the texts says who speaks, nobody needs to take turns.
        if (columns.form == SequenceForm::Columns)
            std::erase_if(all, [&columns](const FoundSequence& each) {
                return each.form == SequenceForm::Alternating && each.at == columns.at.then(columns.text);
            });
        all.push_back(std::move(columns));
    }
    std::stable_sort(all.begin(), all.end(), [](const FoundSequence& left, const FoundSequence& right) {
        return left.names + left.values > right.names + right.values;
    });
    if (all.size() > kMostSequences)
        all.resize(kMostSequences);
    return all;
}

} // namespace duologue
