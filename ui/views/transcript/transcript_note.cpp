// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/transcript_view.h"

#include "core/io/unpacked_file.h"
#include "ui/views/transcript/sealed_document.h"
#include "ui/views/transcript/transcript_parts.h"
#include "ui/work/workspace.h"

#include <QTextCursor>

namespace duologue::ui {

void TranscriptView::showNoRecord()
{
    if (m_part == Part::Pinned)
        showNote(tr("Nothing is pinned"), tr("Pin a conversation to read others beside it."));
    else if (const auto& problem = m_workspace.currentProblem())
        showNote(tr("This record cannot be read"), problemLine(*problem, nullptr, 0));
    else if (m_workspace.isCurrentLate())
        showNote(tr("The conversation is being read"), whyLate());
    else if (isAboutToShow())
        showNote({}, {});
    else if (m_workspace.paths().isEmpty())
        showNote(tr("Nothing is open"), tr("Open a folder of conversations to read them here."));
    else if (m_workspace.snapshot().recordCount() == 0)
        showNote(tr("Nothing to read"), tr("No conversations were found in what is open."));
    else if (m_workspace.view()->order.size() == 0)
        showNote(tr("No conversation is left"), tr("Change or clear the filters to see some again."));
    else
        showNote(tr("No conversation is chosen"), tr("Choose one in the table of records."));
}

/// A record is being read, or may come with the rows that are. It is worth no words for so short a time.
bool TranscriptView::isAboutToShow() const
{
    return m_workspace.currentRow() || (m_workspace.snapshot().recordCount() == 0 && m_workspace.isLoading());
}

QString TranscriptView::whyLate() const
{
    const Snapshot& snapshot = m_workspace.snapshot();
    const auto row = m_workspace.currentRow();
    const auto file =
        row && *row < snapshot.recordCount() ? snapshot.file(snapshot.record(*row).file).unpacked : nullptr;
    return file && file->size() < file->wholeSize()
               ? tr("The packed file that it stands in is being unpacked.")
               : tr("It takes long to come from the disk.");
}

void TranscriptView::showNote(const QString& title, const QString& text)
{
    m_fill.stop();
    forgetSelections();
    const TranscriptStyle look = style();
    std::unique_ptr<QTextDocument> note = std::make_unique<SealedDocument>();
    note->setUndoRedoEnabled(false);
    note->setDocumentMargin(look.scaled(28));
    if (!title.isEmpty()) {
        QTextCursor cursor(note.get());
        insertVerbatim(cursor, title, look.label(look.colors.text, 1.15, true));
        cursor.insertBlock();
        insertVerbatim(cursor, text, look.label(look.colors.dim, 1));
    }
    m_note.swap(note);
    setDocument(m_note.get());
    m_transcript.reset();
    Q_EMIT contentChanged();
}

} // namespace duologue::ui
