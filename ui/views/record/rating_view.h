// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/report/rating_scales.h"

#include <QWidget>
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

} // namespace duologue::ui
