// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/conversation.h"
#include "core/load/record_reader.h"
#include "tests/support/load.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

using namespace duologue;
using namespace duologue::test;

/// Which message names which picture.
class PicturesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsThePicturesOfMessages_data()
    {
        QTest::addColumn<QString>("record");
        QTest::addColumn<QString>("pictures");
        const auto row = [](const char* name, const char* record, const char* pictures) {
            QTest::newRow(name) << QString::fromUtf8(record) << QString::fromUtf8(pictures);
        };
        row("placeholders, in the order of the messages",
            R"({"messages": [{"role": "user", "content": "<image>Who? <image>"},
                {"role": "assistant", "content": "Two."}, {"role": "user", "content": "And here?<image>"}],
                "images": ["a/1.jpg", "a/2.jpg", "b.png"]})",
            "0 a/1.jpg, 0 a/2.jpg, 2 b.png");
        row("fewer files than placeholders",
            R"({"messages": [{"role": "user", "content": "<image><image>"}, {"role": "assistant", "content": "?"}],
                "images": ["1.jpg"]})",
            "0 1.jpg, 0 ");
        row("one file that is no list",
            R"({"messages": [{"role": "user", "content": "<image>Who?"}, {"role": "assistant", "content": "?"}],
                "image": "1.jpg"})",
            "0 1.jpg");
        row("files that nothing stands for",
            R"({"messages": [{"role": "user", "content": "Who?"}, {"role": "assistant", "content": "?"}],
                "images": ["1.jpg"]})",
            "");
        row("parts that name their picture",
            R"({"messages": [{"role": "user", "content": [{"type": "text", "text": "Who?"},
                {"type": "image_url", "image_url": {"url": "c.png", "detail": "low"}},
                {"type": "input_audio", "input_audio": {"data": "x.wav"}}]}, {"role": "assistant", "content": "?"}]})",
            "0 c.png (part)");
    }

    void findsThePicturesOfMessages()
    {
        QFETCH(QString, record);
        QFETCH(QString, pictures);
        TempFolder folder;
        folder.write("a.jsonl", record.remove(QLatin1Char('\n')).toStdString() + "\n");
        const auto snapshot = load({folder.path()});
        const auto read = readRecord(*snapshot, Row{0});
        QVERIFY(read);
        QStringList found;
        for (const PictureName& picture : picturesOf(read.value()->conversation))
            found << QStringLiteral("%1 %2%3")
                         .arg(picture.message)
                         .arg(QString::fromUtf8(picture.address.data(),
                                                static_cast<qsizetype>(picture.address.size())),
                              picture.isPlaceholder ? QString() : QStringLiteral(" (part)"));
        QCOMPARE(found.join(QStringLiteral(", ")), pictures);
    }
};

DUOLOGUE_TEST(PicturesTest)
#include "pictures_test.moc"
