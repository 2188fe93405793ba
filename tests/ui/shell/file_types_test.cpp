// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/archive.h"
#include "core/io/folder.h"
#include "core/io/folder_scan.h"
#include "core/query/saved_view.h"
#include "tests/support/source_folder.h"
#include "tests/support/test_class.h"
#include "ui/app/text.h"
#include "ui/window/main_window.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <QXmlStreamReader>

using namespace duologue;
using namespace duologue::ui;

namespace {

using Words = QSet<QString>;

QByteArray packagingFile(const char* name)
{
    QFile file(QString::fromStdString((test::sourceFolder() / "packaging" / name).string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The MIME types of the desktop entry.
Words desktopTypes()
{
    for (const QByteArray& line : packagingFile("io.github.duologue.Duologue.desktop").split('\n')) {
        if (!line.startsWith("MimeType="))
            continue;
        const QStringList types = QString::fromUtf8(line.mid(9)).split(QLatin1Char(';'), Qt::SkipEmptyParts);
        return {types.begin(), types.end()};
    }
    return {};
}

/// "type *.ending" for each pattern of the program's MIME file, and its aliases of types.
struct MimeFile {
    Words patterns;
    Words aliases;
};

MimeFile mimeFile()
{
    MimeFile read;
    QXmlStreamReader xml(packagingFile("duologue-mime.xml"));
    QString type;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto attribute = [&xml](const char* name) {
            return xml.attributes().value(QLatin1String(name)).toString();
        };
        if (xml.name() == QLatin1String("mime-type"))
            type = attribute("type");
        else if (xml.name() == QLatin1String("glob"))
            read.patterns.insert(type + QLatin1Char(' ') + attribute("pattern"));
        else if (xml.name() == QLatin1String("alias"))
            read.aliases.insert(attribute("type"));
    }
    return read;
}

/// A view is opened by the program, but is no file of records.
const QString kViewType = QStringLiteral("application/vnd.duologue.view+json");

} // namespace

/// The reader, the file dialog and the desktop entry support the same kinds of files.
class FileTypesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theReaderSupportsEachEnding()
    {
        for (const FileEnding& ending : fileEndings()) {
            const std::string name = "a" + std::string(ending.text);
            QVERIFY2(reasonToSkip(name).empty(), name.c_str());
            QCOMPARE(isPacked(name), ending.kind != EndingKind::Records);
            QVERIFY(reasonToSkip(QString::fromStdString(name).toUpper().toStdString()).empty());
            QVERIFY(!hasEnding(ending.text, ending.kind));
        }
        QVERIFY(!reasonToSkip("a.png").empty());
    }

    void theDialogOffersEachEnding()
    {
        Words wanted;
        for (const FileEnding& ending : fileEndings())
            wanted.insert(QLatin1Char('*') + toQt(ending.text));
        const QString datasets = MainWindow::fileFilter().section(QStringLiteral(";;"), 0, 0);
        const QStringList offered = datasets.section(QLatin1Char('('), 1).chopped(1).split(QLatin1Char(' '));
        QCOMPARE(Words(offered.begin(), offered.end()), wanted);
        QCOMPARE(MainWindow::fileFilter().section(QStringLiteral(";;"), 1), QStringLiteral("All files (*)"));
    }

    void theDesktopEntryHasTheTypeOfEachEnding()
    {
        Words known = mimeFile().aliases;
        known.insert(QStringLiteral("inode/directory"));
        known.insert(kViewType);
        const Words types = desktopTypes();
        for (const FileEnding& ending : fileEndings()) {
            const QString type = toQt(ending.mimeType);
            QVERIFY2(types.contains(type), qPrintable(type));
            known.insert(type);
        }
        QVERIFY2(known.contains(types), qPrintable((types - known).values().join(QLatin1Char(' '))));
    }

    void theMimeFileAddsUnknownTypes()
    {
        // From shared-mime-info 2.2.
        const Words known{QStringLiteral(".json"), QStringLiteral(".gz"),   QStringLiteral(".zst"),
                          QStringLiteral(".xz"),   QStringLiteral(".bz2"),  QStringLiteral(".zip"),
                          QStringLiteral(".tar"),  QStringLiteral(".tgz"),  QStringLiteral(".txz"),
                          QStringLiteral(".tbz2"), QStringLiteral(".tzst"), QStringLiteral(".csv"),
                          QStringLiteral(".tsv")};
        Words wanted{kViewType + QStringLiteral(" *") + toQt(kViewEnding)};
        for (const FileEnding& ending : fileEndings()) {
            if (!known.contains(toQt(ending.text)))
                wanted.insert(toQt(ending.mimeType) + QStringLiteral(" *") + toQt(ending.text));
        }
        QCOMPARE(mimeFile().patterns, wanted);
    }
};

DUOLOGUE_TEST(FileTypesTest)
#include "file_types_test.moc"
