// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/record_visitor.h"

#include "core/dataset/load/loader.h"
#include "core/dataset/load/record_parser.h"
#include "core/formats/format_list.h"
#include "core/record/record_builder.h"

namespace duologue {

RecordVisitor::RecordVisitor(const Snapshot& snapshot, bool parses)
    : m_snapshot(snapshot),
      m_parses(parses),
      m_reader(snapshot),
      m_formats(snapshot.formatList ? snapshot.formatList : FormatList::builtIn())
{
}

RecordVisitor::~RecordVisitor() = default;

void RecordVisitor::visit(const RowRun& run, std::span<const Row> rows, const Job& job, const Visit& visit,
                          const Refuse& refuse)
{
    const bool isRead = m_reader.read(run);
    const std::string_view bytes = isRead ? m_reader.bytes() : std::string_view();
    for (std::size_t i = run.first; i < run.last && !job.stopRequested(); ++i) {
        const Row row = rows[i];
        if (!isRead) {
            refuse(row, true);
            continue;
        }
        const RecordEntry entry = m_snapshot.record(row);
        const std::string_view record =
            bytes.substr(static_cast<std::size_t>(entry.offset - run.begin), entry.length);
        if (parse(row, record))
            visit(row, record, m_conversation);
        else
            refuse(row, false);
    }
}

bool RecordVisitor::parse(Row row, std::string_view bytes)
{
    m_conversation.clear();
    if (!m_parses)
        return true;
    const RecordEntry entry = m_snapshot.record(row);
    const RecordOrigin& origin = m_snapshot.file(entry.file).origin;
    const Format* format = m_formats->find(m_snapshot.formats.at(entry.format));
    if (entry.state == RecordState::Broken || format == nullptr)
        return false;
    m_problems.clear();
    const ParsedRecord parsed = parseRecord(m_parser, bytes, entry.span(), m_problems, origin.form);
    if (parsed.state == RecordState::Broken)
        return false;
    RecordBuilder builder(m_conversation, origin, m_problems);
    readParsed(*format, parsed, entry.offset, builder);
    return true;
}

const TextKeys& textKeysOf(const Snapshot& snapshot)
{
    return snapshot.textKeys->get([&snapshot] {
        TextKeys keys;
        std::vector<Row> rows;
        for (Row row{0}; row < endOfFirstRecords(snapshot); ++row)
            rows.push_back(row);
        RecordVisitor visitor(snapshot, true);
        for (const RowRun& run : runsOf(snapshot, rows))
            visitor.visit(
                run, rows, Job(),
                [&keys](Row, std::string_view, const Conversation& conversation) { keys.look(conversation); },
                [](Row, bool) {});
        return keys;
    });
}

} // namespace duologue
