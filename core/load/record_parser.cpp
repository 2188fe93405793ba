// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/record_parser.h"

#include "core/data/conversation.h"
#include "core/data/record_origin.h"
#include "core/formats/layout.h"
#include "core/formats/plain_record.h"
#include "core/json/json_repair.h"
#include "core/json/json_tokens.h"
#include "core/json/json_view.h"
#include "core/json/record_split.h"
#include "core/load/recovering_splitter.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace duologue {

/// Gives the fields of a record the names of labels that its dataset notes beside the file
/// (RecordOrigin::labels): a number becomes the category of that name. Values that the file itself names, and
/// numbers without a name, stay. Call when the record is read; the names live as long as the origin's labels.
void nameLabels(Conversation& conversation, const RecordOrigin& origin);

namespace {

PhraseId phraseOf(Deviation deviation)
{
    switch (deviation) {
    case Deviation::ByteOrderMark:
        return PhraseId::ByteOrderMark;
    case Deviation::CarriageReturns:
        return PhraseId::CarriageReturns;
    case Deviation::BlankLines:
        return PhraseId::BlankLines;
    case Deviation::StrayCommas:
        return PhraseId::StrayCommas;
    case Deviation::MissingCommas:
        return PhraseId::MissingCommas;
    case Deviation::Comments:
        return PhraseId::Comments;
    case Deviation::Concatenated:
    case Deviation::Count:
        break;
    }
    return PhraseId::Concatenated;
}

} // namespace

void FileRemarks::add(Deviation deviation, std::optional<std::uint64_t> offset)
{
    std::uint64_t& first = m_first[static_cast<std::size_t>(deviation)];
    first = std::min(first, offset.value_or(kNowhere));
}

FileRemarks& FileRemarks::operator|=(const FileRemarks& other)
{
    for (std::size_t i = 0; i < m_first.size(); ++i)
        m_first[i] = std::min(m_first[i], other.m_first[i]);
    return *this;
}

std::optional<Problem> FileRemarks::note(FileId file) const
{
    Phrase deviations;
    for (std::size_t i = 0; i < m_first.size(); ++i) {
        if (m_first[i] == kNowhere)
            continue;
        const PhraseId deviation = phraseOf(static_cast<Deviation>(i));
        deviations = deviations.empty() ? Phrase(deviation)
                                        : Phrase(PhraseId::Enumeration, std::move(deviations), deviation);
    }
    if (deviations.empty())
        return std::nullopt;
    const std::uint64_t first = *std::min_element(m_first.begin(), m_first.end());
    return Problem{ProblemCode::NotStrictJson,
                   Severity::Note,
                   {file, first, 0},
                   {},
                   {PhraseId::ItHas, std::move(deviations)}};
}

void FileRemarks::lookAtLines(std::string_view piece, std::uint64_t offset)
{
    // In JSON, a carriage return can only be part of a line end: inside texts it is escaped.
    if (!has(Deviation::CarriageReturns)) {
        if (const auto at = piece.find("\r\n"); at != std::string_view::npos)
            add(Deviation::CarriageReturns, offset + at);
    }
}

void FileRemarks::lookAtGap(std::string_view gap, std::uint64_t offset, bool first)
{
    lookAtLines(gap, offset);
    if (has(Deviation::BlankLines))
        return;
    std::size_t begin = 0;
    if (!first) {
        // The first line break belongs to the line before the gap.
        const auto lineEnd = gap.find('\n');
        if (lineEnd == std::string_view::npos)
            return;
        begin = lineEnd + 1;
    }
    if (gap.find('\n', begin) != std::string_view::npos)
        add(Deviation::BlankLines, offset + begin);
}

namespace {

/// A column with the key of a built-in field has this before its name (RecordBuilder::field()).
constexpr std::string_view kOfRecord = "record.";

const std::vector<std::string>* namesOf(std::string_view key, const RecordOrigin& origin)
{
    auto found = origin.labels->find(std::string(key));
    if (found == origin.labels->end() && key.starts_with(kOfRecord))
        found = origin.labels->find(std::string(key.substr(kOfRecord.size())));
    return found == origin.labels->end() ? nullptr : found->second.get();
}

/// The name of a whole number; null if it has none.
const std::string* nameOf(const std::vector<std::string>* names, double number)
{
    if (names == nullptr || number < 0 || number >= static_cast<double>(names->size()) ||
        number != std::floor(number))
        return nullptr;
    return &(*names)[static_cast<std::size_t>(number)];
}

} // namespace

void nameLabels(Conversation& conversation, const RecordOrigin& origin)
{
    if (origin.labels == nullptr)
        return;
    for (Field& field : conversation.fields) {
        // Elements of a list are categories, whose values are numbers, and so are labels and ids.
        if (field.kind == FieldKind::Tree || field.value.kind() != JsonView::Kind::Integer)
            continue;
        const std::string* const name = nameOf(namesOf(field.key, origin), field.value.number().value_or(-1));
        if (name == nullptr)
            continue;
        field.name = {*name, {}};
        if (field.kind == FieldKind::Number)
            field.kind = FieldKind::Category;
    }
    // A score with names is not a quantity.
    std::erase_if(conversation.ratings, [&](const Rating& rating) {
        const std::string* const name = nameOf(namesOf(rating.name, origin), rating.value.value_or(-1));
        if (name != nullptr)
            conversation.fields.push_back({rating.name, {}, FieldKind::Category, 0, {*name, {}}, {}});
        return name != nullptr;
    });
    if (const auto* const names = namesOf("id", origin); names != nullptr) {
        std::size_t number = 0;
        const std::string_view id = conversation.id;
        const auto read = std::from_chars(id.data(), id.data() + id.size(), number);
        if (!id.empty() && read.ec == std::errc() && read.ptr == id.data() + id.size() &&
            number < names->size()) {
            conversation.id = (*names)[number];
            conversation.isIdNumber = false;
        }
    }
}

namespace {

bool isBeyondRepair(ProblemCode code)
{
    return code == ProblemCode::JsonTooDeep || code == ProblemCode::OutOfMemory;
}

/// Repairs the record and parses the result.
ParsedRecord repairAndParse(JsonParser& parser, std::string_view bytes, const ByteSpan& where,
                            bool dropDuplicates, std::vector<Problem>& problems)
{
    JsonRepair repair = repairJson(bytes, dropDuplicates);
    if (repair.mistake) {
        problems.push_back({repair.mistake->tooDeep     ? ProblemCode::JsonTooDeep
                            : repair.mistake->truncated ? ProblemCode::JsonTruncated
                                                        : ProblemCode::JsonSyntax,
                            Severity::Error,
                            {where.file, where.offset + repair.mistake->offset, 0},
                            {},
                            repair.mistake->what});
        return {{}, RecordState::Broken, {}, {}};
    }
    auto parsed = parser.parse(repair.text.view());
    if (!parsed) {
        Problem problem = parsed.problem();
        problem.where = where;
        problems.push_back(std::move(problem));
        return {{}, RecordState::Broken, {}, {}};
    }
    if (!dropDuplicates && parser.keysOf(parsed.value()).areRepeated)
        return repairAndParse(parser, bytes, where, true, problems);
    for (Problem& problem : repair.repairs) {
        problem.where.file = where.file;
        problem.where.offset += where.offset;
        problems.push_back(std::move(problem));
    }
    ParsedRecord record{parsed.value(), RecordState::Repaired, {}, {}};
    if (repair.strayComma)
        record.remarks.add(Deviation::StrayCommas, where.offset + *repair.strayComma);
    if (repair.comment)
        record.remarks.add(Deviation::Comments, where.offset + *repair.comment);
    return record;
}

/// A record that the parser has accepted. One with lone surrogates or duplicate keys is repaired.
ParsedRecord acceptedRecord(JsonParser& parser, const JsonView& root, std::string_view bytes,
                            const ByteSpan& where, std::vector<Problem>& problems)
{
    const JsonKeys keys = parser.keysOf(root);
    if (keys.areRepeated || (!JsonParser::refusesLoneSurrogates() && hasLoneSurrogate(bytes)))
        return repairAndParse(parser, bytes, where, false, problems);
    return {root, RecordState::Read, {}, {}, {}, keys.shape};
}

ParsedRecord parseValue(JsonParser& parser, std::string_view bytes, const ByteSpan& where,
                        std::vector<Problem>& problems)
{
    const auto parsed = parser.parse(bytes);
    if (parsed)
        return acceptedRecord(parser, parsed.value(), bytes, where, problems);
    if (isBeyondRepair(parsed.problem().code)) {
        problems.push_back(parsed.problem());
        problems.back().where = where;
        return {{}, RecordState::Broken, {}, {}};
    }
    return repairAndParse(parser, bytes, where, false, problems);
}

/// The JSON of a parsed value for parsing it once more: the parser refuses the digits of long whole numbers.
std::string jsonToParse(const JsonView& value)
{
    std::string json = value.toJson();
    return value.hasDigits() ? std::string(repairJson(json, false).text.view()) : json;
}

/// Replaces a record whose conversation is wrapped in a way that formats do not know (plainRecord()).
void writePlainly(JsonParser& parser, const ByteSpan& where, std::vector<Problem>& problems,
                  ParsedRecord& record)
{
    std::optional<PlainRecord> plain = plainRecord(record.root);
    if (!plain)
        return;
    if (record.root.hasDigits())
        plain->json = repairJson(plain->json, false).text.view();
    const auto parsed = parser.parse(PaddedBytes(plain->json).view());
    if (!parsed)
        return;
    record.root = parsed.value();
    record.shape.reset();
    if (!plain->missing.empty())
        problems.push_back({ProblemCode::MissingKey,
                            Severity::Warning,
                            where,
                            "/attachments",
                            {PhraseId::FieldMissing, plain->missing.front()}});
    for (const std::string& key : plain->broken) {
        std::string pointer;
        appendPointerPart(pointer, key);
        problems.push_back({ProblemCode::UnexpectedType, Severity::Warning, where, std::move(pointer),
                            PhraseId::PythonNotRead});
    }
}

/// The dataset viewer of the Hugging Face Hub wraps rows: {"row_idx": 7, "row": {…}}.
bool isRowOfViewer(const JsonView& record)
{
    constexpr std::size_t kMostMembers = 3;
    return record.size() <= kMostMembers && record["row_idx"].isNumber() && record["row"].isObject();
}

/// Takes the row out and keeps its number as its name.
void unwrapRow(ParsedRecord& record)
{
    if (!isRowOfViewer(record.root) || record.root["truncated_cells"].size() > 0)
        return;
    record.name = record.root["row_idx"].toJson();
    record.root = record.root["row"];
    record.shape.reset();
}

/// Formats read texts in the first of their languages.
void takeTranslations(JsonParser& parser, ParsedRecord& record)
{
    const auto translations = Translations::of(record.root);
    const auto parsed = translations == nullptr ? Expected<JsonView>(JsonView())
                                                : parser.parse(PaddedBytes(translations->json()).view());
    if (translations == nullptr || !parsed)
        return;
    record.root = parsed.value();
    record.shape.reset();
    translations->findIn(record.root);
    record.translations = translations;
}

void unwrap(JsonParser& parser, const ByteSpan& where, std::vector<Problem>& problems, ParsedRecord& record,
            PlainShapes* plain = nullptr)
{
    if (plain != nullptr && record.shape && plain->isPlain(record.root, *record.shape))
        return;
    unwrapRow(record);
    writePlainly(parser, where, problems, record);
    takeTranslations(parser, record);
}

/// Parses a string; if it holds the JSON of an object or a list, that is the record.
ParsedRecord parseText(JsonParser& parser, std::string_view bytes, const ByteSpan& where,
                       std::vector<Problem>& problems)
{
    ParsedRecord record = parseValue(parser, bytes, where, problems);
    const std::string_view text = trimmed(record.root.string());
    if (!text.starts_with('{') && !text.starts_with('['))
        return record;
    const PaddedBytes inner(text);
    if (JsonParser().parse(inner.view())) {
        record.root = parser.parse(inner.view()).value();
        record.shape.reset();
    }
    return record;
}

/// Parses a record that begins with a quotation mark: a member of an object with its name, or a string.
ParsedRecord parseNamed(JsonParser& parser, std::string_view bytes, const ByteSpan& where,
                        std::vector<Problem>& problems)
{
    JsonScanner scanner(bytes, JsonScanner::Comments::Ignored);
    const JsonToken text = scanner.next();
    const JsonToken next = scanner.next();
    if (next.kind != JsonTokenKind::Colon)
        return parseText(parser, bytes, where, problems);
    const auto name = parser.parse(text.in(bytes));
    std::string kept(name ? name.value().string() : text.in(bytes));
    const std::size_t begin = next.end + skipBlank(bytes.substr(next.end));
    ParsedRecord record = parseValue(
        parser, bytes.substr(begin),
        {where.file, where.offset + begin, where.length - static_cast<std::uint32_t>(begin)}, problems);
    record.name = std::move(kept);
    return record;
}

/// Parses a record of several values into a list of them. A broken value is left out with an error.
ParsedRecord parseSeveral(JsonParser& parser, std::string_view bytes, const ByteSpan& where,
                          std::vector<Problem>& problems, RecordForm form)
{
    std::string list = "[";
    FileRemarks remarks;
    std::optional<RecordStarts> starts;
    const auto add = [&](std::uint64_t begin, std::uint64_t end) {
        const auto length = static_cast<std::uint32_t>(end - begin);
        const ByteSpan span{where.file, where.offset + begin, length};
        const std::string_view value = bytes.substr(static_cast<std::size_t>(begin), length);
        if (skipBlank(value) == value.size())
            return;
        const std::size_t firstProblem = problems.size();
        const auto take = [&](std::string_view text, const ByteSpan& at) {
            const ParsedRecord parsed = parseValue(parser, text, at, problems);
            remarks |= parsed.remarks;
            if (parsed.state == RecordState::Broken)
                return false;
            list += list.size() > 1 ? "," : "";
            if (parsed.state == RecordState::Read)
                list += text;
            else
                list += jsonToParse(parsed.root);
            return true;
        };
        if (take(value, span))
            return;
        // Others may have been written into the same line.
        const RecordLayout layout = form == RecordForm::Lines ? RecordLayout::Lines : RecordLayout::Values;
        if (!starts)
            starts = RecordStarts::learnedFrom(bytes.substr(0, FileStarts::kBeginning), layout);
        const auto parts = recoverRecords(value, *starts, layout);
        if (!parts.empty())
            problems.resize(firstProblem);
        for (const auto& [from, to] : parts)
            take(value.substr(from, to - from),
                 {where.file, span.offset + from, static_cast<std::uint32_t>(to - from)});
    };
    if (form == RecordForm::Lines) {
        splitLines(bytes, 0, add);
    } else {
        ValueSplitter splitter(RecordLayout::Values);
        splitter.feed(bytes, add);
        splitter.finish(add);
    }
    list += ']';
    ParsedRecord record = parseValue(parser, PaddedBytes(list).view(), where, problems);
    record.remarks |= remarks;
    return record;
}

/// Adds each of several names that a card gives the file (RecordOrigin::config), so that a query for one of
/// them finds the record. RecordBuilder::finish() adds a name that stands alone.
void addNames(std::string_view key, std::string_view names, std::string_view title, RecordBuilder& builder)
{
    constexpr std::string_view kBetween = ", ";
    const auto& fields = builder.conversation().fields;
    if (names.find(kBetween) == std::string_view::npos ||
        std::any_of(fields.begin(), fields.end(), [&](const Field& field) { return field.key == key; }))
        return;
    while (!names.empty()) {
        const std::size_t end = std::min(names.find(kBetween), names.size());
        builder.categoryOfMany(key, {names.substr(0, end), {}}, title);
        names.remove_prefix(std::min(end + kBetween.size(), names.size()));
    }
}

/// Its records are runs of agents, also those without a call.
bool isFormatOfAgents(const Format& format)
{
    const std::string_view id = format.id();
    return id == "atif" || id == "openhands" || id == "swe-agent";
}

} // namespace

Problem tooLongProblem(const ByteSpan& where)
{
    return {ProblemCode::RecordTooLong,
            Severity::Error,
            where,
            {},
            {PhraseId::RecordTooLong, kLongestRecord >> 20U}};
}

Problem noFormatProblem(const ByteSpan& where)
{
    return {ProblemCode::UnexpectedType, Severity::Error, where, {}, PhraseId::NoFormatMatches};
}

ParsedRecord parseRecord(JsonParser& parser, std::string_view bytes, const ByteSpan& where,
                         std::vector<Problem>& problems, RecordForm form, PlainShapes* plain)
{
    if (bytes.size() > kLongestRecord) {
        problems.push_back(tooLongProblem(where));
        return {{}, RecordState::Broken, {}, {}};
    }
    if (form != RecordForm::Value) {
        ParsedRecord several = parseSeveral(parser, bytes, where, problems, form);
        writePlainly(parser, where, problems, several);
        return several;
    }
    ParsedRecord record = bytes.starts_with('"') ? parseNamed(parser, bytes, where, problems)
                                                 : parseValue(parser, bytes, where, problems);
    unwrap(parser, where, problems, record, plain);
    return record;
}

bool PlainShapes::isPlain(const JsonView& record, std::uint32_t shape)
{
    if (shape >= m_shapes.size())
        m_shapes.resize(std::size_t{shape} + 1);
    Shape& known = m_shapes[shape];
    if (known == Shape::NotAsked) {
        const bool isPlain = isPlainShape(record) && !isRowOfViewer(record) && !Translations::mayBeIn(record);
        known = isPlain ? Shape::Plain : Shape::Other;
    }
    return known == Shape::Plain && !hasTextOfJson(record);
}

void readParsed(const Format& format, const ParsedRecord& record, std::uint64_t offset,
                RecordBuilder& builder, const Layout* layout)
{
    builder.translations(record.translations);
    if (layout != nullptr)
        readByLayout(record.root, *layout, builder);
    else
        format.read(record.root, builder);
    if (!record.name.empty())
        builder.nameInFile(record.name);
    const auto& lists = builder.origin().lists;
    const auto list = std::find_if(lists.begin(), lists.end(), [&](const RecordList& each) {
        return each.begin <= offset && offset < each.end;
    });
    if (list != lists.end() && !list->isObject && lists.size() > 1 && !list->name.empty())
        builder.listInFile(list->name);
    addNames("config", builder.origin().config, "Configuration", builder);
    addNames("split", builder.origin().split, "Split", builder);
    builder.finish();
    builder.addRun(record.root, isFormatOfAgents(format));
    nameLabels(builder.conversation(), builder.origin());
}

std::optional<ParsedRecord> parseIfOneRecord(JsonParser& parser, std::string_view bytes,
                                             const ByteSpan& where, std::vector<Problem>& problems)
{
    const auto parsed = parser.parse(bytes);
    if (!parsed)
        return std::nullopt;
    ParsedRecord record = acceptedRecord(parser, parsed.value(), bytes, where, problems);
    unwrap(parser, where, problems, record);
    return record;
}

void dropRepeatedWarnings(std::vector<Problem>& problems, std::size_t firstProblem)
{
    const auto first = problems.begin() + static_cast<std::ptrdiff_t>(firstProblem);
    std::unordered_set<std::string> mended;
    for (auto problem = first; problem != problems.end(); ++problem) {
        if (problem->code == ProblemCode::NumberNotFinite)
            mended.insert(problem->pointer);
    }
    if (mended.empty())
        return;
    const auto isMended = [&](const Problem& problem) {
        return problem.code == ProblemCode::UnexpectedType && mended.contains(problem.pointer);
    };
    std::vector<Problem> kept;
    std::copy_if(first, problems.end(), std::back_inserter(kept),
                 [&](const Problem& problem) { return !isMended(problem); });
    problems.erase(first, problems.end());
    problems.insert(problems.end(), std::make_move_iterator(kept.begin()),
                    std::make_move_iterator(kept.end()));
}

} // namespace duologue
