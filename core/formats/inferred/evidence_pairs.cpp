// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formats/inferred/evidence_search.h"
#include "core/util/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace duologue {

namespace {

/// Pairs are looked for among so many fields of each side, those with most text.
constexpr std::size_t kMostOfSide = 12;
/// From so many values on, a column of labels is told from answers.
constexpr double kManyValues = 8;

bool areSiblings(const SamplePath& left, const SamplePath& right)
{
    return left.parent() == right.parent();
}

/// As many texts in each record, at least two, each of whole sentences: not the lines or steps of one text.
/// In many records, what is as many each time needs no end marks.
bool areAsManySentences(const std::vector<JsonView>& lists)
{
    constexpr std::size_t kFewest = 3;
    constexpr std::size_t kMany = 16;
    constexpr double kNearlyAll = 0.9;
    constexpr std::string_view kEnds = ".!?\"')";
    std::size_t texts = 0;
    std::size_t words = 0;
    std::size_t sentences = 0;
    for (const JsonView& list : lists) {
        if (!list.isArray() || list.size() < 2 || list.size() != lists.front().size())
            return false;
        for (const JsonView text : list.elements()) {
            const std::string_view said = trimmed(text.string());
            const bool hasWords = said.find(' ') != std::string_view::npos;
            ++texts;
            words += hasWords ? 1 : 0;
            sentences += hasWords && kEnds.find(said.back()) != std::string_view::npos ? 1 : 0;
        }
    }
    return lists.size() >= kFewest &&
           (sentences == texts || (lists.size() >= kMany && ratioOf(words, texts) >= kNearlyAll));
}

/// Texts that are joined from lists and are no one text: several answers.
bool areSeveral(const Sample& sample, const FieldStats& field)
{
    constexpr double kLong = 400;
    if (!field.areJoined())
        return false;
    if (sample.weight(field.path, WordClass::Candidate) >= 2 || sample.lastWords(field.path).isPlural)
        return true;
    std::size_t lines = 0;
    std::size_t bytes = 0;
    std::vector<JsonView> lists;
    for (const SampleValue* const text : field.texts) {
        lists.push_back(text->source);
        lines += static_cast<std::size_t>(std::count(text->text.begin(), text->text.end(), '\n'));
        bytes += text->text.size();
    }
    return areAsManySentences(lists) ||
           (field.mean > kLong && static_cast<double>(lines) < 0.02 * static_cast<double>(bytes));
}

bool contains(std::span<const SamplePath> paths, const SamplePath& path)
{
    return std::find(paths.begin(), paths.end(), path) != paths.end();
}

/// Whether the texts at one path have those at another in them, in most records.
bool holds(const Sample& sample, std::span<const SampleValue* const> objects, const SamplePath& path,
           const SamplePath& other)
{
    constexpr std::size_t kMostObjects = 24;
    constexpr std::size_t kMostOfText = 16'384;
    constexpr std::size_t kShortest = 8;
    objects = objects.first(std::min(kMostObjects, objects.size()));
    return shareOf(objects, [&](const SampleValue* object) {
               const SampleValue* const text = sample.textAt(object, path);
               const SampleValue* const part = sample.textAt(object, other);
               if (text == nullptr || part == nullptr || part->text.size() >= text->text.size())
                   return false;
               const std::string_view words = trimmed(part->text);
               return words.size() >= kShortest &&
                      text->text.substr(0, kMostOfText).find(words) != std::string_view::npos;
           }) > 0.5;
}

/// A field as one side of a pair.
struct SideField {
    const FieldStats* field = nullptr;
    /// Of the side that it is looked at for.
    double name = 0;
    double templates = 0;
    double letters = 0;
    bool areSeveral = false;
};

class PairSearch {
public:
    PairSearch(const Sample& sample, const SampleFields& fields, std::span<const SampleValue* const> objects,
               std::span<const SamplePath> barred, bool isInExchanges)
        : m_sample(sample),
          m_fields(fields),
          m_objects(objects),
          m_count(static_cast<double>(objects.size())),
          m_barred(barred),
          m_isInExchanges(isInExchanges)
    {
    }

    std::optional<FoundPair> find()
    {
        collect();
        for (const SideField& ask : m_asks) {
            for (const SideField& answer : m_answers)
                compare(ask, answer);
        }
        constexpr double kWeakNames = 0.35;
        if (!m_best || m_best->names < kWeakNames)
            findByAnswer();
        if (m_isInExchanges && (!m_best || m_best->names < kWeakNames))
            findByAsker();
        if (!m_isInExchanges && !m_best)
            findByExclusion();
        if (m_best)
            findInput(*m_best);
        return m_best;
    }

private:
    bool isUsual(const FieldStats& field) const
    {
        return !field.texts.empty() && field.count() >= std::max(1.0, 0.3 * m_count);
    }

    /// An answer of which most are blank, next to those that are wanted: none was given.
    bool isOftenBlank(const FieldStats& field) const { return !isUsual(field) && isJudged(field); }

    /// In nearly all records, but blank in most.
    bool isSparse(const FieldStats& field) const
    {
        return field.count() >= std::max(1.0, 0.1 * m_count) &&
               static_cast<double>(field.values) >= 0.9 * m_count;
    }

    bool isText(const FieldStats& field) const
    {
        return isUsual(field) && field.prose >= 0.3 && field.addresses < 0.5;
    }

    double word(const FieldStats& field, WordClass wordClass) const
    {
        return m_sample.weight(field.path, wordClass);
    }

    void collect()
    {
        constexpr double kIsSide = 0.9;
        for (const FieldStats& field : m_fields.all()) {
            if (!isUsual(field) && !isOftenBlank(field))
                continue;
            if (isText(field))
                m_characters += field.characters;
            if (contains(m_barred, field.path) || field.addresses >= 0.5)
                continue;
            const Sides sides = m_sample.sides(field.path);
            if (sides.ask >= kIsSide && field.prose >= 0.3 && !hasPlainForm(m_sample, field.path))
                m_asks.push_back({.field = &field, .name = sides.ask});
            double answer = sides.answer;
            if (answer < kIsSide && (word(field, WordClass::Reference) >= 2 || isProgram(field)))
                answer = 1.4;
            if (answer >= kIsSide && !hasPlainForm(m_sample, field.path))
                m_answers.push_back({.field = &field, .name = answer});
        }
        if (m_isInExchanges && m_answers.empty())
            addSystemThatAnswers();
        for (std::vector<SideField>* const side : {&m_asks, &m_answers}) {
            if (side->size() > kMostOfSide) {
                std::stable_sort(side->begin(), side->end(),
                                 [](const SideField& left, const SideField& right) {
                                     return left.field->total > right.field->total;
                                 });
                side->resize(kMostOfSide);
            }
            for (SideField& each : *side) {
                const auto& texts = each.field->texts;
                each.templates =
                    shareOf(texts, [](const SampleValue* text) { return isTemplate(text->text); });
                each.areSeveral = areSeveral(m_sample, *each.field);
                if (side == &m_answers)
                    each.letters =
                        shareOf(texts, [](const SampleValue* text) { return isLetterChoice(text->text); });
            }
        }
    }

    /// A list of code that has lines, as models write several times; one text may be what was submitted.
    bool isProgram(const FieldStats& field) const
    {
        const std::vector<std::string> words = wordsIn(m_sample.lastName(field.path));
        return field.areJoined() && !words.empty() && words.back() == "code" &&
               shareOf(field.texts, [](const SampleValue* text) {
                   return text->text.find('\n') != std::string_view::npos;
               }) >= 0.5;
    }

    /// In turns of a user and a system, the system answers, unless it says the same again and again.
    void addSystemThatAnswers()
    {
        constexpr double kIsNamed = 2.9;
        const auto isNamed = [this](const FieldStats& field, WordClass side) {
            const KeyWords& words = m_sample.lastWords(field.path);
            return words.words == 1 && words.weight(side) >= kIsNamed && field.distinct >= 0.5 &&
                   field.count() >= 2;
        };
        for (const FieldStats& field : m_fields.all()) {
            if (isText(field) && isNamed(field, WordClass::System) &&
                std::any_of(m_asks.begin(), m_asks.end(), [&](const SideField& ask) {
                    return isNamed(*ask.field, WordClass::Asker) && areSiblings(ask.field->path, field.path);
                }))
                m_answers.push_back({.field = &field, .name = 2});
        }
    }

    void compare(const SideField& ask, const SideField& answer)
    {
        const FieldStats& asked = *ask.field;
        const FieldStats& answered = *answer.field;
        const double both = std::min(asked.count(), answered.count()) / std::max(1.0, m_count);
        if (asked.path == answered.path || answer.areSeveral || (both < 0.3 && !isOftenBlank(answered)) ||
            (asked.areJoined() && answered.areJoined()) ||
            (isReference(answered) && hasOwnAnswer(answered)) || isCopyOfOther(answered) ||
            isChangedQuestion(asked))
            return;
        const KeyWords& askWords = m_sample.lastWords(asked.path);
        const KeyWords& answerWords = m_sample.lastWords(answered.path);
        double names = std::min(1.0, (std::min(ask.name, 3.0) + std::min(answer.name, 3.0)) / 6.1);
        if (areSiblings(asked.path, answered.path))
            names += 0.08;
        names -= 0.04 * static_cast<double>(asked.path.size() + answered.path.size() - 2) +
                 0.05 * (askWords.unknown + answerWords.unknown);
        const double values = valuesOf(ask, answer, names, both);
        // What speaks against it is more than names can outweigh.
        if (values < -1)
            return;
        const double share = (asked.characters + answered.characters) / std::max(1.0, m_characters);
        const double score = names + values + 0.6 * share - 0.02 * (askWords.words + answerWords.words);
        if ((m_best && score <= m_score + 1e-9) || isJudgesPrompt(ask, answer))
            return;
        m_score = score;
        m_best = FoundPair{.names = names,
                           .values = values,
                           .ask = asked.path,
                           .answer = answered.path,
                           .unanswered = isOftenBlank(answered) ? 1 - both : 0,
                           .isGuessed = areLabels(answered)};
    }

    double valuesOf(const SideField& ask, const SideField& answer, double names, double both) const
    {
        constexpr double kVeto = 9;
        const FieldStats& asked = *ask.field;
        const FieldStats& answered = *answer.field;
        const bool arePlain = names >= 0.9;
        double values = 0.25 + 0.3 * asked.prose + 0.2 * std::min(1.0, answered.prose + 0.1);
        if (equalShare(asked, answered) > 0.3)
            values -= 0.6;
        const bool areMany = m_count >= kManyValues;
        // Where the keys are those of two who speak in turn, a word is an answer.
        const bool areSpeakers = m_isInExchanges && m_sample.lastWeight(asked.path, WordClass::Asker) >= 2 &&
                                 m_sample.lastWeight(answered.path, WordClass::Answerer) >= 2;
        // A label is no answer, unless the names say that it is one; "yes" and "LOC" are none in any case.
        // The name of a person says that somebody asks.
        const bool isOneWord = isAlwaysOneWord(answered) && word(asked, WordClass::Asker) < 2;
        if (areLabels(answered) || areNames(answered) || isOneWord)
            values -= isJudged(answered) || ((arePlain || areSpeakers) && !areCodes(answered)) ? 0.3 : kVeto;
        if (areChoices(answered) ||
            (!arePlain && (areNumbers(answered) || (areWords(answered) && !areSpeakers))))
            values -= kVeto;
        if (areMany && answered.mean < 4)
            values -= arePlain ? 0.3 : 0.6;
        const bool isOfPerson = m_sample.lastWeight(answered.path, WordClass::Answer) <= 0 &&
                                word(answered, WordClass::Answer) < 1 &&
                                word(answered, WordClass::Reference) < 2;
        if (isOfPerson && !areSpeakers && answered.prose < 0.3)
            values -= 0.6;
        if (answer.letters > 0.8)
            values -= kVeto;
        // A template that comes again is no question.
        if (areMany && asked.distinct < 0.1)
            values -= 0.3;
        const double templates = (ask.templates * asked.count() + answer.templates * answered.count()) /
                                 (asked.count() + answered.count());
        // What is to be filled in has been said by nobody, unless it was answered.
        const bool areAnswered = arePlain && asked.distinct > 0.5 && answered.distinct > 0.5 &&
                                 answered.prose >= 0.8 && answer.templates < 0.1;
        if (templates > 0.4 && !areAnswered)
            values -= 1;
        if (asked.questions > answered.questions + 0.2)
            values += 0.2;
        else if (answered.questions > asked.questions + 0.5 && names < 0.8)
            values -= 0.3;
        return values + 0.1 * std::min(1.0, both);
    }

    /// Two or three values, or names in capitals.
    static bool areCodes(const FieldStats& answers)
    {
        constexpr double kFew = 3;
        const auto isCode = [](const SampleValue* text) {
            return std::none_of(text->text.begin(), text->text.end(),
                                [](char c) { return c != upperAscii(c) || c == ' ' || (c & 0x80) != 0; });
        };
        return answers.distinct * answers.count() <= kFew || shareOf(answers.texts, isCode) > 0.8;
    }

    /// Two short words, or short names in capitals, of which few are enough.
    static bool areNames(const FieldStats& answers)
    {
        constexpr double kFewest = 3;
        constexpr double kLongest = 8;
        // "yes", "no"
        constexpr double kFewestClosed = 3;
        if (answers.count() >= kFewestClosed && answers.mean < 6 && answers.distinct * answers.count() <= 2)
            return true;
        return answers.count() >= kFewest && answers.mean <= kLongest &&
               (answers.distinct < 1 || answers.count() < kManyValues) &&
               shareOf(answers.texts, [](const SampleValue* text) {
                   return text->text.size() > 1 &&
                          std::all_of(text->text.begin(), text->text.end(),
                                      [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; });
               }) == 1;
    }

    static bool isAlwaysOneWord(const FieldStats& answers)
    {
        constexpr double kFewest = 3;
        return answers.count() >= kFewest && answers.prose == 0 && answers.distinct * answers.count() <= 1;
    }

    /// Words, none of them in a sentence, that come again.
    static bool areWords(const FieldStats& answers)
    {
        constexpr double kFewest = 3;
        constexpr double kMostDistinct = 0.67;
        const double most = answers.count() < kManyValues ? 1 : kMostDistinct;
        return answers.count() >= kFewest && answers.prose == 0 && answers.distinct < most &&
               shareOf(answers.texts, [](const SampleValue* text) {
                   return text->text.find(' ') == std::string_view::npos;
               }) == 1;
    }

    bool areNumbers(const FieldStats& answers) const
    {
        const auto isNumber = [](const SampleValue* text) {
            return text->text.find_first_not_of("0123456789.,-+%/ ") == std::string_view::npos;
        };
        return m_count >= kManyValues && shareOf(answers.texts, isNumber) > 0.9;
    }

    /// Each answer is one of a list of choices in its record.
    bool areChoices(const FieldStats& answers) const
    {
        std::size_t texts = 0;
        std::size_t found = 0;
        for (const SampleValue* const record : m_objects) {
            const SampleValue* const answer = m_sample.textAt(record, answers.path);
            if (answer == nullptr)
                continue;
            ++texts;
            found += isAmongChoices(*answer, *record) ? 1 : 0;
        }
        return ratioOf(found, texts) > 0.8;
    }

    bool isAmongChoices(const SampleValue& answer, const SampleValue& record) const
    {
        constexpr std::uint32_t kLongestChoice = 60;
        return std::any_of(record.members.begin(), record.members.end(), [&](const SampleMember& member) {
            const KeyWords& words = m_sample.key(member.key).words;
            const bool areChoices =
                words.weight(WordClass::Choice) >= 2 ||
                (words.weight(WordClass::Candidate) >= 2 && answer.characters <= kLongestChoice);
            return areChoices && member.value->members.size() > 1 &&
                   std::any_of(member.value->members.begin(), member.value->members.end(),
                               [&](const SampleMember& each) { return each.value->text == answer.text; });
        });
    }

    /// An answer that is wanted, not given.
    bool isReference(const FieldStats& answer) const
    {
        constexpr double kIsReference = 1.2;
        return m_sample.lastWeight(answer.path, WordClass::Reference) >= kIsReference;
    }

    bool isPlainAnswer(const FieldStats& field) const
    {
        return (isUsual(field) || isSparse(field)) &&
               m_sample.lastWeight(field.path, WordClass::Answer) >= 2.4 && !isReference(field) &&
               m_sample.sides(field.path).answer >= 2.4;
    }

    /// Whether an answer that was given stands next to the reference, so that the record is about that one.
    bool hasOwnAnswer(const FieldStats& reference) const
    {
        return std::any_of(m_fields.all().begin(), m_fields.all().end(), [&](const FieldStats& field) {
            return areSiblings(field.path, reference.path) && isPlainAnswer(field);
        });
    }

    /// Whether the key of another answer is the same without a word that says what was done to it
    /// ("raw_reply" next to "reply").
    bool isCopyOfOther(const FieldStats& answer) const
    {
        if (m_sample.lastWeight(answer.path, WordClass::Copy) == 0)
            return false;
        std::vector<std::string> words = wordsIn(m_sample.lastName(answer.path));
        std::erase_if(words, [](const std::string& each) { return weightOf(each, WordClass::Copy) != 0; });
        return std::any_of(m_fields.all().begin(), m_fields.all().end(), [&](const FieldStats& field) {
            return field.path != answer.path && areSiblings(field.path, answer.path) &&
                   isPlainAnswer(field) && wordsIn(m_sample.lastName(field.path)) == words;
        });
    }

    /// A question that was written anew, next to the one that was asked.
    bool isChangedQuestion(const FieldStats& asked) const
    {
        constexpr double kIsPlain = 1.5;
        return word(asked, WordClass::Copy) < 0 &&
               std::any_of(m_asks.begin(), m_asks.end(), [&](const SideField& other) {
                   return other.field != &asked && other.name >= kIsPlain &&
                          areSiblings(other.field->path, asked.path) &&
                          word(*other.field, WordClass::Copy) >= 0 &&
                          word(*other.field, WordClass::Instruction) <= 0;
               });
    }

    /// A prompt that shows the answer, which is to be judged, next to the question that was answered.
    bool isJudgesPrompt(const SideField& ask, const SideField& answer) const
    {
        constexpr double kIsQuestion = 1.5;
        return holds(m_sample, m_objects, ask.field->path, answer.field->path) &&
               std::any_of(m_asks.begin(), m_asks.end(), [&](const SideField& other) {
                   return other.field != ask.field && other.name >= kIsQuestion &&
                          areSiblings(other.field->path, ask.field->path) &&
                          holds(m_sample, m_objects, ask.field->path, other.field->path) &&
                          !holds(m_sample, m_objects, other.field->path, answer.field->path);
               });
    }

    /// An answer that is compared with a reference: it may be the same in all records.
    bool isJudged(const FieldStats& answer) const
    {
        return isPlainAnswer(answer) &&
               std::any_of(m_fields.all().begin(), m_fields.all().end(), [&](const FieldStats& field) {
                   return areSiblings(field.path, answer.path) && isText(field) && isReference(field) &&
                          m_sample.sides(field.path).answer >= 2.4;
               });
    }

    /// A few short values that come again.
    bool areLabels(const FieldStats& answers) const
    {
        constexpr double kShort = 25;
        return m_count >= kManyValues && answers.mean < kShort &&
               answers.distinct * answers.count() <= std::max(2.0, 0.15 * answers.count());
    }

    static double equalShare(const FieldStats& left, const FieldStats& right)
    {
        const std::size_t common = std::min(left.texts.size(), right.texts.size());
        std::size_t equal = 0;
        for (std::size_t i = 0; i < common; ++i)
            equal += left.texts[i]->text == right.texts[i]->text ? 1 : 0;
        return static_cast<double>(equal) / static_cast<double>(std::max<std::size_t>(1, common));
    }

    /// Labels, letters of choices, texts that are to be filled in.
    bool isNoAnswer(const FieldStats& field) const
    {
        return areLabels(field) || areChoices(field) ||
               shareOf(field.texts, [](const SampleValue* text) { return isLetterChoice(text->text); }) >
                   0.8 ||
               shareOf(field.texts, [](const SampleValue* text) { return isTemplate(text->text); }) > 0.4;
    }

    /// A plain answer, and the one text next to it that nothing speaks against.
    void findByAnswer()
    {
        const FieldStats* answer = nullptr;
        double name = 0;
        for (const FieldStats& field : m_fields.all()) {
            const double side = isUsual(field) ? m_sample.sides(field.path).answer : 0;
            if (side >= 2.4 && side > name && field.prose >= 0.3 && !contains(m_barred, field.path) &&
                !areSeveral(m_sample, field)) {
                answer = &field;
                name = side;
            }
        }
        if (answer == nullptr || isNoAnswer(*answer))
            return;
        std::vector<const FieldStats*> texts;
        for (const FieldStats& field : m_fields.all()) {
            const bool isOther = word(field, WordClass::Meta) >= 2 || word(field, WordClass::Label) >= 2 ||
                                 word(field, WordClass::Reference) >= 2 ||
                                 word(field, WordClass::Thought) >= 2 || word(field, WordClass::Id) >= 2 ||
                                 m_sample.sides(field.path).answer >= 1.5;
            if (&field != answer && isText(field) && !isOther && !contains(m_barred, field.path) &&
                areSiblings(field.path, answer->path))
                texts.push_back(&field);
        }
        const auto isContext = [this](const FieldStats* field) {
            return word(*field, WordClass::Context) >= 2;
        };
        const std::size_t all = texts.size();
        if (!std::all_of(texts.begin(), texts.end(), isContext))
            std::erase_if(texts, isContext);
        const bool hasContext = texts.size() < all;
        std::erase_if(texts, [this](const FieldStats* field) {
            const KeyWords& words = m_sample.lastWords(field->path);
            const bool isOneTurn = words.words == 2 && std::max(words.lastWeight(WordClass::List),
                                                                words.lastWeight(WordClass::Message)) > 0;
            const bool isEarlier = (words.words == 1 || isOneTurn) && !field->areJoined() &&
                                   words.weight(WordClass::History) >= 1.8;
            return m_sample.lastWeight(field->path, WordClass::Text) < 1.5 &&
                   m_sample.lastWeight(field->path, WordClass::Ask) <= 0 && !isEarlier;
        });
        const auto isPlainText = [this](const FieldStats* field) {
            return m_sample.lastWeight(field->path, WordClass::Text) >= 2.4;
        };
        if (texts.size() > 1 && std::all_of(texts.begin(), texts.end(), isPlainText)) {
            const auto rank = [this](const FieldStats* field) {
                return m_sample.lastWeight(field->path, WordClass::Text) -
                       0.5 * m_sample.lastWords(field->path).unknown + 0.3 * word(*field, WordClass::Copy);
            };
            texts = {*std::max_element(
                texts.begin(), texts.end(),
                [&](const FieldStats* left, const FieldStats* right) { return rank(left) < rank(right); })};
        }
        if (texts.size() != 1 || texts.front()->count() < 0.5 * m_count || texts.front()->distinct < 0.1)
            return;
        // What is known next to a message is that of a dialogue.
        const bool isMessage = hasContext && m_sample.lastWeight(texts.front()->path, WordClass::Message) > 0;
        m_best = FoundPair{.names = (isMessage ? 0.5 : 0.3) +
                                    0.1 * std::min(4.0, word(*texts.front(), WordClass::Text)) / 4,
                           .values = 0.5 + 0.2 * answer->prose,
                           .ask = texts.front()->path,
                           .answer = answer->path,
                           .isGuessed = true};
    }

    /// In exchanges, a person's word, and the one text next to it whose key is a name.
    void findByAsker()
    {
        const FieldStats* ask = nullptr;
        double name = 0;
        for (const FieldStats& field : m_fields.all()) {
            const double side = isText(field) ? m_sample.sides(field.path).ask : 0;
            if (side >= 2.1 && side > name && m_sample.lastWeight(field.path, WordClass::Asker) >= 2 &&
                !contains(m_barred, field.path)) {
                ask = &field;
                name = side;
            }
        }
        const FieldStats* answer = nullptr;
        std::size_t candidates = 0;
        for (const FieldStats& field : m_fields.all()) {
            const KeyWords& words = m_sample.lastWords(field.path);
            if (ask != nullptr && &field != ask && isText(field) && !contains(m_barred, field.path) &&
                areSiblings(field.path, ask->path) && words.unknown == words.words &&
                field.count() >= 0.5 * m_count) {
                answer = &field;
                ++candidates;
            }
        }
        if (candidates != 1 || answer->distinct < 0.2 || isNoAnswer(*answer))
            return;
        m_best = FoundPair{.names = 0.4,
                           .values = 0.5 + 0.2 * answer->prose,
                           .ask = ask->path,
                           .answer = answer->path,
                           .isGuessed = true};
    }

    /// What was said before, or questions in a table without names, and the one text next to it that nothing
    /// names.
    void findByExclusion()
    {
        constexpr double kMostlyAsks = 0.6;
        const auto isUnnamed = [this](const FieldStats& field) {
            return m_sample.lastName(field.path).starts_with("column_");
        };
        const FieldStats* ask = nullptr;
        const FieldStats* answer = nullptr;
        for (const FieldStats& field : m_fields.all()) {
            if (!isText(field) || field.path.size() != 1 || field.areJoined() || field.distinct < 0.5)
                continue;
            const KeyWords& words = m_sample.lastWords(field.path);
            const bool isAsked = isUnnamed(field)
                                     ? field.questions >= kMostlyAsks
                                     : words.words == 1 && words.weight(WordClass::History) >= 2.5;
            const bool isOther = isUnnamed(field)
                                     ? field.questions < 0.2
                                     : words.unknown == words.words || words.weight(WordClass::Answerer) > 0;
            if ((isAsked && ask != nullptr) || (!isAsked && isOther && answer != nullptr))
                return;
            if (isAsked)
                ask = &field;
            else if (isOther)
                answer = &field;
        }
        if (ask == nullptr || answer == nullptr || isUnnamed(*ask) != isUnnamed(*answer) ||
            answer->count() < 0.5 * m_count || isNoAnswer(*answer))
            return;
        // What is known, next to what was said before, is long.
        m_best = FoundPair{.names = isUnnamed(*ask) ? 0.4 : 0.5,
                           .values = 0.5 + 0.2 * answer->prose,
                           .ask = ask->path,
                           .answer = answer->path,
                           .isGuessed = true};
    }

    void findInput(FoundPair& pair) const
    {
        // A text whose key does not say that it asks is what is done to an input next to it.
        const bool isPlainText =
            m_sample.lastWeight(pair.ask, WordClass::Text) >= 2.4 && m_sample.sides(pair.ask).ask <= 0;
        const bool asksForIt = isPlainText || isInstruction(m_sample, pair.ask);
        pair.input = findDetail(m_sample, m_fields, pair.ask);
        for (const FieldStats& field : m_fields.all()) {
            const SamplePath& path = field.path;
            if (path == pair.ask || path == pair.answer || !areSiblings(path, pair.ask))
                continue;
            if (asksForIt && isInput(m_sample, path) && m_sample.lastWeight(path, WordClass::System) < 2) {
                pair.input = path;
            } else if (!asksForIt && pair.input.empty() && isInstruction(m_sample, path) && isUsual(field) &&
                       field.prose > 0.3 && isInput(m_sample, pair.ask)) {
                // The question is what the instruction next to it is applied to.
                pair.input = pair.ask;
                pair.ask = path;
                return;
            }
        }
        if (pair.input == pair.answer)
            pair.input = {};
    }

    const Sample& m_sample;
    const SampleFields& m_fields;
    /// That have the fields.
    std::span<const SampleValue* const> m_objects;
    const double m_count;
    std::span<const SamplePath> m_barred;
    const bool m_isInExchanges;
    std::vector<SideField> m_asks;
    std::vector<SideField> m_answers;
    /// Of all texts.
    double m_characters = 0;
    std::optional<FoundPair> m_best;
    double m_score = 0;
};

} // namespace

bool isInstruction(const Sample& sample, const SamplePath& path)
{
    return sample.lastWeight(path, WordClass::Instruction) > 0 &&
           sample.lastWeight(path, WordClass::System) < 2;
}

bool isInput(const Sample& sample, const SamplePath& path)
{
    // "input_text" is an input, too.
    return sample.lastWeight(path, WordClass::Input) >= 2.5 ||
           (sample.lastWeight(path, WordClass::Text) >= 2 &&
            sample.lastWords(path).weight(WordClass::Input) >= 1.5);
}

SamplePath findDetail(const Sample& sample, const SampleFields& fields, const SamplePath& path)
{
    const KeyWords& words = sample.lastWords(path);
    if (words.lastWeight(WordClass::Headline) <= 0)
        return {};
    for (const FieldStats& field : fields.all()) {
        const KeyWords& each = sample.lastWords(field.path);
        if (field.path != path && areSiblings(field.path, path) && each.words == 1 &&
            each.weight(WordClass::Detail) > 0 && field.prose > 0.6)
            return field.path;
    }
    return {};
}

SamplePath findSystemPrompt(const Sample& sample, const SampleFields& fields,
                            std::span<const SamplePath> used)
{
    for (const FieldStats& field : fields.all()) {
        const SamplePath& path = field.path;
        const auto hasWords = [](const SampleValue* text) {
            return text->isProse || text->text.find(' ') != std::string_view::npos;
        };
        if (field.texts.empty() || contains(used, path) || path.size() > 3 ||
            shareOf(field.texts, hasWords) < 0.3)
            continue;
        // The text may be inside of what the name is of.
        const bool isInside = path.size() > 1 && sample.lastWeight(path, WordClass::Text) >= 1.5 &&
                              sample.lastWeight(path, WordClass::System) <= 0;
        const SamplePath named = isInside ? path.parent() : path;
        if (sample.lastWeight(named, WordClass::System) >= 3 && sample.sides(named).answer < 2)
            return path;
    }
    return {};
}

std::optional<FoundPair> findPassagePair(const Sample& sample, const SampleFields& fields, std::size_t count)
{
    const auto all = static_cast<double>(count);
    const FieldStats* asked = nullptr;
    const FieldStats* passage = nullptr;
    double best = 0;
    for (const FieldStats& field : fields.all()) {
        if (field.texts.empty() || field.count() < 0.8 * all || field.distinct < 0.5 || field.areJoined())
            continue;
        const double text = sample.lastWeight(field.path, WordClass::Text) +
                            0.3 * sample.lastWeight(field.path, WordClass::Copy) -
                            0.5 * sample.lastWords(field.path).unknown;
        if (text >= 2.5 && text > best && field.questions >= 0.5 && field.prose >= 0.5) {
            best = text;
            asked = &field;
        }
        const KeyWords& words = sample.lastWords(field.path);
        if (words.lastWeight(WordClass::Context) >= 2.5 && words.unknown == 0 && field.prose >= 0.8) {
            if (passage != nullptr)
                return std::nullopt;
            passage = &field;
        }
    }
    if (asked == nullptr || passage == nullptr || !areSiblings(asked->path, passage->path) ||
        passage->mean < 2 * asked->mean)
        return std::nullopt;
    return FoundPair{.names = 0.45,
                     .values = 0.5 + 0.2 * passage->prose,
                     .ask = asked->path,
                     .answer = passage->path,
                     .isGuessed = true};
}

std::optional<FoundPair> findPair(const Sample& sample, const SampleFields& fields,
                                  std::span<const SampleValue* const> objects,
                                  std::span<const SamplePath> barred, bool isInExchanges)
{
    return PairSearch(sample, fields, objects, barred, isInExchanges).find();
}

// Several answers.

namespace {

class CandidateSearch {
public:
    CandidateSearch(const Sample& sample, const SampleFields& fields)
        : m_sample(sample),
          m_fields(fields),
          m_lists(sample.listsByPath(kDepth)),
          m_count(static_cast<double>(sample.records().size()))
    {
    }

    std::vector<FoundCandidates> find()
    {
        constexpr std::size_t kMostFound = 8;
        for (const ListsAtPath& lists : m_lists)
            look(lists);
        findGoodAndBad();
        for (FoundCandidates& each : findSides(m_sample, m_fields))
            m_found.push_back(std::move(each));
        if (auto named = findNamedAnswers(m_sample, m_fields))
            m_found.push_back(std::move(*named));
        for (FoundCandidates& each : findTranscriptCandidates(m_sample))
            m_found.push_back(std::move(each));
        if (m_found.size() > kMostFound)
            m_found.resize(kMostFound);
        for (FoundCandidates& each : m_found)
            findVerdict(m_sample, each);
        return std::move(m_found);
    }

private:
    static constexpr int kDepth = 3;
    static constexpr std::size_t kMostElements = 300;

    void look(const ListsAtPath& lists)
    {
        const SamplePath& path = lists.path;
        if (path.empty() || static_cast<double>(lists.records) < 0.3 * m_count)
            return;
        if (path.hasEach()) {
            lookInside(lists);
            return;
        }
        if (areConversations(lists))
            return;
        const bool isCounted = lists.lists.front().second->form == SampleValue::ListForm::Counted;
        const double name =
            std::max(m_sample.sides(path).answer, m_sample.weight(path, WordClass::Candidate));
        // Results are answers if they have an answer in them.
        const bool areResults = name > 0 && m_sample.lastWords(path).isPlural;
        if (name < 1.5 && !(isCounted && name >= 1) && !areResults)
            return;
        const ElementList elements = elementsOf(lists);
        FoundCandidates found{.names = std::min(1.0, std::max(1.5, name) / 3),
                              .at = path,
                              .list = lists.lists.front().second->form};
        if (isCounted)
            found.pair = pairOf(lists);
        const bool areTexts = shareOf(elements, [](const SampleValue* each) { return each->isText(); }) == 1;
        const bool areObjects =
            shareOf(elements, [](const SampleValue* each) { return each->isObject(); }) == 1;
        double characters = 0;
        for (const SampleValue* const each : elements)
            characters += each->characters;
        const double mean = characters / static_cast<double>(elements.size());
        if (areTexts && isAnswerColumn(lists))
            return;
        constexpr double kLong = 150;
        std::vector<JsonView> sources;
        for (const auto& [record, list] : lists.lists)
            sources.push_back(list->source);
        const bool areSeveral = m_sample.weight(path, WordClass::Candidate) >= 1.5 || isCounted ||
                                m_sample.lastWords(path).isPlural ||
                                (areTexts && elements.size() >= 2 * lists.lists.size() && mean >= kLong) ||
                                (areTexts && areAsManySentences(sources));
        if (!areSeveral)
            return;
        if (areTexts && (name >= 1.5 || isCounted))
            ofTexts(std::move(found), elements, lists.lists.size(), mean, isCounted && name >= 2);
        else if (areObjects)
            ofObjects(std::move(found), elements, name >= 1.5 ? 0 : 2.4);
    }

    static ElementList elementsOf(const ListsAtPath& lists)
    {
        ElementList elements;
        for (const auto& [record, list] : lists.lists) {
            for (const SampleMember& member : list->members) {
                if (elements.size() < kMostElements)
                    elements.push_back(member.value);
            }
        }
        return elements;
    }

    /// Lists of answers in the elements of a list that ask nothing: one for each setting, or each model.
    void lookInside(const ListsAtPath& lists)
    {
        const SamplePath& path = lists.path;
        const SamplePath parent = path.parent();
        if (path.size() != 3 || path[0] == kEachKey || path[1] != kEachKey ||
            m_sample.key(path[0]).isCounted ||
            lists.lists.front().second->form != SampleValue::ListForm::Array ||
            m_sample.lastWeight(parent.parent(), WordClass::List) >= 2)
            return;
        const double name =
            std::max(m_sample.sides(path).answer, m_sample.lastWeight(path, WordClass::Candidate));
        const ElementList texts = elementsOf(lists);
        const auto isText = [](const SampleValue* each) { return each->isText(); };
        const double prose = shareOf(texts, [](const SampleValue* each) { return each->isProse; });
        if (name < 1.5 || prose < 0.3 || !m_sample.lastWords(path).isPlural || shareOf(texts, isText) < 1)
            return;
        ElementList around;
        for (const SampleValue* const record : m_sample.records()) {
            for (const SampleValue* const each : m_sample.allAt(record, parent)) {
                if (around.size() < kMostElements)
                    around.push_back(each);
            }
        }
        const SampleFields fields = m_sample.fieldsOf(around, 2);
        if (std::any_of(fields.all().begin(), fields.all().end(),
                        [this](const FieldStats& field) { return isAskOrSpeaker(field); }))
            return;
        m_found.push_back({.names = std::min(1.0, name / 3), .values = 0.4 + 0.4 * prose, .at = path});
    }

    bool isAskOrSpeaker(const FieldStats& field) const
    {
        if (field.texts.empty())
            return false;
        return (m_sample.sides(field.path).ask >= 1.5 && field.prose > 0.4) ||
               (m_sample.weight(field.path, WordClass::Speaker) >= 2.5 &&
                shareOf(field.texts,
                        [](const SampleValue* text) { return !knownSpeaker(text->text).empty(); }) > 0.6);
    }

    /// A list as long as one of questions next to it: answers to different questions.
    bool isAnswerColumn(const ListsAtPath& answers) const
    {
        return std::any_of(m_lists.begin(), m_lists.end(), [&](const ListsAtPath& questions) {
            const SamplePath& path = questions.path;
            if (path.empty() || path == answers.path || !areSiblings(path, answers.path) ||
                path.size() != answers.path.size() || m_sample.sides(path).ask < 1.2 ||
                questions.lists.size() != answers.lists.size())
                return false;
            std::size_t longest = 0;
            for (std::size_t i = 0; i < questions.lists.size(); ++i) {
                const std::size_t size = questions.lists[i].second->size;
                if (size != answers.lists[i].second->size)
                    return false;
                longest = std::max(longest, answers.lists[i].second->size);
            }
            return longest > 1;
        });
    }

    /// The names of two members in the order of their counters, if they are the same in all records.
    static std::vector<std::string> pairOf(const ListsAtPath& lists)
    {
        const auto& first = lists.lists.front().second->members;
        const auto isSame = [&first](const auto& each) {
            const auto& members = each.second->members;
            return members.size() == 2 && members[0].name == first[0].name &&
                   members[1].name == first[1].name;
        };
        if (first.size() != 2 || !std::all_of(lists.lists.begin(), lists.lists.end(), isSame))
            return {};
        const auto [one, other] = std::minmax(first[0].name, first[1].name);
        return {std::string(one), std::string(other)};
    }

    void ofTexts(FoundCandidates found, const ElementList& texts, std::size_t lists, double mean,
                 bool isPlain)
    {
        constexpr double kShort = 30;
        constexpr std::size_t kShortest = 4;
        // Short texts are choices.
        if (texts.size() >= 3 * lists && mean < kShort)
            return;
        const double prose = shareOf(texts, [](const SampleValue* each) { return each->isProse; });
        const bool areTiny = std::all_of(
            texts.begin(), texts.end(), [](const SampleValue* each) { return each->characters < kShortest; });
        if (prose < 0.3 && (!isPlain || areTiny))
            return;
        found.values = 0.4 + 0.4 * prose;
        m_found.push_back(std::move(found));
    }

    /// `leastAnswer` is how plainly the text must be an answer; above 0, it must also be that of a model.
    void ofObjects(FoundCandidates found, const ElementList& objects, double leastAnswer)
    {
        const SampleFields fields = m_sample.fieldsOf(objects, 2);
        const bool areOfModels =
            std::any_of(fields.all().begin(), fields.all().end(), [this](const FieldStats& field) {
                return m_sample.lastWords(field.path).weight(WordClass::Answerer) > 0;
            });
        if (leastAnswer > 0 && !areOfModels)
            return;
        double best = 0;
        for (const FieldStats& field : fields.all()) {
            if (field.texts.empty())
                continue;
            const double name =
                std::max(m_sample.sides(field.path).answer, m_sample.weight(field.path, WordClass::Text));
            if (isAskOrSpeaker(field))
                return;
            if (m_sample.sides(field.path).answer < leastAnswer)
                continue;
            const double score = name / 3 + field.prose;
            if (field.count() >= 0.7 * static_cast<double>(objects.size()) && field.prose > 0.4 &&
                name >= 1.5 && score > best) {
                best = score;
                found.text = field.path;
            }
        }
        if (best <= 0)
            return;
        found.values = 0.7;
        m_found.push_back(std::move(found));
    }

    /// Adds lists of messages that begin with the same one: under two counted names, or of which a list of
    /// answers is made.
    bool areConversations(const ListsAtPath& lists)
    {
        const bool isCounted = lists.lists.front().second->form == SampleValue::ListForm::Counted;
        const double name =
            std::max({m_sample.sides(lists.path).answer, m_sample.weight(lists.path, WordClass::Candidate),
                      isCounted ? m_sample.weight(lists.path, WordClass::List) : 0});
        std::vector<std::string> pair = isCounted ? pairOf(lists) : std::vector<std::string>();
        if (name < 1.5 || (isCounted && pair.empty()))
            return false;
        const double alike = shareOf(lists.lists, [this](const auto& each) {
            const auto& members = each.second->members;
            return members.size() > 1 &&
                   std::all_of(members.begin() + 1, members.end(), [&](const auto& other) {
                       return beginsAlike(*members[0].value, *other.value);
                   });
        });
        if (alike < 0.8)
            return false;
        m_found.push_back({.names = std::min(1.0, 0.5 + name / 6),
                           .values = 0.8,
                           .at = lists.path,
                           .pair = std::move(pair),
                           .areConversations = true});
        return true;
    }

    bool beginsAlike(const SampleValue& left, const SampleValue& right) const
    {
        if (!left.isList() || !right.isList() || left.members.empty() || right.members.empty())
            return false;
        const SampleValue* const first = m_sample.textOf(left.members.front().value);
        const SampleValue* const second = m_sample.textOf(right.members.front().value);
        return first != nullptr && second != nullptr && first->text == second->text;
    }

    struct Quality {
        bool isGood = false;
        bool isBad = false;
        /// The path with the words for the quality taken out of its key.
        std::string rest;
    };

    Quality qualityOf(const SamplePath& path) const
    {
        Quality quality;
        bool isFound = false;
        for (const SampleKeyId id : path) {
            const SampleKey& key = m_sample.key(id);
            const double good = key.words.weight(WordClass::Good);
            const double bad = key.words.weight(WordClass::Bad);
            quality.rest += '\n';
            if (isFound || (good <= 0 && bad <= 0)) {
                quality.rest += key.name;
                continue;
            }
            isFound = true;
            quality.isBad = bad > 0 && bad >= 0.5 * good;
            quality.isGood = !quality.isBad;
            quality.rest += "\t" + wordsWithoutQuality(key.name);
        }
        return quality;
    }

    void findGoodAndBad()
    {
        std::map<std::string, SamplePath> bad;
        std::vector<std::pair<SamplePath, std::string>> good;
        for (const FieldStats& field : m_fields.all()) {
            if (field.texts.empty() || field.count() < 0.3 * m_count ||
                (field.prose < 0.25 && field.mean < 15))
                continue;
            Quality quality = qualityOf(field.path);
            if (quality.isBad)
                bad.try_emplace(std::move(quality.rest), field.path);
            else if (quality.isGood)
                good.emplace_back(field.path, std::move(quality.rest));
        }
        for (const auto& [path, rest] : good) {
            const auto worse = bad.find(rest);
            if (worse != bad.end())
                m_found.push_back({.names = 0.9, .values = 0.7, .good = path, .bad = worse->second});
        }
    }

    const Sample& m_sample;
    const SampleFields& m_fields;
    const std::vector<ListsAtPath> m_lists;
    const double m_count;
    std::vector<FoundCandidates> m_found;
};

} // namespace

std::vector<FoundCandidates> findCandidates(const Sample& sample, const SampleFields& fields)
{
    return CandidateSearch(sample, fields).find();
}

} // namespace duologue
