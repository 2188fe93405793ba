// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/index_cache.h"

#include "core/data/snapshot.h"
#include "core/formats/inferred/learned_format.h"
#include "core/io/atomic_file.h"
#include "core/io/columnar/columnar_file.h"
#include "core/io/folder.h"
#include "core/io/unpacked_file.h"
#include "core/load/source_files.h"
#include "core/util/checksum.h"
#include "core/util/phrase_id.h"
#include "core/util/text.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <new>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <unordered_map>

namespace duologue {

/// A RecordEntry in a file: without the gaps that memory has.
struct StoredRecord {
    std::array<std::uint32_t, 2> offset{};
    std::uint32_t length = 0;
    std::uint32_t file = 0;
    std::uint32_t firstMessage = 0;
    std::uint32_t ordinal = 0;
    std::uint32_t characters = 0;
    std::uint16_t turns = 0;
    std::uint16_t languageBits = 0;
    std::uint8_t format = 0;
    std::uint8_t problems = 0;
    std::uint8_t state = 0;
    std::uint8_t candidates = 0;

    static StoredRecord of(const RecordEntry& entry)
    {
        return {{static_cast<std::uint32_t>(entry.offset), static_cast<std::uint32_t>(entry.offset >> 32U)},
                entry.length,
                static_cast<std::uint32_t>(entry.file),
                static_cast<std::uint32_t>(entry.firstMessage),
                entry.ordinal,
                entry.characters,
                entry.turns,
                entry.languageBits,
                entry.format,
                entry.problems,
                static_cast<std::uint8_t>(entry.state),
                entry.candidates};
    }

    RecordEntry entry() const
    {
        return {{MessageIndex{firstMessage}, characters, turns, format, problems,
                 static_cast<RecordState>(state), candidates, languageBits},
                {std::uint64_t{offset[1]} << 32U | offset[0], length, FileId{file}, ordinal}};
    }
};

namespace fs = std::filesystem;

std::vector<KeptIndex> keptIndexes(const fs::path& folder)
{
    std::vector<KeptIndex> indexes;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code gone;
        const auto used = at->last_write_time(gone);
        const std::uint64_t size = gone ? 0 : at->file_size(gone);
        const std::string name = at->path().filename().string();
        if (gone)
            continue;
        if (name.ends_with(kIndexEnding))
            indexes.push_back({at->path(), used, size, name.ends_with(kLanguagesEnding)});
    }
    return indexes;
}

void deleteIndexes(const fs::path& folder)
{
    for (const KeptIndex& index : keptIndexes(folder)) {
        std::error_code gone;
        fs::remove(index.path, gone);
    }
}

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMagic = "Duologue index\n";
constexpr std::uint32_t kByteOrder = 0x0102'0304;

fs::path absoluteOf(const fs::path& path)
{
    std::error_code error;
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();
}

Problem damaged()
{
    return {ProblemCode::CacheDamaged, Severity::Note, {}, {}, PhraseId::IndexDamaged};
}

/// Makes a folder, and those above that are missing, for the user alone.
void makeFolder(const fs::path& folder)
{
    std::error_code error;
    if (folder.empty() || fs::exists(folder, error))
        return;
    makeFolder(folder.parent_path());
    ::mkdir(folder.c_str(), S_IRWXU);
}

/// Whether the file is a regular one that belongs to the user and that nobody else may read or write.
bool isUsersAlone(const fs::path& file)
{
    struct stat status = {};
    return ::lstat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
           (status.st_mode & (S_IRWXG | S_IRWXO)) == 0;
}

/// 0 of a file that cannot be known again.
std::uint64_t bytesKnown(const SourceFile& file)
{
    if (file.packed != nullptr)
        return file.packed->isKnown() && file.unpacked ? file.unpacked->wholeSize() : 0;
    return file.stamp.isKnown() ? file.size : 0;
}

} // namespace

IndexCache::IndexCache(fs::path folder, const CacheSizes& sizes, const std::vector<fs::path>& paths,
                       std::uint64_t formatsChecksum)
    : m_folder(std::move(folder)), m_sizes(sizes), m_paths(paths), m_formatsChecksum(formatsChecksum)
{
    if (m_folder.empty() || formatsChecksum == 0)
        return;
    std::string names;
    for (const fs::path& path : m_paths)
        names += absoluteOf(path).native() + '\0';
    const std::string name = hexText(checksum(names));
    m_file = m_folder / (name + std::string(kIndexEnding));
    m_languagesFile = m_folder / (name + std::string(kLanguagesEnding));
}

/// What an index must begin with to be of use, besides the magic words: all that it depends on.
std::string IndexCache::label() const
{
    std::string label = "layout " + std::to_string(kSnapshotLayout) + ", reading " +
                        std::to_string(kReadingVersion) + ", phrases " + std::to_string(phrasesChecksum()) +
                        ", formats " + std::to_string(m_formatsChecksum);
    for (const fs::path& path : m_paths)
        label += '\0' + absoluteOf(path).native();
    return label;
}

Expected<std::optional<CheckedReader>> IndexCache::open(const fs::path& file) const
{
    using Opened = std::optional<CheckedReader>;
    if (file.empty())
        return Opened();
    const Folder folder(m_folder);
    if (!folder.isUsersAlone())
        return Opened();
    deleteAbandonedFiles(m_folder);
    const auto source = FileSource::open(file, kNoFile, &folder);
    if (!source || !isUsersAlone(file))
        return Opened();
    CheckedReader in(source.value());
    std::array<char, kMagic.size()> magic{};
    if (!in.bytes(magic.data(), magic.size()) || std::string_view(magic.data(), magic.size()) != kMagic)
        return damaged();
    // Another machine's, another version's or another dataset's is sound, and of no use.
    if (in.value<std::uint32_t>() != kByteOrder || in.text() != label())
        return in.ok() ? Expected<Opened>(Opened()) : damaged();
    return Opened(std::move(in));
}

Expected<SnapshotPtr> IndexCache::read(const std::shared_ptr<const FormatList>& formats) const
{
    auto opened = open(m_file);
    if (!opened)
        return opened.problem();
    if (!opened.value())
        return SnapshotPtr();
    CheckedReader& in = *opened.value();
    SnapshotPtr snapshot = decodeSnapshot(in, m_paths, formats);
    if (!snapshot || !in.isSound() || snapshot->formatsChecksum != m_formatsChecksum)
        return damaged();
    snapshot->languages->setStore(languages());
    return snapshot;
}

bool IndexCache::isWorthKeeping(const Snapshot& snapshot) const
{
    if (m_file.empty() || !snapshot.complete || snapshot.formatsChecksum != m_formatsChecksum)
        return false;
    // With the module, what is read is something else.
    for (std::size_t i = 0; i < snapshot.problems.size(); ++i) {
        if (snapshot.problems[i].code == ProblemCode::ModuleMissing)
            return false;
    }
    std::uint64_t known = 0;
    for (std::size_t i = 0; i < snapshot.files.size(); ++i)
        known += bytesKnown(snapshot.files[i]);
    const std::uint64_t atLeast =
        std::uint64_t{snapshot.messages.count} + std::uint64_t{snapshot.recordCount()};
    return known > 0 && known >= m_sizes.smallestDataset && atLeast <= m_sizes.all;
}

template<typename Write>
bool IndexCache::save(const fs::path& file, const Write& write) const
{
    try {
        makeFolder(m_folder);
        if (!Folder(m_folder).isUsersAlone())
            return false;
        AtomicFile written(file, AtomicFile::Existing::Replace, AtomicFile::Access::UserOnly);
        if (!written.error().empty())
            return false;
        CheckedWriter out(written.descriptor());
        out.bytes(kMagic.data(), kMagic.size());
        out.value(kByteOrder);
        out.text(label());
        write(out);
        // Not forced to the disk: one that a power cut has spoilt is found to be damaged.
        return out.finish() && written.commit(false);
    } catch (const std::exception&) {
        // No memory or no folder: there is no file then.
        return false;
    }
}

void IndexCache::write(const Snapshot& snapshot) const
{
    if (isWorthKeeping(snapshot) &&
        save(m_file, [&](CheckedWriter& out) { encodeSnapshot(snapshot, m_paths, out); }))
        deleteOldest();
}

namespace {

/// What the rows of a snapshot are: where each is, and the contents of their files. None if the contents of
/// a file are not known.
std::optional<std::uint64_t> checksumOfRows(const Snapshot& snapshot)
{
    RunningChecksum sum;
    const auto add = [&sum](const auto& value) {
        sum.add({reinterpret_cast<const char*>(&value), sizeof value});
    };
    for (std::size_t i = 0; i < snapshot.files.size(); ++i) {
        const SourceFile& file = snapshot.files[i];
        if (!file.skipReason.empty())
            continue;
        if (!file.stamp.isKnown())
            return std::nullopt;
        add(file.size);
        for (const std::uint64_t block : file.stamp.sums->values())
            add(block);
    }
    for (Row row{0}; row < snapshot.endRow(); ++row) {
        const RecordEntry entry = snapshot.record(row);
        add(entry.offset);
        add(entry.length);
        add(entry.file);
    }
    return sum.value();
}

} // namespace

std::vector<std::uint16_t> IndexCache::readLanguages(const Snapshot& snapshot) const
{
    auto opened = open(m_languagesFile);
    if (!opened || !opened.value())
        return {};
    CheckedReader& in = *opened.value();
    const auto rows = checksumOfRows(snapshot);
    if (!rows || in.value<std::uint64_t>() != *rows || in.value<std::uint32_t>() != snapshot.recordCount())
        return {};
    std::vector<std::uint16_t> values(snapshot.recordCount());
    in.bytes(values.data(), values.size() * sizeof(std::uint16_t));
    return in.isSound() ? values : std::vector<std::uint16_t>();
}

void IndexCache::writeLanguages(const Snapshot& snapshot, std::span<const std::uint16_t> values) const
{
    const auto rows = isWorthKeeping(snapshot) ? checksumOfRows(snapshot) : std::nullopt;
    if (!rows)
        return;
    save(m_languagesFile, [&](CheckedWriter& out) {
        out.value(*rows);
        out.value(snapshot.recordCount());
        out.bytes(values.data(), values.size_bytes());
    });
}

RecordLanguages::Store IndexCache::languages() const
{
    if (m_file.empty())
        return {};
    return {[cache = *this](const Snapshot& snapshot) { return cache.readLanguages(snapshot); },
            [cache = *this](const Snapshot& snapshot, std::span<const std::uint16_t> values) {
                cache.writeLanguages(snapshot, values);
            }};
}

void IndexCache::deleteOldest() const
{
    std::vector<KeptIndex> indexes = keptIndexes(m_folder);
    std::sort(indexes.begin(), indexes.end(),
              [](const KeptIndex& a, const KeptIndex& b) { return a.used > b.used; });
    std::uint64_t kept = 0;
    for (const KeptIndex& index : indexes) {
        kept += index.size;
        std::error_code gone;
        if (kept > m_sizes.all)
            fs::remove(index.path, gone);
    }
}

void IndexCache::touch() const
{
    std::error_code gone;
    if (!m_file.empty())
        fs::last_write_time(m_file, fs::file_time_type::clock::now(), gone);
}

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

    void column(const Column& column)
    {
        m_out.text(column.info.key);
        m_out.text(column.info.title);
        m_out.text(column.info.rawKey);
        m_out.value(static_cast<std::uint8_t>(column.info.kind));
        m_out.value(static_cast<std::uint8_t>((column.info.ofMessages ? 1U : 0U) | (column.mixed ? 2U : 0U) |
                                              (column.areDigits ? 4U : 0U)));
        categories(column.categories);
        lists(column);
        plain(column.numbers);
        codes(column.codes);
        codes(column.ends);
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

    /// The members of those categories that are lists.
    void lists(const Column& column)
    {
        count(column.lists);
        for (std::size_t code = 0; code < column.members.size(); ++code) {
            const std::vector<CategoryCode>& members = column.members[code];
            if (members.empty())
                continue;
            m_out.value(categoryCode(code));
            count(members.size());
            m_out.bytes(members.data(), members.size() * sizeof(CategoryCode));
        }
    }

    /// Piece by piece, each in as few bytes as it needs.
    template<typename T>
    void codes(const CodeVector<T>& list)
    {
        count(list.size());
        std::vector<std::uint32_t> keys(CodeVector<T>::kChunkSize);
        for (std::size_t begin = 0; begin < list.size(); begin += keys.size()) {
            const std::size_t size = std::min(keys.size(), list.size() - begin);
            list.keysTo(begin, begin + size, keys.data());
            const NarrowKeys piece = narrowed({keys.data(), size});
            m_out.value(piece.width);
            m_out.value(piece.base);
            m_out.bytes(piece.bytes.get(), size * piece.width);
        }
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
    out.value(snapshot.messages.count);
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

namespace {

/// Between languages and translation.
constexpr unsigned kUnusedBits =
    (1U << RecordFigures::kTranslationShift) - 1U - RecordFigures::kLanguageMask - RecordFigures::kOpenBit;

/// Texts are shown and printed, and who prints them may rely on UTF-8.
bool isUtf8(std::string_view text)
{
    while (!text.empty()) {
        const auto byte = static_cast<unsigned char>(text.front());
        const std::size_t length = byte < 0x80U ? 1 : codePointLength(text);
        if (length == 0)
            return false;
        text.remove_prefix(length);
    }
    return true;
}

/// Reads the parts of a snapshot in the order in which snapshot_encode.cpp writes them. Each part looks at
/// what it has read, and fails the reader where that cannot be.
class Decoder {
public:
    Decoder(CheckedReader& in, Snapshot& out) : m_in(in), m_out(out) {}

    void packedFiles(const std::vector<std::filesystem::path>& roots)
    {
        constexpr std::size_t kSmallest = 45;
        for (std::size_t left = m_in.count(kSmallest); left > 0 && m_in.ok(); --left)
            m_packed.push_back(packedFile(roots));
        if (m_packed.empty() || !m_in.ok())
            return;
        auto unpacking = UnpackOnDemand::create();
        require(unpacking.ok());
        if (unpacking)
            m_unpacking = std::move(unpacking).value();
    }

    void files(const std::vector<std::filesystem::path>& roots)
    {
        constexpr std::size_t kSmallest = 82;
        for (std::size_t left = m_in.count(kSmallest); left > 0 && m_in.ok(); --left)
            m_out.files.push_back(file(roots));
    }

    void messages() { m_out.messages.count = m_in.value<std::uint32_t>(); }

    void records()
    {
        const std::size_t count = m_in.count(sizeof(StoredRecord));
        require(count < std::numeric_limits<std::uint32_t>::max());
        RecordEntry before;
        before.file = FileId{0};
        for (std::size_t left = count; left > 0 && m_in.ok(); --left) {
            const RecordEntry entry = m_in.value<StoredRecord>().entry();
            require(isPossible(entry, before));
            m_out.openLanguages += entry.areLanguagesOpen() ? 1U : 0U;
            m_out.records.entries.push_back(entry);
            before = entry;
        }
    }

    void columns()
    {
        for (std::size_t left = m_in.count(1); left > 0 && m_in.ok(); --left) {
            m_out.records.columns.push_back(column(m_out.recordCount()));
            require(!m_out.records.columns.back().info.ofMessages);
        }
        const std::vector<Column> builtIn = std::exchange(m_out.messages.columns, {});
        for (std::size_t left = m_in.count(1); left > 0 && m_in.ok(); --left) {
            Column made = column(m_out.messages.count);
            made.info.traits = {};
            const std::size_t index = m_out.messages.columns.size();
            const bool isOwn = made.info.kind == FieldKind::Flag || made.info.kind == FieldKind::Category;
            require(made.info.ofMessages && (index < builtIn.size() ? isLike(made, builtIn[index]) : isOwn));
            m_out.messages.columns.push_back(std::move(made));
        }
        require(m_out.messages.columns.size() >= builtIn.size());
        require(m_in.ok() && haveRoles(m_out.messages));
    }

    void problems()
    {
        for (std::size_t left = m_in.count(1); left > 0 && m_in.ok(); --left)
            m_out.problems.push_back(problem());
        m_out.problemCounts = counts();
        for (std::size_t left = m_in.count(1); left > 0 && m_in.ok(); --left) {
            const FileId file = fileId();
            m_out.problemsNotKept.emplace_back(file, counts());
        }
    }

    void rest()
    {
        m_out.formatsChecksum = m_in.value<std::uint64_t>();
        const auto flags = m_in.value<std::uint8_t>();
        m_out.readsLoneObjects = (flags & 1U) != 0;
        m_out.problemsCapped = (flags & 2U) != 0;
    }

private:
    void require(bool condition)
    {
        if (!condition)
            m_in.fail();
    }

    std::string utf8()
    {
        std::string text = m_in.text();
        require(isUtf8(text));
        return text;
    }

    /// A file of the snapshot, or kNoFile.
    FileId fileId()
    {
        const FileId file{m_in.value<std::uint32_t>()};
        require(file == kNoFile || indexOf(file) < m_out.files.size());
        return file;
    }

    /// A path below one of the roots; `root` becomes that root's number.
    std::string place(const std::vector<std::filesystem::path>& roots, std::uint32_t& root)
    {
        root = m_in.value<std::uint32_t>();
        const std::string below = m_in.text();
        require(root < roots.size());
        if (!m_in.ok())
            return {};
        const std::string& path = roots[root].native();
        const bool parted = path.ends_with('/') || below.empty();
        return parted ? path + below : path + "/" + below;
    }

    FileStamp stamp()
    {
        FileStamp stamp;
        if (m_in.value<std::uint8_t>() == 0)
            return stamp;
        stamp.identity = m_in.value<FileIdentity>();
        stamp.isSettled = m_in.value<std::uint8_t>() != 0;
        const auto size = m_in.value<std::uint64_t>();
        const std::size_t count = BlockSums::countFor(size);
        require(size == stamp.identity.size && count <= m_in.remaining() / sizeof(std::uint64_t));
        if (!m_in.ok())
            return {};
        std::vector<std::uint64_t> values(count);
        m_in.bytes(values.data(), count * sizeof(std::uint64_t));
        stamp.sums = std::make_shared<const BlockSums>(size, std::move(values));
        return stamp;
    }

    std::shared_ptr<const PackedFile> packedFile(const std::vector<std::filesystem::path>& roots)
    {
        auto packed = std::make_shared<PackedFile>();
        std::uint32_t root = 0;
        packed->path = place(roots, root);
        packed->root = root;
        packed->shownPath = utf8();
        packed->namedByUser = m_in.value<std::uint8_t>() != 0;
        packed->encoding = m_in.value<TextEncoding>();
        require(packed->encoding <= TextEncoding::Windows1252);
        packed->stamp = stamp();
        packed->isWhole = packed->stamp.isKnown();
        return packed;
    }

    LabelColumnsPtr labels()
    {
        if (m_in.value<std::uint8_t>() != 0)
            return m_labels;
        std::map<std::string, LabelNames> columns;
        for (std::size_t left = m_in.count(1); left > 0 && m_in.ok(); --left) {
            std::string column = utf8();
            std::vector<std::string> names;
            for (std::size_t more = m_in.count(1); more > 0 && m_in.ok(); --more)
                names.push_back(utf8());
            columns[std::move(column)] = std::make_shared<const std::vector<std::string>>(std::move(names));
        }
        m_labels = columns.empty()
                       ? nullptr
                       : std::make_shared<const std::map<std::string, LabelNames>>(std::move(columns));
        return m_labels;
    }

    std::shared_ptr<const Format> learned()
    {
        if (m_in.value<std::uint8_t>() != 0)
            return m_learned;
        const std::string text = utf8();
        m_learned = text.empty() ? nullptr : LearnedFormat::fromText(text);
        require(text.empty() || m_learned != nullptr);
        return m_learned;
    }

    SourceFile file(const std::vector<std::filesystem::path>& roots)
    {
        SourceFile file;
        file.path = place(roots, file.root);
        const auto packed = m_in.value<std::uint32_t>();
        for (std::string* text :
             {&file.shownPath, &file.origin.group, &file.origin.user, &file.origin.folder, &file.origin.stem,
              &file.origin.shownStem, &file.origin.describedAs, &file.origin.config, &file.origin.split})
            *text = utf8();
        file.origin.form = static_cast<RecordForm>(m_in.value<std::uint8_t>());
        require(file.origin.form <= RecordForm::Values);
        for (std::size_t left = m_in.count(1); left > 0 && m_in.ok(); --left) {
            RecordList& list = file.origin.lists.emplace_back();
            list.name = utf8();
            list.begin = m_in.value<std::uint64_t>();
            list.end = m_in.value<std::uint64_t>();
            list.isObject = m_in.value<std::uint8_t>() != 0;
        }
        for (std::size_t left = m_in.count(1); left > 0 && m_in.ok(); --left) {
            auto& [key, value] = file.origin.besideLists.emplace_back();
            key = utf8();
            value = utf8();
        }
        file.origin.labels = labels();
        file.origin.learned = learned();
        file.skipReason = phrase();
        file.size = m_in.value<std::uint64_t>();
        const auto flags = m_in.value<std::uint8_t>();
        file.namedByUser = (flags & 1U) != 0;
        file.loneObject = (flags & 2U) != 0;
        file.isOneRecord = (flags & 8U) != 0;
        file.origin.areColumns = (flags & 32U) != 0;
        if ((flags & 16U) != 0)
            file.columns = std::make_shared<RowTexts>(openerOf(file));
        file.stamp = stamp();
        require(!file.stamp.isKnown() || file.stamp.sums->size() == file.size);
        takeMember(file, packed, (flags & 4U) != 0);
        return file;
    }

    /// Members of a packed file follow each other.
    void takeMember(SourceFile& file, std::uint32_t packed, bool isUnpacked)
    {
        const bool isMember = packed < m_packed.size();
        require(isMember ? packed == m_begun || packed + 1 == m_begun : !isUnpacked);
        if (!isMember || !m_in.ok())
            return;
        m_begun = packed + 1;
        file.packed = m_packed[packed];
        file.encoding = file.packed->encoding;
        if (isUnpacked)
            file.unpacked = m_unpacking->add(file.packed, file.size);
    }

    /// Each message has one. So there are no more messages than the file can describe.
    static bool haveRoles(const MessageTable& messages)
    {
        const Column& roles = messages.column(MessageColumn::Role);
        std::size_t at = 0;
        while (at < roles.codes.size() && roles.codes.key(at) != 0)
            ++at;
        return at == messages.count && at == roles.codes.size();
    }

    /// Whether it can be that column of MessageColumn.
    static bool isLike(const Column& column, const Column& builtIn)
    {
        const std::size_t fixed = builtIn.categories.size();
        bool isSame = column.info.key == builtIn.info.key && column.info.rawKey.empty() &&
                      column.info.kind == builtIn.info.kind &&
                      (fixed == 0 || fixed == column.categories.size());
        for (std::size_t i = 0; isSame && i < fixed; ++i)
            isSame = column.categories[i] == builtIn.categories[i];
        return isSame;
    }

    bool isPossible(const RecordEntry& entry, const RecordEntry& before) const
    {
        if (indexOf(entry.file) >= m_out.files.size() || entry.file < before.file)
            return false;
        const SourceFile& file = m_out.file(entry.file);
        // Offsets in a file of columns do not depend on its size.
        const std::uint64_t size = file.columns ? std::numeric_limits<std::uint64_t>::max() : file.size;
        return entry.offset <= size && entry.length <= size - entry.offset &&
               entry.firstMessage >= before.firstMessage && entry.firstMessage <= m_out.messages.end() &&
               entry.format < m_out.formats.size() && entry.state <= RecordState::Broken &&
               entry.translation() <= Translation::Complete && (entry.languageBits & kUnusedBits) == 0;
    }

    /// A column of at most so many records or messages.
    Column column(std::size_t most)
    {
        Column column;
        column.info.key = utf8();
        column.info.title = utf8();
        column.info.rawKey = utf8();
        column.info.traits = columnTraits(m_out.knownFields, column.info.key);
        column.info.kind = static_cast<FieldKind>(m_in.value<std::uint8_t>());
        const auto flags = m_in.value<std::uint8_t>();
        column.info.ofMessages = (flags & 1U) != 0;
        column.mixed = (flags & 2U) != 0;
        column.areDigits = (flags & 4U) != 0;
        require(column.info.kind < FieldKind::Tree);
        categories(column.categories);
        lists(column);
        plain(column.numbers, [](double) { return true; });
        const bool several = column.info.kind == FieldKind::Categories;
        const bool areNumbers = column.areCodesNumbers();
        const std::size_t known = column.categories.size();
        codes(column.codes, [&](CategoryCode code) {
            return areNumbers || indexOf(code) < known || (code == kNoCategory && !several);
        });
        std::uint32_t before = 0;
        codes(column.ends, [&](std::uint32_t end) { return end >= std::exchange(before, end); });
        require(fits(column, most));
        findForms(column);
        if (several && m_in.ok())
            require(hasNoValueTwice(column));
        return column;
    }

    void lists(Column& column)
    {
        const std::size_t known = column.categories.size();
        for (std::size_t left = m_in.count(1); left > 0 && m_in.ok(); --left) {
            const auto list = m_in.value<CategoryCode>();
            std::vector<CategoryCode> members(m_in.count(sizeof(CategoryCode)));
            m_in.bytes(members.data(), members.size() * sizeof(CategoryCode));
            const auto isValue = [&](CategoryCode code) {
                return indexOf(code) < known && !isListName(column.categories[indexOf(code)].shown());
            };
            require(column.info.ofMessages && indexOf(list) < known &&
                    indexOf(list) >= column.members.size() && !isValue(list) && !members.empty() &&
                    std::all_of(members.begin(), members.end(), isValue));
            if (m_in.ok())
                column.addList(list, std::move(members));
        }
    }

    static void findForms(Column& column)
    {
        for (std::size_t code = 0; code < column.categories.size(); ++code) {
            const std::string& name = column.categories[code].shown();
            if (!column.info.ofMessages || !isListName(name))
                column.forms.add(name);
        }
        column.numbers.forEachPiece(0, column.numbers.size(),
                                    [&](std::size_t, const double* first, std::size_t count) {
                                        for (std::size_t i = 0; i < count; ++i)
                                            column.forms.add(first[i]);
                                    });
    }

    /// Its lists are as long as its kind has them.
    static bool fits(const Column& column, std::size_t most)
    {
        switch (column.info.kind) {
        case FieldKind::Number:
            return column.numbers.size() <= most && column.ends.empty() &&
                   (column.areCodesNumbers()
                        ? column.codes.size() <= most && column.numbers.empty() && column.categories.empty()
                        : column.codes.empty());
        case FieldKind::Categories:
            return column.ends.size() <= most && column.numbers.empty() &&
                   column.codes.size() == (column.ends.empty() ? 0 : column.ends[column.ends.size() - 1]);
        case FieldKind::Flag:
            return column.codes.size() <= most && column.numbers.empty() && column.ends.empty() &&
                   column.categories.size() == 2;
        default:
            return column.codes.size() <= most && column.numbers.empty() && column.ends.empty();
        }
    }

    static bool hasNoValueTwice(const Column& column)
    {
        std::vector<std::size_t> seenInRow(column.categories.size(), column.ends.size());
        for (std::size_t row = 0; row < column.ends.size(); ++row) {
            for (std::uint32_t i = row == 0 ? 0 : column.ends[row - 1]; i < column.ends[row]; ++i) {
                if (std::exchange(seenInRow[indexOf(column.codes[i])], row) == row)
                    return false;
            }
        }
        return true;
    }

    Problem problem()
    {
        const auto code = m_in.value<std::uint8_t>();
        const auto severity = m_in.value<std::uint8_t>();
        require(code < static_cast<std::uint8_t>(ProblemCode::Count) &&
                severity <= static_cast<std::uint8_t>(Severity::Error));
        Problem problem;
        problem.code = static_cast<ProblemCode>(m_in.ok() ? code : 0);
        problem.severity = static_cast<Severity>(m_in.ok() ? severity : 0);
        problem.where.file = fileId();
        problem.where.offset = m_in.value<std::uint64_t>();
        problem.where.length = m_in.value<std::uint32_t>();
        problem.pointer = utf8();
        problem.detail = phrase();
        return problem;
    }

    /// `depth`: how many phrases this one is an argument in.
    Phrase phrase(int depth = 0)
    {
        constexpr int kDeepestPhrase = 16;
        Phrase phrase;
        const auto id = m_in.value<std::uint16_t>();
        require(id < static_cast<std::uint16_t>(PhraseId::Count) && depth <= kDeepestPhrase);
        phrase.id = static_cast<PhraseId>(m_in.ok() ? id : 0);
        phrase.text = utf8();
        const auto count = m_in.value<std::uint8_t>();
        for (std::uint8_t i = 0; i < count && m_in.ok(); ++i)
            phrase.arguments.push_back(this->phrase(depth + 1));
        return phrase;
    }

    ProblemCounts counts()
    {
        ProblemCounts counts;
        for (std::uint64_t& each : counts.bySeverity)
            each = m_in.value<std::uint64_t>();
        return counts;
    }

    void categories(Categories& categories)
    {
        constexpr std::size_t kSmallest = 8;
        for (std::size_t left = m_in.count(kSmallest); left > 0 && m_in.ok(); --left) {
            std::string en = m_in.text();
            std::string zh = m_in.text();
            require(isUtf8(ValueKey::shown(en)) && isUtf8(ValueKey::shown(zh)));
            categories.push_back({std::move(en), std::move(zh)});
        }
    }

    template<typename T, typename IsPossible>
    void codes(CodeVector<T>& list, const IsPossible& isPossible)
    {
        constexpr std::size_t kPiece = CodeVector<T>::kChunkSize;
        const auto size = m_in.value<std::uint64_t>();
        // Of a piece whose keys are all equal.
        constexpr std::size_t kSmallest = 5;
        require(size / kPiece <= m_in.remaining() / kSmallest);
        std::vector<std::uint32_t> keys(std::min<std::uint64_t>(kPiece, m_in.ok() ? size : 0));
        std::vector<T> values(keys.size());
        while (list.size() < size && m_in.ok()) {
            const std::size_t count = std::min<std::uint64_t>(keys.size(), size - list.size());
            narrowKeys(count).copyTo(0, count, keys.data());
            std::transform(keys.data(), keys.data() + count, values.data(),
                           [](std::uint32_t key) { return static_cast<T>(key - 1); });
            require(std::all_of(values.data(), values.data() + count, isPossible));
            list.append({values.data(), count});
        }
    }

    NarrowKeys narrowKeys(std::size_t count)
    {
        NarrowKeys keys;
        keys.width = m_in.value<std::uint8_t>();
        keys.base = m_in.value<std::uint32_t>();
        const auto read = [&]<typename Stored>(Stored) {
            auto bytes = std::make_shared<Stored[]>(count);
            m_in.bytes(bytes.get(), count * sizeof(Stored));
            keys.bytes = std::move(bytes);
        };
        switch (keys.width) {
        case 0:
            break;
        case sizeof(std::uint8_t):
            read(std::uint8_t{});
            break;
        case sizeof(std::uint16_t):
            read(std::uint16_t{});
            break;
        case sizeof(std::uint32_t):
            read(std::uint32_t{});
            break;
        default:
            m_in.fail();
            keys.width = 0;
        }
        return keys;
    }

    template<typename List, typename IsPossible>
    void plain(List& list, IsPossible&& isPossible)
    {
        using T = typename List::Value;
        list.fillUp(m_in.count(sizeof(T)), [&](T* first, std::size_t count) {
            if (!m_in.bytes(first, count * sizeof(T)))
                return false;
            require(std::all_of(first, first + count, isPossible));
            return m_in.ok();
        });
    }

    CheckedReader& m_in;
    Snapshot& m_out;
    /// Of the file before.
    LabelColumnsPtr m_labels;
    std::shared_ptr<const Format> m_learned;
    std::vector<std::shared_ptr<const PackedFile>> m_packed;
    /// How many of them have members so far.
    std::size_t m_begun = 0;
    std::shared_ptr<UnpackOnDemand> m_unpacking;
};

} // namespace

SnapshotPtr decodeSnapshot(CheckedReader& in, const std::vector<std::filesystem::path>& roots,
                           std::shared_ptr<const FormatList> formats)
{
    try {
        auto snapshot = std::make_shared<Snapshot>();
        snapshot->formats = formats->ids();
        snapshot->knownFields = formats->knownFields();
        snapshot->formatList = std::move(formats);
        snapshot->values = &valuesOfRecords();
        Decoder decoder(in, *snapshot);
        decoder.packedFiles(roots);
        decoder.files(roots);
        decoder.messages();
        decoder.records();
        decoder.columns();
        decoder.problems();
        decoder.rest();
        snapshot->complete = true;
        return in.ok() ? snapshot : nullptr;
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

} // namespace duologue
