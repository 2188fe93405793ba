// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QColor;
class QTextDocument;

namespace duologue::ui {

/// Gives a page that was read from Markdown room around its headings and tables, and tables thin lines of
/// this colour. Qt gives them double borders and no room. GUI thread.
void setPageLook(QTextDocument& page, const QColor& lines);

} // namespace duologue::ui
