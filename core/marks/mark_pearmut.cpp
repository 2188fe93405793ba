// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reader.h"
#include "core/marks/shape_parts.h"
#include "core/marks/span.h"
#include "core/util/phrase_id.h"

#include <cmath>

namespace duologue {

namespace {

using Json = ShapeJson;

/// In an item, what Pearmut has no place for and hands back as it is.
constexpr const char* kOwn = "duologue";
/// The name of the translation that is judged, for texts of no language.
constexpr const char* kAnyText = "text";

constexpr const char* kSeverity = "severity";
constexpr const char* kScore = "score";

/// The texts of a marked message.
struct MarkedTexts {
    std::string_view judged;
    /// In another language; empty if there is none.
    std::string_view source;
};

/// None if the record has no such text.
std::optional<MarkedTexts> textsOf(const Conversation& conversation, const MarkTarget& on)
{
    const bool isElsewhere = on.call != 0 || on.candidate != 0 || !on.group.empty() || on.otherSpan;
    if (isElsewhere || on.message == 0 || on.message > conversation.messages.size())
        return std::nullopt;
    const Message& message = conversation.messages[on.message - 1];
    if (on.side.empty())
        return MarkedTexts{conversation.originalText(message), {}};
    const auto language = languageOfCode(on.side);
    MarkedTexts found;
    for (const Text& text : conversation.textsOf(message.texts)) {
        if (text.earlier)
            continue;
        if (language && answers(text.language, *language))
            found.judged = text.text;
        else if (found.source.empty())
            found.source = text.text;
    }
    return found.judged.empty() ? std::nullopt : std::optional(found);
}

/// What stands in the answers of a span is counted as it is used; the rest is lost.
void countOthers(const MarkAnswers& answers, std::initializer_list<std::string_view> used, Losses& losses)
{
    for (const auto& [question, answer] : answers.answers) {
        if (std::ranges::find(used, question) == used.end())
            losses.add(PhraseId::MarkLostQuestion, 1, question);
    }
}

Json answerTo(const MarkAnswers& answers, std::string_view question)
{
    const auto found = answers.answers.find(std::string(question));
    return found == answers.answers.end() ? Json() : parsedJson(found->second.value);
}

/// A span as Pearmut has it, with the index of its last character. Null if it is not in the text any more or
/// says of no error.
Json errorSpan(const MarkAnswers& answers, std::string_view text, Losses& losses)
{
    const auto place = findSpan(text, *answers.on.span);
    if (!place || place->start == place->end) {
        losses.add(PhraseId::MarkLostSpan);
        return nullptr;
    }
    Json code = answerTo(answers, mark_keys::kCode);
    if (code.is_array()) {
        // One category each.
        if (code.size() > 1)
            losses.add(PhraseId::MarkLostQuestion, code.size() - 1, mark_keys::kCode);
        code = code.empty() ? Json() : Json(code.front());
    }
    const Json severity = answerTo(answers, kSeverity);
    // That it is an error goes without saying.
    const bool isPlain = severity.is_null() && code.is_null();
    if (isPlain && answerTo(answers, mark_keys::kVerdict) != "fail") {
        countOthers(answers, {}, losses);
        return nullptr;
    }
    if (isPlain)
        countOthers(answers, {mark_keys::kVerdict}, losses);
    else
        countOthers(answers, {kSeverity, mark_keys::kCode}, losses);
    return {{"start_i", place->start}, {"end_i", place->end - 1}, {"severity", severity}, {"category", code}};
}

/// The items of a record that one reader has marked, by message and language.
using Items = std::map<std::pair<std::uint32_t, std::string>, Json>;

Json newItem(const MarkAnswers& answers, const MarkedTexts& texts, const std::string& name)
{
    MarkTarget on = answers.on;
    on.span.reset();
    Json item = Json::object();
    if (!texts.source.empty())
        item["src"] = std::string(texts.source);
    item["tgt"] = {{name, std::string(texts.judged)}};
    item["item_id"] = on.record + ':' + std::to_string(on.message) + (on.side.empty() ? "" : ':' + on.side);
    item["error_spans"] = {{name, Json::array()}};
    item[kOwn] = {{"by", answers.by}, {"kind", kindName(answers.kind)}, {"on", targetJson(on)}};
    return item;
}

/// An item has one time and scheme, those of its last answer: what is answered later holds against them.
void noteLast(const MarkAnswers& answers, Json& own)
{
    for (const auto& [question, answer] : answers.answers) {
        std::string at = markTimeText(answer.at);
        if (at < textOf(own, "at"))
            continue;
        own["at"] = std::move(at);
        own["scheme"] = answer.scheme;
    }
}

void addTo(Items& items, const MarkAnswers& answers, const MarkedTexts& texts, Losses& losses)
{
    const std::string name = answers.on.side.empty() ? kAnyText : answers.on.side;
    const auto [known, isNew] = items.try_emplace({answers.on.message, answers.on.side});
    Json& item = known->second;
    if (isNew)
        item = newItem(answers, texts, name);
    noteLast(answers, item[kOwn]);
    if (answers.on.span) {
        if (Json span = errorSpan(answers, texts.judged, losses); !span.is_null())
            item["error_spans"][name].push_back(std::move(span));
        return;
    }
    if (Json score = answerTo(answers, kScore); !score.is_null())
        item[kScore] = {{name, std::move(score)}};
    if (Json note = answerTo(answers, mark_keys::kNote); !note.is_null())
        item["comment"] = plainText(note);
    countOthers(answers, {kScore, mark_keys::kNote}, losses);
}

/// Half open and in code points, from the indices of the first and the last one. None if the text has no such
/// part.
std::optional<MarkSpan> spanOfIndices(const std::string& text, const Json& first, const Json& last)
{
    if (!first.is_number_unsigned() || !last.is_number_unsigned() || last < first)
        return std::nullopt;
    const auto begin = first.get<std::size_t>();
    const auto end = last.get<std::size_t>();
    std::size_t byte = 0;
    std::size_t beginByte = std::string::npos;
    for (std::size_t at = 0; byte < text.size(); ++at) {
        if (at == begin)
            beginByte = byte;
        byte += std::max<std::size_t>(codePointLength(std::string_view(text).substr(byte)), 1);
        if (at == end)
            return spanOf(text, beginByte, byte);
    }
    return std::nullopt;
}

/// Reads items, wherever they are in a campaign, and what annotators did with them.
class PearmutReader {
public:
    void read(std::string_view text)
    {
        if (const Json whole = Json::parse(text, nullptr, false); !whole.is_discarded()) {
            m_countsItems = true;
            const Json& data = memberOf(whole, "data");
            readAny(data.is_null() ? whole : data);
            return;
        }
        while (!text.empty()) {
            ++m_number;
            const std::size_t end = std::min(text.find('\n'), text.size());
            const Json line = Json::parse(text.substr(0, end), nullptr, false);
            if (!line.is_discarded())
                readAny(line);
            else if (!trimmed(text.substr(0, end)).empty())
                m_read.problems.push_back({m_number, PhraseId::MarkLineBroken});
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    ReadMarks take() { return std::move(m_read); }

private:
    void readAny(const Json& json)
    {
        if (!json.is_array()) {
            readObject(json);
            return;
        }
        for (const Json& each : json)
            readAny(each);
    }

    /// An item of a campaign, or a line of the log with the item and its annotation, or with those of a
    /// document.
    void readObject(const Json& object)
    {
        const Json& annotation = memberOf(object, "annotation");
        const Json& item = memberOf(object, "item");
        if (!annotation.is_array() || !item.is_array()) {
            readItem(item.is_object() ? item : object, annotation, object);
            return;
        }
        for (std::size_t i = 0; i < std::min(item.size(), annotation.size()); ++i)
            readItem(item[i], annotation[i], object);
    }

    void readItem(const Json& item, const Json& annotation, const Json& log)
    {
        m_number += m_countsItems ? 1 : 0;
        const Json& own = memberOf(item, kOwn);
        Json on = memberOf(own, "on");
        if (const std::string id = textOf(item, "item_id"); on.is_null() && !id.empty())
            on = {{"id", id}};
        const Json& texts = memberOf(item, "tgt");
        if (!on.is_object() || !texts.is_object()) {
            m_read.problems.push_back({m_number, PhraseId::MarkLineUnknown});
            return;
        }
        const std::string user = textOf(log, "user_id");
        m_by = user.empty() ? textOf(own, "by") : user;
        m_kind = user.empty() && own.is_object() ? textOf(own, "kind") : "human";
        m_scheme = textOf(own, "scheme");
        // The log has no times.
        m_at = annotation.is_object() ? std::string() : textOf(own, "at");
        for (const auto& [model, text] : texts.items()) {
            // What was annotated takes the place of what was there before.
            const bool isDone = annotation.is_object();
            const Json& done = memberOf(annotation, model);
            const Json& spans =
                isDone ? memberOf(done, "error_spans") : memberOf(memberOf(item, "error_spans"), model);
            const Json& score = isDone ? memberOf(done, kScore) : memberOf(memberOf(item, kScore), model);
            for (const Json& span : spans.is_array() ? spans : Json::array())
                addSpan(on, plainText(text), span);
            if (!score.is_null())
                add(on, {{kScore, score}});
        }
        const Json& comment = memberOf(annotation.is_object() ? log : item, "comment");
        if (comment.is_string() && comment != "")
            add(on, {{mark_keys::kNote, comment}});
    }

    void addSpan(Json on, const std::string& text, const Json& span)
    {
        const auto place = spanOfIndices(text, memberOf(span, "start_i"), memberOf(span, "end_i"));
        if (!place) {
            m_read.problems.push_back({m_number, PhraseId::MarkLineUnknown});
            return;
        }
        MarkTarget target;
        target.span = place;
        on["span"] = targetJson(target)["span"];
        Json set = Json::object();
        if (const Json& severity = memberOf(span, kSeverity); severity.is_string())
            set[kSeverity] = severity;
        if (const Json& category = memberOf(span, "category"); category.is_string())
            set[std::string(mark_keys::kCode)] = Json::array({category});
        if (set.empty())
            set[std::string(mark_keys::kVerdict)] = "fail";
        add(on, std::move(set));
    }

    void add(const Json& on, Json set)
    {
        addMark(
            m_read, m_number,
            {.by = m_by, .kind = m_kind, .on = on, .set = std::move(set), .scheme = m_scheme, .at = m_at});
    }

    ReadMarks m_read;
    /// Of the line, or of the item of a campaign.
    std::size_t m_number = 0;
    bool m_countsItems = false;
    std::string m_by;
    std::string m_kind;
    std::string m_scheme;
    std::string m_at;
};

} // namespace

std::string writePearmut(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                         const Job& job, Losses& losses)
{
    // By reader; each has a task of documents, and a document is the items of a record.
    std::map<std::string, Json> tasks;
    RecordReader reader(snapshot);
    for (const MarkedGroup& group : groupsOf(marks, records)) {
        if (job.stopRequested())
            break;
        if (group.row)
            reader.read(*group.row);
        const Conversation* const conversation = group.row ? reader.conversation() : nullptr;
        std::map<std::string, Items> documents;
        for (const MarkAnswers* each : group.answers) {
            if (conversation == nullptr)
                losses.add(PhraseId::MarkLostRecord);
            else if (const auto texts = textsOf(*conversation, each->on))
                addTo(documents[each->by], *each, *texts, losses);
            else
                countOthers(*each, {}, losses);
        }
        for (auto& [by, items] : documents) {
            Json document = Json::array();
            for (auto& [place, item] : items)
                document.push_back(std::move(item));
            tasks.try_emplace(by, Json::array()).first->second.push_back(std::move(document));
        }
        losses.endRecord();
    }
    Json data = Json::array();
    for (auto& [by, documents] : tasks)
        data.push_back(std::move(documents));
    return jsonText({{"info", {{"assignment", "task-based"}, {"protocol", "ESA"}}},
                     {"campaign_id", "duologue"},
                     {"data", std::move(data)}},
                    1) +
           '\n';
}

ReadMarks readPearmut(std::string_view text)
{
    PearmutReader reader;
    reader.read(text);
    return reader.take();
}

} // namespace duologue
