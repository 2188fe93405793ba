// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/app/dataset_overview.h"
#include "core/data/field_reader.h"
#include "core/query/query_parser.h"
#include "ui/app/text.h"
#include "ui/app/words.h"

#include <QCoreApplication>
#include <QUrl>
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>

namespace duologue::ui {

namespace {

constexpr std::size_t kMostLooked = 80;
/// More lines would leave no room for the table.
constexpr std::size_t kMostOthers = 2;
constexpr int kOtherRank = 100;
constexpr std::size_t kMostNumbers = 3;
constexpr std::size_t kMostValues = 20;
constexpr std::size_t kValuesShown = 4;
constexpr qsizetype kLongestValue = 32;

struct OverviewWords {
    Q_DECLARE_TR_FUNCTIONS(DatasetOverview)
};

/// Shown in lines of their own, or different in each record.
constexpr std::array<std::string_view, 11> kNotListed{"id",
                                                      "file",
                                                      "record",
                                                      "problems",
                                                      "messages",
                                                      "turns",
                                                      "length",
                                                      "translation",
                                                      "first_role",
                                                      "format",
                                                      "earlier_translations"};
/// Numbers that every dataset has.
constexpr std::array<const char*, 3> kLengths{"turns", "messages", "length"};

/// Topics, then what a dataset is usually told apart by, then all others.
int rankOf(const FieldInfo& field)
{
    constexpr std::array<std::string_view, 9> kKnown{"model",    "task",  "category", "source", "domain",
                                                     "language", "split", "tool",     "role"};
    if (field.traits.isTopic)
        return 0;
    const auto known = std::ranges::find(kKnown, field.key);
    return known != kKnown.end() ? 1 + static_cast<int>(known - kKnown.begin()) : kOtherRank;
}

bool isListed(const FieldReader& field)
{
    const std::string& key = field.info().key;
    return field.info().kind != FieldKind::Text && field.isMade() && !key.ends_with("_id") &&
           std::ranges::find(kNotListed, key) == kNotListed.end();
}

/// Some datasets write one field under two names.
void addUnlessRepeated(DatasetOverview& made, const FieldFacetPtr& facet)
{
    const auto isSame = [&](const FieldFacetPtr& other) {
        return other->missing == facet->missing &&
               std::ranges::equal(other->values, facet->values, [](const FacetValue& a, const FacetValue& b) {
                   return a.total == b.total && a.value.text == b.value.text;
               });
    };
    if (std::ranges::none_of(made.values, isSame))
        made.values.push_back(facet);
}

void addValues(DatasetOverview& made, const FieldReader& field, const Job& job)
{
    if (field.valueCount() > kMostValues)
        return;
    const FieldFacetPtr facet = makeFacet(made.snapshot, field.info().key, job);
    if (facet == nullptr)
        return;
    const auto isUsed = [](const FacetValue& value) {
        return value.total > 0 && value.value.text != kUnshownValue;
    };
    const auto used = std::ranges::count_if(facet->values, isUsed);
    const bool isInAll = std::ranges::all_of(facet->values, [&](const FacetValue& value) {
        return !isUsed(value) || value.total == made.snapshot->recordCount();
    });
    if (field.info().ofMessages && isInAll) {
        std::string all;
        for (const FacetValue& value : facet->values) {
            if (isUsed(value))
                all += (all.empty() ? "" : ", ") + value.value.text;
        }
        if (used > 0)
            made.constants.emplace_back(field.info(), all);
        return;
    }
    if (used == 1 && facet->missing == 0 && !field.info().ofMessages)
        made.constants.emplace_back(field.info(), facet->values.front().value.text);
    else if (used > 1 || (used == 1 && facet->missing > 0 && field.info().kind == FieldKind::Category))
        addUnlessRepeated(made, facet);
}

/// As it is in the data.
QString figure(double number)
{
    const bool isWhole = number == std::floor(number) && std::abs(number) < 1e15;
    return isWhole && number >= 0 ? countText(static_cast<std::uint64_t>(number)) : toQt(numberText(number));
}

/// To as many digits as say something.
QString meanText(double mean)
{
    constexpr double kThousand = 1'000;
    return mean >= kThousand ? figure(std::round(mean)) : QString::number(mean, 'g', 4);
}

void addNumbers(DatasetOverview& made, const FieldReader& field, const Job& job)
{
    const RowSet all(made.snapshot->recordCount(), true);
    NumberSummary summary = summaryOf(*made.snapshot, all, field, job);
    if (summary.mean.n > 0 && summary.low < summary.high)
        made.numbers.push_back({field.info(), std::move(summary)});
    else if (summary.mean.n == made.snapshot->recordCount() && summary.low != 0)
        made.constants.emplace_back(field.info(), figure(summary.low).toStdString());
}

std::size_t filesWithRecords(const Snapshot& snapshot)
{
    std::vector<bool> hasRecords(snapshot.files.size());
    for (Row row{0}; row < snapshot.endRow(); ++row)
        hasRecords[indexOf(snapshot.record(row).file)] = true;
    return static_cast<std::size_t>(std::count(hasRecords.begin(), hasRecords.end(), true));
}

/// Keys of data may be very long.
QString titleOf(const FieldInfo& field)
{
    return asLabel(fieldTitle(field).left(kLongestValue));
}

QString linkTo(const QString& target, const QString& text)
{
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(target.toHtmlEscaped(), text.toHtmlEscaped());
}

QString linkToQuery(const Query& query, const QString& text)
{
    return linkTo(
        QStringLiteral("query:") + QString::fromLatin1(QUrl::toPercentEncoding(toQt(toText(query)))), text);
}

QString valuesText(const Snapshot& snapshot, const FieldFacet& facet)
{
    QStringList parts;
    for (std::size_t i = 0; i < std::min(facet.values.size(), kValuesShown); ++i) {
        const FacetValue& value = facet.values[i];
        if (value.total == 0)
            continue;
        QString name =
            asLabel(valueWords(snapshot, facet.field, Category{value.value.text, value.chinese}).shown);
        if (name.size() > kLongestValue)
            name = name.left(kLongestValue) + QStringLiteral("…");
        parts << linkToQuery(facetQuery(facet, {static_cast<int>(i)}), name) + QLatin1Char(' ') +
                     countText(value.total);
    }
    if (facet.values.size() > kValuesShown)
        parts << OverviewWords::tr("%n more", nullptr, static_cast<int>(facet.values.size() - kValuesShown));
    if (facet.missing > 0)
        parts << OverviewWords::tr("no value in %1").arg(countText(facet.missing));
    return QStringLiteral("<b>%1</b> %2")
        .arg(titleOf(facet.field).toHtmlEscaped(), parts.join(QStringLiteral(" · ")));
}

QString numbersText(const DatasetOverview::Numbers& numbers)
{
    const NumberSummary& summary = numbers.summary;
    return QStringLiteral("<b>%1</b> %2")
        .arg(titleOf(numbers.field).toHtmlEscaped(),
             OverviewWords::tr("%1 to %2, mean %3 (n = %4)")
                 .arg(figure(summary.low), figure(summary.high), meanText(summary.mean.mean()),
                      countText(summary.mean.n)));
}

/// "OpenAI messages 12, sharegpt 6"
QString formatsText(const Snapshot& snapshot, const FieldFacetPtr& formats)
{
    constexpr std::size_t kNamed = 3;
    QStringList names;
    for (std::size_t i = 0; formats != nullptr && i < std::min(formats->values.size(), kNamed); ++i) {
        if (formats->values[i].total > 0)
            names << asLabel(groupWords(snapshot, formats->field, formats->values[i].value).shown);
    }
    const auto used =
        formats == nullptr
            ? 0
            : std::ranges::count_if(formats->values, [](const FacetValue& value) { return value.total > 0; });
    if (used > names.size())
        names << OverviewWords::tr("%n more", nullptr, static_cast<int>(used - names.size()));
    return names.join(QStringLiteral(", "));
}

QString headText(const DatasetOverview& overview)
{
    const Snapshot& snapshot = *overview.snapshot;
    QStringList parts;
    parts << (snapshot.complete ? OverviewWords::tr("%1 conversations")
                                : OverviewWords::tr("%1 conversations read"))
                 .arg(countText(snapshot.recordCount()));
    parts << OverviewWords::tr("%1 messages").arg(countText(snapshot.messages.count));
    parts << OverviewWords::tr("%Ln file(s)", nullptr, static_cast<int>(overview.files));
    if (overview.skippedFiles > 0)
        parts << OverviewWords::tr("%Ln file(s) skipped", nullptr, static_cast<int>(overview.skippedFiles));
    if (const QString formats = formatsText(snapshot, overview.formats); !formats.isEmpty())
        parts << formats;
    return QStringLiteral("<b>") + parts.join(QStringLiteral(" · ")).toHtmlEscaped() + QStringLiteral("</b>");
}

/// What reading has found.
QString oddText(const Snapshot& snapshot)
{
    QStringList parts;
    const ProblemCounts& counts = snapshot.problemCounts;
    if (counts.errors() > 0)
        parts << linkTo(QStringLiteral("problems"), OverviewWords::tr("%n error(s) while reading", nullptr,
                                                                      static_cast<int>(counts.errors())));
    if (counts.warnings() > 0)
        parts << linkTo(QStringLiteral("problems"), OverviewWords::tr("%n warning(s) while reading", nullptr,
                                                                      static_cast<int>(counts.warnings())));
    return parts.join(QStringLiteral(" · "));
}

} // namespace

bool hasFewValues(const FieldReader& field)
{
    return isListed(field) && field.info().key != "role" && !field.isNumber() && field.valueCount() > 1 &&
           field.valueCount() <= kMostValues;
}

bool varies(const Snapshot& snapshot, const FieldReader& field)
{
    constexpr std::uint32_t kMostLookedAt = 100'000;
    const Row end = std::min(snapshot.endRow(), Row{kMostLookedAt});
    for (Row row{1}; row < end; ++row) {
        if (field.number(row) != field.number(Row{0}))
            return true;
    }
    return false;
}

std::string mostTellingField(const Snapshot& snapshot, const Job& job)
{
    std::optional<FieldInfo> best;
    for (const FieldReader& field : allFields(snapshot)) {
        const FieldInfo& info = field.info();
        if (hasFewValues(field) && !info.ofMessages && (!best || rankOf(info) < rankOf(*best)))
            best = info;
    }
    if (best)
        return best->key;
    for (const char* key : kLengths) {
        const auto field = findField(snapshot, key);
        const RowSet all(snapshot.recordCount(), true);
        if (!field)
            continue;
        const NumberSummary summary = summaryOf(snapshot, all, *field, job);
        if (summary.low < summary.high)
            return key;
    }
    return {};
}

DatasetOverviewPtr overviewOf(const SnapshotPtr& snapshot, const Job& job)
{
    auto made = std::make_shared<DatasetOverview>();
    made->snapshot = snapshot;
    made->files = filesWithRecords(*snapshot);
    for (std::size_t i = 0; i < snapshot->files.size(); ++i) {
        const Phrase& reason = snapshot->files[i].skipReason;
        made->skippedFiles += reason.empty() || reason.id == PhraseId::HoldsCheckSettings ? 0 : 1;
    }
    made->formats = makeFacet(snapshot, "format", job);
    if (const auto language = findField(*snapshot, "language"))
        made->lacksLanguages = !language->isMade();
    for (const char* key : kLengths) {
        if (const auto field = findField(*snapshot, key))
            addNumbers(*made, *field, job);
    }
    std::vector<FieldReader> fields = allFields(*snapshot);
    std::erase_if(fields, [](const FieldReader& field) { return !isListed(field); });
    std::ranges::stable_sort(fields, {}, [](const FieldReader& field) { return rankOf(field.info()); });
    fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(std::min(fields.size(), kMostLooked)),
                 fields.end());
    std::size_t others = 0;
    for (const FieldReader& field : fields) {
        if (job.stopRequested())
            break;
        const bool isNumber = field.isNumber() && !field.info().ofMessages;
        if (isNumber && made->numbers.size() < kLengths.size() + kMostNumbers)
            addNumbers(*made, field, job);
        else if (!isNumber && (rankOf(field.info()) < kOtherRank || others < kMostOthers)) {
            const std::size_t before = made->values.size();
            addValues(*made, field, job);
            others += rankOf(field.info()) < kOtherRank ? 0 : made->values.size() - before;
        }
    }
    return made;
}

FieldFacetPtr languagesOf(const SnapshotPtr& snapshot, const Job& job)
{
    constexpr std::uint32_t kMostRecords = 100'000;
    const auto field = findField(*snapshot, "language");
    if (!field || snapshot->openLanguages > kMostRecords)
        return nullptr;
    field->make(job);
    return job.stopRequested() ? nullptr : makeFacet(snapshot, "language", job);
}

OverviewFindings findingsOf(const Snapshot& snapshot, const std::filesystem::path& dataset, const Job& job)
{
    constexpr std::uint32_t kMostRecords = 2'000;
    CheckRequest request{snapshot, RowSet(snapshot.recordCount()), {}};
    // One of each few records, not each so many: datasets repeat with a period, such as the rollouts of a
    // prompt.
    const std::uint32_t step = std::max(1U, (snapshot.recordCount() + kMostRecords - 1) / kMostRecords);
    std::minstd_rand random(snapshot.recordCount());
    for (std::uint32_t row = 0; row < snapshot.recordCount(); row += step) {
        const std::uint32_t here = std::min(step, snapshot.recordCount() - row);
        request.rows.add(Row{row + static_cast<std::uint32_t>(random() / 7) % here});
    }
    if (auto settings = readCheckSettings(dataset); auto* read = settings.get())
        request.settings = std::move(*read);
    request.onlyRecords = true;
    request.threads = 1;
    return findingsOf(runChecks(request, job), step <= 1);
}

OverviewFindings findingsOf(const CheckRun& run, bool isAll)
{
    OverviewFindings found;
    found.lookedAt = run.records;
    found.isAll = isAll;
    for (const CheckResult& result : run.results) {
        if (result.records > 0)
            found.checks.emplace_back(result.check, result.records);
    }
    std::ranges::stable_sort(found.checks, [](const auto& a, const auto& b) {
        return std::pair(a.first->severity, a.second) > std::pair(b.first->severity, b.second);
    });
    return found;
}

QString findingsText(const Snapshot& snapshot, const OverviewFindings& findings)
{
    constexpr std::size_t kShown = 6;
    QStringList parts;
    for (std::size_t i = 0; i < std::min(findings.checks.size(), kShown); ++i) {
        const auto& [check, records] = findings.checks[i];
        QueryTerm term;
        term.kind = TermKind::Equals;
        term.field = "check";
        term.value = check->id;
        const QString title = QCoreApplication::translate("Checks", check->title.data());
        parts << linkToQuery(Query::of(std::move(term)), title) + QLatin1Char(' ') + countText(records);
    }
    if (findings.checks.size() > kShown)
        parts << OverviewWords::tr("%n more", nullptr, static_cast<int>(findings.checks.size() - kShown));
    if (parts.isEmpty())
        parts << OverviewWords::tr("none");
    const QString of = findings.isAll
                           ? OverviewWords::tr("Conversations with findings")
                           : OverviewWords::tr("Conversations with findings among %1 of the dataset")
                                 .arg(countText(findings.lookedAt));
    const QString languages = findings.languages == nullptr
                                  ? QString()
                                  : valuesText(snapshot, *findings.languages) + QStringLiteral("<br>");
    return languages +
           QStringLiteral("<b>%1</b> %2").arg(of.toHtmlEscaped(), parts.join(QStringLiteral(" · ")));
}

QString overviewText(const DatasetOverview& overview)
{
    const Snapshot& snapshot = *overview.snapshot;
    QStringList lines{headText(overview)};
    QStringList numbers;
    for (const DatasetOverview::Numbers& each : overview.numbers)
        numbers << numbersText(each);
    constexpr qsizetype kNumbersInLine = 4;
    for (qsizetype i = 0; i < numbers.size(); i += kNumbersInLine)
        lines << numbers.mid(i, kNumbersInLine).join(QStringLiteral(" &nbsp; "));
    for (const FieldFacetPtr& facet : overview.values)
        lines << valuesText(snapshot, *facet);
    constexpr qsizetype kConstantsShown = 10;
    QStringList constants;
    for (const auto& [field, value] : overview.constants)
        constants << QStringLiteral("%1: %2").arg(titleOf(field), asLabel(toQt(value).left(kLongestValue)));
    if (!constants.isEmpty())
        lines << OverviewWords::tr("the same in all: %1")
                     .arg(constants.mid(0, kConstantsShown).join(QStringLiteral(", ")).toHtmlEscaped());
    if (const QString odd = oddText(snapshot); !odd.isEmpty())
        lines << odd;
    lines << QStringList{linkTo(QStringLiteral("read"), OverviewWords::tr("Read from the beginning")),
                         linkTo(QStringLiteral("random"), OverviewWords::tr("Read a random conversation")),
                         linkTo(QStringLiteral("check"), OverviewWords::tr("Run all checks")),
                         linkTo(QStringLiteral("reading"), OverviewWords::tr("How this is read"))}
                 .join(QStringLiteral(" &nbsp; "));
    return lines.join(QStringLiteral("<br>"));
}

} // namespace duologue::ui
