// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTextCharFormat>
#include <memory>
#include <vector>

namespace duologue::ui {

/// The colours of a block of code, line by line, by the definitions of KSyntaxHighlighting. Without that
/// library, and for a language that it does not know, no line has any. GUI thread.
class CodeColors {
public:
    /// A part of a line, in code units, and how it differs from its surroundings.
    struct Span {
        int begin = 0;
        int length = 0;
        QTextCharFormat format;
    };

    /// `language` as a code fence names it, such as "python" or "py". `isDark` is the ground.
    CodeColors(const QString& language, bool isDark);
    ~CodeColors();
    CodeColors(const CodeColors&) = delete;
    CodeColors& operator=(const CodeColors&) = delete;

    /// The spans of the next line, in order, without overlaps.
    std::vector<Span> next(const QString& line);

private:
    class Lines;

    std::unique_ptr<Lines> m_lines;
};

} // namespace duologue::ui
