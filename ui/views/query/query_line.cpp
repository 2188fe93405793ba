// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_line.h"

#include <algorithm>

namespace duologue::ui {

QueryLine::QueryLine(QWidget* parent) : QLineEdit(parent)
{
    connect(this, &QLineEdit::textChanged, this, &QueryLine::paintPieces);
}

void QueryLine::markMistake(const std::optional<QueryMistake>& mistake)
{
    m_wrong = {};
    if (mistake) {
        const QByteArray bytes = text().toUtf8();
        const auto characters = [&](std::size_t count) {
            return static_cast<int>(QString::fromUtf8(bytes.left(static_cast<qsizetype>(count))).size());
        };
        // A mistake at the end of the text is marked at its last character.
        const int last = static_cast<int>(text().size()) - 1;
        const int begin = std::max(0, std::min(characters(mistake->begin), last));
        m_wrong = {begin, std::max(1, characters(mistake->end) - begin)};
    }
    paintPieces();
}

/// The only formats that a line edit draws are those of an input method, so they are sent as such an event.
void QueryLine::paintPieces()
{
    if (m_composing || m_painting)
        return;
    m_painting = true;
    QInputMethodEvent formats({}, queryFormats(text(), cursorPosition(), queryColors(palette()), m_wrong));
    QLineEdit::inputMethodEvent(&formats);
    m_painting = false;
}

void QueryLine::inputMethodEvent(QInputMethodEvent* event)
{
    m_composing = !event->preeditString().isEmpty();
    QLineEdit::inputMethodEvent(event);
    if (!m_composing)
        paintPieces();
}

void QueryLine::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        paintPieces();
}

} // namespace duologue::ui
