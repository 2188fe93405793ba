// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/load.h"

#include "core/data/record_keys.h"
#include "core/io/unpacked_file.h"
#include "core/load/loader.h"
#include "core/query/evaluate.h"
#include "core/query/query_parser.h"
#include "tests/support/source_folder.h"

namespace duologue::test {

SnapshotPtr load(const std::vector<std::filesystem::path>& paths, int threads)
{
    LoadOptions options;
    options.threads = threads;
    return loadDataset(paths, options, Job());
}

std::filesystem::path sampleFolder()
{
    return sourceFolder() / "resources" / "sample";
}

std::vector<std::string> idsFound(const Snapshot& snapshot, const std::string& query)
{
    std::vector<std::string> ids;
    const auto found = evaluate(snapshot, parseQuery(query).value(), Job());
    found.value().forEach([&](Row row) { ids.push_back(fieldText(snapshot, row, "id")); });
    return ids;
}

std::vector<std::string> tableLines(const Snapshot& snapshot)
{
    std::vector<std::string> lines;
    const auto fields = allFields(snapshot);
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const RecordEntry& entry = snapshot.record(row);
        std::string line = std::to_string(entry.offset) + "+" + std::to_string(entry.length) + " state " +
                           std::to_string(static_cast<int>(entry.state));
        for (const FieldReader& field : fields)
            line += " | " + field.info().key + "=" + field.text(row);
        lines.push_back(std::move(line));
    }
    return lines;
}

namespace {

std::string fileLine(const SourceFile& file)
{
    const std::uint64_t size = file.unpacked ? file.unpacked->wholeSize() : file.size;
    return file.path + " shown " + file.shownPath + " root " + std::to_string(file.root) + " size " +
           std::to_string(size) + (file.packed ? " in " + file.packed->path : "") +
           (file.namedByUser ? " named" : "") + (file.loneObject ? " lone" : "") + " skipped '" +
           inEnglish(file.skipReason) + "' origin " + file.origin.group + ", " + file.origin.user + ", " +
           file.origin.folder + ", " + file.origin.stem + ", " + file.origin.shownStem;
}

/// The columns of messages, for one message.
std::string ownKeysLine(const Snapshot& snapshot, MessageIndex message)
{
    std::string line;
    for (const Column& column : snapshot.messages.ownColumns()) {
        const CategoryCode code = column.code(indexOf(message));
        line += code == kNoCategory
                    ? ""
                    : " | " + column.info.key + "=" + column.categories[indexOf(code)].shown();
    }
    return line;
}

std::string messageLine(const KeptMessage& message)
{
    const unsigned bits = static_cast<unsigned>(message.mark) | message.satisfaction << 2U |
                          (message.english ? 32U : 0U) | (message.chinese ? 64U : 0U) |
                          (message.isEarlier ? 128U : 0U);
    std::string line = message.role + " " + std::to_string(message.english.value_or(0)) + " " +
                       std::to_string(message.chinese.value_or(0)) + " bits " + std::to_string(bits);
    for (const Category& intent : message.intents)
        line += " " + intent.en + "/" + intent.zh;
    return line;
}

std::string problemLine(const Problem& problem)
{
    return std::string(codeName(problem.code)) + " " + std::string(severityName(problem.severity)) + " " +
           std::to_string(indexOf(problem.where.file)) + ":" + std::to_string(problem.where.offset) + "+" +
           std::to_string(problem.where.length) + " " + problem.pointer + " " + inEnglish(problem.detail);
}

} // namespace

KeptMessage keptMessage(const Snapshot& snapshot, MessageIndex message)
{
    const auto codeIn = [&](MessageColumn which) {
        return snapshot.messages.column(which).code(indexOf(message));
    };
    const auto lengthIn = [&](MessageColumn which) {
        const CategoryCode length = codeIn(which);
        return length == kNoCategory ? std::nullopt : std::optional(static_cast<std::uint32_t>(length));
    };
    KeptMessage kept;
    kept.role = snapshot.messages.column(MessageColumn::Role)
                    .categories[indexOf(codeIn(MessageColumn::Role))]
                    .shown();
    const Column& intents = snapshot.messages.column(MessageColumn::Intent);
    FieldReader(snapshot, intents).forEachMessageCode(message, [&](CategoryCode code) {
        kept.intents.push_back(intents.categories[indexOf(code)]);
    });
    kept.mark = snapshot.messages.mark(message);
    kept.satisfaction = keyOfCode(codeIn(MessageColumn::Satisfaction));
    kept.english = lengthIn(MessageColumn::EnglishLength);
    kept.chinese = lengthIn(MessageColumn::ChineseLength);
    kept.isEarlier = codeIn(MessageColumn::EarlierTranslation) != kNoCategory;
    return kept;
}

std::vector<std::string> snapshotLines(const Snapshot& snapshot)
{
    std::vector<std::string> lines = tableLines(snapshot);
    for (std::size_t i = 0; i < snapshot.files.size(); ++i)
        lines.push_back(fileLine(snapshot.files[i]));
    for (const Column& column : snapshot.records.columns)
        lines.push_back(column.info.key + " (" + column.info.title + ") " +
                        std::to_string(static_cast<int>(column.info.kind)));
    for (const Column& column : snapshot.messages.ownColumns())
        lines.push_back("message: " + column.info.key + " (" + column.info.title + ") " +
                        std::to_string(static_cast<int>(column.info.kind)));
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const RecordEntry& entry = snapshot.record(row);
        const auto [begin, end] = snapshot.messageRange(row);
        lines.push_back("file " + std::to_string(indexOf(entry.file)) + " ordinal " +
                        std::to_string(entry.ordinal) + " at " + std::to_string(entry.offset) + " length " +
                        std::to_string(entry.length) + " characters " + std::to_string(entry.characters) +
                        " format " + snapshot.formats.at(entry.format) + " problems " +
                        std::to_string(entry.problems));
        for (MessageIndex i = begin; i < end; ++i)
            lines.push_back(messageLine(keptMessage(snapshot, i)) + ownKeysLine(snapshot, i));
        if (const Column* const keys = recordKeys(snapshot))
            lines.push_back("keys " + FieldReader(snapshot, *keys).text(row));
    }
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i)
        lines.push_back(problemLine(snapshot.problems[i]));
    lines.push_back("notes " + std::to_string(snapshot.problemCounts.notes()));
    lines.push_back("warnings " + std::to_string(snapshot.problemCounts.warnings()));
    lines.push_back("errors " + std::to_string(snapshot.problemCounts.errors()));
    for (const auto& [file, counts] : snapshot.problemsNotKept)
        lines.push_back("not kept of " + std::to_string(indexOf(file)) + ": " +
                        std::to_string(counts.notes()) + " " + std::to_string(counts.warnings()) + " " +
                        std::to_string(counts.errors()));
    lines.push_back(snapshot.complete ? "complete" : "not complete");
    lines.push_back(snapshot.readsLoneObjects ? "reads lone objects" : "skips lone objects");
    return lines;
}

std::vector<Row> rowsAt(std::initializer_list<std::uint32_t> indexes)
{
    std::vector<Row> rows;
    for (const std::uint32_t index : indexes)
        rows.push_back(Row{index});
    return rows;
}

std::string fieldText(const Snapshot& snapshot, Row row, std::string_view field)
{
    const auto reader = findField(snapshot, field);
    return reader ? reader->text(row) : "<no field>";
}

std::vector<std::string> problemLines(const Snapshot& snapshot)
{
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        const Problem& problem = snapshot.problems[i];
        lines.push_back(std::string(codeName(problem.code)) + " " + problem.pointer);
    }
    return lines;
}

} // namespace duologue::test
