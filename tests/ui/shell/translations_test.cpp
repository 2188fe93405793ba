// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/report.h"
#include "core/formats/format.h"
#include "core/util/phrase_id.h"
#include "core/util/problem.h"
#include "tests/support/source_folder.h"
#include "tests/support/test_class.h"
#include "ui/window/program_window.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>
#include <vector>

namespace {

struct TsMessage {
    QString context;
    QString source;
    bool numerus = false;
    /// The state by lupdate: "unfinished", "vanished", "obsolete", or empty if the translation is done.
    QString state;
    /// One for each plural form, otherwise one.
    QStringList translations;
};

void readTranslation(QXmlStreamReader& xml, TsMessage& message)
{
    message.state = xml.attributes().value(QLatin1String("type")).toString();
    if (!message.numerus) {
        message.translations << xml.readElementText();
        return;
    }
    while (xml.readNextStartElement())
        message.translations << xml.readElementText();
}

TsMessage readMessage(QXmlStreamReader& xml, const QString& context)
{
    TsMessage message;
    message.context = context;
    message.numerus = xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
    while (xml.readNextStartElement()) {
        if (xml.name() == QLatin1String("source"))
            message.source = xml.readElementText();
        else if (xml.name() == QLatin1String("translation"))
            readTranslation(xml, message);
        else
            xml.skipCurrentElement();
    }
    return message;
}

/// Empty if the file cannot be read to its end.
std::vector<TsMessage> messagesOf(const QString& language)
{
    const auto folder = QString::fromStdString(duologue::test::sourceFolder().string());
    QFile file(QStringLiteral("%1/resources/translations/duologue_%2.ts").arg(folder, language));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    std::vector<TsMessage> messages;
    QXmlStreamReader xml(&file);
    xml.readNextStartElement();
    while (xml.readNextStartElement()) {
        QString context;
        while (xml.readNextStartElement()) {
            if (xml.name() == QLatin1String("name"))
                context = xml.readElementText();
            else if (xml.name() == QLatin1String("message"))
                messages.push_back(readMessage(xml, context));
            else
                xml.skipCurrentElement();
        }
    }
    return xml.hasError() ? std::vector<TsMessage>() : messages;
}

/// "%1", "%n", "%L2" …, sorted, with duplicates.
QStringList placeholders(const QString& text)
{
    static const QRegularExpression pattern(QStringLiteral("%L?(n|[1-9][0-9]?)"));
    QStringList found;
    for (auto match = pattern.globalMatch(text); match.hasNext();)
        found << match.next().captured();
    found.sort();
    return found;
}

QByteArray saying(const QString& what, const TsMessage& message)
{
    return QStringLiteral("%1: %2 | %3").arg(what, message.context, message.source).toUtf8();
}

bool hasWords(const std::vector<TsMessage>& messages, const QString& context, std::string_view source)
{
    const auto text = QString::fromUtf8(source.data(), static_cast<qsizetype>(source.size()));
    return std::any_of(messages.begin(), messages.end(), [&](const TsMessage& message) {
        return message.context == context && message.source == text;
    });
}

} // namespace

class TranslationsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyMessageIsTranslated_data() { languages(); }

    void everyMessageIsTranslated()
    {
        QFETCH(QString, language);
        QFETCH(qsizetype, forms);
        const std::vector<TsMessage> messages = messagesOf(language);
        QVERIFY(!messages.empty());
        for (const TsMessage& message : messages) {
            QVERIFY2(message.state.isEmpty(), saying(message.state, message));
            QVERIFY2(message.translations.size() == (message.numerus ? forms : 1),
                     saying(QStringLiteral("forms"), message));
            for (const QString& translation : message.translations)
                QVERIFY2(!translation.trimmed().isEmpty(), saying(QStringLiteral("empty"), message));
        }
    }

    void placeholdersAreTheSame_data() { languages(); }

    void placeholdersAreTheSame()
    {
        QFETCH(QString, language);
        for (const TsMessage& message : messagesOf(language)) {
            for (const QString& translation : message.translations)
                QVERIFY2(placeholders(translation) == placeholders(message.source),
                         saying(translation, message));
        }
    }

    void pluralsAreTheSameInBoth()
    {
        const auto sources = [](const QString& language) {
            QStringList found;
            for (const TsMessage& message : messagesOf(language)) {
                if (message.numerus)
                    found << message.context + QLatin1Char('|') + message.source;
            }
            found.sort();
            return found;
        };
        QCOMPARE(sources(QStringLiteral("en")), sources(QStringLiteral("zh_CN")));
    }

    void textsOfCoreAreTranslated()
    {
        const std::vector<TsMessage> messages = messagesOf(QStringLiteral("zh_CN"));
        for (std::size_t i = 0; i < static_cast<std::size_t>(duologue::ProblemCode::Count); ++i) {
            const std::string_view title = codeTitle(static_cast<duologue::ProblemCode>(i));
            QVERIFY2(hasWords(messages, QStringLiteral("ProblemCode"), title), std::string(title).c_str());
        }
        for (const duologue::ReportSpec& report : duologue::reports())
            QVERIFY2(hasWords(messages, QStringLiteral("Reports"), report.title),
                     std::string(report.title).c_str());
        for (const duologue::Format* format : duologue::builtInFormats()) {
            for (const std::string_view text : {format->title(), format->rule()})
                QVERIFY2(hasWords(messages, QStringLiteral("Formats"), text), std::string(text).c_str());
        }
        for (std::size_t i = 1; i < static_cast<std::size_t>(duologue::PhraseId::Count); ++i) {
            const std::string_view phrase = duologue::englishText(static_cast<duologue::PhraseId>(i));
            QVERIFY2(hasWords(messages, QStringLiteral("Phrases"), phrase), std::string(phrase).c_str());
        }
    }

    void languageFollowsTheLocale_data()
    {
        QTest::addColumn<QString>("locale");
        QTest::addColumn<QString>("language");
        QTest::newRow("mainland") << "zh_CN"
                                  << "zh_CN";
        QTest::newRow("singapore") << "zh_SG"
                                   << "zh_CN";
        QTest::newRow("taiwan") << "zh_TW"
                                << "en";
        QTest::newRow("english") << "en_GB"
                                 << "en";
        QTest::newRow("another") << "de_DE"
                                 << "en";
        QTest::newRow("none") << "C"
                              << "en";
    }

    void languageFollowsTheLocale()
    {
        QFETCH(QString, locale);
        QFETCH(QString, language);
        QCOMPARE(duologue::ui::translationFor(QLocale(locale)), language);
    }

private:
    /// The languages and their number of plural forms.
    static void languages()
    {
        QTest::addColumn<QString>("language");
        QTest::addColumn<qsizetype>("forms");
        QTest::newRow("English") << "en" << qsizetype(2);
        QTest::newRow("Chinese") << "zh_CN" << qsizetype(1);
    }
};

DUOLOGUE_TEST(TranslationsTest)
#include "translations_test.moc"
