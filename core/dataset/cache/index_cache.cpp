// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/cache/index_cache.h"

#include "core/base/checksum.h"
#include "core/base/file/atomic_file.h"
#include "core/base/phrase_id.h"
#include "core/dataset/cache/kept_indexes.h"
#include "core/dataset/cache/snapshot_codec.h"
#include "core/io/folder.h"
#include "core/io/packed_file.h"
#include "core/io/unpacked_file.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace duologue {

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
    std::array<char, 17> name{};
    std::snprintf(name.data(), name.size(), "%016llx", static_cast<unsigned long long>(checksum(names)));
    m_file = m_folder / (std::string(name.data()) + std::string(kIndexEnding));
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

Result<SnapshotPtr> IndexCache::read(const std::shared_ptr<const FormatList>& formats) const
{
    if (m_file.empty())
        return SnapshotPtr();
    const Folder folder(m_folder);
    if (!folder.isUsersAlone())
        return SnapshotPtr();
    deleteAbandonedFiles(m_folder);
    const auto source = FileSource::open(m_file, kNoFile, &folder);
    if (!source || !isUsersAlone(m_file))
        return SnapshotPtr();
    CheckedReader in(source.value());
    std::array<char, kMagic.size()> magic{};
    if (!in.bytes(magic.data(), magic.size()) || std::string_view(magic.data(), magic.size()) != kMagic)
        return damaged();
    // Another machine's, another version's or another dataset's is sound, and of no use.
    if (in.value<std::uint32_t>() != kByteOrder || in.text() != label())
        return in.ok() ? Result<SnapshotPtr>(SnapshotPtr()) : damaged();
    SnapshotPtr snapshot = decodeSnapshot(in, m_paths, formats);
    if (!snapshot || !in.isSound() || snapshot->formatsChecksum != m_formatsChecksum)
        return damaged();
    return snapshot;
}

bool IndexCache::isWorthKeeping(const Snapshot& snapshot) const
{
    if (m_file.empty() || !snapshot.complete || snapshot.formatsChecksum != m_formatsChecksum)
        return false;
    std::uint64_t known = 0;
    for (std::size_t i = 0; i < snapshot.files.size(); ++i)
        known += bytesKnown(snapshot.files[i]);
    const std::uint64_t atLeast =
        snapshot.messages.entries.size() * sizeof(MessageEntry) + snapshot.recordCount();
    return known > 0 && known >= m_sizes.smallestDataset && atLeast <= m_sizes.all;
}

void IndexCache::write(const Snapshot& snapshot) const
{
    if (!isWorthKeeping(snapshot))
        return;
    try {
        makeFolder(m_folder);
        if (!Folder(m_folder).isUsersAlone())
            return;
        AtomicFile file(m_file, AtomicFile::Existing::Replace, AtomicFile::Access::UserOnly);
        if (!file.error().empty())
            return;
        CheckedWriter out(file.descriptor());
        out.bytes(kMagic.data(), kMagic.size());
        out.value(kByteOrder);
        out.text(label());
        encodeSnapshot(snapshot, m_paths, out);
        // Not forced to the disk: one that a power cut has spoilt is found to be damaged.
        if (!out.finish() || !file.commit(false))
            return;
        deleteOldest();
    } catch (const std::exception&) {
        // No memory or no folder: there is no index then.
        return;
    }
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

} // namespace duologue
