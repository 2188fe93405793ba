// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/cache/snapshot_codec.h"
#include "core/dataset/cache/stored_record.h"
#include "core/dataset/source/source_files.h"
#include "core/formats/inferred/learned_format.h"
#include "core/io/packed_file.h"
#include "core/io/unpacked_file.h"

#include <algorithm>

namespace duologue {

namespace {

/// Writes the parts of a snapshot in the order in which snapshot_decode.cpp reads them.
class Encoder {
public:
    explicit Encoder(CheckedWriter& out) : m_out(out) {}

    void packed(const PackedFile& packed, const std::filesystem::path& root)
    {
        place(packed.path, static_cast<std::uint32_t>(packed.root), root);
        m_out.text(packed.shownPath);
        m_out.value(std::uint8_t{packed.namedByUser});
        m_out.value(packed.encoding);
        // What did not come out to its end may not come out again.
        stamp(packed.isKnown() ? packed.stamp : FileStamp());
    }

    /// `packed`: which of the packed files it is in; their number for none.
    void file(const SourceFile& file, const std::filesystem::path& root, std::uint32_t packed)
    {
        place(file.path, file.root, root);
        m_out.value(packed);
        for (const std::string* text :
             {&file.shownPath, &file.origin.group, &file.origin.user, &file.origin.folder, &file.origin.stem,
              &file.origin.shownStem, &file.origin.describedAs, &file.origin.config, &file.origin.split})
            m_out.text(*text);
        m_out.value(static_cast<std::uint8_t>(file.origin.form));
        count(file.origin.lists.size());
        for (const RecordList& list : file.origin.lists) {
            m_out.text(list.name);
            m_out.value(list.begin);
            m_out.value(list.end);
            m_out.value(std::uint8_t{list.isObject});
        }
        count(file.origin.besideLists.size());
        for (const auto& [key, value] : file.origin.besideLists) {
            m_out.text(key);
            m_out.text(value);
        }
        labels(file.origin.labels);
        learned(file.origin.learned);
        phrase(file.skipReason);
        m_out.value(file.unpacked ? file.unpacked->wholeSize() : file.size);
        m_out.value(static_cast<std::uint8_t>(
            (file.namedByUser ? 1U : 0U) | (file.loneObject ? 2U : 0U) | (file.unpacked ? 4U : 0U) |
            (file.isOneRecord ? 8U : 0U) | (file.columns ? 16U : 0U) | (file.origin.areColumns ? 32U : 0U)));
        stamp(file.stamp);
    }

    /// Files of one folder may share it, as they do labels.
    void learned(const std::shared_ptr<const Format>& format)
    {
        const bool isRepeated = format == m_learned;
        m_out.value(std::uint8_t{isRepeated});
        if (isRepeated)
            return;
        m_learned = format;
        const auto* const known = dynamic_cast<const LearnedFormat*>(format.get());
        m_out.text(known == nullptr ? std::string() : known->text());
    }

    /// Files of one folder mostly share them: they are written with the first file, the others refer to it.
    void labels(const LabelColumnsPtr& columns)
    {
        const bool isRepeated = columns == m_labels;
        m_out.value(std::uint8_t{isRepeated});
        if (isRepeated)
            return;
        m_labels = columns;
        count(columns ? columns->size() : 0);
        if (!columns)
            return;
        for (const auto& [column, names] : *columns) {
            m_out.text(column);
            count(names->size());
            for (const std::string& name : *names)
                m_out.text(name);
        }
    }

    void records(const RecordTable& table)
    {
        count(table.entries.size());
        for (std::size_t i = 0; i < table.entries.size(); ++i)
            m_out.value(StoredRecord::of(table.entries[i]));
    }

    void messages(const MessageTable& table)
    {
        categories(table.intents);
        categories(table.roles);
        count(table.intentSets.size());
        forEach(table.intentSets, [this](const MessageTable::IntentSet& set) {
            m_out.value(set.count);
            for (std::size_t i = 0; i < set.count; ++i)
                m_out.value(set.codes[i]);
        });
        plain(table.entries.hot());
        plain(table.entries.cold());
        m_out.value(std::uint8_t{table.mixed});
    }

    void column(const Column& column)
    {
        m_out.text(column.info.key);
        m_out.text(column.info.title);
        m_out.text(column.info.rawKey);
        m_out.value(static_cast<std::uint8_t>(column.info.kind));
        m_out.value(static_cast<std::uint8_t>((column.info.ofMessages ? 1U : 0U) | (column.mixed ? 2U : 0U) |
                                              (column.areDigits ? 4U : 0U)));
        categories(column.categories);
        plain(column.numbers);
        plain(column.codes);
        plain(column.ends);
    }

    void columns(const std::vector<Column>& columns)
    {
        count(columns.size());
        for (const Column& each : columns)
            column(each);
    }

    void problem(const Problem& problem)
    {
        m_out.value(static_cast<std::uint8_t>(problem.code));
        m_out.value(static_cast<std::uint8_t>(problem.severity));
        m_out.value(static_cast<std::uint32_t>(problem.where.file));
        m_out.value(problem.where.offset);
        m_out.value(problem.where.length);
        m_out.text(problem.pointer);
        phrase(problem.detail);
    }

    void phrase(const Phrase& phrase)
    {
        m_out.value(static_cast<std::uint16_t>(phrase.id));
        m_out.text(phrase.text);
        m_out.value(static_cast<std::uint8_t>(phrase.arguments.size()));
        for (const Phrase& argument : phrase.arguments)
            this->phrase(argument);
    }

    void counts(const ProblemCounts& counts)
    {
        for (const std::uint64_t each : counts.bySeverity)
            m_out.value(each);
    }

    void count(std::size_t count) { m_out.value(std::uint64_t{count}); }

    template<typename List, typename Write>
    void forEach(const List& list, Write&& write)
    {
        list.forEachPiece(0, list.size(), [&](std::size_t, const auto* first, std::size_t pieces) {
            for (std::size_t i = 0; i < pieces; ++i)
                write(first[i]);
        });
    }

private:
    /// A path as one below the root.
    void place(std::string_view path, std::uint32_t number, const std::filesystem::path& root)
    {
        path.remove_prefix(std::min(path.size(), root.native().size()));
        while (path.starts_with('/'))
            path.remove_prefix(1);
        m_out.value(number);
        m_out.text(path);
    }

    void stamp(const FileStamp& stamp)
    {
        const bool isKnown = stamp.isKnown();
        m_out.value(std::uint8_t{isKnown});
        if (!isKnown)
            return;
        m_out.value(stamp.identity);
        m_out.value(std::uint8_t{stamp.isSettled});
        m_out.value(stamp.sums->size());
        m_out.bytes(stamp.sums->values().data(), stamp.sums->values().size_bytes());
    }

    void categories(const Categories& categories)
    {
        count(categories.size());
        forEach(categories, [this](const Category& category) {
            m_out.text(category.en);
            m_out.text(category.zh);
        });
    }

    template<typename List>
    void plain(const List& list)
    {
        using T = typename List::Value;
        static_assert(kIsPlain<T>);
        count(list.size());
        list.forEachPiece(0, list.size(), [this](std::size_t, const T* first, std::size_t pieces) {
            m_out.bytes(first, pieces * sizeof(T));
        });
    }

    CheckedWriter& m_out;
    /// Of the file before.
    LabelColumnsPtr m_labels;
    std::shared_ptr<const Format> m_learned;
};

} // namespace

void encodeSnapshot(const Snapshot& snapshot, const std::vector<std::filesystem::path>& roots,
                    CheckedWriter& out)
{
    Encoder encoder(out);
    const std::vector<FileId> members = firstMembers(snapshot);
    encoder.count(members.size());
    for (const FileId member : members) {
        const PackedFile& packed = *snapshot.file(member).packed;
        encoder.packed(packed, roots.at(packed.root));
    }
    encoder.count(snapshot.files.size());
    std::size_t begun = 0;
    for (std::size_t i = 0; i < snapshot.files.size(); ++i) {
        const SourceFile& file = snapshot.files[i];
        if (begun < members.size() && indexOf(members[begun]) == i)
            ++begun;
        encoder.file(file, roots.at(file.root),
                     static_cast<std::uint32_t>(file.packed ? begun - 1 : members.size()));
    }
    encoder.messages(snapshot.messages);
    encoder.records(snapshot.records);
    encoder.columns(snapshot.records.columns);
    encoder.columns(snapshot.messages.columns);
    encoder.count(snapshot.problems.size());
    encoder.forEach(snapshot.problems, [&](const Problem& problem) { encoder.problem(problem); });
    encoder.counts(snapshot.problemCounts);
    encoder.count(snapshot.problemsNotKept.size());
    for (const auto& [file, counts] : snapshot.problemsNotKept) {
        out.value(static_cast<std::uint32_t>(file));
        encoder.counts(counts);
    }
    out.value(snapshot.formatsChecksum);
    out.value(static_cast<std::uint8_t>((snapshot.readsLoneObjects ? 1U : 0U) |
                                        (snapshot.problemsCapped ? 2U : 0U)));
}

} // namespace duologue
