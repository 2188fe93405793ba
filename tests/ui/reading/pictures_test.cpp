// SPDX-License-Identifier: GPL-3.0-or-later
#include "reading_fixture.h"
#include "tests/support/test_class.h"
#include "ui/transcript/call_text.h"
#include "ui/transcript/pictures.h"
#include "ui/transcript/transcript_view.h"

#include <QAction>
#include <QBuffer>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace duologue;
using namespace duologue::ui;
using namespace duologue::ui::test;

namespace {

QByteArray pngOf(const QColor& color, const QSize& size = {300, 200})
{
    QImage image(size, QImage::Format_RGB32);
    image.fill(color);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

/// A record whose first message has this content.
QByteArray line(const QJsonValue& content, const QStringList& images)
{
    const QJsonObject question{{QStringLiteral("role"), QStringLiteral("user")},
                               {QStringLiteral("content"), content}};
    const QJsonObject answer{{QStringLiteral("role"), QStringLiteral("assistant")},
                             {QStringLiteral("content"), QStringLiteral("I see.")}};
    const QJsonObject record{{QStringLiteral("messages"), QJsonArray{question, answer}},
                             {QStringLiteral("images"), QJsonArray::fromStringList(images)}};
    return QJsonDocument(record).toJson(QJsonDocument::Compact) + '\n';
}

QJsonObject picturePart(const QString& address)
{
    return {{QStringLiteral("type"), QStringLiteral("image_url")},
            {QStringLiteral("image_url"), QJsonObject{{QStringLiteral("url"), address}}}};
}

} // namespace

/// Pictures that a message names: shown when asked for, and only from disk.
class PicturesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_reading = std::make_unique<Reading>();
        const QJsonArray parts{picturePart(QStringLiteral("https://example.org/a.png")),
                               picturePart(QStringLiteral("data:image/png;base64,") +
                                           QString::fromLatin1(pngOf(Qt::blue).toBase64())),
                               QJsonObject{{QStringLiteral("type"), QStringLiteral("text")},
                                           {QStringLiteral("text"), QStringLiteral("And?")}}};
        m_reading->writeBytes(QStringLiteral("sub/chats.jsonl"),
                              line(QStringLiteral("<image>Who is this?<image>"),
                                   {QStringLiteral("media/red.png"), QStringLiteral("above.png")}) +
                                  line(QStringLiteral("<image><image><image><image>"),
                                       {QStringLiteral("media/none.png"), QStringLiteral("media/notes.txt"),
                                        QStringLiteral("media/drawing.svg"), QStringLiteral("media")}) +
                                  line(parts, {}));
        m_reading->writeBytes(QStringLiteral("sub/media/red.png"), pngOf(Qt::red));
        m_reading->writeBytes(QStringLiteral("above.png"), pngOf(Qt::green, {1000, 2000}));
        m_reading->writeBytes(QStringLiteral("sub/media/notes.txt"), "Nothing to see.");
        m_reading->writeBytes(QStringLiteral("sub/media/drawing.svg"),
                              "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>");
        m_panel = openPanel(QStringLiteral("conversation"), m_reading->workspace, {1000, 700});
        QVERIFY(m_panel);
        m_view = m_panel->findChild<TranscriptView*>(QStringLiteral("transcript"));
        QVERIFY(m_reading->open());
    }

    void cleanup()
    {
        m_panel.reset();
        m_reading.reset();
    }

    void namesItsFileAndShowsItWhenAsked()
    {
        QVERIFY(text().contains(QStringLiteral("media/red.png")));
        QVERIFY(text().contains(QStringLiteral("above.png")));
        QVERIFY(m_view->transcript()->folds().pictures.empty());
        clickLink(QStringLiteral("Show image"));
        QTRY_COMPARE(shownColor(0), QColor(Qt::red));
        QVERIFY(!m_view->transcript()->folds().pictures.contains(1));
        // What was shown stays in another layout.
        QTest::keyClick(m_view, Qt::Key_M, Qt::ControlModifier);
        QCOMPARE(shownColor(0), QColor(Qt::red));
        QVERIFY(text().contains(QStringLiteral("Hide image")));
        clickLink(QStringLiteral("Hide image"));
        QVERIFY(m_view->transcript()->folds().pictures.empty());
        QVERIFY(!text().contains(QStringLiteral("Hide image")));
        // Another conversation begins without pictures.
        clickLink(QStringLiteral("Show image"));
        QVERIFY(m_reading->choose(Row{1}));
        QVERIFY(m_view->transcript()->folds().pictures.empty());
    }

    void showsAllOfAMessageByKeys()
    {
        QAction* action = m_view->action(QStringLiteral("showPictures"));
        QVERIFY(!action->isEnabled());
        QTest::keyClick(m_view, Qt::Key_Down, Qt::ControlModifier);
        QVERIFY(action->isEnabled());
        action->trigger();
        QTRY_COMPARE(shownColor(0), QColor(Qt::red));
        // It is in the folder that was opened, above that of the record's file, and is made smaller.
        QTRY_COMPARE(shownColor(1), QColor(Qt::green));
        const QImage large = m_view->transcript()->folds().pictures.at(1).image;
        QVERIFY2(large.height() <= 1000 && large.height() == 2 * large.width(),
                 qPrintable(QString::number(large.height())));
        action->trigger();
        QVERIFY(m_view->transcript()->folds().pictures.empty());
        QTest::keyClick(m_view, Qt::Key_Down, Qt::ControlModifier);
        QVERIFY(!action->isEnabled());
    }

    /// A call that follows a screenshot clicks in it.
    void marksThePlaceOfAClick()
    {
        const QString address = QStringLiteral("data:image/png;base64,") +
                                QString::fromLatin1(pngOf(Qt::white, {400, 300}).toBase64());
        const auto call = [](const QString& id, const QString& arguments) {
            const QJsonObject function{{QStringLiteral("name"), QStringLiteral("computer")},
                                       {QStringLiteral("arguments"), arguments}};
            return QJsonObject{{QStringLiteral("id"), id},
                               {QStringLiteral("type"), QStringLiteral("function")},
                               {QStringLiteral("function"), function}};
        };
        const auto says = [](const QString& role, const QJsonValue& content, const QJsonArray& calls = {}) {
            QJsonObject made{{QStringLiteral("role"), role}, {QStringLiteral("content"), content}};
            if (!calls.isEmpty())
                made.insert(QStringLiteral("tool_calls"), calls);
            return made;
        };
        const QJsonObject record{
            {QStringLiteral("messages"),
             QJsonArray{
                 says(QStringLiteral("user"), QJsonArray{picturePart(address)}),
                 says(QStringLiteral("assistant"), QStringLiteral("I click."),
                      {call(QStringLiteral("a"),
                            QStringLiteral("{\"action\": \"left_click\", \"coordinate\": [100, 200]}"))}),
                 says(QStringLiteral("user"), QJsonArray{picturePart(address + QLatin1Char(' '))}),
                 says(QStringLiteral("assistant"), QStringLiteral("I type."),
                      {call(QStringLiteral("b"), QStringLiteral("{\"action\": \"type\"}"))})}}};
        m_reading->writeBytes(QStringLiteral("sub/chats.jsonl"),
                              QJsonDocument(record).toJson(QJsonDocument::Compact) + '\n');
        QVERIFY(m_reading->open());
        QTest::keyClick(m_view, Qt::Key_Down, Qt::ControlModifier);
        m_view->action(QStringLiteral("showPictures"))->trigger();
        const auto image = [this](std::size_t picture) {
            const auto& pictures = m_view->transcript()->folds().pictures;
            return pictures.contains(picture) ? pictures.at(picture).image : QImage();
        };
        QTRY_VERIFY(!image(0).isNull());
        const QImage clicked = image(0);
        const QPoint at(100 * clicked.width() / 400, 200 * clicked.height() / 300);
        QVERIFY(clicked.pixelColor(at) != QColor(Qt::white));
        QCOMPARE(clicked.pixelColor(at + QPoint(60, 0)), QColor(Qt::white));
        const auto& conversation = m_view->transcript()->conversation();
        QVERIFY(!clickIn(conversation, m_view->transcript()->pictures().at(1)));
    }

    void saysWhyNothingIsShown()
    {
        QVERIFY(m_reading->choose(Row{1}));
        QTest::keyClick(m_view, Qt::Key_Down, Qt::ControlModifier);
        m_view->action(QStringLiteral("showPictures"))->trigger();
        const auto failure = [this](std::size_t picture) {
            const auto& pictures = m_view->transcript()->folds().pictures;
            return pictures.contains(picture) ? pictures.at(picture).failure : QString();
        };
        QTRY_VERIFY(!failure(3).isEmpty());
        QVERIFY(failure(0).contains(QStringLiteral("No such file")));
        QVERIFY(failure(1).contains(QStringLiteral("not an image")));
        // A drawing could name other files.
        QVERIFY(failure(2).contains(QStringLiteral("not an image")));
        QVERIFY(failure(3).contains(QStringLiteral("No such file")));
        QVERIFY(text().contains(failure(0)));
    }

    void loadsNothingFromTheWeb()
    {
        QVERIFY(m_reading->choose(Row{2}));
        QVERIFY(text().contains(QStringLiteral("https://example.org/a.png")));
        // Only the picture that is in the record itself is offered.
        QCOMPARE(text().count(QStringLiteral("Show image")), 1);
        clickLink(QStringLiteral("Show image"));
        QTRY_COMPARE(shownColor(1), QColor(Qt::blue));
        QVERIFY(!m_view->transcript()->folds().pictures.contains(0));
        QVERIFY(!readPicture({}, QStringLiteral("https://example.org/a.png"), 100).failure.isEmpty());
        QVERIFY(!readPicture({}, QStringLiteral("file://server/share/a.png"), 100).failure.isEmpty());
        QVERIFY(!readPicture({}, QStringLiteral("/dev/zero"), 100).failure.isEmpty());
        // The data alone, as in Anthropic's format.
        QImage noise(60, 60, QImage::Format_RGB32);
        for (int i = 0; i < 3600; ++i)
            noise.setPixel(i % 60, i / 60, static_cast<uint>(i * 2654435761U));
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        noise.save(&buffer, "PNG");
        QVERIFY(!readPicture({}, QString::fromLatin1(bytes.toBase64()), 100).image.isNull());
    }

private:
    QString text() const { return m_view->toPlainText(); }

    /// The colour in the middle of a picture that the document shows.
    QColor shownColor(std::size_t picture) const
    {
        const QImage image =
            m_view->document()
                ->resource(QTextDocument::ImageResource, QUrl(QStringLiteral("picture:%1").arg(picture)))
                .value<QImage>();
        const bool isInText =
            m_view->document()->toHtml().contains(QStringLiteral("picture:%1").arg(picture));
        return image.isNull() || !isInText ? QColor() : image.pixelColor(image.rect().center());
    }

    void clickLink(const QString& words)
    {
        const QTextCursor found = m_view->document()->find(words);
        QVERIFY(!found.isNull());
        QTextCursor begin = found;
        begin.setPosition(found.selectionStart() + 1);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, m_view->cursorRect(begin).center());
    }

    std::unique_ptr<Reading> m_reading;
    std::unique_ptr<QWidget> m_panel;
    TranscriptView* m_view = nullptr;
};

DUOLOGUE_TEST(PicturesTest)
#include "pictures_test.moc"
