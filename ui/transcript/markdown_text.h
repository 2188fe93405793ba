// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/conversation.h"
#include "ui/transcript/transcript_style.h"

#include <QString>
#include <QTextBlock>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace duologue::ui {

/// A Markdown text, or a part of one.
struct MarkdownSource {
    std::string_view text;
    /// Where it begins in the text of the conversation, in bytes.
    std::size_t offset = 0;
    Language language = Language::English;
    /// Invisible characters are shown (withInvisibleShown()).
    bool showsInvisible = false;
    bool isOnPaper = false;
    /// openFence() of what stands before the text; a part of a long text may begin inside of a code block.
    QString openFence = {};
};

/// Where the characters of a block come from: user data of the blocks of a rendered text, and of the first
/// block of what is shown in another way.
class SourceRuns : public QTextBlockUserData {
public:
    struct Run {
        /// In the block, in code units.
        int column = 0;
        int length = 0;
        /// In the text of the conversation, in bytes.
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    /// In order, both here and in the text. Only of a rendered text.
    std::vector<Run> runs;
    /// The byte that the block begins with, if it and those after it show the text as it is written.
    std::optional<std::size_t> asWritten;
};

/// A text as the parser gets it, with characters inserted, and where each of its bytes comes from.
class PreparedText {
public:
    /// `before` is read before the text, and is not in it.
    PreparedText(std::string_view text, const QString& before);

    const std::string& bytes() const { return m_bytes; }
    /// Null if it was inserted. The byte must be one of bytes().
    std::optional<std::size_t> source(const char* byte) const
    {
        const std::size_t from = m_from[static_cast<std::size_t>(byte - m_bytes.data())];
        return from == kInserted ? std::nullopt : std::optional(from);
    }
    bool contains(const char* byte) const
    {
        return !std::less<>()(byte, m_bytes.data()) && std::less<>()(byte, m_bytes.data() + m_bytes.size());
    }

private:
    static constexpr std::size_t kInserted = std::string::npos;

    std::string m_bytes;
    std::vector<std::size_t> m_from;
};

/// The fence that begins a code block, with its line feed, if a text ends inside of one; else empty.
QString openFence(std::string_view before);

/// The code block of a text that contains a byte, without its fences; empty if none does.
QString codeAt(std::string_view markdown, std::size_t byte);

/// Writes a rendered Markdown text (headings, lists, tables, code, emphasis) at the cursor, which is in an
/// empty block. HTML stays text, nothing is loaded, and links are inactive. A line above it says how many
/// characters the rendering hides. The blocks of the text are made from `block`; they have SourceRuns.
void writeMarkdown(QTextCursor& cursor, const MarkdownSource& source, const QTextBlockFormat& block,
                   const TranscriptStyle& style);

} // namespace duologue::ui
