// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/parquet/parquet_writer.h"

#include "core/base/padded_bytes.h"
#include "core/base/parse_number.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/base/whole_number.h"
#include "core/dataset/record_reader.h"
#include "core/export/targets/plain_messages.h"
#include "core/json/json_view.h"
#include "core/record/built_in_keys.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace duologue {

namespace {

constexpr std::string_view kMessages = "messages";
constexpr std::string_view kId = "id";
constexpr std::string_view kOfRecord = "record.";

/// The field's name as it is in the records; empty for a field that they do not have.
std::string_view nameInRecords(const FieldReader& column)
{
    const std::string_view rawKey = column.info().rawKey;
    return rawKey.substr(0, rawKey.rfind(kJointSeparator));
}

/// Whether all numbers of the column are whole, and no larger than those that a double holds exactly.
bool isWhole(const FieldReader& column, const Snapshot& snapshot)
{
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const double number = column.number(row);
        if (!std::isnan(number) && (number != std::floor(number) || std::abs(number) > kLargestExact))
            return false;
    }
    return true;
}

/// What the column's first value is in its record.
JsonView::Kind firstKind(const FieldReader& column, const Snapshot& snapshot)
{
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        if (!column.has(row))
            continue;
        const auto record = readRecord(snapshot, row);
        for (const Field& field : record ? std::span<const Field>(record.value()->conversation.fields)
                                         : std::span<const Field>()) {
            if (field.key == nameInRecords(column) && field.value.hasValue())
                return field.value.kind();
        }
        break;
    }
    return JsonView::Kind::Missing;
}

/// Whether all texts of the column are as `isMeant` says; false without any.
template<typename IsMeant>
bool allTexts(const Column* column, const IsMeant& isMeant)
{
    if (column == nullptr || column->categories.empty())
        return false;
    for (std::size_t code = 0; code < column->categories.size(); ++code) {
        if (!isMeant(column->categories[code].shown()))
            return false;
    }
    return true;
}

/// Of values that the column holds as texts. Whether they are texts or numbers, the first one tells.
ParquetField::Kind kindOfTexts(const FieldReader& column, const Snapshot& snapshot)
{
    using Kind = ParquetField::Kind;
    const bool isList = column.hasManyValues();
    const Column* const texts = column.anyColumn();
    const bool areFlags =
        isList && allTexts(texts, [](std::string_view text) { return text == "true" || text == "false"; });
    const bool areNumbers = texts != nullptr && texts->forms.areNumbers();
    if (!areFlags && !areNumbers)
        return isList ? Kind::Texts : Kind::Text;
    const JsonView::Kind first = firstKind(column, snapshot);
    if (areFlags)
        return first == JsonView::Kind::Bool ? Kind::Flags : Kind::Texts;
    if (first != JsonView::Kind::Integer && first != JsonView::Kind::Real)
        return isList ? Kind::Texts : Kind::Text;
    if (allTexts(texts, [](std::string_view text) { return parseNumber<std::int64_t>(text).has_value(); }))
        return isList ? Kind::Wholes : Kind::Whole;
    return isList ? Kind::Reals : Kind::Text;
}

ParquetField::Kind kindOf(const FieldReader& column, const Snapshot& snapshot)
{
    if (column.isNumber())
        return isWhole(column, snapshot) ? ParquetField::Kind::Whole : ParquetField::Kind::Real;
    return column.info().kind == FieldKind::Flag && !column.hasManyValues() ? ParquetField::Kind::Flag
                                                                            : kindOfTexts(column, snapshot);
}

/// Whether the path of each record's file says the same as the field: then it is no value of the records.
bool isSaidByPath(const FieldReader& field, const Snapshot& snapshot)
{
    struct OfPath {
        std::string_view key;
        std::string RecordOrigin::*text;
    };
    constexpr std::array<OfPath, 4> kOfPath{{{"group", &RecordOrigin::group},
                                             {"user", &RecordOrigin::user},
                                             {"config", &RecordOrigin::config},
                                             {"split", &RecordOrigin::split}}};
    const auto* const known = std::find_if(kOfPath.begin(), kOfPath.end(),
                                           [&](const OfPath& each) { return each.key == field.info().key; });
    if (known == kOfPath.end())
        return false;
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        if (field.has(row) && field.text(row) != snapshot.file(snapshot.record(row).file).origin.*known->text)
            return false;
    }
    return true;
}

/// The columns of a file, and the keys under which ParquetTarget::write() has their values.
struct ParquetColumns {
    std::vector<ParquetField> fields;
    std::vector<std::string> keys;

    void add(std::string name, std::string key, ParquetField::Kind kind)
    {
        fields.push_back({std::move(name), kind});
        keys.push_back(std::move(key));
    }

    bool has(const std::string& name) const
    {
        return std::ranges::any_of(fields, [&](const ParquetField& field) { return field.name == name; });
    }
};

/// Named as in the records, so that the file can take the place of the one that they come from.
ParquetColumns columnsOf(const ExportContext& context)
{
    ParquetColumns columns;
    if (isColumn(kId, context) || context.snapshot.records.column(kId) != nullptr)
        columns.add(std::string(kId), std::string(kId), ParquetField::Kind::Text);
    columns.add(std::string(kMessages), std::string(kMessages), ParquetField::Kind::Messages);
    for (const FieldReader& column : context.columns) {
        const std::string& key = column.info().key;
        if (key == kId)
            continue;
        std::string raw(nameInRecords(column));
        // Its name in the record is that of a field that every dataset has.
        if (raw.starts_with(kOfRecord) && isBuiltInKey(std::string_view(raw).substr(kOfRecord.size())))
            raw.erase(0, kOfRecord.size());
        std::string name = raw.empty() || columns.has(raw) ? key : raw;
        for (int number = 2; columns.has(name); ++number)
            name = key + "_" + std::to_string(number);
        columns.add(std::move(name), key, kindOf(column, context.snapshot));
    }
    return columns;
}

/// Makes rows of a Parquet file of records that are written as lines of JSON.
class ParquetEncoder final : public ByteSink {
public:
    ParquetEncoder(ParquetColumns columns, ByteSink& target)
        : m_target(target), m_keys(std::move(columns.keys)), m_writer(std::move(columns.fields), target)
    {
    }

    bool write(std::string_view bytes) override
    {
        bool isGood = true;
        while (isGood && !bytes.empty()) {
            const std::size_t end = std::min(bytes.find('\n'), bytes.size());
            isGood = addRow(bytes.substr(0, end));
            bytes.remove_prefix(std::min(end + 1, bytes.size()));
        }
        return isGood;
    }
    bool finish() override { return m_writer.finish() && m_target.finish(); }
    Phrase error() const override { return m_target.error(); }

private:
    bool addRow(std::string_view line)
    {
        if (line.empty())
            return true;
        const PaddedBytes bytes(line);
        const auto row = m_parser.parse(bytes.view());
        const auto& fields = m_writer.fields();
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const JsonView value = row ? row.value()[m_keys[i]] : JsonView();
            if (fields[i].kind == ParquetField::Kind::Messages)
                addMessages(i, value);
            else if (fields[i].isList())
                addList(m_writer.leaf(i), fields[i].kind, value);
            else
                addValue(m_writer.leaf(i), fields[i].kind, value);
        }
        return m_writer.endRow();
    }

    static void addValue(ParquetLeaf& leaf, ParquetField::Kind kind, const JsonView& value)
    {
        if (const auto whole = kind == ParquetField::Kind::Whole ? wholeIn(value) : std::nullopt)
            leaf.addWhole(*whole);
        else if (kind == ParquetField::Kind::Real && value.isNumber())
            leaf.addReal(value.number().value_or(0));
        else if (kind == ParquetField::Kind::Flag && value.boolean())
            leaf.addFlag(*value.boolean());
        else if (kind == ParquetField::Kind::Text && value.hasValue())
            leaf.addText(value.isString() ? std::string(value.string()) : value.toJson());
        else
            leaf.addNothing(0, 0);
    }

    /// Numbers beyond those that a double holds come as texts.
    static std::optional<std::int64_t> wholeIn(const JsonView& value)
    {
        const auto number = value.number();
        if (number && !isBeyondExact(*number))
            return static_cast<std::int64_t>(*number);
        return parseNumber<std::int64_t>(value.isString() ? std::string(value.string()) : value.toJson());
    }

    static void addElement(ParquetLeaf& leaf, ParquetField::Kind kind, const JsonView& value,
                           std::uint8_t repetition)
    {
        const auto whole = kind == ParquetField::Kind::Wholes ? wholeIn(value) : std::nullopt;
        if (whole)
            leaf.addWhole(*whole, repetition);
        else if (kind == ParquetField::Kind::Reals && value.isNumber())
            leaf.addReal(value.number().value_or(0), repetition);
        else if (kind == ParquetField::Kind::Flags && value.boolean())
            leaf.addFlag(*value.boolean(), repetition);
        else if (kind == ParquetField::Kind::Texts && value.hasValue())
            leaf.addText(value.isString() ? std::string(value.string()) : value.toJson(), repetition);
        else
            // An element that is null.
            leaf.addNothing(2, repetition);
    }

    static void addList(ParquetLeaf& leaf, ParquetField::Kind kind, const JsonView& list)
    {
        if (list.size() == 0 || !list.isArray())
            leaf.addNothing(list.isArray() ? 1 : 0, 0);
        std::uint8_t repetition = 0;
        for (const JsonView value : list.elements()) {
            addElement(leaf, kind, value, repetition);
            repetition = 1;
        }
    }

    void addMessages(std::size_t field, const JsonView& list)
    {
        ParquetLeaf& roles = m_writer.leaf(field);
        ParquetLeaf& contents = m_writer.leaf(field, true);
        if (list.size() == 0) {
            roles.addNothing(1, 0);
            contents.addNothing(1, 0);
        }
        std::uint8_t repetition = 0;
        for (const JsonView message : list.elements()) {
            roles.addText(message["role"].string(), repetition);
            contents.addText(message["content"].string(), repetition);
            repetition = 1;
        }
    }

    ByteSink& m_target;
    std::vector<std::string> m_keys;
    ParquetWriter m_writer;
    JsonParser m_parser;
};

/// What Hugging Face's datasets and other readers of tables expect of a conversation.
class ParquetTarget final : public Exporter {
public:
    std::string_view id() const override { return "parquet"; }
    std::string_view title() const override { return DUOLOGUE_TEXT("Exporters", "Parquet"); }
    std::string_view summary() const override
    {
        return DUOLOGUE_TEXT("Exporters",
                             "\"messages\" with \"role\" and \"content\" and a column for each field");
    }
    std::string_view ending() const override { return ".parquet"; }
    std::vector<std::string_view> ownKeys() const override { return {kMessages}; }

    /// The fields that the records have themselves.
    std::vector<FieldReader> usualColumns(const Snapshot& snapshot) const override
    {
        std::vector<FieldReader> own;
        for (FieldReader& field : allFields(snapshot)) {
            if (field.anyColumn() != nullptr && !field.info().ofMessages && field.info().key != kMessages &&
                !isSaidByPath(field, snapshot))
                own.push_back(std::move(field));
        }
        return own;
    }

    std::unique_ptr<ByteSink> encoder(const ExportContext& context, ByteSink& target) const override
    {
        return std::make_unique<ParquetEncoder>(columnsOf(context), target);
    }

    void write(const ExportRecord& record, const ExportContext& context, std::string& out,
               Losses& losses) const override
    {
        ExportJson object;
        if (!isColumn(kId, context))
            object[std::string(kId)] =
                record.conversation.id.empty() ? ExportJson() : ExportJson(record.conversation.id);
        object[std::string(kMessages)] = roleAndContentList(plainMessages(record, context, losses));
        addColumns(object, record, context);
        addOwnValues(object, record, context);
        Written written;
        written.id = true;
        countLosses(record, context, written, losses);
        appendLine(object, out);
    }

private:
    /// What columns do not hold as it is in the record: they only say whether there is a long text, and have
    /// each value of a list once.
    static void addOwnValues(ExportJson& object, const ExportRecord& record, const ExportContext& context)
    {
        for (const FieldReader& column : context.columns) {
            const std::string_view name = nameInRecords(column);
            if (column.hasManyValues() && !name.empty())
                addList(object[column.info().key], name, record);
        }
        for (const Field& field : record.conversation.fields) {
            const std::string key = fieldKey(field.key);
            if (field.kind == FieldKind::Text && isColumn(key, context))
                object[key] = std::string(field.value.string());
        }
    }

    static void addList(ExportJson& list, std::string_view name, const ExportRecord& record)
    {
        ExportJson values = ExportJson::array();
        for (const Field& field : record.conversation.fields) {
            if (field.key == name && field.kind == FieldKind::Categories)
                values.push_back(valueOfField(field));
        }
        if (!values.empty())
            list = std::move(values);
    }
};

} // namespace

const Exporter& parquetExporter()
{
    static const ParquetTarget exporter;
    return exporter;
}

} // namespace duologue
