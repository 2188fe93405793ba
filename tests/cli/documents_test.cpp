// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"
#include "tests/support/load.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <filesystem>

using namespace duologue::test;

namespace {

/// A line "$ duologue-cli …" of a document, and the lines behind it up to the next one or the end of the
/// block.
struct DocumentedCommand {
    QString document;
    int line = 0;
    QString command;
    QStringList output;
    int exitCode = 0;
};

QStringList documents()
{
    const QDir top(QStringLiteral(DUOLOGUE_TOP));
    QStringList paths{top.filePath(QStringLiteral("README.md"))};
    QDirIterator pages(top.filePath(QStringLiteral("resources/manual")), {QStringLiteral("*.md")},
                       QDir::Files, QDirIterator::Subdirectories);
    while (pages.hasNext())
        paths << pages.next();
    paths.sort();
    return paths;
}

QStringList linesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split('\n') : QStringList();
}

/// "en/checks.md", "README.md"
QString shortName(const QString& path)
{
    const QFileInfo file(path);
    return file.fileName() == "README.md" ? file.fileName() : file.dir().dirName() + '/' + file.fileName();
}

QList<DocumentedCommand> commandsIn(const QString& path)
{
    static const QRegularExpression exitCode("# exit code ([0-9])");
    QList<DocumentedCommand> commands;
    bool isInBlock = false;
    bool isOutput = false;
    const QStringList lines = linesOf(path);
    for (int i = 0; i < lines.size(); ++i) {
        const QString& line = lines[i];
        if (line.startsWith("```")) {
            isInBlock = !isInBlock;
            isOutput = false;
        } else if (isInBlock && line.contains("://")) {
            // A table in an engine, which nobody has here.
            isOutput = false;
        } else if (isInBlock && line.startsWith("$ duologue-cli ")) {
            DocumentedCommand made;
            made.document = shortName(path);
            made.line = i + 1;
            made.command = line.mid(2);
            made.exitCode = exitCode.match(line).captured(1).toInt();
            commands << made;
            isOutput = true;
        } else if (isOutput) {
            commands.back().output << line;
        }
    }
    for (DocumentedCommand& each : commands) {
        while (!each.output.isEmpty() && each.output.back().isEmpty())
            each.output.removeLast();
    }
    return commands;
}

} // namespace

/// What README and manual say that commands print is what they print. They run in a copy of the sample.
class DocumentsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        namespace fs = std::filesystem;
        fs::copy(sampleFolder(), m_folder.path(), fs::copy_options::recursive);
    }

    /// What a command names that the sample does not have; commands about the whole folder must not see it.
    void init()
    {
        namespace fs = std::filesystem;
        const QString command =
            QTest::currentDataTag() == nullptr ? QString() : m_named.value(QTest::currentDataTag());
        for (const fs::directory_entry& entry : fs::directory_iterator(m_folder.path())) {
            if (!fs::exists(sampleFolder() / entry.path().filename()) && entry.path().extension() != ".json")
                fs::remove_all(entry.path());
        }
        if (command.contains("release-1")) {
            fs::copy(sampleFolder() / "PrefEval", m_folder.path() / "release-1", fs::copy_options::recursive);
            fs::copy(sampleFolder() / "turbo-alignment", m_folder.path() / "release-2",
                     fs::copy_options::recursive);
        }
        if (!command.contains("dialogues.jsonl"))
            return;
        std::string lines;
        for (int i = 0; i < 12; ++i)
            lines += "{\"id\": " + std::to_string(i) +
                     ", \"dialogue\": [{\"speaker\": \"user\", \"text\": \"Is there a table at " +
                     std::to_string(i) +
                     "?\"}, {\"speaker\": \"assistant\", \"text\": \"There is one by the window, and one "
                     "outside.\"}]}\n";
        m_folder.write("dialogues.jsonl", lines);
    }

    void commandsPrintWhatIsSaid_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QStringList>("output");
        QTest::addColumn<int>("exitCode");
        int count = 0;
        for (const QString& document : documents()) {
            for (const DocumentedCommand& each : commandsIn(document)) {
                QTest::newRow(qPrintable(QStringLiteral("%1:%2").arg(each.document).arg(each.line)))
                    << each.command << each.output << each.exitCode;
                m_named.insert(QStringLiteral("%1:%2").arg(each.document).arg(each.line), each.command);
                ++count;
            }
        }
        QVERIFY(count > 40);
    }

    void commandsPrintWhatIsSaid()
    {
        QFETCH(const QString, command);
        QFETCH(const QStringList, output);
        QFETCH(const int, exitCode);
        QProcess shell;
        QProcessEnvironment environment = cliEnvironment();
        environment.insert("PATH", QFileInfo(DUOLOGUE_CLI).path() + ':' + environment.value("PATH"));
        shell.setProcessEnvironment(environment);
        shell.setWorkingDirectory(pathText(m_folder.path()));
        shell.start("sh", {"-c", command});
        QVERIFY(shell.waitForFinished(120'000));
        const QByteArray said = shell.readAllStandardError();
        QVERIFY2(shell.exitCode() == exitCode,
                 (QByteArray::number(shell.exitCode()) + ": " + said).constData());
        if (output.isEmpty())
            return;
        QString printed = QString::fromUtf8(shell.readAllStandardOutput());
        if (printed.endsWith('\n'))
            printed.chop(1);
        QCOMPARE(printed.split('\n'), output);
    }

    /// The pages about filtering have a table of queries, each with the number of conversations that it
    /// keeps.
    void queriesKeepAsManyAsIsSaid_data()
    {
        static const QRegularExpression row(R"(^\| `(.*)` \| .* \| ([0-9]+) \|$)");
        QTest::addColumn<QString>("query");
        QTest::addColumn<int>("kept");
        for (const QString& document : documents()) {
            int count = 0;
            if (!document.endsWith("filtering.md"))
                continue;
            for (const QString& line : linesOf(document)) {
                const auto match = row.match(line);
                if (!match.hasMatch())
                    continue;
                QTest::newRow(qPrintable(shortName(document) + QStringLiteral(" %1").arg(++count)))
                    << match.captured(1).replace("\\|", "|") << match.captured(2).toInt();
            }
            QVERIFY2(count >= 30, qPrintable(document));
        }
    }

    void queriesKeepAsManyAsIsSaid()
    {
        QFETCH(const QString, query);
        QFETCH(const int, kept);
        const CliRun run = runCli({"list", pathText(sampleFolder()), "--where", query, "--columns", "file",
                                   "--format", "jsonl", "--quiet"});
        QCOMPARE(run.err, QByteArray());
        QCOMPARE(run.lines().size(), kept);
    }

private:
    TempFolder m_folder;
    /// Commands by the names of their rows.
    QHash<QString, QString> m_named;
};

DUOLOGUE_TEST(DocumentsTest)
#include "documents_test.moc"
