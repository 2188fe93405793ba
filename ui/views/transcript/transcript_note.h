// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextDocument>
#include <memory>

namespace duologue::ui {

struct TranscriptStyle;
class Workspace;

/// What a transcript shows while it has no record. Both texts are empty if a record is about to appear.
struct TranscriptNote {
    QString title;
    QString text;
};

/// Why the workspace has no current record.
TranscriptNote noteWithoutRecord(const Workspace& workspace);

/// The note of the pinned side while nothing is pinned.
TranscriptNote noteWithoutPin();

/// The note of a sample whose messages are not described yet.
TranscriptNote noteWithoutSample();

std::unique_ptr<QTextDocument> noteDocument(const TranscriptNote& note, const TranscriptStyle& style);

} // namespace duologue::ui
