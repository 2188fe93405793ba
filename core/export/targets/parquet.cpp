// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/parquet/parquet_writer.h"

#include "core/base/padded_bytes.h"
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/base/translatable.h"
#include "core/export/targets/plain_messages.h"
#include "core/json/json_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace duologue {

namespace {

constexpr std::string_view kMessages = "messages";
constexpr std::string_view kId = "id";

/// Whether all numbers of the column are whole, and no larger than those that a double holds exactly.
bool isWhole(const FieldReader& column, const Snapshot& snapshot)
{
    constexpr double kLargest = 9'007'199'254'740'992;
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const double number = column.number(row);
        if (!std::isnan(number) && (number != std::floor(number) || std::abs(number) > kLargest))
            return false;
    }
    return true;
}

ParquetField::Kind kindOf(const FieldReader& column, const Snapshot& snapshot)
{
    if (column.hasManyValues())
        return ParquetField::Kind::Texts;
    if (column.isNumber())
        return isWhole(column, snapshot) ? ParquetField::Kind::Whole : ParquetField::Kind::Real;
    return column.info().kind == FieldKind::Flag ? ParquetField::Kind::Flag : ParquetField::Kind::Text;
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

std::vector<ParquetField> fieldsOf(const ExportContext& context)
{
    std::vector<ParquetField> fields{{std::string(kId), ParquetField::Kind::Text},
                                     {std::string(kMessages), ParquetField::Kind::Messages}};
    for (const FieldReader& column : context.columns) {
        if (column.info().key != kId)
            fields.push_back({column.info().key, kindOf(column, context.snapshot)});
    }
    return fields;
}

/// Makes rows of a Parquet file of records that are written as lines of JSON.
class ParquetEncoder final : public ByteSink {
public:
    ParquetEncoder(const ExportContext& context, ByteSink& target)
        : m_target(target), m_writer(fieldsOf(context), target)
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
            const JsonView value = row ? row.value()[fields[i].name] : JsonView();
            if (fields[i].kind == ParquetField::Kind::Messages)
                addMessages(i, value);
            else if (fields[i].kind == ParquetField::Kind::Texts)
                addTexts(m_writer.leaf(i), value);
            else
                addValue(m_writer.leaf(i), fields[i].kind, value);
        }
        return m_writer.endRow();
    }

    static void addValue(ParquetLeaf& leaf, ParquetField::Kind kind, const JsonView& value)
    {
        if (kind == ParquetField::Kind::Whole && value.isNumber())
            leaf.addWhole(static_cast<std::int64_t>(value.number().value_or(0)));
        else if (kind == ParquetField::Kind::Real && value.isNumber())
            leaf.addReal(value.number().value_or(0));
        else if (kind == ParquetField::Kind::Flag && value.boolean())
            leaf.addFlag(*value.boolean());
        else if (kind == ParquetField::Kind::Text && value.hasValue())
            leaf.addText(value.isString() ? std::string(value.string()) : value.toJson());
        else
            leaf.addNothing(0, 0);
    }

    static void addTexts(ParquetLeaf& leaf, const JsonView& list)
    {
        if (list.size() == 0 || !list.isArray())
            leaf.addNothing(list.isArray() ? 1 : 0, 0);
        std::uint8_t repetition = 0;
        for (const JsonView value : list.elements()) {
            leaf.addText(value.string(), repetition);
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
        return std::make_unique<ParquetEncoder>(context, target);
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
        addTextFields(object, record, context);
        Written written;
        written.id = true;
        countLosses(record, context, written, losses);
        appendLine(object, out);
    }

private:
    /// Columns of long texts only say whether there is one.
    static void addTextFields(ExportJson& object, const ExportRecord& record, const ExportContext& context)
    {
        for (const Field& field : record.conversation.fields) {
            const std::string key = fieldKey(field.key);
            if (field.kind == FieldKind::Text && isColumn(key, context))
                object[key] = std::string(field.value.string());
        }
    }
};

} // namespace

const Exporter& parquetExporter()
{
    static const ParquetTarget exporter;
    return exporter;
}

} // namespace duologue
