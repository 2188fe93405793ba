// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/conversation.h"
#include "ui/app/tasks.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/charts/chart_axis.h"
#include "ui/charts/chart_marks.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/making.h"
#include "ui/widgets/panel.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/value_menu.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QScrollArea>
#include <QVBoxLayout>
#include <QWidget>
#include <algorithm>
#include <cmath>
#include <vector>

namespace duologue {

struct Rating;

} // namespace duologue

namespace duologue::ui {

class DistributionMarks;
class PlainLabel;
class StepMarks;
class Workspace;

/// One rating of a conversation: its value, its rank in the dataset, and the question. Shows one rating after
/// the other; only differences are drawn again. GUI thread.
class RatingView : public QWidget {
    Q_OBJECT

public:
    RatingView(Workspace& workspace, QWidget* parent);

    /// `scale` is the distribution in the dataset; null while it is unknown.
    void showRating(const Rating& rating, const RatingScale* scale);

    /// Hides the view, and clears the object names by which its labels are found.
    void clear();

private:
    /// The meaning of one value of the scale.
    struct Criterion {
        PlainLabel* sign;
        PlainLabel* meaning;
    };

    void showValue(const Rating& rating, const RatingScale* scale);
    void showRank(const Rating& rating, const RatingScale* scale);
    void showCriteria(const Rating& rating);
    void addCriterion();
    void openMenu(const QPoint& at);

    Workspace& m_workspace;
    PlainLabel* m_title;
    StepMarks* m_steps;
    PlainLabel* m_value;
    PlainLabel* m_mean;
    DistributionMarks* m_marks;
    PlainLabel* m_rank;
    PlainLabel* m_question;
    PlainLabel* m_wording;
    std::vector<Criterion> m_criteria;
    std::string m_key;
    std::string m_valueText;
};

namespace {

QHBoxLayout* addLine(QVBoxLayout& lines, int spacing)
{
    auto* line = new QHBoxLayout;
    line->setSpacing(spacing);
    lines.addLayout(line);
    return line;
}

} // namespace

RatingView::RatingView(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_title(new PlainLabel(this)),
      m_steps(new StepMarks(this)),
      m_value(new PlainLabel(this)),
      m_mean(new PlainLabel(this)),
      m_marks(new DistributionMarks(this)),
      m_rank(new PlainLabel(this)),
      m_question(new PlainLabel(this)),
      m_wording(new PlainLabel(this))
{
    constexpr int kBesideMarks = 8;
    auto* lines = makeColumn(this, {m_title}, 4);
    QHBoxLayout* const values = addLine(*lines, kBesideMarks);
    values->addWidget(m_steps);
    values->addWidget(m_value);
    values->addWidget(m_mean, 1);
    values->addStretch();
    QHBoxLayout* const marksLine = addLine(*lines, kBesideMarks);
    marksLine->addWidget(m_marks);
    marksLine->addWidget(m_rank, 1);
    lines->addWidget(m_question);
    lines->addWidget(m_wording);
    m_value->setWordWrap(false);
    connect(m_value, &QWidget::customContextMenuRequested, this, &RatingView::openMenu);
}

void RatingView::showRating(const Rating& rating, const RatingScale* scale)
{
    const ReadingColors look = readingColors(palette());
    m_key = ratingKey(rating.name);
    m_title->showText(fieldTitle(std::string(rating.name)), look.text, true);
    showValue(rating, scale);
    showRank(rating, scale);
    m_question->showText(
        rating.question.empty() ? QString() : tr("Question: %1").arg(asLines(rating.question)), look.dim);
    m_wording->showText(rating.wording.empty() ? QString() : tr("Answer: %1").arg(asLines(rating.wording)),
                        look.text);
    showCriteria(rating);
}

void RatingView::clear()
{
    for (PlainLabel* label : findChildren<PlainLabel*>())
        label->setObjectName(QString());
    hide();
}

void RatingView::showValue(const Rating& rating, const RatingScale* scale)
{
    const ReadingColors look = readingColors(palette());
    const bool known = scale != nullptr && scale->mean.n > 0;
    const int steps = rating.value ? ratingSteps(rating.name, *rating.value, known ? scale->highest : 0) : 0;
    if (steps > 0)
        m_steps->setValue(*rating.value, steps);
    m_steps->setVisible(steps > 0);
    m_valueText = rating.value ? numberText(*rating.value) : std::string();
    if (rating.value)
        m_value->showText(toQt(m_valueText), look.text, true);
    else
        m_value->showText(tr("no number"), look.dim);
    m_value->setObjectName(rating.value ? QStringLiteral("value_") + toQt(m_key) : QString());
    m_value->setContextMenuPolicy(rating.value ? Qt::CustomContextMenu : Qt::DefaultContextMenu);
    QString mean;
    if (known) {
        constexpr double kLarge = 1e9;
        const double value = scale->mean.mean();
        mean = tr("dataset mean %1 (n = %2)")
                   .arg(QLocale().toString(value, std::abs(value) < kLarge ? 'f' : 'g', 2),
                        countText(scale->mean.n));
    }
    m_mean->showText(mean, look.dim);
}

/// The rank of the record among all that have the rating.
void RatingView::showRank(const Rating& rating, const RatingScale* scale)
{
    const bool known = rating.value && scale != nullptr && scale->counts.size() >= 2;
    m_rank->setObjectName(known ? QStringLiteral("place_") + toQt(m_key) : QString());
    QString rank;
    if (known) {
        const auto own = scale->counts.find(*rating.value);
        const auto share = [scale](std::uint64_t count) {
            constexpr double kPercent = 100;
            return QLocale().toString(
                kPercent * static_cast<double>(count) / static_cast<double>(scale->mean.n), 'f', 0);
        };
        m_marks->setScale(*scale, *rating.value);
        rank =
            tr("above %1%, equal to %2% of the dataset")
                .arg(share(scale->below(*rating.value)), share(own == scale->counts.end() ? 0 : own->second));
    }
    m_marks->setVisible(known);
    m_rank->showText(rank, readingColors(palette()).dim);
}

void RatingView::showCriteria(const Rating& rating)
{
    const ReadingColors look = readingColors(palette());
    const auto criteria = ratingCriteria(rating.name);
    while (criteria && m_criteria.size() < criteria->size())
        addCriterion();
    for (std::size_t step = 0; step < m_criteria.size(); ++step) {
        // The matching criterion has a mark and a bold font.
        const bool applies = rating.value && *rating.value == static_cast<double>(step);
        const QColor& color = applies ? look.text : look.dim;
        const QString number = QString::number(step);
        const Criterion& line = m_criteria[step];
        line.sign->showText(!criteria ? QString()
                            : applies ? QStringLiteral("▸ %1").arg(number)
                                      : number,
                            color, applies);
        line.meaning->showText(criteria ? criteria->at(step) : QString(), color, applies);
        line.meaning->setObjectName(criteria && applies ? QStringLiteral("criterionThatApplies") : QString());
    }
}

void RatingView::addCriterion()
{
    const Criterion made{new PlainLabel(this), new PlainLabel(this)};
    made.sign->setAlignment(Qt::AlignRight | Qt::AlignTop);
    made.sign->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("▸ 00")));
    QHBoxLayout* const line = addLine(static_cast<QVBoxLayout&>(*layout()), 6);
    line->addWidget(made.sign, 0, Qt::AlignTop);
    line->addWidget(made.meaning, 1);
    m_criteria.push_back(made);
}

/// Opens the value menu.
void RatingView::openMenu(const QPoint& at)
{
    QMenu menu(m_value);
    addValueActions(menu, m_workspace, m_key, m_valueText);
    menu.exec(m_value->mapToGlobal(at));
}

namespace {

/// The ratings of the conversation with their meaning and the mean of the dataset.
class RatingsPanel final : public QScrollArea {
    Q_DECLARE_TR_FUNCTIONS(Panels)

public:
    RatingsPanel(Workspace& workspace, QWidget* parent) : QScrollArea(parent), m_workspace(workspace)
    {
        setObjectName(QStringLiteral("ratingsPanel"));
        setAccessibleName(tr("Ratings"));
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
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { m_measured.refresh(); });
        connect(&m_workspace.marks(), &DatasetMarks::changed, this, [this] {
            if (m_isBlind != isBlind())
                refresh();
        });
        setHasContent(*this, false);
        m_measured.refresh();
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
    /// The reader has yet to judge, without knowing what others have said.
    bool isBlind() const
    {
        const auto row = m_workspace.currentRow();
        return row && m_workspace.marks().isBlindFor(*row);
    }

    /// Waits while another tab hides the panel; otherwise deferred, because its many labels take long.
    void refresh()
    {
        m_stale = true;
        m_deferred.request();
    }

    void rebuild()
    {
        m_stale = false;
        const DecodedRecordPtr& record = m_workspace.current();
        m_isBlind = isBlind();
        const std::size_t all = record && !m_isBlind ? record->conversation.ratings.size() : 0;
        // Each has a dozen labels.
        constexpr std::size_t kMostShown = 100;
        const std::size_t count = std::min(all, kMostShown);
        m_none->showText(count > 0   ? QString()
                         : m_isBlind ? tr("Hidden until you have judged the conversation.")
                         : record    ? tr("This conversation has no ratings.")
                                     : tr("No conversation selected"),
                         readingColors(palette()).dim);
        m_more->showText(all > count ? tr("and %n more", nullptr, static_cast<int>(all - count)) : QString(),
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
    bool m_isBlind = false;
    DeferredCall m_deferred{[this] {
        if (m_stale && isVisible())
            rebuild();
    }};
    std::map<std::string, RatingScale> m_scales;
    Computed<SnapshotPtr, std::map<std::string, RatingScale>> m_measured{
        [this] { return m_workspace.view()->snapshot; },
        [](const SnapshotPtr& snapshot, const Job& job, const auto&) { return ratingScales(*snapshot, job); },
        [this](std::map<std::string, RatingScale> scales) {
            m_scales = std::move(scales);
            setHasContent(*this, !m_scales.empty());
            refresh();
        },
        m_measured.always};
};

} // namespace

PanelSpec ratingsPanel()
{
    return {QStringLiteral("ratings"), RatingsPanel::tr("Ratings"), PanelArea::Inspector,
            makePanel<RatingsPanel>, true};
}

} // namespace duologue::ui

#include "ratings.moc"
