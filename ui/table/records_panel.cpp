// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/query_parser.h"
#include "ui/app/dataset_checks.h"
#include "ui/app/dataset_overview.h"
#include "ui/app/settings.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/table/record_table_view.h"
#include "ui/widgets/actions.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QLabel>
#include <QRandomGenerator>
#include <QTimer>
#include <QToolButton>
#include <QUrl>
#include <algorithm>
#include <filesystem>
#include <utility>

namespace duologue::ui {

namespace {

constexpr QLatin1String kHiddenKey("overview/hidden");

/// What is in the dataset, in lines whose words filter, above the table of its records; until the reader
/// dismisses it, and where there is room for lines.
class RecordsPanel final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(RecordsPanel)

public:
    RecordsPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_table(new RecordTableView(workspace, this)),
          m_strip(new QWidget(this)),
          m_text(named<QLabel>("overviewText", m_strip)),
          m_show(named<QAction>("showOverview", tr("Dataset overview"), this))
    {
        setObjectName(QStringLiteral("recordsPanel"));
        setFocusProxy(m_table);
        m_text->setTextFormat(Qt::RichText);
        m_text->setWordWrap(true);
        m_text->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
        m_text->setFocusPolicy(Qt::StrongFocus);
        m_text->setAccessibleName(tr("What is in the dataset"));
        m_text->setFont(withChinese(m_text->font()));
        m_text->setToolTip(
            tr("Numbers after values count conversations in the whole dataset, regardless of the filter."));
        auto* close = named<QToolButton>("closeOverview", m_strip);
        close->setText(QStringLiteral("×"));
        close->setAutoRaise(true);
        close->setToolTip(tr("Hide the overview. To show it again, use the View menu."));
        close->setAccessibleName(close->toolTip());
        auto* inside = makeRow(m_strip, {{m_text, 1}}, -1, {kGrid, kHalfGrid, kHalfGrid, kHalfGrid});
        inside->addWidget(close, 0, Qt::AlignTop);
        makeColumn(this, {m_strip, {m_table, 1}}, 0);
        m_show->setCheckable(true);
        m_show->setChecked(!storedSetting(kHiddenKey).toBool());
        setMenuSection(*m_show, MenuSection::TextDisplay);
        addAction(m_show);
        addActions(m_table->actions());
        connect(m_show, &QAction::toggled, this, [this](bool shown) {
            storeSetting(kHiddenKey, shown ? QVariant() : QVariant(QStringLiteral("true")));
            refresh();
        });
        connect(close, &QToolButton::clicked, m_show, [this] { m_show->setChecked(false); });
        connect(m_text, &QLabel::linkActivated, this, [this](const QString& link) { follow(link); });
        connect(&m_workspace.checks(), &DatasetChecks::changed, this, [this] {
            if (!m_idle.isActive() && m_shown != nullptr && m_checkedFor == m_shown)
                lookForFindings();
        });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { refresh(); });
        connect(&m_workspace, &Workspace::loadingChanged, this, [this] { refresh(); });
        m_idle.setSingleShot(true);
        constexpr int kIdleMs = 2'000;
        m_idle.setInterval(kIdleMs);
        m_idle.callOnTimeout(this, [this] { lookForFindings(); });
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
            m_shown.reset();
            m_findings.clear();
            m_idle.stop();
            qApp->removeEventFilter(this);
            m_findingsTask.cancel();
            m_overview.reset();
            refresh();
        });
        refresh();
    }

    /// While the user works, checks wait.
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        const bool isInput = event->type() == QEvent::KeyPress || event->type() == QEvent::Wheel ||
                             event->type() == QEvent::MouseButtonPress;
        if (isInput && m_idle.isActive())
            m_idle.start();
        return QWidget::eventFilter(watched, event);
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        showStrip();
    }

    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        refresh();
    }

private:
    /// A list next to a text has no room for it.
    bool isWanted() const
    {
        constexpr int kLetters = 60;
        constexpr int kLines = 16;
        return m_show->isChecked() && width() >= kLetters * letterWidth(fontMetrics()) &&
               height() >= kLines * fontMetrics().lineSpacing();
    }

    void showStrip()
    {
        const bool isShown = isWanted() && m_shown != nullptr && !m_text->text().isEmpty();
        m_strip->setVisible(isShown);
        // Where nobody sees them, findings are not looked for.
        if (isShown && m_checkedFor != m_shown && !m_idle.isActive()) {
            m_checkedFor = m_shown;
            qApp->installEventFilter(this);
            m_idle.start();
        }
    }

    void refresh()
    {
        showStrip();
        m_overview.refresh();
    }

    void showText(const QString& findings)
    {
        m_findings = findings;
        QStringList lines = m_overviewText.split(QStringLiteral("<br>"));
        // The line of actions is last.
        lines.insert(std::max<qsizetype>(lines.size() - 1, 0), findings);
        m_text->setText(lines.join(QStringLiteral("<br>")));
    }

    void lookForFindings()
    {
        qApp->removeEventFilter(this);
        // What all checks have found is more than a first look.
        CheckedSnapshotPtr checked = m_workspace.checks().checked();
        if (checked != nullptr && (checked->isStopped || !checked->where.empty()))
            checked.reset();
        m_findingsTask.run(
            [snapshot = m_shown, checked, lacksLanguages = m_lacksLanguages,
             path = std::filesystem::path(fromQt(m_workspace.paths().value(0)))](const Job& job) {
                OverviewFindings found =
                    checked != nullptr ? findingsOf(checked->run, true) : findingsOf(*snapshot, path, job);
                if (lacksLanguages)
                    found.languages = languagesOf(snapshot, job);
                return found;
            },
            [this](const OverviewFindings& found) { showText(findingsText(*m_shown, found)); });
    }

    /// In place of what the filter says of the same field, as a click on a facet.
    void add(const QString& text)
    {
        auto parsed = parseQuery(fromQt(text));
        auto* part = parsed.get();
        if (part == nullptr)
            return;
        const Query* term = part;
        while (term->kind != QueryKind::Term && !term->parts.empty())
            term = &term->parts.front();
        m_workspace.setQuery(withField(m_workspace.query(), term->term.field, *part));
    }

    void follow(const QString& link)
    {
        const RowOrder& order = m_workspace.view()->order;
        const QString query = QStringLiteral("query:");
        if (link.startsWith(query)) {
            add(QUrl::fromPercentEncoding(link.mid(query.size()).toLatin1()));
        } else if (link == QLatin1String("read") && !order.empty()) {
            m_workspace.openRecord(order.front());
        } else if (link == QLatin1String("random") && !order.empty()) {
            m_workspace.openRecord(
                order[QRandomGenerator::global()->bounded(static_cast<quint32>(order.size()))]);
        } else if (link == QLatin1String("reading")) {
            m_workspace.showReading();
        } else if (link == QLatin1String("check")) {
            m_workspace.startChecks();
            Q_EMIT m_workspace.checksShown();
        } else if (link == QLatin1String("problems")) {
            Q_EMIT m_workspace.problemsShown();
        }
    }

    Workspace& m_workspace;
    RecordTableView* m_table;
    QWidget* m_strip;
    QLabel* m_text;
    QAction* m_show;
    /// What is described.
    SnapshotPtr m_shown;
    /// That for which findings were or are about to be counted.
    SnapshotPtr m_checkedFor;
    /// Without the line of findings.
    QString m_overviewText;
    /// The line of findings, and the number of records that it is of.
    QString m_findings;
    std::uint32_t m_recordsThen = 0;
    /// Where it is shown, lupdate takes the context of a type before it.
    static QString countingFindings() { return tr("Findings are being counted…"); }

    bool m_lacksLanguages = false;
    /// Checks begin when nobody has used the program for a moment.
    QTimer m_idle;
    LatestTask<OverviewFindings> m_findingsTask;
    Computed<SnapshotPtr, DatasetOverviewPtr> m_overview{
        [this]() -> std::optional<SnapshotPtr> {
            const SnapshotPtr snapshot = m_workspace.view()->snapshot;
            // A dataset that grows is described when it is read. Of a table, only some rows are here.
            const bool isWanted = m_workspace.origin().isEmpty() && m_show->isChecked() && isVisible() &&
                                  !m_workspace.isLoading() && snapshot->recordCount() > 0;
            return isWanted ? std::optional(snapshot) : std::nullopt;
        },
        [](const SnapshotPtr& snapshot, const Job& job, const auto&) { return overviewOf(snapshot, job); },
        [this](const DatasetOverviewPtr& overview) {
            m_shown = overview->snapshot;
            m_overviewText = overviewText(*overview);
            m_lacksLanguages = overview->lacksLanguages;
            // What is known stays where it is: somebody may be about to click below it.
            const bool isKnown = !m_findings.isEmpty() && m_recordsThen == m_shown->recordCount();
            m_recordsThen = m_shown->recordCount();
            showText(isKnown ? m_findings : countingFindings().toHtmlEscaped());
            m_findingsTask.cancel();
            m_idle.stop();
            m_checkedFor.reset();
            showStrip();
        }};
};

} // namespace

PanelSpec recordsPanel()
{
    return {QStringLiteral("records"), QCoreApplication::translate("Panels", "Records"), PanelArea::Left,
            makePanel<RecordsPanel>};
}

} // namespace duologue::ui
