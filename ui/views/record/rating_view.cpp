// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/rating_view.h"

#include "core/data/conversation.h"
#include "ui/models/words/field_words.h"
#include "ui/views/chart/distribution_marks.h"
#include "ui/views/chart/step_marks.h"
#include "ui/views/query/value_menu.h"
#include "ui/views/widgets/plain_label.h"
#include "ui/views/widgets/reading_colors.h"
#include "ui/work/qt_text.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QVBoxLayout>
#include <cmath>

namespace duologue::ui {

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
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(4);
    lines->addWidget(m_title);
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
    m_question->showText(rating.question.empty() ? QString() : tr("Asked: %1").arg(asLines(rating.question)),
                         look.dim);
    m_wording->showText(rating.wording.empty() ? QString() : tr("Answered: %1").arg(asLines(rating.wording)),
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

} // namespace duologue::ui
