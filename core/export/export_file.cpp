// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/export_file.h"

#include "core/base/file/atomic_file.h"
#include "core/base/phrase_id.h"
#include "core/export/packing_sink.h"
#include "core/io/packed_file.h"

#include <sys/stat.h>

namespace duologue {

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
