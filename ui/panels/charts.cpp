// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/field_words.h"
#include "ui/models/value_choice.h"
#include "ui/panels/panel.h"
#include "ui/views/check_menu.h"
#include "ui/views/elided_label.h"
#include "ui/views/facet_chart.h"
#include "ui/views/report_view.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <algorithm>
#include <array>

namespace duologue::ui {

namespace {

/// Ratings that are ticked at first, where a dataset has them.
constexpr std::array<std::string_view, 2> kFirstMeasures{"rating.preference_alignment",
                                                         "rating.role_playing_completeness"};

/// core knows nothing of translation, so the titles of its reports stand here once more for lupdate to find.
[[maybe_unused]] constexpr std::array kReportTitles{
    QT_TRANSLATE_NOOP("Reports", "Rating by turn count"),
};

QString reportTitle(const Report& report)
{
    return QCoreApplication::translate("Reports", std::string(report.title()).c_str());
}

/// Reports over the rows that all filters but the chart's own leave: which report and which measures,
/// computed off the GUI thread, and what to say where there is nothing to draw.
class ChartsPanel final : public QWidget {
public:
    ChartsPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent), m_workspace(workspace), m_report(reports().front())
    {
        setObjectName(QStringLiteral("chartsPanel"));
        m_view = new ReportView(m_workspace, this);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addLayout(makeBar());
        layout->addWidget(makePages(), 1);
        connectAll();
        refresh();
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        refresh();
    }

private:
    QLayout* makeBar()
    {
        m_reportBox = new QComboBox(this);
        m_reportBox->setObjectName(QStringLiteral("reportBox"));
        m_reportBox->setAccessibleName(QCoreApplication::translate("Panels", "Report"));
        for (const Report* report : reports())
            m_reportBox->addItem(reportTitle(*report), toQt(report->id()));
        auto* title = new ElidedLabel(this);
        title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
        title->setText(reportTitle(*m_report));
        title->setTextFormat(Qt::PlainText);
        m_ratings =
            makeButton("ratingsButton", {}, QCoreApplication::translate("Panels", "Choose what is drawn"));
        m_ratingMenu = new CheckMenu(m_ratings);
        m_ratings->setMenu(m_ratingMenu);
        m_note = makeLabel("chartNote");
        m_note->setForegroundRole(QPalette::PlaceholderText);
        m_status = makeLabel("chartStatus");
        m_clear = makeButton("clearChoice", QCoreApplication::translate("Panels", "Clear"),
                             QCoreApplication::translate("Panels", "Take this chart's filter away"));
        m_share = makeButton("shareButton", QCoreApplication::translate("Panels", "Export"),
                             QCoreApplication::translate("Panels", "Copy the table or save the chart"));
        auto* menu = new QMenu(m_share);
        m_view->addShareActions(*menu);
        m_share->setMenu(menu);

        constexpr int kEdge = 6;
        auto* bar = new QHBoxLayout;
        bar->setContentsMargins(kEdge, kEdge / 2, kEdge, kEdge / 2);
        bar->setSpacing(2 * kEdge);
        for (QWidget* widget : std::initializer_list<QWidget*>{m_reportBox, title, m_ratings, m_note})
            bar->addWidget(widget);
        bar->addStretch(1);
        for (QWidget* widget : std::initializer_list<QWidget*>{m_status, m_clear, m_share})
            bar->addWidget(widget);
        m_reportBox->setVisible(reports().size() > 1);
        title->setVisible(reports().size() == 1);
        return bar;
    }

    QPushButton* makeButton(const char* name, const QString& text, const QString& tip)
    {
        auto* button = new QPushButton(text, this);
        button->setObjectName(QLatin1String(name));
        button->setToolTip(tip);
        return button;
    }

    QLabel* makeLabel(const char* name)
    {
        auto* label = new ElidedLabel(this);
        label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
        label->setObjectName(QLatin1String(name));
        label->setTextFormat(Qt::PlainText);
        return label;
    }

    QWidget* makePages()
    {
        m_pages = new QStackedWidget(this);
        m_pages->addWidget(m_view);
        auto* page = new QWidget;
        m_message = new QLabel(this);
        m_message->setObjectName(QStringLiteral("chartMessage"));
        m_message->setTextFormat(Qt::PlainText);
        m_message->setAlignment(Qt::AlignCenter);
        m_message->setWordWrap(true);
        m_message->setForegroundRole(QPalette::PlaceholderText);
        m_clearOthers =
            new QPushButton(QCoreApplication::translate("Panels", "Clear the other filters"), page);
        m_clearOthers->setObjectName(QStringLiteral("clearOthers"));
        auto* layout = new QVBoxLayout(page);
        layout->addStretch(1);
        layout->addWidget(m_message);
        layout->addWidget(m_clearOthers, 0, Qt::AlignHCenter);
        layout->addStretch(1);
        m_pages->addWidget(page);
        return m_pages;
    }

    void connectAll()
    {
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { refresh(); });
        connect(&m_workspace, &Workspace::queryChanged, this, [this] { refresh(); });
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] { m_measuresChosen = false; });
        connect(&m_workspace, &Workspace::loadingChanged, this, [this] { showState(); });
        connect(m_ratingMenu, &CheckMenu::checkedChanged, this, [this] {
            m_measuresChosen = true;
            refresh();
        });
        connect(m_reportBox, &QComboBox::activated, this, [this](int index) {
            m_report = reports()[static_cast<std::size_t>(index)];
            m_measuresChosen = false;
            refresh();
        });
        connect(m_clear, &QPushButton::clicked, m_view, &ReportView::clearChoice);
        connect(m_clearOthers, &QPushButton::clicked, this, [this] { clearOthers(); });
    }

    std::string_view field() const { return m_report->categoryField(); }

    void clearOthers()
    {
        std::vector<Query> parts = conjuncts(m_workspace.query());
        std::erase_if(parts, [this](const Query& part) { return !isAbout(part, field()); });
        m_workspace.setQuery(Query::all(std::move(parts)));
    }

    void refresh()
    {
        // A panel in a closed dock costs nothing; showEvent() makes up for it.
        if (isVisible()) {
            listMeasures();
            compute();
        }
        showState();
    }

    void listMeasures()
    {
        const std::vector<FieldInfo> measures = m_report->measures(m_workspace.snapshot());
        QStringList keys;
        for (const FieldInfo& measure : measures)
            keys << toQt(measure.key);
        const QStringList ticked = m_measuresChosen ? m_ratingMenu->checkedKeys() : firstMeasures(keys);
        if (keys != m_measureKeys || ticked != m_ratingMenu->checkedKeys()) {
            m_measureKeys = keys;
            m_ratingMenu->clear();
            for (const FieldInfo& measure : measures)
                m_ratingMenu->addBox(fieldTitle(measure), toQt(measure.key),
                                     ticked.contains(toQt(measure.key)));
        }
        m_ratings->setText(QCoreApplication::translate("Panels", "Ratings: %1 of %2")
                               .arg(m_ratingMenu->checkedKeys().size())
                               .arg(keys.size()));
    }

    static QStringList firstMeasures(const QStringList& keys)
    {
        QStringList first;
        for (const std::string_view key : kFirstMeasures) {
            if (keys.contains(toQt(key)))
                first << toQt(key);
        }
        return first.isEmpty() ? keys.mid(0, 1) : first;
    }

    void compute()
    {
        ReportRequest request;
        request.snapshot = m_workspace.view()->snapshot;
        request.report = m_report;
        for (const QString& key : m_ratingMenu->checkedKeys())
            request.measures.push_back(fromQt(key));
        request.others = withoutField(m_workspace.query(), field());
        if (request == m_asked)
            return;
        // While a dataset grows its snapshots come faster than figures may be made: the newest one waits.
        ReportRequest sameQuestion = request;
        sameQuestion.snapshot = m_asked.snapshot;
        m_stale = m_task.isRunning() && sameQuestion == m_asked;
        if (m_stale)
            return;
        m_asked = request;
        m_task.run([request,
                    before = m_view->report()](const Job& job) { return crossReport(request, before, job); },
                   [this](CrossReportPtr report) {
                       if (report)
                           m_view->setReport(std::move(report), pictureTitle());
                       showState();
                       if (m_stale)
                           refresh();
                   });
    }

    /// Pictures leave the window, so they say what they were drawn from.
    QString pictureTitle() const
    {
        const QString title = reportTitle(*m_report);
        return m_asked.others.kind == QueryKind::Everything
                   ? title
                   : title + QStringLiteral(" · ") + toQt(toText(m_asked.others));
    }

    void showState()
    {
        const View& view = *m_workspace.view();
        const std::uint64_t count = view.snapshot->recordCount();
        // An answer to an older question would contradict the query bar.
        if (view.query == m_workspace.query())
            m_status->setText(count == 0
                                  ? QString()
                                  : QCoreApplication::translate("Panels", "%1 of %2")
                                        .arg(countText(view.matched.count()), conversationsText(count)));
        m_ratings->setVisible(!m_measureKeys.isEmpty());
        m_clear->setVisible(isNarrowed(m_workspace.query(), field()));
        m_share->setEnabled(m_view->valueCount() > 0);
        m_note->setText(noteText());
        const QString message = emptyText(count);
        m_message->setText(message);
        m_clearOthers->setVisible(count > 0);
        m_pages->setCurrentIndex(message.isEmpty() ? 0 : 1);
    }

    QString noteText() const
    {
        if (m_view->valueCount() == 0)
            return {};
        if (m_view->drawnValues() < m_view->valueCount())
            return QCoreApplication::translate("Panels", "The first %1 of %2 values are drawn")
                .arg(m_view->drawnValues())
                .arg(m_view->valueCount());
        if (m_measureKeys.isEmpty())
            return QCoreApplication::translate("Panels", "No ratings here: bars count conversations");
        return m_view->someAreWithoutMean()
                   ? QCoreApplication::translate("Panels", "Bars count rated conversations, n counts all")
                   : QString();
    }

    /// Empty where there is something to draw.
    QString emptyText(std::uint64_t count) const
    {
        if (m_workspace.paths().isEmpty())
            return QCoreApplication::translate("Panels",
                                               "Nothing is open. Open a folder or files to chart them.");
        if (count == 0)
            return m_workspace.isLoading() ? QCoreApplication::translate("Panels", "Reading…")
                                           : QCoreApplication::translate(
                                                 "Panels", "No conversations were found in what is open.");
        const CrossReportPtr& report = m_view->report();
        if (report && report->left == 0 && report->request.others.kind != QueryKind::Everything)
            return QCoreApplication::translate("Panels", "The other filters leave no conversation: %1")
                .arg(toQt(toText(report->request.others)));
        return {};
    }

    Workspace& m_workspace;
    const Report* m_report;
    ReportView* m_view = nullptr;
    QComboBox* m_reportBox = nullptr;
    QPushButton* m_ratings = nullptr;
    CheckMenu* m_ratingMenu = nullptr;
    QLabel* m_note = nullptr;
    QLabel* m_status = nullptr;
    QPushButton* m_clear = nullptr;
    QPushButton* m_share = nullptr;
    QStackedWidget* m_pages = nullptr;
    QLabel* m_message = nullptr;
    QPushButton* m_clearOthers = nullptr;

    QStringList m_measureKeys;
    /// By the user; until then each dataset's first ones are ticked.
    bool m_measuresChosen = false;
    /// What was asked for last, which may not be there yet; m_stale: a newer dataset waits for its turn.
    ReportRequest m_asked;
    bool m_stale = false;
    LatestTask<CrossReportPtr> m_task;
};

} // namespace

PanelSpec chartsPanel()
{
    return {
        QStringLiteral("charts"), QCoreApplication::translate("Panels", "Charts"), PanelArea::Bottom,
        [](Workspace& workspace, QWidget* parent) -> QWidget* { return new ChartsPanel(workspace, parent); }};
}

} // namespace duologue::ui
