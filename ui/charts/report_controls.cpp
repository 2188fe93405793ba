// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/report_controls.h"
#include "core/data/field_reader.h"
#include "core/query/evaluate.h"
#include "core/query/query_parser.h"
#include "ui/app/dataset_overview.h"
#include "ui/app/text.h"
#include "ui/app/view.h"
#include "ui/app/words.h"
#include "ui/widgets/actions.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemView>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kEdge = 6;
constexpr int kGap = 4;
/// More charts side by side would be too narrow to read.
constexpr std::size_t kMostCohorts = 4;
const QString kQueries = QStringLiteral("\n queries");

struct BoxItem {
    QString text;
    QString data;
};

QList<BoxItem> itemsOf(const std::vector<FieldInfo>& fields)
{
    QList<BoxItem> items;
    for (const FieldInfo& field : fields)
        items.append({fieldTitle(field), toQt(field.key)});
    return items;
}

bool hasItems(const QComboBox& box, const QList<BoxItem>& items)
{
    if (box.count() != items.size())
        return false;
    for (int i = 0; i < box.count(); ++i) {
        if (box.itemText(i) != items[i].text || box.itemData(i).toString() != items[i].data)
            return false;
    }
    return true;
}

/// Emits no signals. A box that already has these items is not filled again, because that would lay out the
/// whole window.
void setItems(QComboBox& box, const QList<BoxItem>& items, const QString& chosen)
{
    const QSignalBlocker blocker(box);
    if (!hasItems(box, items)) {
        box.clear();
        for (const BoxItem& item : items)
            box.addItem(item.text, item.data);
    }
    const QString before = box.currentText();
    box.setCurrentIndex(std::max(0, box.findData(chosen)));
    // It does not hear of its new text itself.
    if (box.currentText() != before)
        box.updateGeometry();
}

/// True for fields that divide the records into few groups.
bool canSplitIntoCohorts(const FieldReader& field)
{
    const FieldInfo& info = field.info();
    return !info.ofMessages && (info.kind == FieldKind::Category || info.kind == FieldKind::Flag) &&
           field.categoryCount() >= 2 && field.categoryCount() <= 2 * kMostCohorts;
}

} // namespace

ReportControls::ReportControls(QWidget* parent)
    : QWidget(parent),
      m_report(&reports().front()),
      m_line(new FlowLayout(nullptr)),
      m_queryLine(new QWidget(this))
{
    m_reportBox = makeBox("reportBox", tr("Chart"));
    for (const ReportSpec& report : reports()) {
        m_reportBox->addItem(reportTitle(report), toQt(report.id));
        m_reportBox->setItemData(m_reportBox->count() - 1, reportSummary(report), Qt::ToolTipRole);
    }
    m_fieldBox = makeBox("fieldBox", tr("Field"));
    m_secondBox = makeBox("secondBox", tr("Second field"));
    m_measureBox = makeBox("measureBox", tr("Value shown by colour"));
    m_ratings = named<QPushButton>("ratingsButton", this);
    m_ratings->setToolTip(tr("Choose the values to draw"));
    m_ratingMenu = new CheckMenu(m_ratings);
    m_ratings->setMenu(m_ratingMenu);
    m_compareBox = makeBox("compareBox", tr("Compare"));
    m_compareBox->setToolTip(tr("Compare several subsets side by side"));
    for (QWidget* widget : std::initializer_list<QWidget*>{m_reportBox, m_fieldBox, m_secondBox, m_measureBox,
                                                           m_ratings, m_compareBox})
        m_line->addWidget(widget);
    m_line->setContentsMargins(kEdge, kEdge / 2, kEdge, kEdge / 2);
    m_line->setSpacing(kGap);
    makeQueries();
    makeColumn(this, {m_line, m_queryLine}, 0);
    connect(m_reportBox, &QComboBox::activated, this,
            [this](int index) { setReport(reports()[static_cast<std::size_t>(index)]); });
    for (QComboBox* box : {m_fieldBox, m_secondBox, m_measureBox, m_compareBox})
        connect(box, &QComboBox::activated, this, &ReportControls::takeChoices);
    connect(m_ratingMenu, &CheckMenu::checkedChanged, this, &ReportControls::takeChoices);
}

/// Whether conversations differ in the field.
static bool tells(const Snapshot& snapshot, const std::string& key)
{
    const auto field = findField(snapshot, key);
    if (!field || field->info().ofMessages)
        return true;
    return field->isNumber() ? varies(snapshot, *field) : field->valueCount() > 1;
}

void ReportControls::setReport(const ReportSpec& report)
{
    m_report = &report;
    m_reportBox->setCurrentIndex(m_reportBox->findData(toQt(report.id)));
    Q_EMIT changed();
}

QComboBox* ReportControls::makeBox(const char* name, const QString& title)
{
    auto* box = new FittingBox(this);
    box->setObjectName(QLatin1String(name));
    box->setAccessibleName(title);
    box->view()->setAccessibleName(title);
    box->setToolTip(title);
    return box;
}

void ReportControls::makeQueries()
{
    m_queryLine->setVisible(false);
    auto* lines = new QVBoxLayout(m_queryLine);
    lines->setContentsMargins(kEdge, 0, kEdge, kEdge / 2);
    lines->setSpacing(kEdge / 2);
    auto* line = new QHBoxLayout;
    line->setSpacing(kEdge);
    lines->addLayout(line);
    m_queryMistake = named<WrappedLabel>("cohortMistake", m_queryLine);
    lines->addWidget(m_queryMistake);
    m_queryMistake->hide();
    m_queryEdits = {makeQueryEdit("firstCohort", tr("First query")),
                    makeQueryEdit("secondCohort", tr("Second query"))};
    line->addWidget(m_queryEdits[0], 1);
    line->addWidget(new QLabel(tr("against"), m_queryLine));
    line->addWidget(m_queryEdits[1], 1);
}

CohortQueryEdit* ReportControls::makeQueryEdit(const char* name, const QString& title)
{
    auto* edit = new CohortQueryEdit(m_queryLine);
    edit->setObjectName(QLatin1String(name));
    edit->setAccessibleName(title);
    edit->setPlaceholderText(title);
    connect(edit, &QLineEdit::editingFinished, this, [this] {
        if (readQueries())
            Q_EMIT changed();
    });
    return edit;
}

bool ReportControls::comparesQueries() const
{
    return m_compared == kQueries;
}

/// True if the compared queries changed. Mistakes are shown below the lines.
bool ReportControls::readQueries()
{
    std::vector<Query> queries;
    QStringList mistakes;
    for (CohortQueryEdit* edit : m_queryEdits) {
        if (auto query = edit->read(m_checkQuery))
            queries.push_back(std::move(*query));
        if (!edit->mistake().isEmpty())
            mistakes << edit->mistake();
    }
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, queryColors(colors).mistake);
    m_queryMistake->setPalette(colors);
    m_queryMistake->setText(mistakes.join(QLatin1Char('\n')));
    m_queryMistake->setVisible(!mistakes.isEmpty());
    if (queries.size() < m_queryEdits.size())
        queries.clear();
    return std::exchange(m_queries, queries) != queries;
}

void ReportControls::fillMeasures()
{
    const bool isOne = m_choices.mostMeasures == 1;
    QList<BoxItem> items = itemsOf(m_choices.measures);
    items.prepend({tr("Count"), QString()});
    setItems(*m_measureBox, items, m_options.measures.empty() ? QString() : toQt(m_options.measures.front()));
    m_measureBox->setVisible(isOne && !m_choices.measures.empty());
    m_ratings->setVisible(!isOne && m_choices.measures.size() > 1);
    QStringList keys;
    QStringList ticked;
    for (const FieldInfo& measure : m_choices.measures)
        keys << toQt(measure.key);
    for (const std::string& key : m_options.measures)
        ticked << toQt(key);
    QStringList shown;
    for (const QAction* action : m_ratingMenu->actions())
        shown << action->data().toString();
    QStringList inOrder;
    for (const QString& key : keys) {
        if (ticked.contains(key))
            inOrder << key;
    }
    if (shown != keys || m_ratingMenu->checkedKeys() != inOrder) {
        m_ratingMenu->clear();
        for (const FieldInfo& measure : m_choices.measures)
            m_ratingMenu->addBox(fieldTitle(measure), toQt(measure.key), ticked.contains(toQt(measure.key)));
    }
    const bool all = m_choices.takesCohorts && ticked.isEmpty();
    m_ratings->setText(all ? tr("Common fields")
                           : (m_choices.takesCohorts                ? tr("Fields: %1 of %2")
                              : m_report->traits.measuresAreRatings ? tr("Ratings: %1 of %2")
                                                                    : tr("Means: %1 of %2"))
                                 .arg(ticked.size())
                                 .arg(keys.size()));
}

void ReportControls::fillCompare(const Snapshot& snapshot)
{
    m_cohorts.clear();
    m_leftOut = 0;
    QList<BoxItem> items{{m_choices.takesCohorts ? tr("One group per value") : tr("No grouping"), QString()}};
    // Those with few values first, the others by name: there may be very many.
    std::vector<FieldReader> fields = allFields(snapshot);
    std::ranges::stable_sort(fields, [](const FieldReader& a, const FieldReader& b) {
        const bool isFirst = hasFewValues(a);
        return isFirst != hasFewValues(b)
                   ? isFirst
                   : !isFirst && fieldTitle(a.info()).localeAwareCompare(fieldTitle(b.info())) < 0;
    });
    for (const FieldReader& field : fields) {
        if (!m_choices.takesCohorts && canSplitIntoCohorts(field))
            items.append({tr("By %1").arg(fieldTitle(field.info())), toQt(field.info().key)});
    }
    items.append({tr("Two queries"), kQueries});
    setItems(*m_compareBox, items, m_compared);
    m_queryLine->setVisible(comparesQueries());
    const auto field = comparesQueries()
                           ? std::nullopt
                           : findField(snapshot, fromQt(m_compareBox->currentData().toString()));
    if (comparesQueries()) {
        for (const Query& query : m_queries)
            m_cohorts.push_back({asLabel(toText(query)), query});
    } else if (field && m_compareBox->currentIndex() > 0) {
        m_leftOut = field->categoryCount() - std::min(field->categoryCount(), kMostCohorts);
        for (std::size_t code = 0; code < std::min(field->categoryCount(), kMostCohorts); ++code) {
            const CategoryCode each = categoryCode(code);
            m_cohorts.push_back(
                {valueWords(snapshot, field->info(), field->category(each)).shown.simplified(),
                 equalsQuery(field->info().key, field->wholeTexts({&each, 1}, Job()).front())});
        }
    }
}

std::vector<ChartCohort> ReportControls::cohorts() const
{
    return m_choices.takesCohorts ? std::vector<ChartCohort>() : m_cohorts;
}

/// In place of a usual field that is the same everywhere, and that nobody has chosen, one that tells
/// conversations apart. False if nothing changes.
bool ReportControls::chooseTelling(const Snapshot& snapshot, ReportOptions& asked) const
{
    const auto first = [&](const std::vector<FieldInfo>& fields, const std::string& butNot) {
        const auto found = std::ranges::find_if(fields, [&](const FieldInfo& info) {
            const auto field = findField(snapshot, info.key);
            return info.key != butNot && !info.ofMessages && field && hasFewValues(*field);
        });
        return found == fields.end() ? std::string() : found->key;
    };
    ReportOptions wanted = asked;
    const bool mayChoose = m_choices.fields.size() > 1 && asked.cohorts.empty();
    if (mayChoose && asked.field.empty() && !tells(snapshot, m_options.field))
        wanted.field = first(m_choices.fields, {});
    const std::string field = wanted.field.empty() ? m_options.field : wanted.field;
    if (mayChoose && asked.second.empty() && m_choices.seconds.size() > 1 &&
        !tells(snapshot, m_options.second))
        wanted.second = first(m_choices.seconds, field);
    const auto other =
        std::ranges::find_if(m_choices.measures, [&](const FieldInfo& each) { return each.key != field; });
    if (asked.measures.empty() && m_options.measures == std::vector<std::string>{field} &&
        other != m_choices.measures.end())
        wanted.measures = {other->key};
    return std::exchange(asked, wanted) != wanted;
}

void ReportControls::refresh(const Snapshot& snapshot)
{
    m_choices = m_report->choices(snapshot);
    ReportOptions asked = m_asked[m_report];
    if (m_choices.takesCohorts && comparesQueries())
        asked.cohorts = m_queries;
    m_options = chosenOptions(*m_report, snapshot, asked);
    if (chooseTelling(snapshot, asked))
        m_options = chosenOptions(*m_report, snapshot, asked);
    setItems(*m_fieldBox, itemsOf(m_choices.fields), toQt(m_options.field));
    setItems(*m_secondBox, itemsOf(m_choices.seconds), toQt(m_options.second));
    fillMeasures();
    fillCompare(snapshot);
    m_fieldBox->setVisible(m_choices.takesCohorts ? !comparesQueries() : m_choices.fields.size() > 1);
    m_secondBox->setVisible(m_choices.seconds.size() > 1);
}

void ReportControls::resetChoices()
{
    m_queries.clear();
    m_compared.clear();
    const QSignalBlocker blocker(m_compareBox);
    m_compareBox->setCurrentIndex(0);
}

std::string ReportControls::group() const
{
    return comparesQueries() ? std::string() : fromQt(m_compared);
}

std::vector<std::string> ReportControls::queries() const
{
    std::vector<std::string> texts;
    for (const Query& query : comparesQueries() ? m_queries : std::vector<Query>())
        texts.push_back(toText(query));
    return texts;
}

QJsonObject ReportControls::state() const
{
    const auto asked = m_asked.find(m_report);
    const ReportOptions options = asked == m_asked.end() ? ReportOptions() : asked->second;
    QStringList measures;
    for (const std::string& key : options.measures)
        measures << toQt(key);
    QStringList compared;
    for (const std::string& query : queries())
        compared << toQt(query);
    return {{QStringLiteral("report"), toQt(m_report->id)},
            {QStringLiteral("field"), toQt(options.field)},
            {QStringLiteral("second"), toQt(options.second)},
            {QStringLiteral("measures"), QJsonArray::fromStringList(measures)},
            {QStringLiteral("group"), toQt(group())},
            {QStringLiteral("queries"), QJsonArray::fromStringList(compared)}};
}

void ReportControls::restore(const QJsonObject& state)
{
    const ReportSpec* report = findReport(fromQt(state[QStringLiteral("report")].toString()));
    if (report == nullptr)
        return;
    ReportOptions options;
    options.field = fromQt(state[QStringLiteral("field")].toString());
    options.second = fromQt(state[QStringLiteral("second")].toString());
    for (const auto key : state[QStringLiteral("measures")].toArray())
        options.measures.push_back(fromQt(key.toString()));
    if (!options.field.empty() || !options.measures.empty())
        m_asked[report] = std::move(options);
    restoreCompared(state);
    setReport(*report);
}

void ReportControls::restoreCompared(const QJsonObject& state)
{
    m_queries.clear();
    for (const auto text : state[QStringLiteral("queries")].toArray()) {
        auto query = parseQuery(fromQt(text.toString()));
        if (auto* parsed = query.get())
            m_queries.push_back(std::move(*parsed));
    }
    // Fewer than two cannot be compared, and there are two lines to show them in.
    if (m_queries.size() != m_queryEdits.size())
        m_queries.clear();
    m_compared = m_queries.empty() ? state[QStringLiteral("group")].toString() : kQueries;
    for (std::size_t i = 0; i < m_queries.size(); ++i)
        m_queryEdits[i]->setText(toQt(toText(m_queries[i])));
}

void ReportControls::takeChoices()
{
    m_compared = m_compareBox->currentData().toString();
    ReportOptions asked = m_options;
    asked.cohorts.clear();
    asked.field =
        m_choices.fields.size() > 1 ? fromQt(m_fieldBox->currentData().toString()) : m_options.field;
    asked.second =
        m_choices.seconds.size() > 1 ? fromQt(m_secondBox->currentData().toString()) : m_options.second;
    asked.measures.clear();
    if (m_choices.mostMeasures == 1) {
        if (const QString key = m_measureBox->currentData().toString(); !key.isEmpty())
            asked.measures.push_back(fromQt(key));
    } else {
        for (const QString& key : m_ratingMenu->checkedKeys())
            asked.measures.push_back(fromQt(key));
    }
    m_asked[m_report] = asked;
    if (comparesQueries())
        readQueries();
    Q_EMIT changed();
}

QSize ReportControls::sizeHint() const
{
    return {letterWidth(fontMetrics()) * 60, QWidget::sizeHint().height()};
}

QSize ReportControls::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 40, QWidget::minimumSizeHint().height()};
}

} // namespace duologue::ui
