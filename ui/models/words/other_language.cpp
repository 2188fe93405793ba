// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/other_language.h"

#include "ui/work/qt_text.h"

#include <QFile>
#include <QXmlStreamReader>

namespace duologue::ui {

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
