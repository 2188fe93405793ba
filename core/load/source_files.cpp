// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/source_files.h"

#include "core/io/csv/csv_file.h"
#include "core/io/unpacked_file.h"
#include "core/json/json_view.h"
#include "core/json/json_writer.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <map>
#include <utility>

namespace duologue {

Expected<FileSource> openSource(const SourceFile& file, FileId id)
{
    auto source =
        file.unpacked ? Expected<FileSource>(file.unpacked->open(id)) : FileSource::open(file.path, id);
    if (source && file.columns)
        return source.value().withRecords(file.columns);
    return source;
}

ColumnarFile::Open* openerOf(const SourceFile& file)
{
    if (file.origin.areColumns)
        return &openJsonColumns;
    return CsvFile::isNamedLikeOne(file.shownPath) ? CsvFile::openerFor(file.shownPath) : &ColumnarFile::open;
}

std::vector<FileId> firstMembers(const Snapshot& snapshot)
{
    std::vector<FileId> first;
    const PackedFile* before = nullptr;
    for (std::size_t i = 0; i < snapshot.files.size(); ++i) {
        const PackedFile* packed = snapshot.files[i].packed.get();
        if (packed != nullptr && packed != before)
            first.push_back(FileId{static_cast<std::uint32_t>(i)});
        before = packed;
    }
    return first;
}

bool hasUnknownPacked(const Snapshot& snapshot)
{
    const std::vector<FileId> first = firstMembers(snapshot);
    return std::any_of(first.begin(), first.end(),
                       [&](FileId member) { return !snapshot.file(member).packed->isKnown(); });
}

void cancelUnpacking(const Snapshot& snapshot)
{
    for (std::size_t i = 0; i < snapshot.files.size(); ++i) {
        if (snapshot.files[i].unpacked)
            snapshot.files[i].unpacked->cancel();
    }
}

namespace {

/// An object of columns is parsed whole, which takes several times its length in memory.
constexpr std::uint64_t kLongestColumns = std::uint64_t{64} << 20U;
/// So many rows make a group, which one worker reads.
constexpr std::uint64_t kRowsOfGroup = 4096;

/// The values of a column in the order of its rows. Tables that are written by pandas have an object with the
/// number of each row in place of a list.
std::vector<JsonView> valuesOf(const JsonView& column)
{
    std::vector<JsonView> values;
    values.reserve(column.size());
    for (const JsonView value : column.elements())
        values.push_back(value);
    std::vector<JsonMember> members;
    for (const JsonMember member : column.members())
        members.push_back(member);
    const auto byNumber = [](const JsonMember& a, const JsonMember& b) {
        const std::string_view left = a.key;
        const std::string_view right = b.key;
        return left.size() != right.size() ? left.size() < right.size() : left < right;
    };
    const bool areNumbers = std::all_of(members.begin(), members.end(), [](const JsonMember& each) {
        const std::string_view name = each.key;
        return !name.empty() && std::all_of(name.begin(), name.end(), isDigit);
    });
    if (areNumbers)
        std::stable_sort(members.begin(), members.end(), byNumber);
    for (const JsonMember& member : members)
        values.push_back(member.value);
    return values;
}

class JsonColumns final : public ColumnarFile {
public:
    static Expected<std::shared_ptr<const ColumnarFile>> open(const FileSource& source)
    {
        auto made = std::make_shared<JsonColumns>();
        if (source.size() > kLongestColumns)
            return problemOf(source.id(), {PhraseId::RecordTooLong, kLongestColumns >> 20U});
        if (const auto count = source.read(0, static_cast<std::size_t>(source.size()), made->m_bytes); !count)
            return count.problem();
        const auto root = made->m_parser.parse(made->m_bytes.view());
        if (!root)
            return root.problem();
        made->take(root.value());
        return std::shared_ptr<const ColumnarFile>(std::move(made));
    }

    std::vector<ColumnType> columns() const override
    {
        std::vector<ColumnType> types;
        for (const auto& [name, values] : m_columns)
            types.push_back({std::string(name), {}});
        return types;
    }

    Expected<std::unique_ptr<RowCursor>> rowsOf(const FileSource&, std::size_t group,
                                                std::uint64_t skip) const override
    {
        const RowGroupSpan& span = groups()[group];
        auto self = std::static_pointer_cast<const JsonColumns>(shared_from_this());
        return std::unique_ptr<RowCursor>(
            std::make_unique<Cursor>(std::move(self), span.firstRow + skip, span.firstRow + span.rows));
    }

    void appendRow(std::uint64_t row, std::string& out) const
    {
        JsonWriter writer(out);
        writer.beginObject();
        for (const auto& [name, values] : m_columns) {
            writer.key(name);
            writer.json(values[static_cast<std::size_t>(row)].toJson());
        }
        for (const auto& [name, value] : m_others) {
            writer.key(name);
            writer.json(value.toJson());
        }
        writer.endObject();
    }

private:
    class Block final : public RowBlock {
    public:
        Block(std::shared_ptr<const JsonColumns> columns, std::uint64_t row, std::size_t rows)
            : RowBlock(rows), m_columns(std::move(columns)), m_row(row)
        {
        }

        PhraseId appendNext(std::string& out, std::size_t limit) override
        {
            const std::size_t before = out.size();
            m_columns->appendRow(m_row++, out);
            --m_rows;
            return out.size() - before <= limit ? PhraseId{} : PhraseId::RowTooLong;
        }

    private:
        const std::shared_ptr<const JsonColumns> m_columns;
        std::uint64_t m_row;
    };

    class Cursor final : public RowCursor {
    public:
        Cursor(std::shared_ptr<const JsonColumns> columns, std::uint64_t row, std::uint64_t end)
            : m_columns(std::move(columns)), m_row(row), m_end(end)
        {
        }

        Expected<std::unique_ptr<RowBlock>> next(std::size_t rows) override
        {
            const std::uint64_t count = std::min<std::uint64_t>(rows, m_end - m_row);
            if (count == 0)
                return std::unique_ptr<RowBlock>();
            const std::uint64_t first = std::exchange(m_row, m_row + count);
            return std::unique_ptr<RowBlock>(
                std::make_unique<Block>(m_columns, first, static_cast<std::size_t>(count)));
        }

    private:
        const std::shared_ptr<const JsonColumns> m_columns;
        std::uint64_t m_row;
        const std::uint64_t m_end;
    };

    /// The columns are the members of the length that most of them have. What else the object says, each row
    /// says.
    void take(const JsonView& root)
    {
        std::map<std::size_t, std::size_t> lengths;
        for (const auto [name, value] : root.members())
            ++lengths[value.isArray() || value.isObject() ? value.size() : 0];
        lengths.erase(0);
        const auto most = std::max_element(lengths.begin(), lengths.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        const std::size_t rows = most == lengths.end() ? 0 : most->first;
        for (const auto [name, value] : root.members()) {
            if (rows > 0 && value.size() == rows && (value.isArray() || value.isObject()))
                m_columns.emplace_back(name, valuesOf(value));
            else if (!value.isArray() && !value.isObject())
                m_others.emplace_back(name, value);
        }
        for (std::uint64_t first = 0; first < rows; first += kRowsOfGroup) {
            const std::uint64_t count = std::min<std::uint64_t>(kRowsOfGroup, rows - first);
            m_groups.push_back({first, count, m_bytes.size() * count / rows});
        }
    }

    PaddedBytes m_bytes;
    JsonParser m_parser;
    std::vector<std::pair<std::string_view, std::vector<JsonView>>> m_columns;
    std::vector<std::pair<std::string_view, JsonView>> m_others;
};

} // namespace

Expected<std::shared_ptr<const ColumnarFile>> openJsonColumns(const FileSource& source)
{
    return JsonColumns::open(source);
}

} // namespace duologue
