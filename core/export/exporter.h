// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file/byte_sink.h"
#include "core/base/job.h"
#include "core/export/export_options.h"
#include "core/export/losses.h"
#include "core/record/conversation.h"
#include "core/table/field_reader.h"
#include "core/table/snapshot.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace duologue {

/// What all records of an export share.
struct ExportContext {
    const Snapshot& snapshot;
    const ExportOptions& options;
    /// The language that is written.
    ExportLanguage language = ExportLanguage::AsWritten;
    /// ExportOptions::columns, or the usual ones of a table.
    std::vector<FieldReader> columns;
    /// The index of each column that holds a field of the records themselves, by its FieldInfo::rawKey.
    std::unordered_map<std::string_view, std::size_t> ownColumns = {};
    /// How many records there are to write.
    std::size_t records = 0;
    /// Of the files of all records, if they have the same one; else UTF-8.
    TextEncoding encoding = TextEncoding::Utf8;
};

/// One record to write. Valid during the call.
struct ExportRecord {
    Row row;
    /// Its bytes in the file.
    std::string_view bytes;
    /// Empty if the exporter does not read conversations.
    const Conversation& conversation;
    /// Those of ExportOptions::notes that are about it.
    std::span<const RecordNote> notes = {};
};

/// A form in which records leave the program. Each is one file in targets/ and one line in exporter.cpp. It
/// has no state: any thread may use it at any time.
class Exporter {
public:
    virtual ~Exporter() = default;

    /// For scripts: "openai".
    virtual std::string_view id() const = 0;
    /// For people, in English; the window translates it (context "Exporters"). Ends with a null character.
    virtual std::string_view title() const = 0;
    /// What is written, in one clause. The same.
    virtual std::string_view summary() const = 0;
    /// Of the file's name, with its dot.
    virtual std::string_view ending() const = 0;

    /// The bytes of records are enough: they need not be parsed. Broken records are then written as well.
    virtual bool needsOnlyBytes() const { return false; }
    /// The first is what it writes if nothing else is asked.
    virtual std::vector<ExportLanguage> languages() const
    {
        return {ExportLanguage::AsWritten, ExportLanguage::English, ExportLanguage::Chinese};
    }
    /// Whether ExportOptions::columns means anything.
    virtual bool takesColumns() const { return true; }
    /// Whether it has a place for ExportOptions::notes.
    virtual bool takesNotes() const { return false; }
    /// Keys that it writes itself, so that no column can have them.
    virtual std::vector<std::string_view> ownKeys() const { return {}; }
    /// The columns of a table if none are chosen; for other targets none.
    virtual std::vector<FieldReader> usualColumns(const Snapshot& snapshot) const;

    /// What is written before the first record, between two, and after the last.
    virtual std::string head(const ExportContext& context) const;
    virtual std::string_view between() const { return {}; }
    virtual std::string tail(const ExportContext& context) const;

    /// For a file that is more than what is written of its records: makes the file of that, and writes it
    /// into `target`. What it has no place for is counted in `losses`. Both must outlive it. Null for all
    /// others.
    virtual std::unique_ptr<ByteSink> encoder(const ExportContext& context, ByteSink& target, Losses& losses,
                                              const Job& job) const;

    /// Appends a record to `out`. If the target has no place for it, appends nothing and leaves it out in
    /// `losses`; what it has no place for in the record is counted there, too.
    virtual void write(const ExportRecord& record, const ExportContext& context, std::string& out,
                       Losses& losses) const = 0;
};

/// All of them, in the order in which people see them.
const std::vector<const Exporter*>& exporters();

/// Null if there is none.
const Exporter* findExporter(std::string_view id);

} // namespace duologue
