// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/message_text.h"
#include "core/data/conversation.h"
#include "core/data/record_builder.h"
#include "core/json/json_writer.h"
#include "ui/app/words.h"
#include "ui/transcript/markdown_text.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/icons.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QSet>
#include <QTextBlock>
#include <QUrl>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace duologue::ui {

namespace {

constexpr double kThoughtInset = 12;
/// Longer texts are not checked for being JSON.
constexpr std::size_t kLongestJson = 64U << 10U;
constexpr std::size_t kDeepestJson = 60;

struct MessageTextWords {
    Q_DECLARE_TR_FUNCTIONS(MessageText)
};

/// A part of a text in one typeface.
struct Face {
    std::string_view text;
    bool fixed = false;
};

bool isJson(std::string_view text)
{
    const std::string_view body = trimmed(text);
    if (body.size() < 2 || body.size() > kLongestJson || (body.front() != '{' && body.front() != '['))
        return false;
    return (body.back() == '}' || body.back() == ']') && nestingDepth(body) <= kDeepestJson &&
           nlohmann::json::accept(body);
}

/// Splits a text at the fences of code blocks; the fences belong to the code. `inside`: it begins in one.
std::vector<Face> facesOf(std::string_view text, bool inside)
{
    if (isJson(text))
        return {{text, true}};
    std::vector<Face> faces;
    std::size_t begin = 0;
    for (std::size_t line = 0; line < text.size();) {
        const std::size_t end = std::min(text.find('\n', line), text.size() - 1) + 1;
        const std::string_view content = trimmed(text.substr(line, end - line));
        if (content.starts_with("```") || content.starts_with("~~~")) {
            const std::size_t cut = inside ? end : line;
            if (cut > begin)
                faces.push_back({text.substr(begin, cut - begin), inside});
            begin = cut;
            inside = !inside;
        }
        line = end;
    }
    if (begin < text.size())
        faces.push_back({text.substr(begin), inside});
    return faces;
}

class TextWriter {
public:
    TextWriter(TranscriptWriter& writer, const ColumnText& text, const TextLook& look)
        : m_writer(writer), m_text(text), m_look(look), m_style(writer.style)
    {
        m_block = m_style.bodyBlock(m_text.language);
        // An int, because Qt hashes other integers by their type alone: all blocks would collide.
        m_block.setProperty(kSourceText, static_cast<int>(m_text.index));
        if (isRightToLeft())
            m_block.setLayoutDirection(Qt::RightToLeft);
    }

    void write()
    {
        const auto parts =
            m_look.mayThink ? partsOf(m_text.text) : std::vector<SpokenPart>{{false, m_text.text}};
        bool first = true;
        for (const SpokenPart& part : parts) {
            if (!first)
                m_writer.cursor.insertBlock();
            first = false;
            if (part.thinking)
                writeThought(part.text);
            else
                writeSpoken(part.text);
        }
    }

private:
    /// Whole texts have one direction: a paragraph that begins with a Latin name or a number is set like the
    /// others.
    bool isRightToLeft() const
    {
        if (m_text.language == Language::Arabic || m_text.language == Language::Hebrew)
            return true;
        constexpr std::size_t kLooked = 400;
        return m_text.language == Language::Other &&
               toQt(m_text.text.substr(0, wholeCharacters(m_text.text, kLooked))).isRightToLeft();
    }

    QString shown(std::string_view text) const
    {
        return m_writer.mode.invisible ? withInvisibleShown(toQt(text)) : toQt(text);
    }

    /// In dim letters, below a caption that unfolds it.
    void writeThought(std::string_view thought)
    {
        const bool open = m_writer.folds.thoughts.contains(m_text.index);
        // Without the tags.
        const std::size_t begin = thought.find('>') + 1;
        const std::size_t end = std::max(std::min(thought.rfind("</"), thought.size()), begin);
        const QString count = countText(characterCount(trimmed(thought.substr(begin, end - begin))));
        m_writer.cursor.setBlockFormat(m_style.bodyBlock());
        if (m_writer.mode.onPaper)
            m_writer.insertDim(MessageTextWords::tr("Thinking (%1 characters)").arg(count));
        else
            m_writer.insertLink(open ? MessageTextWords::tr("Hide thinking (%1 characters)").arg(count)
                                     : MessageTextWords::tr("Show thinking (%1 characters)").arg(count),
                                QStringLiteral("thought/%1").arg(m_text.index), m_text.index,
                                open ? thought.substr(0, 0) : thought);
        if (!open)
            return;
        QTextBlockFormat block = m_block;
        block.setLeftMargin(m_style.scaled(kThoughtInset));
        block.setBottomMargin(m_style.scaled(kThoughtInset / 2));
        m_writer.cursor.insertBlock(block);
        QTextCharFormat format = m_style.body(fontLanguage(m_text));
        format.setForeground(m_style.colors.dim);
        noteSource(thought, true);
        m_writer.insert(shown(thought), format);
    }

    /// Where the text in this block comes from and, if it is shown as it is written, in those that follow.
    void noteSource(std::string_view text, bool isAsWritten)
    {
        const std::string_view whole = m_writer.conversation.texts.at(m_text.index).text;
        auto* source = new SourceRuns;
        if (isAsWritten)
            source->asWritten = static_cast<std::size_t>(text.data() - whole.data());
        m_writer.cursor.block().setUserData(source);
    }

    /// The fence of the code block in which what is shown of a long text begins; empty if it begins in none.
    QString fenceBefore(std::string_view said) const
    {
        constexpr std::string_view kClosing = "</think>";
        const std::string_view whole = m_writer.conversation.texts.at(m_text.index).text;
        // Reasoning that is shown before has blocks of its own, and so has what is left out of it.
        if (said.data() != m_text.text.data() || said.data() == whole.data())
            return {};
        std::string_view before = whole.substr(0, static_cast<std::size_t>(said.data() - whole.data()));
        if (const std::size_t thought = before.rfind(kClosing); thought != std::string_view::npos)
            before.remove_prefix(thought + kClosing.size());
        return openFence(before);
    }

    void writeSpoken(std::string_view said)
    {
        m_writer.cursor.setBlockFormat(m_block);
        const bool markdown = m_writer.mode.markdown && !m_look.isVerbatim;
        if (markdown && !m_look.isResult && m_look.differences == nullptr && !isJson(said)) {
            const std::string_view whole = m_writer.conversation.texts.at(m_text.index).text;
            MarkdownSource source{.text = said,
                                  .offset = static_cast<std::size_t>(said.data() - whole.data()),
                                  .language = fontLanguage(m_text),
                                  .showsInvisible = m_writer.mode.invisible,
                                  .isOnPaper = m_writer.mode.onPaper};
            source.openFence = fenceBefore(said);
            noteSource(said, false);
            writeMarkdown(m_writer.cursor, source, m_block, m_style);
            return;
        }
        noteSource(said, !markdown || !isJson(said));
        if (markdown && isJson(said)) {
            m_writer.insert(toQt(indentJson(trimmed(said)).text), m_style.fixed());
            return;
        }
        for (const Face& face : facesOf(said, !fenceBefore(said).isEmpty())) {
            const QTextCharFormat format =
                face.fixed || m_look.isResult ? m_style.fixed() : m_style.body(fontLanguage(m_text));
            if (m_look.differences != nullptr)
                writeCompared(face.text, format);
            else
                m_writer.insert(shown(face.text), format);
        }
    }

    void writeCompared(std::string_view piece, const QTextCharFormat& format)
    {
        QTextCharFormat same = format;
        same.setForeground(m_style.colors.dim);
        const auto offset = static_cast<std::size_t>(piece.data() - m_text.text.data());
        std::size_t at = 0;
        for (std::size_t i = 0; i < m_look.differences->size(); ++i) {
            const DiffRange& range = m_look.differences->at(i);
            if (range.end <= offset + at || range.begin >= offset + piece.size())
                continue;
            const std::size_t begin = std::max(range.begin, offset + at) - offset;
            const std::size_t end = std::min(range.end - offset, piece.size());
            m_writer.insert(shown(piece.substr(at, begin - at)), same);
            QTextCharFormat other = format;
            other.setBackground(m_style.colors.difference);
            other.setFontUnderline(true);
            other.setUnderlineColor(m_style.colors.rule);
            other.setProperty(kDifference, m_look.firstDifference + static_cast<int>(i));
            m_writer.insert(shown(piece.substr(begin, end - begin)), other);
            at = end;
        }
        m_writer.insert(shown(piece.substr(at)), same);
    }

    TranscriptWriter& m_writer;
    const ColumnText& m_text;
    const TextLook& m_look;
    const TranscriptStyle& m_style;
    QTextBlockFormat m_block;
};

bool hasNoShape(char32_t c)
{
    if (c == U'\n' || c == U'\r' || c == U'\t')
        return false;
    switch (QChar::category(c)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return c == 0xA0 || c == 0x115F || c == 0x3164 || (c >= 0xFE00 && c <= 0xFE0F);
    }
}

} // namespace

QString withInvisibleShown(const QString& text)
{
    QString made;
    made.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        char32_t c = text.at(i).unicode();
        const bool pair = text.at(i).isHighSurrogate() && i + 1 < text.size();
        if (pair)
            c = QChar::surrogateToUcs4(text.at(i), text.at(i + 1));
        if (hasNoShape(c))
            made += QStringLiteral("⟨U+%1⟩").arg(static_cast<uint>(c), 4, 16, QLatin1Char('0')).toUpper();
        else
            made += QStringView(text).mid(i, pair ? 2 : 1);
        i += pair ? 1 : 0;
    }
    return made;
}

void writeText(TranscriptWriter& writer, const ColumnText& text, const TextLook& look)
{
    TextWriter(writer, text, look).write();
}

void writeTexts(TranscriptWriter& writer, const std::vector<ColumnText>& texts, const TextLook& look,
                const QString& whenNone)
{
    writer.cursor.setBlockFormat(writer.style.bodyBlock());
    if (texts.empty()) {
        QTextCharFormat dim = writer.style.label(writer.style.colors.dim, 0.94);
        dim.setFontItalic(true);
        dim.setProperty(kOwnWords, kLeftOut);
        writer.insert(whenNone, dim);
        return;
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
        if (i > 0)
            writer.cursor.insertBlock();
        writeText(writer, texts[i], look);
    }
}

namespace {

struct MessageHeadWords {
    Q_DECLARE_TR_FUNCTIONS(MessageHead)
};

QString imageName(Mark mark)
{
    return QStringLiteral("duologue:mark-%1").arg(static_cast<int>(mark));
}

/// Whether the record calls its last message desirable; empty if it says nothing about it.
std::optional<bool> verdictOn(const Conversation& conversation, int message)
{
    if (message + 1 != static_cast<int>(conversation.messages.size()))
        return std::nullopt;
    for (const Field& field : conversation.fields) {
        if (field.key == "is_desirable" && field.kind == FieldKind::Flag)
            return field.number != 0;
    }
    return std::nullopt;
}

QString verdictWord(bool desirable)
{
    return desirable ? MessageHeadWords::tr("✓ desirable") : MessageHeadWords::tr("✗ not desirable");
}

int markSide(const TranscriptStyle& style)
{
    constexpr double kOfAscent = 0.88;
    const QFont font = style.label(style.colors.dim, 0.88).font();
    return std::max(1, static_cast<int>(std::lround(QFontMetricsF(font).ascent() * kOfAscent)));
}

QString imageName(const IntentCode& code)
{
    return QStringLiteral("duologue:intent-%1-%2").arg(code.letters).arg(code.color);
}

QFont codeFont(const TranscriptStyle& style)
{
    constexpr double kCodeSize = 0.8;
    return style.label(style.colors.dim, kCodeSize).font();
}

/// What a tool gave back, if the message is that; null for others.
const Part* toolResultOf(const Conversation& conversation, const Message& message)
{
    const auto parts = conversation.partsOf(message);
    const auto found = std::ranges::find(parts, PartKind::Result, &Part::kind);
    return found == parts.end() ? nullptr : &*found;
}

/// "bash · ✗ error"; empty for other messages.
QStringList resultWords(const Conversation& conversation, const Message& message)
{
    QStringList words;
    const Part* result = toolResultOf(conversation, message);
    if (result != nullptr && !result->name.empty())
        words << asLabel(result->name);
    if (result == nullptr)
        return words;
    if (const auto duration = toolUseOf(conversation, message).duration)
        words << MessageHeadWords::tr("%1 s").arg(*duration, 0, 'g', 3);
    if (result->isError)
        words << MessageHeadWords::tr("✗ error");
    return words;
}

void writeIntents(TranscriptWriter& writer, const Message& said, const IntentCodes& intents)
{
    const TranscriptStyle& style = writer.style;
    const QTextCharFormat text = style.label(style.colors.text, 0.88, true);
    QTextImageFormat image;
    const QSize size = chipSize(QFontMetrics(codeFont(style)));
    image.setWidth(size.width());
    image.setHeight(size.height());
    image.setFont(text.font());
    // Otherwise it would stand on the line that letters reach below.
    image.setVerticalAlignment(QTextCharFormat::AlignMiddle);
    QString before = QStringLiteral("   ");
    for (const Name& intent : writer.conversation.intentsOf(said)) {
        writer.insertDim(before);
        image.setName(imageName(intents.of(intent)));
        writer.cursor.insertImage(image);
        writer.insert(QStringLiteral(" ") + nameInBoth(intent), text);
        before = QStringLiteral(", ");
    }
}

/// "check: Numbers missing in the translation, Code missing in the translation +3"; empty without findings.
QString findingWords(const QStringList& findings)
{
    constexpr qsizetype kNamed = 2;
    if (findings.isEmpty())
        return {};
    const QString named =
        MessageHeadWords::tr("check: %1").arg(findings.mid(0, kNamed).join(QStringLiteral(", ")));
    const qsizetype more = findings.size() - kNamed;
    return more > 0 ? named + QStringLiteral(" +%1").arg(more) : named;
}

/// "✎ fail, note"
QString signOf(const QStringList& marks)
{
    return QStringLiteral("✎ ") + marks.join(QStringLiteral(", "));
}

void writeMark(TranscriptWriter& writer, Mark mark)
{
    const TranscriptStyle& style = writer.style;
    const QTextCharFormat text = style.label(style.colors.ofMark(mark), 0.88, mark == Mark::Yes);
    QTextImageFormat image;
    image.setName(imageName(mark));
    image.setWidth(markSide(style));
    image.setHeight(markSide(style));
    image.setFont(text.font());
    writer.cursor.insertImage(image);
    writer.insert(QStringLiteral(" ") + MessageHeadWords::tr("hallucination: %1").arg(markWord(mark)), text);
}

} // namespace

void addHeadImages(QTextDocument& document, const Conversation& conversation, const IntentCodes& intents,
                   const TranscriptStyle& style, double scale)
{
    // A document scales images without smoothing, which would lose thin lines: they get their final size
    // here.
    const int pixels = static_cast<int>(std::lround(markSide(style) * scale));
    for (const Mark mark : {Mark::Yes, Mark::No, Mark::Unclear})
        document.addResource(QTextDocument::ImageResource, QUrl(imageName(mark)),
                             markImage(mark, style.colors.ofMark(mark), pixels));
    QSet<QString> added;
    for (const Message& message : conversation.messages) {
        for (const Name& intent : conversation.intentsOf(message)) {
            const IntentCode code = intents.of(intent);
            const QString name = imageName(code);
            if (added.contains(name))
                continue;
            added.insert(name);
            QImage image = chipImage(codeFont(style), code.letters, categoryColor(code.color), scale);
            // The format has the size.
            image.setDevicePixelRatio(1);
            document.addResource(QTextDocument::ImageResource, QUrl(name), image);
        }
    }
}

void writeHead(TranscriptWriter& writer, int message, const HeadFacts& facts)
{
    const Message& said = writer.conversation.messages[static_cast<std::size_t>(message)];
    const TranscriptStyle& style = writer.style;
    const QString gap = QStringLiteral("   ");
    writer.insert(roleWord(said), style.label(style.colors.ofRole(said.role), 0.94, true));
    if (const Part* result = toolResultOf(writer.conversation, said)) {
        writer.insert(gap + asLabel(result->name), style.label(style.colors.text, 0.94, true));
        if (const auto duration = toolUseOf(writer.conversation, said).duration)
            writer.insertDim(gap + MessageHeadWords::tr("%1 s").arg(*duration, 0, 'g', 3));
        if (result->isError)
            writer.insert(gap + MessageHeadWords::tr("✗ error"), style.label(style.colors.bad, 0.88, true));
    }
    writer.insertDim(gap + MessageHeadWords::tr("#%1").arg(message + 1));
    if (facts.turn > 0)
        writer.insertDim(MessageHeadWords::tr(" · turn %1").arg(facts.turn));
    writeIntents(writer, said, facts.intents);
    if (said.hallucination != Mark::NotAnnotated) {
        writer.insertDim(gap);
        writeMark(writer, said.hallucination);
    }
    if (said.satisfaction > 0)
        writer.insertDim(gap + MessageHeadWords::tr("satisfaction: %1 of 5").arg(said.satisfaction));
    if (const auto verdict = verdictOn(writer.conversation, message)) {
        const QColor& color = *verdict ? style.colors.good : style.colors.bad;
        writer.insert(gap + verdictWord(*verdict), style.label(color, 0.88, true));
    }
    if (!facts.notes.findings.isEmpty())
        writer.insert(gap + findingWords(facts.notes.findings), style.label(style.colors.bad, 0.88));
    if (!facts.notes.marks.isEmpty())
        writer.insert(gap + signOf(facts.notes.marks), style.label(style.colors.marked, 0.88, true));
}

HeadWords headWords(const Conversation& conversation, int message, int turn, const MessageNotes& notes)
{
    const Message& said = conversation.messages[static_cast<std::size_t>(message)];
    QStringList parts = resultWords(conversation, said);
    parts << MessageHeadWords::tr("#%1").arg(message + 1);
    if (turn > 0)
        parts << MessageHeadWords::tr("turn %1").arg(turn);
    if (const QString intents = intentWords(conversation, said); !intents.isEmpty())
        parts << intents;
    if (said.hallucination != Mark::NotAnnotated)
        parts << MessageHeadWords::tr("hallucination: %1").arg(markWord(said.hallucination));
    if (const auto verdict = verdictOn(conversation, message))
        parts << verdictWord(*verdict);
    if (!notes.findings.isEmpty())
        parts << findingWords(notes.findings);
    if (!notes.marks.isEmpty())
        parts << signOf(notes.marks);
    return {roleWord(said), parts.join(QStringLiteral(" · "))};
}

QString spokenHead(const Conversation& conversation, int message, int turn, const MessageNotes& notes)
{
    const Message& said = conversation.messages[static_cast<std::size_t>(message)];
    QStringList parts{MessageHeadWords::tr("Message %1").arg(message + 1), roleWord(said)};
    parts << resultWords(conversation, said);
    if (turn > 0)
        parts << MessageHeadWords::tr("turn %1").arg(turn);
    if (const QString intents = intentWords(conversation, said); !intents.isEmpty())
        parts << MessageHeadWords::tr("intent %1").arg(intents);
    if (said.hallucination != Mark::NotAnnotated)
        parts << MessageHeadWords::tr("hallucination: %1").arg(markWord(said.hallucination));
    if (const auto verdict = verdictOn(conversation, message))
        parts << verdictWord(*verdict).mid(2);
    if (!notes.findings.isEmpty())
        parts << findingWords(notes.findings);
    if (!notes.marks.isEmpty())
        parts << MessageHeadWords::tr("marked: %1").arg(notes.marks.join(QStringLiteral(", ")));
    return parts.join(QStringLiteral(", "));
}

} // namespace duologue::ui
