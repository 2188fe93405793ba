// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/report/rating_scales.h"
#include "ui/panels/panel.h"
#include "ui/views/record/rating_view.h"
#include "ui/views/widgets/metrics.h"
#include "ui/views/widgets/plain_label.h"
#include "ui/views/widgets/reading_colors.h"
#include "ui/views/widgets/section_content.h"
#include "ui/work/call_queue.h"
#include "ui/work/latest_task.h"
#include "ui/work/workspace.h"

#include <QCoreApplication>
#include <QEvent>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

namespace {

struct RatingsPanels {
    Q_DECLARE_TR_FUNCTIONS(Panels)
};

/// The ratings of the conversation with their meaning and the mean of the dataset.
class RatingsPanel final : public QScrollArea {
public:
    RatingsPanel(Workspace& workspace, QWidget* parent) : QScrollArea(parent), m_workspace(workspace)
    {
        setObjectName(QStringLiteral("ratingsPanel"));
        setAccessibleName(RatingsPanels::tr("Ratings"));
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        m_page->setBackgroundRole(QPalette::Base);
        m_page->setAutoFillBackground(true);
        m_lines->setContentsMargins(kGrid, kGrid, kGrid, kGrid);
        m_lines->setSpacing(2 * kGrid);
        m_lines->addWidget(m_none);
        m_lines->addWidget(m_more);
        m_lines->addStretch();
        setWidget(m_page);
        connect(&m_workspace, &Workspace::currentChanged, this, [this] { refresh(); });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { measure(); });
        setHasContent(*this, false);
        measure();
        refresh();
    }

    /// As high as the ratings.
    QSize sizeHint() const override
    {
        const int width = viewport()->width();
        return {QScrollArea::sizeHint().width(),
                m_page->hasHeightForWidth() ? m_page->heightForWidth(width) : m_page->sizeHint().height()};
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == m_page && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }

protected:
    void changeEvent(QEvent* event) override
    {
        QScrollArea::changeEvent(event);
        if (event->type() == QEvent::PaletteChange)
            refresh();
    }

    void showEvent(QShowEvent* event) override
    {
        QScrollArea::showEvent(event);
        if (m_stale)
            rebuild();
    }

private:
    /// Waits while another tab hides the panel; otherwise deferred, because its many labels take long.
    void refresh()
    {
        m_stale = true;
        m_deferred.request();
    }

    void measure()
    {
        const SnapshotPtr snapshot = m_workspace.view()->snapshot;
        if (snapshot == m_measured || m_task.isRunning())
            return;
        m_task.run([snapshot](const Job& job) { return ratingScales(*snapshot, job); },
                   [this, snapshot](std::map<std::string, RatingScale> scales) {
                       m_scales = std::move(scales);
                       m_measured = snapshot;
                       setHasContent(*this, !m_scales.empty());
                       refresh();
                       measure();
                   });
    }

    void rebuild()
    {
        m_stale = false;
        const DecodedRecordPtr& record = m_workspace.current();
        const std::size_t all = record ? record->conversation.ratings.size() : 0;
        // Each has a dozen labels.
        constexpr std::size_t kMostShown = 100;
        const std::size_t count = std::min(all, kMostShown);
        m_none->showText(count > 0 ? QString()
                         : record  ? RatingsPanels::tr("This conversation has no ratings.")
                                   : RatingsPanels::tr("No conversation selected"),
                         readingColors(palette()).dim);
        m_more->showText(all > count
                             ? RatingsPanels::tr("and %n more", nullptr, static_cast<int>(all - count))
                             : QString(),
                         readingColors(palette()).dim);
        while (m_ratings.size() < count) {
            m_ratings.push_back(new RatingView(m_workspace, m_page));
            // The last two are what says that there are more, and the stretch.
            m_lines->insertWidget(m_lines->count() - 2, m_ratings.back());
        }
        for (std::size_t i = 0; i < m_ratings.size(); ++i) {
            if (i >= count) {
                m_ratings[i]->clear();
                continue;
            }
            const Rating& rating = record->conversation.ratings[i];
            const auto scale = m_scales.find(ratingKey(rating.name));
            m_ratings[i]->showRating(rating, scale == m_scales.end() ? nullptr : &scale->second);
            m_ratings[i]->show();
        }
    }

    Workspace& m_workspace;
    QWidget* m_page = new QWidget(this);
    QVBoxLayout* m_lines = new QVBoxLayout(m_page);
    PlainLabel* m_none = new PlainLabel(m_page);
    PlainLabel* m_more = new PlainLabel(m_page);
    /// As many as the largest number of ratings so far.
    std::vector<RatingView*> m_ratings;
    bool m_stale = false;
    DeferredCall m_deferred{[this] {
        if (m_stale && isVisible())
            rebuild();
    }};
    std::map<std::string, RatingScale> m_scales;
    SnapshotPtr m_measured = std::make_shared<const Snapshot>();
    LatestTask<std::map<std::string, RatingScale>> m_task;
};

} // namespace

PanelSpec ratingsPanel()
{
    return {
        QStringLiteral("ratings"), RatingsPanels::tr("Ratings"), PanelArea::Inspector,
        [](Workspace& workspace, QWidget* parent) -> QWidget* { return new RatingsPanel(workspace, parent); },
        true};
}

} // namespace duologue::ui
