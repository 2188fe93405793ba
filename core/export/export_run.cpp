// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_run.h"

#include "core/io/archive.h"
#include "core/io/atomic_file.h"
#include "core/io/unpacked_file.h"
#include "core/load/record_reader.h"
#include "core/util/parallel.h"
#include "core/util/phrase_id.h"

#include <algorithm>
#include <optional>
#include <sys/stat.h>

namespace duologue {

namespace {

/// Some of the records, written.
struct ExportPart {
    std::string text;
    std::uint64_t records = 0;
    Losses losses;
};

/// The encoding of the files of all rows; UTF-8 if they have several.
TextEncoding commonEncoding(const Snapshot& snapshot, const RowOrder& rows)
{
    std::optional<TextEncoding> common;
    FileId last = kNoFile;
    for (const Row row : rows) {
        const FileId file = snapshot.record(row).file;
        if (file == last)
            continue;
        last = file;
        const TextEncoding encoding = snapshot.file(file).encoding;
        if (common && *common != encoding)
            return TextEncoding::Utf8;
        common = encoding;
    }
    return common.value_or(TextEncoding::Utf8);
}

ExportContext contextOf(const ExportRequest& request)
{
    ExportContext context{.snapshot = request.snapshot, .options = request.options, .columns = {}};
    context.language = request.options.language.value_or(request.exporter.languages.front());
    context.records = request.rows.size();
    context.encoding = commonEncoding(request.snapshot, request.rows);
    for (const std::string& name : request.options.columns) {
        if (auto field = findField(request.snapshot, name))
            context.columns.push_back(std::move(*field));
    }
    if (request.options.columns.empty() && request.exporter.usualColumns != nullptr)
        context.columns = request.exporter.usualColumns(request.snapshot);
    for (std::size_t i = 0; i < context.columns.size(); ++i) {
        const FieldInfo& info = context.columns[i].info();
        if (!info.rawKey.empty() && !info.ofMessages)
            context.ownColumns.emplace(info.rawKey, i);
    }
    return context;
}

/// Writes one record after the other. One thread.
class RecordWriter {
public:
    RecordWriter(const ExportRequest& request, const ExportContext& context, Losses& losses)
        : m_request(request), m_context(context), m_losses(losses)
    {
    }

    /// Appends the record, or nothing.
    void write(RecordReader& record, std::string& out)
    {
        const auto bytes = record.bytes();
        std::optional<Conversation> none;
        Conversation* const read =
            m_request.exporter.needsOnlyBytes ? &none.emplace() : record.conversation();
        if (!bytes || read == nullptr) {
            m_losses.leaveOut(bytes ? PhraseId::LeftOutBroken : PhraseId::LeftOutChanged);
            m_losses.endRecord();
            return;
        }
        Conversation& conversation = *read;
        std::span<const RecordNote> notes;
        if (m_request.options.notes)
            notes = m_request.options.notes->of(record.row());
        std::vector<RecordNote> left;
        if (!m_request.options.keepsSystem) {
            left = notesWithoutSystem(notes, conversation);
            notes = left;
            const std::size_t dropped = std::erase_if(conversation.messages, isSystem);
            m_losses.add(PhraseId::LostSystem, dropped);
        }
        m_request.exporter.write({record.row(), *bytes, conversation, notes}, m_context, out, m_losses);
        m_losses.endRecord();
    }

private:
    static bool isSystem(const Message& message) { return message.role == "system"; }

    /// Without those of messages of the system; the others know the message's new index.
    static std::vector<RecordNote> notesWithoutSystem(std::span<const RecordNote> notes,
                                                      const Conversation& conversation)
    {
        std::vector<RecordNote> left;
        for (const RecordNote& note : notes) {
            const auto begin = conversation.messages.begin();
            const auto message = begin + note.message.value_or(0);
            if (note.message && isSystem(*message))
                continue;
            left.push_back(note);
            if (note.message)
                *left.back().message -= static_cast<std::uint32_t>(std::count_if(begin, message, isSystem));
        }
        return left;
    }

    const ExportRequest& m_request;
    const ExportContext& m_context;
    Losses& m_losses;
};

/// Counts the bytes that it passes on.
class CountingSink final : public ByteSink {
public:
    explicit CountingSink(ByteSink& target) : m_target(target) {}

    bool write(std::string_view bytes) override
    {
        m_bytes += bytes.size();
        return m_target.write(bytes);
    }
    bool finish() override { return m_target.finish(); }
    Phrase error() const override { return m_target.error(); }
    std::uint64_t bytes() const { return m_bytes; }

private:
    ByteSink& m_target;
    std::uint64_t m_bytes = 0;
};

} // namespace

Phrase mistakeIn(const ExportRequest& request)
{
    const auto languages = request.exporter.languages;
    const std::string id(request.exporter.id);
    if (request.options.language &&
        std::find(languages.begin(), languages.end(), *request.options.language) == languages.end())
        return {PhraseId::NoExportLanguage, id, wordOf(*request.options.language)};
    if (!request.options.columns.empty() && !request.exporter.takesColumns)
        return {PhraseId::NoExportColumns, id};
    if (request.options.notes && !request.exporter.takesNotes)
        return {PhraseId::NoExportNotes, id};
    const auto own = request.exporter.ownKeys;
    for (const std::string& name : request.options.columns) {
        const auto field = findField(request.snapshot, name);
        if (!field)
            return {PhraseId::NoField, name};
        if (std::find(own.begin(), own.end(), field->info().key) != own.end())
            return {PhraseId::OwnExportKey, id, field->info().key};
    }
    return {};
}

ExportSummary exportRecords(const ExportRequest& request, ByteSink& sink, const Job& job)
{
    const ExportContext context = contextOf(request);
    ExportSummary summary;
    CountingSink counted(sink);
    const ExporterSpec& exporter = request.exporter;
    const std::unique_ptr<ByteSink> encoder =
        exporter.encoder != nullptr ? exporter.encoder(context, counted, summary.losses, job) : nullptr;
    ByteSink& out = encoder ? *encoder : counted;
    bool isGood = true;
    const auto put = [&](std::string_view text) { isGood = isGood && out.write(text); };
    if (exporter.head != nullptr)
        put(exporter.head(context));
    const auto begin = [](std::uint64_t bytes) {
        ExportPart part;
        // Growing it step by step would copy it several times.
        part.text.reserve(static_cast<std::size_t>(bytes + bytes / 8));
        return part;
    };
    const auto write = [&](ExportPart& part, std::size_t, RecordReader& record) {
        const std::size_t before = part.text.size();
        if (part.records > 0)
            part.text += exporter.between;
        const std::size_t first = part.text.size();
        RecordWriter(request, context, part.losses).write(record, part.text);
        if (part.text.size() > first)
            ++part.records;
        else
            part.text.resize(before);
    };
    const auto add = [&](const ExportPart& part) {
        summary.losses.merge(part.losses);
        if (part.records == 0)
            return isGood;
        if (summary.records > 0)
            put(exporter.between);
        put(part.text);
        summary.records += part.records;
        if (Progress* progress = job.progress())
            progress->recordsDone += part.records;
        return isGood;
    };
    mapRecords(request.snapshot, request.rows, {.threads = request.threads}, job, begin, write, add);
    if (exporter.tail != nullptr)
        put(exporter.tail(context));
    isGood = isGood && out.finish();
    summary.bytes = counted.bytes();
    if (!isGood)
        summary.error = sink.error();
    else if (job.stopRequested())
        summary.error = PhraseId::ExportCancelled;
    return summary;
}

ExportPreview previewExport(const ExportRequest& request, std::size_t atMost, const Job& job)
{
    ExportRequest first = request;
    if (first.rows.size() > atMost)
        first.rows.resize(atMost);
    const ExportContext context = contextOf(first);
    ExportPreview preview;
    RecordWriter writer(first, context, preview.losses);
    forEachRecord(first.snapshot, first.rows, {.threads = 1}, job, [&](std::size_t, RecordReader& record) {
        std::string text;
        writer.write(record, text);
        if (preview.records == 0)
            preview.text = text;
        preview.records += text.empty() ? 0 : 1;
    });
    return preview;
}

bool isSourceOf(const Snapshot& snapshot, const std::filesystem::path& path)
{
    struct stat target = {};
    if (::stat(path.c_str(), &target) != 0)
        return false;
    const auto isSame = [&target](const std::string& other) {
        struct stat status = {};
        return ::stat(other.c_str(), &status) == 0 && status.st_dev == target.st_dev &&
               status.st_ino == target.st_ino;
    };
    const PackedFile* before = nullptr;
    for (std::size_t i = 0; i < snapshot.files.size(); ++i) {
        const SourceFile& file = snapshot.files[i];
        if (file.packed != nullptr) {
            if (file.packed.get() != before && isSame(file.packed->path))
                return true;
            before = file.packed.get();
        } else if (isSame(file.path)) {
            return true;
        }
    }
    return false;
}

ExportSummary exportToFile(const ExportRequest& request, const std::filesystem::path& path,
                           ExistingFile existing, const Job& job)
{
    ExportSummary summary;
    if (isSourceOf(request.snapshot, path)) {
        summary.error = PhraseId::IsSource;
        return summary;
    }
    std::error_code ignored;
    const bool replaces = std::filesystem::exists(path, ignored);
    AtomicFile file(path, existing == ExistingFile::Replace ? AtomicFile::Existing::Replace
                                                            : AtomicFile::Existing::Refuse);
    summary.error = file.error();
    if (!summary.error.empty())
        return summary;
    const std::unique_ptr<ByteSink> packing = packingSink(path.native(), file);
    summary = exportRecords(request, packing ? *packing : file, job);
    const std::uint64_t changed = summary.losses.recordsLeftOut(PhraseId::LeftOutChanged);
    if (summary.error.empty() && replaces && changed > 0)
        summary.error = {PhraseId::NotReplaced, changed};
    if (summary.error.empty() && !file.commit())
        summary.error = file.error();
    return summary;
}

} // namespace duologue
