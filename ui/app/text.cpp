// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/text.h"
#include "core/util/escape.h"

#include <QFile>
#include <QFont>
#include <QFontDatabase>
#include <QFontInfo>
#include <QHash>
#include <QLocale>
#include <QRegularExpression>
#include <QStringList>
#include <QXmlStreamReader>
#include <algorithm>

namespace duologue::ui {

namespace {

const QStringList& chineseFamilies()
{
    static const QStringList families{QStringLiteral("Noto Sans CJK SC"),
                                      QStringLiteral("Source Han Sans SC"),
                                      QStringLiteral("WenQuanYi Micro Hei"),
                                      QStringLiteral("Microsoft YaHei"), QStringLiteral("PingFang SC")};
    return families;
}

/// The real family behind an alias such as "Sans Serif" or "monospace", which is not the name of a font. Qt
/// skips an alias in a list of families: a Chinese font would then draw English, with quotation marks as wide
/// as a Chinese character, and code in a proportional font.
QString realFamily(const QString& family)
{
    static QHash<QString, QString> known;
    auto found = known.constFind(family);
    if (found == known.constEnd())
        found = known.insert(family,
                             QFontDatabase::hasFamily(family) ? family : QFontInfo(QFont(family)).family());
    return *found;
}

/// Common Latin families that are installed.
QStringList latinFamilies(bool fixed)
{
    QStringList families =
        fixed ? QStringList{QStringLiteral("Noto Sans Mono"), QStringLiteral("DejaVu Sans Mono"),
                            QStringLiteral("Liberation Mono")}
              : QStringList{QStringLiteral("Noto Sans"), QStringLiteral("DejaVu Sans"),
                            QStringLiteral("Liberation Sans"), QStringLiteral("Arial")};
    families.removeIf([](const QString& family) { return !QFontDatabase::hasFamily(family); });
    return families;
}

} // namespace

QString toQt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::string fromQt(const QString& text)
{
    return text.toStdString();
}

QString asLabel(std::string_view text)
{
    return toQt(visibleLine(text));
}

QString asLabel(const QString& text)
{
    return asLabel(fromQt(text));
}

QString asLines(std::string_view text)
{
    return toQt(visibleText(text));
}

QString asLines(const QString& text)
{
    return asLines(fromQt(text));
}

QString withoutMnemonic(const QString& actionText)
{
    static const QRegularExpression inBrackets(QStringLiteral("\\(&.\\)"));
    QString text = actionText;
    text.remove(inBrackets);
    text.replace(QLatin1String("&&"), QString(QChar(u'\x1')));
    text.remove(QLatin1Char('&'));
    text.replace(QChar(u'\x1'), QLatin1Char('&'));
    while (text.endsWith(u'…'))
        text.chop(1);
    return text;
}

QString asToolTip(const QString& text)
{
    return text.isEmpty() ? text : QStringLiteral("<p>%1</p>").arg(asLines(text).toHtmlEscaped());
}

QString asUnwrappedTip(const QString& text)
{
    return QStringLiteral("<p style='white-space:pre'>%1</p>").arg(text.toHtmlEscaped());
}

QString beginningOf(std::string_view text, qsizetype most)
{
    // A character has at most four bytes; spaces and line breaks become one space.
    const auto lookedAt = std::min(text.size(), std::size_t{12} * static_cast<std::size_t>(most));
    const std::string_view begin = text.substr(0, wholeCharacters(text, lookedAt));
    const QString line = asLabel(toQt(begin).simplified());
    return line.size() > most || begin.size() < text.size() ? line.left(most) + QStringLiteral("…") : line;
}

QString asMenuText(const QString& text)
{
    QString escaped = asLabel(text);
    return escaped.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

QFont withChinese(const QFont& font, Language language)
{
    QStringList families = font.families();
    if (families.isEmpty())
        families << font.family();
    std::transform(families.begin(), families.end(), families.begin(), realFamily);
    for (const QString& family : chineseFamilies())
        families.removeAll(family);
    // On a Chinese desktop the alias may mean a Chinese family, with quotation marks as wide as a character.
    if (families.isEmpty())
        families << latinFamilies(font.fixedPitch());
    QFont made = font;
    made.setFamilies(language == Language::Chinese ? chineseFamilies() + families
                                                   : families + chineseFamilies());
    return made;
}

QFont inOneFace(const QFont& font, const QString& text)
{
    const bool isChinese =
        std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
    return withChinese(font, isChinese ? Language::Chinese : Language::English);
}

bool hasChineseFont()
{
    return !QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty();
}

bool hasEndlessWord(const QString& text)
{
    constexpr qsizetype kEndless = 2'000;
    qsizetype begin = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        // A line may be broken before and after Chinese characters.
        constexpr char16_t kFirstIdeograph = 0x2E80;
        if (text[i].isSpace() || (text[i].unicode() >= kFirstIdeograph && text[i].isLetter()))
            begin = i + 1;
        else if (i - begin == kEndless)
            return true;
    }
    return false;
}

QVariant columnTitle(const QStringList& titles, int section, Qt::Orientation orientation, int role)
{
    const bool isTitle = orientation == Qt::Horizontal && role == Qt::DisplayRole;
    return isTitle && section >= 0 && section < titles.size() ? titles[section] : QVariant();
}

QString countText(std::uint64_t count)
{
    return QLocale().toString(static_cast<qulonglong>(count));
}

const OtherLanguage& OtherLanguage::instance()
{
    static const OtherLanguage made;
    return made;
}

/// The compiled translations have hashes in place of the English texts, so the file from which they are made
/// is read.
OtherLanguage::OtherLanguage()
{
    QFile file(QStringLiteral(":/words/duologue_zh_CN.ts"));
    if (!file.open(QIODevice::ReadOnly))
        return;
    QXmlStreamReader xml(&file);
    QString source;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("source")) {
            source = withoutMnemonic(xml.readElementText());
        } else if (xml.name() == QLatin1String("translation")) {
            const QString chinese =
                withoutMnemonic(xml.readElementText(QXmlStreamReader::IncludeChildElements));
            if (chinese.isEmpty() || chinese == source)
                continue;
            if (!m_texts.contains(source, chinese))
                m_texts.insert(source, chinese);
            if (!m_texts.contains(chinese, source))
                m_texts.insert(chinese, source);
        }
    }
}

} // namespace duologue::ui
