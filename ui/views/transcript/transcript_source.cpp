// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/transcript_source.h"

#include "ui/models/check/finding_model.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>

namespace duologue::ui {

namespace {

/// Where the files that a record names can be: in the folder of its file or in one above it, up to the folder
/// that was opened.
QStringList foldersOf(const SourceFile& file)
{
    QStringList folders;
    if (file.packed || file.unpacked)
        return folders;
    QDir folder = QFileInfo(QFile::decodeName(file.path.c_str())).absoluteDir();
    auto levels = std::ranges::count(file.shownPath, '/');
    do
        folders << folder.path();
    while (levels-- > 0 && folder.cdUp());
    return folders;
}

} // namespace

std::map<int, QStringList> findingsOf(Workspace& workspace, Row row)
{
    const CheckedSnapshotPtr& checked = workspace.checks().checked();
    std::map<int, QStringList> found;
    if (checked == nullptr || row >= checked->snapshot->endRow())
        return found;
    for (const std::uint32_t number : checked->findingsOf(row)) {
        const Finding& finding = checked->run.findings[number];
        if (finding.part != FindingPart::Message)
            continue;
        QStringList& titles = found[static_cast<int>(finding.message)];
        if (const QString title = checkTitle(*checks()[finding.check]); !titles.contains(title))
            titles << title;
    }
    return found;
}

TranscriptDocument::Source sourceOf(Workspace& workspace, const DecodedRecordPtr& record)
{
    TranscriptDocument::Source source{record, 0, {}};
    const Snapshot& snapshot = workspace.snapshot();
    source.intents = IntentCodes(snapshot);
    source.findings = findingsOf(workspace, record->row);
    if (record->row < snapshot.endRow()) {
        const RecordEntry& entry = snapshot.record(record->row);
        source.recordOffset = entry.offset;
        source.fileName = toQt(snapshot.file(entry.file).shownPath);
        source.folders = foldersOf(snapshot.file(entry.file));
    }
    return source;
}

} // namespace duologue::ui
