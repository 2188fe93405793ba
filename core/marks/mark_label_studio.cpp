// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_reader.h"
#include "core/marks/shape_parts.h"
#include "core/marks/span.h"
#include "core/util/numbers.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <set>

namespace duologue {

namespace {

using Json = ShapeJson;

/// In a result, what Label Studio has no place for and hands back as it is.
constexpr const char* kOwn = "duologue";
constexpr const char* kDialogue = "dialogue";

/// The type of the control, and what it holds.
Json controlOf(const std::string& question, const Json& answer)
{
    if (question == mark_keys::kNote || question == mark_keys::kCorrection)
        return {{"type", "textarea"}, {"value", {{"text", Json::array({plainText(answer)})}}}};
    if (answer.is_number())
        return {{"type", "number"}, {"value", {{"number", answer}}}};
    Json choices = Json::array();
    for (const Json& each : answer.is_array() ? answer : Json::array({answer}))
        choices.push_back(each.is_boolean() ? Json(each.get<bool>() ? "yes" : "no") : each);
    return {{"type", "choices"}, {"value", {{"choices", std::move(choices)}}}};
}

/// What the control of a result holds; null if it is none that is known.
Json answerIn(const Json& result)
{
    const Json& value = memberOf(result, "value");
    for (const char* key : {"choices", "paragraphlabels", "labels", "text"}) {
        if (const Json& list = memberOf(value, key); list.is_array())
            return list.size() == 1 ? list.front() : list;
    }
    const Json& number = memberOf(value, "number");
    return number.is_null() ? memberOf(value, "rating") : number;
}

/// The byte at which so many UTF-16 units of a text end, as browsers count them.
std::size_t byteOfUnits(std::string_view text, std::size_t units)
{
    constexpr char32_t kFirstOfTwo = 0x10000;
    std::size_t byte = 0;
    while (units > 0 && byte < text.size()) {
        const CodePoint next = codePointAt(text.substr(byte));
        byte += std::max<std::size_t>(next.length, 1);
        units -= std::min<std::size_t>(units, next.value < kFirstOfTwo ? 1 : 2);
    }
    return byte;
}

/// A number, which may be written as a text.
std::optional<std::size_t> wholeIn(const Json& object, std::string_view key)
{
    return parseNumber<std::size_t>(textOf(object, key));
}

Json spanJson(std::string_view text, std::size_t begin, std::size_t end)
{
    MarkTarget target;
    target.span = spanOf(text, begin, end);
    return targetJson(target)["span"];
}

/// Of what somebody marked in a text, `start` and `end` in any of the texts of a task; null if it is in none.
Json spanInTexts(const Json& value, const Json& data)
{
    const auto start = wholeIn(value, "start");
    const auto end = wholeIn(value, "end");
    const Json& said = memberOf(value, "text");
    for (const Json& each : start&& end&& data.is_object() ? data : Json::object()) {
        if (!each.is_string())
            continue;
        const std::string text = each.get<std::string>();
        const std::size_t begin = byteOfUnits(text, *start);
        const std::size_t last = byteOfUnits(text, *end);
        if (begin < last && (!said.is_string() || text.substr(begin, last - begin) == said))
            return spanJson(text, begin, last);
    }
    return nullptr;
}

/// Reads tasks and what people and models have made of them.
class LabelStudioReader {
public:
    void read(std::string_view text)
    {
        const Json tasks = Json::parse(text, nullptr, false);
        if (!tasks.is_array()) {
            m_read.problems.push_back({1, PhraseId::MarkLineBroken});
            return;
        }
        for (const Json& task : tasks) {
            ++m_number;
            const Json& people = memberOf(task, "annotations");
            const Json& models = memberOf(task, "predictions");
            if (!people.is_array() && !models.is_array()) {
                refuse(PhraseId::MarkLineUnknown);
                continue;
            }
            m_data = memberOf(task, "data");
            readRecord(memberOf(task, "meta"));
            for (const Json& each : people.is_array() ? people : Json::array()) {
                if (memberOf(each, "was_cancelled") != true)
                    readResults(each, {.by = readerOf(memberOf(each, "completed_by")), .kind = "human"});
            }
            for (const Json& each : models.is_array() ? models : Json::array())
                readResults(each, {.by = textOf(each, "model_version"), .kind = "model"});
        }
    }

    ReadMarks take() { return std::move(m_read); }

private:
    void refuse(PhraseId why) { m_read.problems.push_back({m_number, why}); }

    static std::string readerOf(const Json& completedBy)
    {
        for (const char* key : {"email", "username", "id"}) {
            if (std::string name = textOf(completedBy, key); !name.empty())
                return name;
        }
        return completedBy.is_primitive() && !completedBy.is_null() ? plainText(completedBy) : std::string();
    }

    /// The record by all that names it.
    void readRecord(const Json& meta)
    {
        m_on = Json::object();
        m_said.clear();
        for (const Json& each : m_data.is_object() ? m_data : Json::object()) {
            if (m_said.empty())
                m_said = saidIn(each);
        }
        for (const Json* object : std::initializer_list<const Json*>{&m_data, &meta}) {
            if (const Json& record = memberOf(*object, "record");
                record.is_string() && !m_on.contains("record"))
                m_on["record"] = record;
            // What a dialogue shows is not all of a record with candidates.
            if (std::string hash = textOf(*object, "hash"); isOwnHash(hash) && !m_on.contains("hash"))
                m_on["hash"] = std::move(hash);
            for (const char* key : {"record_id", "id"}) {
                if (std::string id = textOf(*object, key); !id.empty() && !m_on.contains("id"))
                    m_on["id"] = std::move(id);
            }
        }
        if (const std::string hash = hashOf(m_said); !hash.empty() && !m_on.contains("hash"))
            m_on["hash"] = hash;
    }

    void readResults(const Json& one, ShapeMark mark)
    {
        mark.at = textOf(one, "updated_at").empty() ? textOf(one, "created_at") : textOf(one, "updated_at");
        const Json& results = memberOf(one, "result");
        for (const Json& result : results.is_array() ? results : Json::array())
            readResult(result, mark);
    }

    void readResult(const Json& result, ShapeMark mark)
    {
        const std::string question = textOf(result, "from_name");
        Json answer = answerIn(result);
        if (question.empty() || answer.is_null()) {
            refuse(PhraseId::MarkLineUnknown);
            return;
        }
        mark.on = m_on;
        const Json& own = memberOf(result, kOwn);
        if (const Json& as = memberOf(own, "answer");
            !as.is_null() && answerIn(controlOf(question, as)) == answer)
            answer = as;
        takeOwn(own, answer, mark);
        mark.set = {{question, answer}};
        if (mark.on.empty())
            refuse(PhraseId::MarkLineRecord);
        else if (const Json& value = memberOf(result, "value"); own.is_object() || !value.contains("start"))
            addMark(m_read, m_number, mark);
        else if (value.contains("startOffset"))
            addInMessages(value, mark);
        else if (Json span = spanInTexts(value, m_data); !span.is_null())
            addOn("span", std::move(span), mark);
        else
            refuse(PhraseId::MarkLinePart);
    }

    void addOn(const char* key, Json part, ShapeMark mark)
    {
        mark.on[key] = std::move(part);
        addMark(m_read, m_number, mark);
    }

    /// Marks a part of the dialogue, in each message of which it is a part.
    void addInMessages(const Json& value, ShapeMark mark)
    {
        const auto first = wholeIn(value, "start");
        const auto last = wholeIn(value, "end");
        const auto start = wholeIn(value, "startOffset");
        const auto end = wholeIn(value, "endOffset");
        if (!first || !last || !start || !end || *last < *first || *last >= m_said.size()) {
            refuse(PhraseId::MarkLinePart);
            return;
        }
        for (std::size_t i = *first; i <= *last; ++i) {
            const std::string& text = m_said[i].text;
            const std::size_t begin = i == *first ? byteOfUnits(text, *start) : 0;
            const std::size_t stop = i == *last ? byteOfUnits(text, *end) : text.size();
            if (begin >= stop)
                continue;
            mark.on["message"] = i + 1;
            addOn("span", spanJson(text, begin, stop), mark);
        }
    }

    ReadMarks m_read;
    std::size_t m_number = 0;
    /// Of the task.
    Json m_data;
    Json m_on;
    std::vector<SaidMessage> m_said;
};

std::string escapedXml(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

} // namespace

std::string writeLabelStudio(const Snapshot& snapshot, const MarkSet& marks, const MarkedRecords& records,
                             const Job& job)
{
    Json tasks = Json::array();
    RecordReader reader(snapshot);
    for (const MarkedGroup& group : groupsOf(marks, records)) {
        if (job.stopRequested())
            break;
        const MarkTarget& on = group.answers.front()->on;
        Json task{{"id", tasks.size() + 1},
                  {"data",
                   {{"record", on.record},
                    {"record_id", on.id},
                    {kDialogue, group.row ? messagesOf(reader, *group.row, "author", "text") : Json::array()},
                    {"hash", group.row ? hashOfShown(reader) : std::string()}}},
                  {"annotations", Json::array()},
                  {"predictions", Json::array()}};
        struct Said {
            Json results = Json::array();
            std::int64_t first = std::numeric_limits<std::int64_t>::max();
            std::int64_t last = std::numeric_limits<std::int64_t>::min();
        };
        std::map<std::pair<std::string, bool>, Said> readers;
        for (const MarkAnswers* each : group.answers) {
            Said& said = readers[{each->by, each->kind == MarkKind::Human}];
            for (const auto& [question, answer] : each->answers) {
                Json result{{"from_name", question}, {"to_name", kDialogue}};
                result.update(controlOf(question, parsedJson(answer.value)));
                result[kOwn] = ownJson(marks, *each, answer);
                said.results.push_back(std::move(result));
                said.first = std::min(said.first, answer.at);
                said.last = std::max(said.last, answer.at);
            }
        }
        for (auto& [who, said] : readers) {
            const auto& [by, isHuman] = who;
            if (isHuman)
                task["annotations"].push_back({{"id", task["annotations"].size() + 1},
                                               {"completed_by", by},
                                               {"was_cancelled", false},
                                               {"ground_truth", false},
                                               {"created_at", markTimeText(said.first)},
                                               {"updated_at", markTimeText(said.last)},
                                               {"result", std::move(said.results)}});
            else
                task["predictions"].push_back({{"model_version", by},
                                               {"created_at", markTimeText(said.first)},
                                               {"updated_at", markTimeText(said.last)},
                                               {"result", std::move(said.results)}});
        }
        tasks.push_back(std::move(task));
    }
    return jsonText(tasks, 1) + '\n';
}

ReadMarks readLabelStudio(std::string_view text)
{
    LabelStudioReader reader;
    reader.read(text);
    return reader.take();
}

std::string labelStudioConfig(const MarkSet& marks)
{
    struct Control {
        bool isText = false;
        bool isNumber = true;
        bool hasSeveral = false;
        std::set<std::string> choices;
    };
    std::map<std::string, Control> controls;
    for (const MarkAnswers& each : marks.answers()) {
        for (const auto& [question, answer] : each.answers) {
            Control& control = controls[question];
            const Json value = parsedJson(answer.value);
            control.isText = question == mark_keys::kNote || question == mark_keys::kCorrection;
            control.isNumber = control.isNumber && value.is_number();
            control.hasSeveral = control.hasSeveral || value.is_array();
            for (const Json& one : value.is_array() ? value : Json::array({value}))
                control.choices.insert(one.is_boolean() ? (one.get<bool>() ? "yes" : "no") : plainText(one));
        }
    }
    std::string xml =
        "<View>\n  <Paragraphs name=\"dialogue\" value=\"$dialogue\" layout=\"dialogue\" nameKey=\"author\" "
        "textKey=\"text\"/>\n";
    for (const auto& [question, control] : controls) {
        const std::string names = " name=\"" + escapedXml(question) + "\" toName=\"dialogue\"";
        if (control.isText) {
            xml += "  <TextArea" + names + "/>\n";
        } else if (control.isNumber) {
            xml += "  <Number" + names + "/>\n";
        } else {
            xml +=
                "  <Choices" + names + " choice=\"" + (control.hasSeveral ? "multiple" : "single") + "\">\n";
            for (const std::string& choice : control.choices)
                xml += "    <Choice value=\"" + escapedXml(choice) + "\"/>\n";
            xml += "  </Choices>\n";
        }
    }
    return xml + "</View>\n";
}

} // namespace duologue
