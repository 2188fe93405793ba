// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/report/dataset_overview.h"
#include "ui/panels/panel.h"
#include "ui/views/record/record_table_view.h"
#include "ui/views/widgets/letter_width.h"
#include "ui/views/widgets/menu_section.h"
#include "ui/views/widgets/metrics.h"
#include "ui/work/latest_task.h"
#include "ui/work/qt_text.h"
#include "ui/work/stored_settings.h"
#include "ui/work/workspace.h"

#include <QAction>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QRandomGenerator>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

namespace {

struct RecordsWords {
    Q_DECLARE_TR_FUNCTIONS(RecordsPanel)
};

QString hiddenKey()
{
    return QStringLiteral("overview/hidden");
}

/// What is in the dataset, in lines whose words filter, above the table of its records; until the reader
/// dismisses it, and where there is room for lines.
class RecordsPanel final : public QWidget {
public:
    RecordsPanel(Workspace& workspace, QWidget* parent)
        : QWidget(parent),
          m_workspace(workspace),
          m_table(new RecordTableView(workspace, this)),
          m_strip(new QWidget(this)),
          m_text(new QLabel(m_strip)),
          m_show(new QAction(RecordsWords::tr("Dataset overview"), this))
    {
        setObjectName(QStringLiteral("recordsPanel"));
        setFocusProxy(m_table);
        m_text->setObjectName(QStringLiteral("overviewText"));
        m_text->setTextFormat(Qt::RichText);
        m_text->setWordWrap(true);
        m_text->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
        m_text->setFocusPolicy(Qt::StrongFocus);
        m_text->setAccessibleName(RecordsWords::tr("What is in the dataset"));
        m_text->setFont(withChinese(m_text->font()));
        m_text->setToolTip(
            RecordsWords::tr("Numbers behind values count conversations of the whole dataset, whatever "
                             "the filter is."));
        auto* close = new QToolButton(m_strip);
        close->setObjectName(QStringLiteral("closeOverview"));
        close->setText(QStringLiteral("×"));
        close->setAutoRaise(true);
        close->setToolTip(RecordsWords::tr("Hide the overview; it is in the View menu"));
        close->setAccessibleName(close->toolTip());
        auto* inside = new QHBoxLayout(m_strip);
        inside->setContentsMargins(kGrid, kHalfGrid, kHalfGrid, kHalfGrid);
        inside->addWidget(m_text, 1);
        inside->addWidget(close, 0, Qt::AlignTop);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        layout->addWidget(m_strip);
        layout->addWidget(m_table, 1);
        m_show->setObjectName(QStringLiteral("showOverview"));
        m_show->setCheckable(true);
        m_show->setChecked(!storedSetting(hiddenKey()).toBool());
        setMenuSection(*m_show, MenuSection::TextDisplay);
        addAction(m_show);
        addActions(m_table->actions());
        connect(m_show, &QAction::toggled, this, [this](bool shown) {
            storeSetting(hiddenKey(), shown ? QVariant() : QVariant(QStringLiteral("true")));
            refresh();
        });
        connect(close, &QToolButton::clicked, m_show, [this] { m_show->setChecked(false); });
        connect(m_text, &QLabel::linkActivated, this, [this](const QString& link) { follow(link); });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { refresh(); });
        connect(&m_workspace, &Workspace::loadingChanged, this, [this] { refresh(); });
        connect(&m_workspace, &Workspace::pathsChanged, this, [this] {
            m_shown.reset();
            refresh();
        });
        refresh();
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

    void showStrip() { m_strip->setVisible(isWanted() && m_shown != nullptr && !m_text->text().isEmpty()); }

    void refresh()
    {
        showStrip();
        const ViewPtr view = m_workspace.view();
        // A dataset that grows is described when it is read. Of a table, only some rows are here.
        if (!m_workspace.origin().isEmpty() || !m_show->isChecked() || !isVisible() ||
            m_workspace.isLoading() || view->snapshot == m_shown || view->snapshot->recordCount() == 0)
            return;
        m_task.run([snapshot = view->snapshot](const Job& job) { return overviewOf(snapshot, job); },
                   [this](const DatasetOverviewPtr& overview) {
                       m_shown = overview->snapshot;
                       m_text->setText(overviewText(*overview));
                       showStrip();
                   });
    }

    void follow(const QString& link)
    {
        const RowOrder& order = m_workspace.view()->order;
        const QString query = QStringLiteral("query:");
        if (link.startsWith(query)) {
            (void)m_workspace.setQueryText(QUrl::fromPercentEncoding(link.mid(query.size()).toLatin1()));
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
            Q_EMIT m_workspace.checksShown();
        }
    }

    Workspace& m_workspace;
    RecordTableView* m_table;
    QWidget* m_strip;
    QLabel* m_text;
    QAction* m_show;
    /// What is described.
    SnapshotPtr m_shown;
    LatestTask<DatasetOverviewPtr> m_task;
};

} // namespace

PanelSpec recordsPanel()
{
    return {QStringLiteral("records"), QCoreApplication::translate("Panels", "Records"), PanelArea::Left,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new RecordsPanel(workspace, parent);
            }};
}

} // namespace duologue::ui
