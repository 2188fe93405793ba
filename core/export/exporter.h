// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "core/data/field_reader.h"
#include "core/data/record_notes.h"
#include "core/data/snapshot.h"
#include "core/io/atomic_file.h"
#include "core/util/language.h"
#include "core/util/parallel.h"
#include "core/util/phrase.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace duologue {

/// Something that was in the records and is not in what was written.
struct Loss {
    Phrase what;
    std::uint64_t values = 0;
    std::uint64_t records = 0;
};

/// Counts what a target has no place for. One thread; those of several threads are merged.
class Losses {
public:
    /// Of the current record. `name` is the phrase's %1, if it has one; it must live until endRecord().
    void add(PhraseId what, std::uint64_t values = 1, std::string_view name = {});
    /// The whole current record is left out, so nothing else of it counts.
    void leaveOut(PhraseId why) { m_leftOut = why; }
    /// Only some of it is left out.
    void keep() { m_leftOut.reset(); }
    /// What follows is of the next record.
    void endRecord();
    /// Something that is not as in the records, in all that is written. Each is said once.
    void remark(Phrase remark);

    /// Adds those of other records.
    void merge(const Losses& other);

    /// Reasons why whole records are left out come first; then by values, most first.
    std::vector<Loss> list() const;
    std::uint64_t recordsLeftOut() const;
    /// Records that are left out for that reason.
    std::uint64_t recordsLeftOut(PhraseId why) const;
    const std::vector<Phrase>& remarks() const { return m_remarks; }

private:
    struct Count {
        std::uint64_t values = 0;
        std::uint64_t records = 0;
        /// The number of the last record that was counted.
        std::uint64_t lastRecord = 0;
        bool isLeftOut = false;
    };
    /// Something of the current record.
    struct Pending {
        PhraseId what{};
        std::string_view name;
        std::uint64_t values = 0;
    };
    struct Less {
        using is_transparent = void;
        template<typename Left, typename Right>
        bool operator()(const Left& left, const Right& right) const
        {
            return left.first != right.first ? left.first < right.first : left.second < right.second;
        }
    };

    void count(const Pending& loss, bool isLeftOut);

    std::map<std::pair<PhraseId, std::string>, Count, Less> m_counts;
    std::vector<Pending> m_pending;
    std::optional<PhraseId> m_leftOut;
    std::vector<Phrase> m_remarks;
    /// Counts from 1.
    std::uint64_t m_record = 1;
};

/// Which texts are written where a conversation has several languages.
enum class ExportLanguage {
    /// The text that was written first, whatever its language.
    AsWritten,
    English,
    Chinese,
    /// All texts. Not every target has a place for them.
    Both,
};

/// "original", "en", "zh", "both".
std::optional<ExportLanguage> exportLanguageOf(std::string_view word);
std::string_view wordOf(ExportLanguage language);

/// What is written of each record.
struct ExportOptions {
    /// None: what the target does by itself.
    std::optional<ExportLanguage> language;
    bool keepsSystem = true;
    /// Keys of fields. A table has these columns; elsewhere they are written beside what the target has a
    /// place for. Empty: the usual columns, or nothing beside.
    std::vector<std::string> columns;
    /// Written beside the records that they are about, if the target takes notes.
    std::shared_ptr<const RecordNotes> notes;
    /// Cells that a spreadsheet would run as formulas are written as they are.
    bool rawCells = false;
};

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

/// The languages of most targets: a text in one of them has a place.
inline constexpr ExportLanguage kOneLanguage[]{ExportLanguage::AsWritten, ExportLanguage::English,
                                               ExportLanguage::Chinese};

/// A form in which records leave the program: one row of the table in exporter.cpp, with functions from the
/// file of the target. Any thread may use it at any time.
struct ExporterSpec {
    /// For scripts: "openai".
    std::string_view id;
    /// For people, in English; the window translates it (context "Exporters"). Ends with a null character.
    std::string_view title;
    /// What is written, in one clause. The same.
    std::string_view summary;
    /// Of the file's name, with its dot.
    std::string_view ending = ".jsonl";

    /// Appends a record to `out`. If the target has no place for it, appends nothing and leaves it out in
    /// `losses`; what it has no place for in the record is counted there, too.
    void (*write)(const ExportRecord& record, const ExportContext& context, std::string& out, Losses& losses);

    /// The bytes of records are enough: they need not be parsed. Broken records are then written as well.
    bool needsOnlyBytes = false;
    /// The first is what it writes if nothing else is asked.
    std::span<const ExportLanguage> languages = kOneLanguage;
    /// Whether ExportOptions::columns means anything.
    bool takesColumns = true;
    /// Whether it has a place for ExportOptions::notes.
    bool takesNotes = false;
    /// Keys that it writes itself, so that no column can have them.
    std::span<const std::string_view> ownKeys = {};
    /// The columns of a table if none are chosen; null for other targets.
    std::vector<FieldReader> (*usualColumns)(const Snapshot& snapshot) = nullptr;

    /// What is written before the first record, between two, and after the last; null for nothing.
    std::string (*head)(const ExportContext& context) = nullptr;
    std::string_view between = {};
    std::string (*tail)(const ExportContext& context) = nullptr;

    /// For a file that is more than what is written of its records: makes the file of that, and writes it
    /// into `target`. What it has no place for is counted in `losses`. Both must outlive it. Null for all
    /// others.
    std::unique_ptr<ByteSink> (*encoder)(const ExportContext& context, ByteSink& target, Losses& losses,
                                         const Job& job) = nullptr;
};

/// All of them, in the order in which people see them.
std::span<const ExporterSpec> exporters();

/// Null if there is none.
const ExporterSpec* findExporter(std::string_view id);

} // namespace duologue
