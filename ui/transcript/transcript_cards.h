// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>

class QPainter;

namespace duologue::ui {

class TranscriptDocument;

/// Paints the backgrounds under the texts of a transcript, in document coordinates: the context, messages of
/// the user, the current message (-1 for none), memos and candidates. Messages before `firstMessage` are
/// skipped; `exposed` is the rectangle to paint.
void paintCards(QPainter& painter, const TranscriptDocument& transcript, const QRectF& exposed,
                int firstMessage, int currentMessage);

} // namespace duologue::ui
