// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextCursor>
#include <vector>

namespace duologue::ui {

class TranscriptDocument;

/// What a selection dragged from `anchor` to `position` covers when it stays within the column it began in:
/// one cursor for each message's text, or one within the block it began in where that is no message's text.
/// In reading order; empty pieces are left out.
std::vector<QTextCursor> columnSelection(const TranscriptDocument& transcript, int anchor, int position);

/// Every text of a column that has been written.
std::vector<QTextCursor> wholeColumn(const TranscriptDocument& transcript, int column);

/// The selected text as it stands in the data; pieces parted by an empty line.
QString selectedText(const std::vector<QTextCursor>& pieces);

} // namespace duologue::ui
