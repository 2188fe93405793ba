// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/row_stream.h"

#include "core/data/conversation.h"
#include "core/json/json_repair.h"
#include "core/json/json_tokens.h"
#include "core/json/json_writer.h"
#include "core/remote/clickhouse_http.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <string>
#include <vector>

namespace duologue {

namespace {

/// The value that begins with this token.
std::string_view wholeValue(std::string_view text, JsonScanner& scanner, const JsonToken& first)
{
    JsonToken token = first;
    std::size_t depth = 0;
    for (;;) {
        depth += token.isOpening() ? 1 : 0;
        depth -= token.isClosing() && depth > 0 ? 1 : 0;
        if (depth == 0 || token.kind == JsonTokenKind::End)
            return text.substr(first.begin, token.end - first.begin);
        token = scanner.next();
    }
}

} // namespace

RawMembers::RawMembers(std::string_view text)
{
    JsonScanner scanner(text, JsonScanner::Comments::Ignored);
    scanner.next();
    for (JsonToken name = scanner.next(); name.kind == JsonTokenKind::String; name = scanner.next()) {
        scanner.next();
        const std::string_view value = wholeValue(text, scanner, scanner.next());
        m_members.emplace_back(decodedString(name.in(text)), value);
        if (scanner.next().kind != JsonTokenKind::Comma)
            return;
    }
}

std::string_view RawMembers::operator[](std::string_view name) const
{
    const auto found = std::find_if(m_members.rbegin(), m_members.rend(),
                                    [name](const auto& member) { return member.first == name; });
    return found == m_members.rend() ? std::string_view() : found->second;
}

std::vector<std::string_view> rawElements(std::string_view text)
{
    std::vector<std::string_view> elements;
    JsonScanner scanner(text, JsonScanner::Comments::Ignored);
    if (scanner.next().kind != JsonTokenKind::ArrayBegin)
        return elements;
    for (JsonToken token = scanner.next(); !token.isClosing() && token.kind != JsonTokenKind::End;
         token = scanner.next()) {
        elements.push_back(wholeValue(text, scanner, token));
        if (scanner.next().kind != JsonTokenKind::Comma)
            break;
    }
    return elements;
}

std::string onOneLine(std::string_view json)
{
    std::string out;
    out.reserve(json.size());
    JsonScanner scanner(json, JsonScanner::Comments::Ignored);
    for (JsonToken token = scanner.next(); token.kind != JsonTokenKind::End; token = scanner.next())
        out += token.in(json);
    return out;
}

std::string withPoints(std::string_view json)
{
    constexpr std::size_t kMostDigits = 19;
    std::string out;
    bool isInText = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        out += json[i];
        if (isInText && json[i] == '\\' && i + 1 < json.size()) {
            out += json[++i];
        } else if (json[i] == '"') {
            isInText = !isInText;
        } else if (!isInText && isDigit(json[i])) {
            const std::size_t begin = i;
            while (i + 1 < json.size() && isDigit(json[i + 1]))
                out += json[++i];
            const char before = begin > 0 ? json[begin - 1] : '\0';
            const char next = i + 1 < json.size() ? json[i + 1] : '\0';
            const bool isWhole = before != '.' && before != '+' && lowerAscii(before) != 'e' && next != '.' &&
                                 lowerAscii(next) != 'e';
            if (isWhole && i - begin + 1 > kMostDigits)
                out += ".0";
        }
    }
    return out;
}

std::optional<JsonView> LenientParser::parse(std::string_view text)
{
    const auto strictly = [this](std::string_view bytes) {
        m_bytes.resizeUninitialised(bytes.size());
        std::copy(bytes.begin(), bytes.end(), m_bytes.data());
        return m_parser.parse(m_bytes.view());
    };
    if (const auto parsed = strictly(text))
        return parsed.value();
    if (const auto parsed = strictly(withPoints(text)))
        return parsed.value();
    const JsonRepair repair = repairJson(text, false);
    if (repair.mistake || repair.strayComma || repair.comment)
        return std::nullopt;
    const auto parsed = strictly(repair.text.view());
    return parsed ? std::optional(parsed.value()) : std::nullopt;
}

namespace {

/// Of the error after the rows.
constexpr std::size_t kLongestRest = std::size_t{1} << 20U;

/// How servers of some years write an error: as a row.
bool isException(const JsonView& row)
{
    return row.size() == 1 && row["exception"].string().starts_with("Code: ");
}

} // namespace

bool RowStream::takeLine(std::string_view line)
{
    if (!trimmed(line).starts_with('{'))
        return false;
    // Bytes of a String that are no UTF-8 are written as they are; they become U+FFFD.
    const std::string text = toValidUtf8(line);
    const auto row = m_parser.parse(text);
    if (!row || !row->isObject() || (m_mayBeErrors && isException(*row)))
        return false;
    ++m_rows;
    m_isEnough = !m_take(*row, text);
    return true;
}

bool RowStream::add(std::string_view bytes)
{
    if (m_isOver) {
        m_rest.append(bytes.substr(0, kLongestRest - std::min(kLongestRest, m_rest.size())));
        return true;
    }
    while (!bytes.empty() && !m_isEnough) {
        const std::size_t end = bytes.find('\n');
        if (end == std::string_view::npos) {
            m_rest += bytes;
            break;
        }
        const std::string_view part = bytes.substr(0, end);
        bytes.remove_prefix(end + 1);
        const bool isWhole = m_rest.empty();
        if (!isWhole)
            m_rest += part;
        const std::string_view line = isWhole ? part : std::string_view(m_rest);
        if (trimmed(line).empty() || takeLine(line)) {
            m_rest.clear();
        } else {
            if (isWhole)
                m_rest = part;
            m_rest += '\n';
            m_isOver = true;
            return add(bytes);
        }
    }
    return !m_isEnough;
}

Phrase RowStream::finish(const Phrase& ofTransfer)
{
    if (m_isEnough)
        return {};
    if (trimmed(m_rest).empty())
        return ofTransfer;
    // The error may follow the half of a row.
    const std::size_t code = m_rest.find("Code: ");
    if (code != std::string::npos && m_rest.find("DB::Exception", code) != std::string::npos)
        return {PhraseId::ServerSays, serverSentence(std::string_view(m_rest).substr(code))};
    return ofTransfer.empty() ? Phrase(PhraseId::AnswerBroken, Phrase(PhraseId::HalfRow)) : ofTransfer;
}

void PairSearch::add(std::size_t member, const JsonView& value)
{
    if (member >= m_members.size())
        m_members.resize(member + 1);
    Member& known = m_members[member];
    known.isText = known.isText && value.isString();
    known.isRole = known.isRole && value.isString() && !usualRole(value.string()).empty();
}

void PairSearch::addTuple(const JsonView& tuple)
{
    std::size_t member = 0;
    for (const JsonView value : tuple.elements())
        add(member++, value);
}

std::optional<PairSearch::Found> PairSearch::found() const
{
    for (std::size_t role = 0; role < m_members.size(); ++role) {
        if (!m_members[role].isRole)
            continue;
        for (std::size_t text = 0; text < m_members.size(); ++text) {
            if (text != role && m_members[text].isText)
                return Found{role, text};
        }
    }
    return std::nullopt;
}

std::vector<PairColumns> pairColumns(const std::vector<ServerColumn>& columns)
{
    std::vector<PairColumns> found;
    std::string group;
    for (const ServerColumn& column : columns) {
        if (column.type.starts_with("Array(Tuple(")) {
            found.push_back({{column.name}, true});
            group.clear();
            continue;
        }
        const std::size_t dot = column.name.rfind('.');
        if (!column.type.starts_with("Array(") || dot == std::string::npos)
            continue;
        const std::string before = column.name.substr(0, dot + 1);
        const std::string_view number = std::string_view(column.name).substr(dot + 1);
        if (number == "1") {
            group = before;
            found.push_back({{column.name}, false});
        } else if (before == group && number == std::to_string(found.back().names.size() + 1)) {
            found.back().names.push_back(column.name);
        }
    }
    std::erase_if(found, [](const PairColumns& each) { return !each.areTuples && each.names.size() < 2; });
    return found;
}

namespace {

bool mayBeJson(std::string_view text)
{
    text = trimmed(text);
    return text.size() > 1 &&
           ((text.front() == '{' && text.back() == '}') || (text.front() == '[' && text.back() == ']'));
}

/// Texts by their decoded value, because servers escape more than they must; anything else as it is written.
void writeCell(const JsonView& value, std::string_view raw, const TableColumn& column, JsonWriter& writer)
{
    if (value.isString() && !column.isJson)
        writer.json(value.toJson());
    else
        writer.json(column.isFloat ? withPoints(onOneLine(raw)) : onOneLine(raw));
}

} // namespace

void RowWriter::writeText(std::string_view text, JsonWriter& writer)
{
    if (mayBeJson(text) && m_parser.parse(text))
        writer.json(onOneLine(text));
    else
        writer.text(text);
}

void RowWriter::writeMessages(const JsonView& row, const RawMembers& raw, JsonWriter& writer) const
{
    std::vector<std::vector<JsonView>> lists;
    std::vector<std::vector<std::string_view>> texts;
    std::size_t count = 0;
    for (const TableColumn& column : m_layout.messageColumns) {
        auto& values = lists.emplace_back();
        for (const JsonView value : row[column.name].elements())
            values.push_back(value);
        texts.push_back(rawElements(raw[column.name]));
        count = std::max(count, std::min(values.size(), texts.back().size()));
    }
    writer.key("messages");
    writer.beginArray();
    for (std::size_t i = 0; i < count; ++i) {
        writer.beginObject();
        for (std::size_t index = 0; index < lists.size(); ++index) {
            if (i >= lists[index].size() || i >= texts[index].size())
                continue;
            const TableColumn& column = m_layout.messageColumns[index];
            writer.key(index == m_layout.role ? "role" : index == m_layout.text ? "content" : column.key);
            writeCell(lists[index][i], texts[index][i], column, writer);
        }
        writer.endObject();
    }
    writer.endArray();
}

void RowWriter::writePairs(std::string_view raw, JsonWriter& writer) const
{
    writer.beginArray();
    for (const std::string_view pair : rawElements(raw)) {
        const auto members = rawElements(pair);
        writer.beginObject();
        for (std::size_t i = 0; i < members.size(); ++i) {
            writer.key(i == m_layout.pairs->role   ? "role"
                       : i == m_layout.pairs->text ? "content"
                                                   : "value_" + std::to_string(i + 1));
            writer.json(onOneLine(members[i]));
        }
        writer.endObject();
    }
    writer.endArray();
}

void RowWriter::write(const JsonView& row, std::string_view text, std::string& out)
{
    const RawMembers raw(text);
    JsonWriter writer(out);
    writer.beginObject();
    for (const TableColumn& column : m_layout.columns) {
        const JsonView value = row[column.name];
        if (value.isMissing())
            continue;
        writer.key(column.name);
        if (m_layout.pairs && m_layout.pairs->column == column.name)
            writePairs(raw[column.name], writer);
        else if (value.isString() && m_layout.kind == TableKind::Rows)
            writeText(value.string(), writer);
        else
            writeCell(value, raw[column.name], column, writer);
    }
    if (m_layout.kind != TableKind::Rows)
        writeMessages(row, raw, writer);
    writer.endObject();
    out += '\n';
}

} // namespace duologue
