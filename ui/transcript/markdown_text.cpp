// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/transcript/markdown_text.h"
#include "ui/transcript/code_colors.h"
#include "ui/transcript/message_text.h"
#include "ui/transcript/transcript_style.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QRegularExpression>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTextDocumentFragment>
#include <QTextTable>
#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <md4c.h>
#include <optional>
#include <utility>

namespace duologue::ui {

namespace {

constexpr double kListIndent = 18;
constexpr double kCellPadding = 5;
/// Larger tables are written line by line: Qt lays out a table as a unit.
constexpr unsigned kMostCells = 400;
/// Fewer letters that rendering hides, such as the label of a link, are not worth a line.
constexpr qsizetype kFewHidden = 4;
/// The number of code blocks in a document.
constexpr const char* kCodeBlocks = "codeBlocks";

struct MarkdownWords {
    Q_DECLARE_TR_FUNCTIONS(MarkdownText)
};

/// Letters and digits: what a text says. Signs of Markdown are to be hidden.
qsizetype lettersIn(QStringView text)
{
    return std::count_if(text.begin(), text.end(),
                         [](QChar c) { return c.isLetterOrNumber() || c.isHighSurrogate(); });
}

/// A piece of text as the parser gives it.
struct Piece {
    std::string_view bytes;
    /// It is a part of the prepared text.
    bool isIn = false;
};

std::string attributeText(const MD_ATTRIBUTE& attribute)
{
    return {attribute.text, attribute.size};
}

/// Writes a Markdown text into a transcript, as the parser md4c reads it. With `isCounting`, it writes
/// nothing and only counts the letters that rendering shows.
class MarkdownWriter {
public:
    MarkdownWriter(QTextCursor& cursor, const MarkdownSource& source, const PreparedText& prepared,
                   const QTextBlockFormat& block, const TranscriptStyle& style, bool isCounting)
        : m_cursor(cursor),
          m_source(source),
          m_prepared(prepared),
          m_block(block),
          m_style(style),
          m_isCounting(isCounting)
    {
    }

    /// False if the parser had no memory.
    bool write()
    {
        MD_PARSER parser{};
        parser.flags = MD_DIALECT_GITHUB | MD_FLAG_NOHTML;
        parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
            static_cast<MarkdownWriter*>(self)->enterBlock(type, detail);
            return 0;
        };
        parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
            static_cast<MarkdownWriter*>(self)->leaveBlock(type);
            return 0;
        };
        parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
            static_cast<MarkdownWriter*>(self)->enterSpan(type, detail);
            return 0;
        };
        parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
            static_cast<MarkdownWriter*>(self)->leaveSpan(type);
            return 0;
        };
        parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
            static_cast<MarkdownWriter*>(self)->addText(type, {text, size});
            return 0;
        };
        const std::string& bytes = m_prepared.bytes();
        return md_parse(bytes.data(), static_cast<MD_SIZE>(bytes.size()), &parser, this) == 0;
    }

    /// Letters of the source that were shown, where they stand or in the address of a link.
    qsizetype lettersShown() const { return m_letters; }

private:
    struct List {
        bool isOrdered = false;
        unsigned next = 1;
        QChar delimiter;
        /// Of the marker of the current item.
        double markerWidth = 0;
    };
    struct Link {
        QString address;
        QString text;
        /// The address as it is written, if it stands right after the text; else empty.
        std::string_view written;
    };
    struct Marker {
        QString text;
        bool isNumber = false;
        /// It stands for an x.
        bool isChecked = false;
    };
    enum class Leaf { None, Paragraph, Heading, Code, Cell };

    void enterBlock(MD_BLOCKTYPE type, void* detail)
    {
        switch (type) {
        case MD_BLOCK_QUOTE:
            endLeaf();
            ++m_quotes;
            break;
        case MD_BLOCK_UL:
            endLeaf();
            m_lists.push_back({});
            break;
        case MD_BLOCK_OL: {
            endLeaf();
            const auto& list = *static_cast<MD_BLOCK_OL_DETAIL*>(detail);
            m_lists.push_back({true, list.start, QLatin1Char(list.mark_delimiter), 0});
            break;
        }
        case MD_BLOCK_LI:
            endLeaf();
            enterItem(*static_cast<MD_BLOCK_LI_DETAIL*>(detail));
            break;
        case MD_BLOCK_HR:
            openBlock(0, nullptr);
            insertOwn(QStringLiteral("———"), base());
            m_isOpen = false;
            break;
        case MD_BLOCK_H:
            m_leaf = Leaf::Heading;
            m_level = static_cast<MD_BLOCK_H_DETAIL*>(detail)->level;
            break;
        case MD_BLOCK_P:
            m_leaf = Leaf::Paragraph;
            break;
        case MD_BLOCK_CODE:
            enterCode(*static_cast<MD_BLOCK_CODE_DETAIL*>(detail));
            break;
        case MD_BLOCK_TABLE:
            enterTable(*static_cast<MD_BLOCK_TABLE_DETAIL*>(detail));
            break;
        case MD_BLOCK_TR:
            ++m_row;
            m_column = -1;
            if (m_table == nullptr)
                openBlock(0, nullptr);
            break;
        case MD_BLOCK_TH:
        case MD_BLOCK_TD:
            enterCell(type == MD_BLOCK_TH, static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align);
            break;
        default:
            break;
        }
    }

    void leaveBlock(MD_BLOCKTYPE type)
    {
        switch (type) {
        case MD_BLOCK_QUOTE:
            endLeaf();
            --m_quotes;
            break;
        case MD_BLOCK_UL:
        case MD_BLOCK_OL:
            endLeaf();
            m_lists.pop_back();
            break;
        case MD_BLOCK_LI:
            // An item without contents.
            if (!m_markers.empty())
                openBlock(0, nullptr);
            endLeaf();
            break;
        case MD_BLOCK_CODE:
            if (!m_line.empty())
                writeCodeLine();
            endLeaf();
            break;
        case MD_BLOCK_TABLE:
            leaveTable();
            break;
        case MD_BLOCK_TH:
        case MD_BLOCK_TD:
            m_leaf = Leaf::None;
            m_isBold = 0;
            break;
        case MD_BLOCK_H:
        case MD_BLOCK_P:
            endLeaf();
            break;
        default:
            break;
        }
    }

    /// No span goes on in the next block.
    void endLeaf()
    {
        m_leaf = Leaf::None;
        m_isOpen = false;
        m_level = 0;
        m_isBold = m_isItalic = m_isStruck = m_isFixed = m_isImage = 0;
        m_links.clear();
    }

    void enterItem(const MD_BLOCK_LI_DETAIL& item)
    {
        List& list = m_lists.back();
        if (item.is_task != 0 && list.isOrdered)
            m_markers.push_back({QString::number(list.next) + list.delimiter + QLatin1Char(' '), true});
        if (item.is_task != 0)
            m_markers.push_back({item.task_mark == ' ' ? QStringLiteral("☐ ") : QStringLiteral("☑ "), false,
                                 item.task_mark != ' '});
        else if (list.isOrdered)
            m_markers.push_back({QString::number(list.next) + list.delimiter + QLatin1Char(' '), true});
        else
            m_markers.push_back({QStringLiteral("• ")});
        ++list.next;
    }

    /// A list is numbered as it is written, also where Markdown numbers it otherwise. `text` is the first one
    /// of the item; null if it is not known where it begins.
    void takeNumbers(const char* text)
    {
        static const QRegularExpression marks(
            QStringLiteral("(?:^|[ \t>])(?:([-*+])|(\\d{1,9}[.)]))(?=[ \t])"));
        if (text == nullptr || std::ranges::none_of(m_markers, &Marker::isNumber))
            return;
        const char* begin = text;
        while (begin != m_prepared.bytes().data() && begin[-1] != '\n')
            --begin;
        const QString line = toQt({begin, static_cast<std::size_t>(text - begin)});
        QStringList written;
        qsizetype end = 0;
        for (auto found = marks.match(line); found.hasMatch(); found = marks.match(line, end)) {
            if (!QStringView(line).mid(end, found.capturedStart() - end).trimmed().isEmpty())
                break;
            written << found.captured(2);
            end = found.capturedEnd();
        }
        for (auto marker = m_markers.rbegin(); marker != m_markers.rend() && !written.isEmpty(); ++marker) {
            const QString number = written.takeLast();
            if (marker->isNumber && !number.isEmpty())
                marker->text = number + QLatin1Char(' ');
        }
    }

    double left() const
    {
        const double marker = m_lists.empty() ? 0 : m_lists.back().markerWidth;
        return m_style.scaled(kListIndent) * static_cast<double>(m_lists.size() + m_quotes) + marker;
    }

    /// The format of text here. Making one takes longer than writing a word in it.
    const QTextCharFormat& base()
    {
        const std::array<unsigned, 6> look{m_leaf == Leaf::Code || m_isFixed > 0 ? 1U : 0U,
                                           m_quotes > 0 || m_isImage > 0 ? 1U : 0U,
                                           m_level,
                                           m_isBold > 0 ? 1U : 0U,
                                           m_isItalic > 0 ? 1U : 0U,
                                           m_isStruck > 0 ? 1U : 0U};
        const auto [known, isNew] = m_formats.try_emplace(look);
        if (isNew)
            known->second = makeBase();
        return known->second;
    }

    QTextCharFormat makeBase() const
    {
        QTextCharFormat format =
            m_leaf == Leaf::Code || m_isFixed > 0 ? m_style.fixed() : m_style.body(m_source.language);
        if (m_quotes > 0 || m_isImage > 0)
            format.setForeground(m_style.colors.dim);
        QFont font = format.font();
        if (m_level > 0) {
            constexpr std::array kSizes{1.35, 1.22, 1.12};
            const double size = m_level <= kSizes.size() ? kSizes.at(m_level - 1) : 1.0;
            if (font.pointSizeF() > 0)
                font.setPointSizeF(font.pointSizeF() * size);
        }
        font.setBold(font.bold() || m_level > 0 || m_isBold > 0);
        font.setItalic(m_isItalic > 0);
        font.setStrikeOut(m_isStruck > 0);
        format.setFont(font);
        return format;
    }

    /// A block of the document, with the marker of an item that begins here.
    void openBlock(double above, const char* text)
    {
        m_isOpen = true;
        takeNumbers(text);
        QString marker;
        for (const Marker& each : std::exchange(m_markers, {})) {
            marker += each.text;
            m_letters += lettersIn(each.text) + (each.isChecked ? 1 : 0);
        }
        if (m_isCounting)
            return;
        const QTextCharFormat format = base();
        if (!m_lists.empty() && !marker.isEmpty())
            m_lists.back().markerWidth = QFontMetricsF(format.font()).horizontalAdvance(marker);
        QTextBlockFormat block = m_block;
        block.setLeftMargin(left());
        block.setTopMargin(m_style.scaled(m_level > 0 ? 8 : !marker.isEmpty() ? 1 : above));
        // Wrapped lines begin where the first one does.
        if (!marker.isEmpty())
            block.setTextIndent(-m_lists.back().markerWidth);
        if (m_leaf == Leaf::Code) {
            block.setTopMargin(0);
            block.setBackground(m_style.colors.card);
            block.setProperty(kCodeBlock, m_code);
        }
        nextBlock(block);
        if (!marker.isEmpty())
            insertVerbatim(m_cursor, marker, format);
    }

    void nextBlock(const QTextBlockFormat& format)
    {
        if (m_isFirst)
            m_cursor.setBlockFormat(format);
        else
            m_cursor.insertBlock(format);
        m_isFirst = false;
    }

    /// A line that ends inside a block: as a block of its own, because lines of the source are blocks.
    void breakLine()
    {
        if (m_isCounting)
            return;
        if (m_leaf == Leaf::Cell) {
            insertOwn(QStringLiteral(" "), base());
            return;
        }
        QTextBlockFormat block = m_cursor.blockFormat();
        block.setTopMargin(0);
        block.setTextIndent(0);
        nextBlock(block);
    }

    void enterCode(const MD_BLOCK_CODE_DETAIL& code)
    {
        constexpr int kMiddle = 128;
        if (!m_markers.empty())
            openBlock(0, nullptr);
        endLeaf();
        m_leaf = Leaf::Code;
        m_line.clear();
        const QString info = toQt(attributeText(code.info));
        m_letters += lettersIn(info);
        if (m_isCounting)
            return;
        m_codeColors.emplace(toQt(attributeText(code.lang)), m_style.colors.card.lightness() < kMiddle);
        if (m_source.isOnPaper)
            return;
        // Its language, and a link that copies it.
        QTextDocument& document = *m_cursor.document();
        m_code = document.property(kCodeBlocks).toInt() + 1;
        document.setProperty(kCodeBlocks, m_code);
        QTextBlockFormat format = m_block;
        format.clearProperty(kSourceText);
        format.setTopMargin(m_style.scaled(4));
        format.setLeftMargin(left());
        format.setBackground(m_style.colors.card);
        nextBlock(format);
        QTextCharFormat dim = m_style.label(m_style.colors.dim, 0.82);
        dim.setProperty(kOwnWords, kLeftOut);
        if (!info.isEmpty())
            insertVerbatim(m_cursor, info + QStringLiteral("   "), dim);
        QTextCharFormat link = m_style.link(QStringLiteral("code/%1").arg(m_code));
        link.setFontPointSize(dim.font().pointSizeF());
        insertVerbatim(m_cursor, MarkdownWords::tr("Copy code"), link);
    }

    /// Without its newline; a line is empty or has several pieces, such as its indentation.
    void writeCodeLine()
    {
        openBlock(0, nullptr);
        QString text;
        for (const Piece& piece : m_line)
            text += toQt(piece.bytes);
        const QTextCharFormat plain = base();
        std::vector<CodeColors::Span> spans;
        if (!m_isCounting)
            spans = m_codeColors->next(text);
        auto span = spans.begin();
        int at = 0;
        for (const Piece& piece : m_line) {
            const QString said = toQt(piece.bytes);
            const char* from = piece.bytes.data();
            for (qsizetype i = 0; i < said.size();) {
                while (span != spans.end() && span->begin + span->length <= at)
                    ++span;
                const bool isIn = span != spans.end() && span->begin <= at;
                const int to = span == spans.end() ? static_cast<int>(text.size())
                               : isIn              ? span->begin + span->length
                                                   : span->begin;
                const QString part = said.mid(i, to - at);
                QTextCharFormat format = plain;
                if (isIn)
                    format.merge(span->format);
                const std::size_t size = fromQt(part).size();
                addPiece({{from, size}, piece.isIn}, format);
                from += size;
                i += part.size();
                at += static_cast<int>(part.size());
            }
        }
        m_line.clear();
    }

    /// The parser gives the indentation of a line of code as spaces. If that is what the white space before
    /// the text stands for, the line has it as it is written, with its tabs.
    void keepTabs(const char* text)
    {
        constexpr std::size_t kTab = 4;
        const char* begin = text;
        while (begin != m_prepared.bytes().data() && (begin[-1] == ' ' || begin[-1] == '\t'))
            --begin;
        const bool isLine = begin == m_prepared.bytes().data() || begin[-1] == '\n';
        const std::string_view written(begin, static_cast<std::size_t>(text - begin));
        std::size_t columns = 0;
        for (const char c : written)
            columns += c == '\t' ? kTab - columns % kTab : 1;
        if (isLine && columns == m_line.front().bytes.size())
            m_line.front() = {written, true};
    }

    void addCode(std::string_view text)
    {
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            const bool isIn = m_prepared.contains(text.data());
            if (isIn && m_line.size() == 1 && !m_line.front().isIn)
                keepTabs(text.data());
            if (end > 0)
                m_line.push_back({text.substr(0, end), isIn});
            if (end == text.size())
                return;
            writeCodeLine();
            text.remove_prefix(end + 1);
        }
    }

    void enterTable(const MD_BLOCK_TABLE_DETAIL& table)
    {
        if (!m_markers.empty())
            openBlock(0, nullptr);
        endLeaf();
        m_row = -1;
        m_isInTable = true;
        const unsigned rows = table.head_row_count + table.body_row_count;
        if (m_isCounting || rows * table.col_count > kMostCells || rows == 0 || table.col_count == 0)
            return;
        if (!m_isFirst)
            m_cursor.insertBlock(m_block);
        QTextTableFormat format;
        format.setCellPadding(m_style.scaled(kCellPadding));
        format.setCellSpacing(0);
        format.setBorder(1);
        format.setBorderCollapse(true);
        format.setBorderBrush(m_style.colors.rule);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setLeftMargin(left());
        m_table = m_cursor.insertTable(static_cast<int>(rows), static_cast<int>(table.col_count), format);
    }

    void enterCell(bool isHead, MD_ALIGN align)
    {
        ++m_column;
        m_leaf = Leaf::Cell;
        m_isOpen = true;
        m_isBold = isHead ? 1 : 0;
        if (m_isCounting)
            return;
        if (m_table == nullptr) {
            if (m_column > 0) {
                QTextCharFormat between = m_style.body(m_source.language);
                between.setProperty(kOwnWords, kCopiedAsTab);
                insertVerbatim(m_cursor, QStringLiteral(" │ "), between);
            }
            return;
        }
        QTextBlockFormat block = m_block;
        if (align == MD_ALIGN_RIGHT)
            block.setAlignment(Qt::AlignRight);
        else if (align == MD_ALIGN_CENTER)
            block.setAlignment(Qt::AlignHCenter);
        m_cursor = m_table->cellAt(m_row, m_column).firstCursorPosition();
        m_cursor.setBlockFormat(block);
    }

    void leaveTable()
    {
        if (m_table != nullptr) {
            m_cursor.setPosition(m_table->lastPosition() + 1);
            m_cursor.setBlockFormat(m_block);
            m_isFirst = true;
            m_table = nullptr;
        }
        m_isInTable = false;
        endLeaf();
    }

    void enterSpan(MD_SPANTYPE type, void* detail)
    {
        switch (type) {
        case MD_SPAN_EM:
            ++m_isItalic;
            break;
        case MD_SPAN_STRONG:
            ++m_isBold;
            break;
        case MD_SPAN_DEL:
            ++m_isStruck;
            break;
        case MD_SPAN_CODE:
            ++m_isFixed;
            break;
        case MD_SPAN_A:
            enterLink(static_cast<MD_SPAN_A_DETAIL*>(detail)->href);
            break;
        case MD_SPAN_IMG:
            ++m_isImage;
            enterLink(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src);
            break;
        default:
            break;
        }
    }

    void leaveSpan(MD_SPANTYPE type)
    {
        const auto less = [](int& count) { count = std::max(0, count - 1); };
        switch (type) {
        case MD_SPAN_EM:
            less(m_isItalic);
            break;
        case MD_SPAN_STRONG:
            less(m_isBold);
            break;
        case MD_SPAN_DEL:
            less(m_isStruck);
            break;
        case MD_SPAN_CODE:
            less(m_isFixed);
            break;
        case MD_SPAN_A:
        case MD_SPAN_IMG:
            if (!m_links.empty())
                leaveLink(type == MD_SPAN_IMG);
            if (type == MD_SPAN_IMG)
                less(m_isImage);
            break;
        default:
            break;
        }
    }

    void enterLink(const MD_ATTRIBUTE& address)
    {
        const bool isWritten = address.size > 0 && m_prepared.contains(address.text);
        m_links.push_back({toQt(attributeText(address)),
                           {},
                           isWritten ? std::string_view(address.text, address.size) : std::string_view()});
    }

    /// Whether the address comes after the text, and not from a definition elsewhere: then it is a part of
    /// what is shown.
    bool isHere(const Link& link) const
    {
        constexpr std::ptrdiff_t kSigns = 4;
        if (link.written.empty() || m_lastEnd == nullptr || !m_prepared.contains(m_lastEnd))
            return false;
        const std::ptrdiff_t apart = link.written.data() - m_lastEnd;
        return apart > 0 && apart <= kSigns;
    }

    /// Its address, unless the text is the address.
    void leaveLink(bool isImage)
    {
        const Link link = m_links.back();
        m_links.pop_back();
        if (!m_links.empty())
            m_links.back().text += link.text;
        const bool isSame = link.text == link.address ||
                            QStringLiteral("mailto:") + link.text == link.address ||
                            QStringLiteral("http://") + link.text == link.address;
        const bool isWritten = isHere(link);
        // Nothing is lost if it is written twice and shown once.
        if (isWritten ? isSame : !isSame && !m_addresses.contains(link.address))
            m_letters += lettersIn(link.address);
        m_addresses << link.address;
        const auto insertAddress = [&](const QString& before, const QString& after) {
            insertOwn(before, dim());
            if (isWritten)
                addPiece({link.written, true}, dim());
            else
                insertOwn(link.address, dim());
            insertOwn(after, dim());
        };
        if (isImage) {
            const QStringList words = MarkdownWords::tr("[image %1]").split(QStringLiteral("%1"));
            ensureOpen(nullptr);
            insertAddress((link.text.isEmpty() ? QString() : QStringLiteral(" ")) + words.value(0),
                          words.value(1));
        } else if (!isSame && !link.address.isEmpty()) {
            insertAddress(QStringLiteral(" ("), QStringLiteral(")"));
        }
    }

    QTextCharFormat dim()
    {
        QTextCharFormat format = base();
        format.setForeground(m_style.colors.dim);
        return format;
    }

    void ensureOpen(const char* text)
    {
        if (!m_isOpen)
            openBlock(4, text);
    }

    void addText(MD_TEXTTYPE type, std::string_view text)
    {
        if (m_leaf == Leaf::Code) {
            addCode(type == MD_TEXT_NULLCHAR ? std::string_view("\xEF\xBF\xBD") : text);
            return;
        }
        const bool isIn = !text.empty() && m_prepared.contains(text.data());
        ensureOpen(isIn ? text.data() : nullptr);
        switch (type) {
        case MD_TEXT_BR:
        case MD_TEXT_SOFTBR:
            breakLine();
            return;
        case MD_TEXT_NULLCHAR:
            addPiece({"\xEF\xBF\xBD", false}, base());
            return;
        case MD_TEXT_ENTITY:
            addEntity(text);
            return;
        default:
            break;
        }
        // A backslash before a sign without a meaning in Markdown belongs to the text, as in JSON.
        if (type == MD_TEXT_NORMAL && isIn && text.data() != m_prepared.bytes().data()) {
            const char* before = text.data() - 1;
            if (*before == '\\' && before != m_lastEnd && m_prepared.source(before) &&
                std::strchr("\"'/:;,=?@^%", text.front()) != nullptr)
                text = {before, text.size() + 1};
        }
        m_lastEnd = text.data() + text.size() - 1;
        // The backslash belongs to the table, also in code.
        if (m_isInTable && m_isFixed > 0) {
            for (std::size_t bar = text.find("\\|"); bar != std::string_view::npos; bar = text.find("\\|")) {
                addPiece({text.substr(0, bar), isIn}, base());
                text.remove_prefix(bar + 1);
            }
        }
        addPiece({text, isIn}, base());
    }

    void addEntity(std::string_view text)
    {
        // The names that people use; others stay as they are written.
        QString shown = entityText(text);
        m_letters += lettersIn(toQt(text));
        if (m_isCounting)
            return;
        if (!m_links.empty())
            m_links.back().text += shown;
        insertAt(shown, base(), text, m_prepared.contains(text.data()));
    }

    static QString entityText(std::string_view text)
    {
        constexpr std::array<std::pair<std::string_view, char16_t>, 8> kNamed{{{"&lt;", u'<'},
                                                                               {"&gt;", u'>'},
                                                                               {"&amp;", u'&'},
                                                                               {"&quot;", u'"'},
                                                                               {"&apos;", u'\''},
                                                                               {"&nbsp;", u'\u00A0'},
                                                                               {"&mdash;", u'—'},
                                                                               {"&hellip;", u'…'}}};
        for (const auto& [name, sign] : kNamed) {
            if (text == name)
                return QChar(sign);
        }
        if (text.starts_with("&#") && text.ends_with(';')) {
            const bool isHex = text.size() > 3 && (text[2] == 'x' || text[2] == 'X');
            bool isNumber = false;
            const QByteArray digits =
                QByteArray::fromStdString(std::string(text)).mid(isHex ? 3 : 2).chopped(1);
            const uint code = digits.toUInt(&isNumber, isHex ? 16 : 10);
            constexpr uint kLast = 0x10FFFF;
            const char32_t sign = code == 0 || code > kLast ? char32_t(QChar::ReplacementCharacter) : code;
            if (isNumber)
                return QString::fromUcs4(&sign, 1);
        }
        // Qt knows the others.
        const QString shown = QTextDocumentFragment::fromHtml(toQt(text)).toPlainText();
        return shown.isEmpty() ? toQt(text) : shown;
    }

    /// Words of the parser or of the program that stand for something in the source.
    void insertOwn(const QString& text, const QTextCharFormat& format)
    {
        if (!m_isCounting)
            insertVerbatim(m_cursor, text, format);
    }

    /// A text as it is written, without what was inserted for the parser.
    void addPiece(Piece piece, const QTextCharFormat& format)
    {
        std::string_view rest = piece.bytes;
        while (!rest.empty()) {
            std::size_t end = 0;
            if (piece.isIn) {
                while (end < rest.size() && m_prepared.source(rest.data() + end))
                    ++end;
            } else {
                end = rest.size();
            }
            if (end > 0)
                addOwnText(rest.substr(0, end), piece.isIn, format);
            rest.remove_prefix(std::min(rest.size(), std::max<std::size_t>(end, 1)));
        }
    }

    void addOwnText(std::string_view bytes, bool isIn, const QTextCharFormat& format)
    {
        QString text = toQt(bytes);
        m_letters += isIn ? lettersIn(text) : 0;
        if (!m_links.empty())
            m_links.back().text += text;
        if (!m_isCounting)
            insertAt(text, format, bytes, isIn);
    }

    void insertAt(QString text, const QTextCharFormat& format, std::string_view bytes, bool isIn)
    {
        if (m_source.showsInvisible)
            text = withInvisibleShown(text);
        // These would begin another block.
        text.replace(QChar::ParagraphSeparator, QChar::LineSeparator);
        text.replace(QLatin1Char('\r'), QChar::LineSeparator);
        QTextBlock block = m_cursor.block();
        const int column = m_cursor.positionInBlock();
        insertVerbatim(m_cursor, text, format);
        if (!isIn)
            return;
        auto* runs = static_cast<SourceRuns*>(block.userData());
        if (runs == nullptr) {
            runs = new SourceRuns;
            block.setUserData(runs);
        }
        const std::size_t first = *m_prepared.source(bytes.data());
        const std::size_t last = *m_prepared.source(bytes.data() + bytes.size() - 1);
        runs->runs.push_back(
            {column, static_cast<int>(text.size()), m_source.offset + first, m_source.offset + last + 1});
    }

    /// base() of each look.
    std::map<std::array<unsigned, 6>, QTextCharFormat> m_formats;
    QTextCursor& m_cursor;
    const MarkdownSource& m_source;
    const PreparedText& m_prepared;
    QTextBlockFormat m_block;
    const TranscriptStyle& m_style;
    bool m_isCounting;
    std::vector<List> m_lists;
    /// Of items whose first block is not open yet, from the outermost.
    std::vector<Marker> m_markers;
    std::size_t m_quotes = 0;
    Leaf m_leaf = Leaf::None;
    /// A block is open that takes text.
    bool m_isOpen = false;
    /// The cursor is in an empty block that is to be used.
    bool m_isFirst = true;
    unsigned m_level = 0;
    int m_isBold = 0;
    int m_isItalic = 0;
    int m_isStruck = 0;
    int m_isFixed = 0;
    int m_isImage = 0;
    std::vector<Link> m_links;
    /// Those that were written.
    QSet<QString> m_addresses;
    QTextTable* m_table = nullptr;
    bool m_isInTable = false;
    int m_row = -1;
    int m_column = -1;
    /// The number of the code block that is written.
    int m_code = 0;
    std::optional<CodeColors> m_codeColors;
    /// The line of code that is being read.
    std::vector<Piece> m_line;
    /// The last byte of the text before.
    const char* m_lastEnd = nullptr;
    qsizetype m_letters = 0;
};

/// Collects the code blocks of a text.
struct CodeCollector {
    struct Block {
        std::size_t begin = std::string::npos;
        std::size_t end = 0;
        QString code;
    };

    const PreparedText& prepared;
    std::vector<Block> blocks = {};
    bool isCode = false;
};

} // namespace

QString codeAt(std::string_view markdown, std::size_t byte)
{
    // Reasoning in front is a text of its own.
    constexpr std::string_view kClosing = "</think>";
    if (const std::size_t thought = markdown.rfind(kClosing, byte); thought != std::string_view::npos) {
        markdown.remove_prefix(thought + kClosing.size());
        byte -= thought + kClosing.size();
    }
    const PreparedText prepared(markdown, {});
    CodeCollector found{prepared};
    MD_PARSER parser{};
    parser.flags = MD_DIALECT_GITHUB | MD_FLAG_NOHTML;
    parser.enter_block = [](MD_BLOCKTYPE type, void*, void* self) {
        auto& collector = *static_cast<CodeCollector*>(self);
        collector.isCode = type == MD_BLOCK_CODE;
        if (collector.isCode)
            collector.blocks.emplace_back();
        return 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE, void*, void* self) {
        static_cast<CodeCollector*>(self)->isCode = false;
        return 0;
    };
    parser.enter_span = [](MD_SPANTYPE, void*, void*) { return 0; };
    parser.leave_span = [](MD_SPANTYPE, void*, void*) { return 0; };
    parser.text = [](MD_TEXTTYPE, const MD_CHAR* text, MD_SIZE size, void* self) {
        auto& collector = *static_cast<CodeCollector*>(self);
        if (!collector.isCode)
            return 0;
        CodeCollector::Block& block = collector.blocks.back();
        const bool isIn = collector.prepared.contains(text);
        if (const auto source = isIn ? collector.prepared.source(text) : std::nullopt) {
            block.begin = std::min(block.begin, *source);
            block.end = *source + size;
        }
        // Indentation comes as spaces.
        const std::size_t line = static_cast<std::size_t>(block.code.lastIndexOf(QLatin1Char('\n')) + 1);
        const QString indent = block.code.mid(static_cast<qsizetype>(line));
        if (isIn && indent.trimmed().isEmpty()) {
            const char* begin = text;
            while (begin != collector.prepared.bytes().data() && (begin[-1] == ' ' || begin[-1] == '\t'))
                --begin;
            if (std::find(begin, text, '\t') != text &&
                (begin == collector.prepared.bytes().data() || begin[-1] == '\n'))
                block.code.replace(static_cast<qsizetype>(line), indent.size(),
                                   toQt({begin, static_cast<std::size_t>(text - begin)}));
        }
        block.code += toQt({text, size});
        return 0;
    };
    const std::string& bytes = prepared.bytes();
    md_parse(bytes.data(), static_cast<MD_SIZE>(bytes.size()), &parser, &found);
    for (CodeCollector::Block& block : found.blocks) {
        if (block.begin <= byte && byte < block.end) {
            // The last line has no line feed in a document either.
            if (block.code.endsWith(QLatin1Char('\n')))
                block.code.chop(1);
            return block.code;
        }
    }
    return {};
}

void writeMarkdown(QTextCursor& cursor, const MarkdownSource& source, const QTextBlockFormat& block,
                   const TranscriptStyle& style)
{
    const PreparedText prepared(source.text, source.openFence);
    MarkdownWriter counting(cursor, source, prepared, block, style, true);
    counting.write();
    const qsizetype shown = counting.lettersShown();
    if (const qsizetype hidden = lettersIn(toQt(source.text)) - shown; hidden > kFewHidden) {
        cursor.setBlockFormat(style.bodyBlock());
        const bool much = hidden > shown;
        QTextCharFormat notice = style.label(much ? style.colors.bad : style.colors.dim, 0.86, much);
        notice.setProperty(kOwnWords, kLeftOut);
        insertVerbatim(
            cursor, MarkdownWords::tr("Markdown hides %Ln character(s)", nullptr, static_cast<int>(hidden)),
            notice);
        cursor.insertBlock(block);
    }
    cursor.setBlockFormat(block);
    MarkdownWriter(cursor, source, prepared, block, style, false).write();
}

} // namespace duologue::ui
