// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/load/hub_folders.h"
#include "core/load/part_source.h"
#include "core/util/phrase_id.h"
#include "tests/support/print.h"
#include "tests/support/temp_folder.h"
#include "tests/support/test_class.h"

#include <QScopeGuard>
#include <QtTest>
#include <sys/resource.h>
#include <tuple>

using namespace duologue;
using namespace duologue::test;

class PartSourceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensAsManyFilesAsAllowed_data();
    void opensAsManyFilesAsAllowed();
    void largeFilesGetTheirOwnParts();
    void leavesUnopenableFilesToReader();
    void opensNoFilesAheadIfLimitIsLow();

private:
    /// The parts of these files, in order.
    std::vector<std::unique_ptr<LoadPart>> partsOf(const std::vector<FoundFile>& found,
                                                   std::size_t partsAtOnce = 6);

    FoundFile at(const std::string& name) const
    {
        FoundFile file;
        file.path = (m_folder.path() / name).native();
        file.shownPath = name;
        return file;
    }

    TempFolder m_folder;
    WorkerContextPool m_workers{
        FormatList::builtIn(), std::make_shared<const HubFolders>(), false, nullptr, {}, false};
    const std::vector<std::filesystem::path> m_paths{m_folder.path()};
};

std::vector<std::unique_ptr<LoadPart>> PartSourceTest::partsOf(const std::vector<FoundFile>& found,
                                                               std::size_t partsAtOnce)
{
    std::size_t nextOne = 0;
    const auto nextFile = [&]() -> std::optional<PlannedFile> {
        if (nextOne == found.size())
            return std::nullopt;
        return PlannedFile{{found[nextOne++], std::nullopt}, kNoFile, Reuse::Nothing};
    };
    PartSource source(nextFile, nullptr, m_workers, m_paths, partsAtOnce);
    std::vector<std::unique_ptr<LoadPart>> parts;
    while (auto part = source.next())
        parts.push_back(std::move(part));
    return parts;
}

void PartSourceTest::opensAsManyFilesAsAllowed_data()
{
    QTest::addColumn<std::size_t>("partsAtOnce");
    QTest::addColumn<std::size_t>("filesInPart");
    QTest::newRow("few threads") << std::size_t{3} << std::size_t{64};
    QTest::newRow("two threads") << std::size_t{6} << std::size_t{42};
    QTest::newRow("many threads") << std::size_t{96} << std::size_t{2};
    QTest::newRow("more threads than files may be open") << std::size_t{768} << std::size_t{1};
}

void PartSourceTest::opensAsManyFilesAsAllowed()
{
    QFETCH(const std::size_t, partsAtOnce);
    QFETCH(const std::size_t, filesInPart);
    std::vector<FoundFile> files;
    for (int i = 0; i < 100; ++i) {
        const std::string name = std::to_string(i) + ".json";
        m_folder.write(name, std::string(static_cast<std::size_t>(i), ' '));
        files.push_back(at(name));
    }
    const auto parts = partsOf(files, partsAtOnce);
    std::size_t number = 0;
    for (const auto& part : parts) {
        QCOMPARE(std::size_t{indexOf(part->firstFile)}, number);
        QVERIFY(part->files.size() == filesInPart || part == parts.back());
        QCOMPARE(part->sources.size(), part->files.size());
        for (std::size_t i = 0; i < part->files.size(); ++i, ++number) {
            QCOMPARE(part->files[i].shownPath, files[number].shownPath);
            QVERIFY(part->sources[i]);
            QCOMPARE(part->sources[i]->size(), std::uint64_t{number});
            QCOMPARE(std::size_t{indexOf(part->sources[i]->id())}, number);
        }
    }
    QCOMPARE(number, files.size());
}

void PartSourceTest::largeFilesGetTheirOwnParts()
{
    m_folder.write("small.json", "{}");
    std::string lines;
    while (lines.size() <= kLargeFile)
        lines += R"({"prompt": "?", "answer": "!"})"
                 "\n";
    m_folder.write("large.jsonl", lines);
    // FoundFile has no size yet: it is known only after opening.
    const auto parts = partsOf({at("small.json"), at("large.jsonl"), at("small.json")});
    QVERIFY(parts.size() >= 4);
    QCOMPARE(parts[0]->files.size(), std::size_t{1});
    QVERIFY(parts[0]->block == nullptr);
    // The large file is opened again and read in blocks.
    QVERIFY(!parts[1]->sources[0]);
    QCOMPARE(parts[1]->files.size(), std::size_t{1});
    QVERIFY(parts[1]->block != nullptr && parts[1]->block->file == nullptr);
    for (std::size_t i = 2; i + 1 < parts.size(); ++i)
        QVERIFY(parts[i]->files.empty() && parts[i]->block->file != nullptr);
    QCOMPARE(parts.back()->files.size(), std::size_t{1});
    QCOMPARE(std::size_t{indexOf(parts.back()->firstFile)}, std::size_t{2});
}

void PartSourceTest::leavesUnopenableFilesToReader()
{
    m_folder.write("small.json", "{}");
    FoundFile picture = at("picture.png");
    picture.skipReason = {PhraseId::NotJsonEnding, ".png"};
    const auto parts = partsOf({at("small.json"), at("gone.json"), picture});
    QCOMPARE(parts.size(), std::size_t{1});
    const LoadPart& part = *parts[0];
    QVERIFY(part.sources[0] && !part.sources[1] && !part.sources[2]);
    QVERIFY(part.refused.empty());
    QCOMPARE(part.bytes, std::uint64_t{2});
    QCOMPARE(part.uncounted, std::uint64_t{2});
    QCOMPARE(part.files[2].skipReason, picture.skipReason);
}

void PartSourceTest::opensNoFilesAheadIfLimitIsLow()
{
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const auto restore = qScopeGuard([&] { ::setrlimit(RLIMIT_NOFILE, &before); });
    std::vector<FoundFile> files;
    for (int i = 0; i < 10; ++i) {
        const std::string name = std::to_string(i) + ".json";
        m_folder.write(name, "{}");
        files.push_back(at(name));
    }
    for (const auto& [mayBeOpen, filesInPart, areOpen] :
         {std::tuple{rlim_t{20}, std::size_t{1}, false}, std::tuple{rlim_t{48}, std::size_t{2}, true}}) {
        const rlimit limit{mayBeOpen, before.rlim_max};
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &limit), 0);
        const auto parts = partsOf(files, 6);
        QCOMPARE(parts.size(), files.size() / filesInPart);
        for (const auto& part : parts) {
            QCOMPARE(part->bytes, std::uint64_t{2 * filesInPart});
            for (const auto& source : part->sources)
                QCOMPARE(source.has_value(), areOpen);
        }
    }
}

DUOLOGUE_TEST(PartSourceTest)
#include "part_source_test.moc"
