// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/phrase_id.h"
#include "core/base/text.h"
#include "core/dataset/cache/snapshot_codec.h"
#include "core/dataset/cache/stored_record.h"
#include "core/dataset/source/source_files.h"
#include "core/formats/inferred/learned_format.h"
#include "core/io/columnar/row_texts.h"
#include "core/io/unpack_on_demand.h"

#include <algorithm>
#include <limits>
#include <new>
#include <unordered_map>

namespace duologue {

namespace {

constexpr std::uint8_t kMostSatisfied = 5;
/// Between languages and translation.
constexpr unsigned kUnusedBits = (1U << RecordFigures::kTranslationShift) - 1U - RecordFigures::kLanguageMask;

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

    void messages()
    {
        MessageTable& table = m_out.messages;
        categories(table.intents);
        categories(table.roles);
        for (std::size_t left = m_in.count(1); left > 0 && m_in.ok(); --left)
            table.intentSets.push_back(intentSet(table.intents.size()));
        const std::size_t roles = table.roles.size();
        const std::size_t sets = table.intentSets.size();
        ChunkedVector<MessageFlags> flags;
        ChunkedVector<MessageLengths> lengths;
        plain(flags, [&](const MessageFlags& message) {
            return message.role < roles && message.intentSet < sets &&
                   message.satisfaction() <= kMostSatisfied;
        });
        plain(lengths, [](const MessageLengths&) { return true; });
        require(flags.size() == lengths.size() && flags.size() <= std::numeric_limits<std::uint32_t>::max());
        if (m_in.ok())
            table.entries = {std::move(flags), std::move(lengths)};
        table.mixed = m_in.value<std::uint8_t>() != 0;
    }

    void records()
    {
        const std::size_t count = m_in.count(sizeof(StoredRecord));
        require(count < std::numeric_limits<std::uint32_t>::max());
        RecordEntry before;
        before.file = FileId{0};
        for (std::size_t left = count; left > 0 && m_in.ok(); --left) {
            const RecordEntry entry = m_in.value<StoredRecord>().entry();
            require(isPossible(entry, before));
            m_out.records.entries.push_back(entry);
            before = entry;
        }
    }

    void columns()
    {
        for (std::size_t left = m_in.count(1); left > 0 && m_in.ok(); --left)
            m_out.records.columns.push_back(column(m_out.recordCount()));
        const std::size_t messages = m_out.messages.entries.size();
        for (std::size_t left = m_in.count(1); left > 0 && m_in.ok(); --left) {
            Column made = column(messages);
            made.info.traits = {};
            findLists(made);
            require(made.info.ofMessages &&
                    (made.info.kind == FieldKind::Flag || made.info.kind == FieldKind::Category));
            m_out.messages.columns.push_back(std::move(made));
        }
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

    MessageTable::IntentSet intentSet(std::size_t intents)
    {
        MessageTable::IntentSet set;
        set.count = m_in.value<std::uint8_t>();
        require(set.count <= set.codes.size());
        for (std::size_t i = 0; i < set.count && m_in.ok(); ++i) {
            set.codes[i] = m_in.value<CategoryCode>();
            require(indexOf(set.codes[i]) < intents);
        }
        return set;
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
        plain(column.numbers, [](double) { return true; });
        const bool several = column.info.kind == FieldKind::Categories;
        const std::size_t known = column.categories.size();
        plain(column.codes,
              [&](CategoryCode code) { return indexOf(code) < known || (code == kNoCategory && !several); });
        std::uint32_t before = 0;
        plain(column.ends, [&](std::uint32_t end) { return end >= std::exchange(before, end); });
        require(fits(column, most));
        findForms(column);
        if (several && m_in.ok())
            require(hasNoValueTwice(column));
        return column;
    }

    /// The members of lists of messages are categories behind them or before them.
    void findLists(Column& column)
    {
        std::unordered_map<std::string_view, CategoryCode> codes;
        std::vector<std::size_t> lists;
        for (std::size_t code = 0; code < column.categories.size(); ++code) {
            if (isListName(column.categories[code].shown()))
                lists.push_back(code);
        }
        // Most columns have none.
        for (std::size_t code = 0; code < column.categories.size() && !lists.empty(); ++code)
            codes.emplace(column.categories[code].shown(), categoryCode(code));
        for (const std::size_t list : lists) {
            std::vector<CategoryCode> members;
            forEachMemberName(column.categories[list].shown(), [&](std::string_view member) {
                const auto found = codes.find(member);
                require(found != codes.end());
                if (found != codes.end() &&
                    std::find(members.begin(), members.end(), found->second) == members.end())
                    members.push_back(found->second);
            });
            column.addList(categoryCode(list), std::move(members));
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
            return column.numbers.size() <= most && column.codes.empty() && column.ends.empty();
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
        constexpr int kDeepest = 16;
        Phrase phrase;
        const auto id = m_in.value<std::uint16_t>();
        require(id < static_cast<std::uint16_t>(PhraseId::Count) && depth <= kDeepest);
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
