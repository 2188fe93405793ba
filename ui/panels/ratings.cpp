// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/field_words.h"
#include "ui/models/rating_scales.h"
#include "ui/panels/panel.h"
#include "ui/views/distribution_marks.h"
#include "ui/views/reading_colors.h"
#include "ui/views/step_marks.h"
#include "ui/views/value_menu.h"
#include "ui/work/qt_text.h"
#include "ui/work/turn_queue.h"
#include "ui/work/workspace.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <cmath>

namespace duologue::ui {

namespace {

struct Panels {
    Q_DECLARE_TR_FUNCTIONS(Panels)
};

/// The ratings of the conversation: value, what it means, and the mean of the dataset beside it.
class RatingsPanel final : public QScrollArea {
public:
    RatingsPanel(Workspace& workspace, QWidget* parent) : QScrollArea(parent), m_workspace(workspace)
    {
        setObjectName(QStringLiteral("ratingsPanel"));
        setAccessibleName(Panels::tr("Ratings"));
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        connect(&m_workspace, &Workspace::currentChanged, this, [this] { refresh(); });
        connect(&m_workspace, &Workspace::viewChanged, this, [this] { measure(); });
        measure();
        refresh();
    }

protected:
    void changeEvent(QEvent* event) override
    {
        QScrollArea::changeEvent(event);
        if (event->type() == QEvent::PaletteChange && widget() != nullptr)
            refresh();
    }

    void showEvent(QShowEvent* event) override
    {
        QScrollArea::showEvent(event);
        if (m_stale)
            rebuild();
    }

private:
    /// Behind another tab it waits, and else for a turn of the event loop to itself: its many labels take as
    /// long to make as all the rest that shows a conversation.
    void refresh()
    {
        m_stale = true;
        m_turn.ask();
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
                       refresh();
                       measure();
                   });
    }

    void rebuild()
    {
        m_stale = false;
        const int place = verticalScrollBar()->value();
        auto* page = new QWidget(this);
        page->setBackgroundRole(QPalette::Base);
        page->setAutoFillBackground(true);
        auto* layout = new QVBoxLayout(page);
        layout->setContentsMargins(12, 12, 12, 12);
        layout->setSpacing(4);
        const DecodedRecordPtr& record = m_workspace.current();
        if (!record || record->conversation.ratings.empty())
            layout->addWidget(label(record ? Panels::tr("This conversation has no ratings.")
                                           : Panels::tr("No conversation is shown."),
                                    colors().dim));
        else
            for (const Rating& rating : record->conversation.ratings)
                addRating(*layout, rating);
        layout->addStretch();
        setWidget(page);
        page->layout()->activate();
        verticalScrollBar()->setValue(place);
    }

    ReadingColors colors() const { return readingColors(palette()); }

    QLabel* label(const QString& text, const QColor& color, bool bold = false)
    {
        auto* made = new QLabel(text, this);
        made->setTextFormat(Qt::PlainText);
        made->setWordWrap(true);
        made->setTextInteractionFlags(Qt::TextSelectableByMouse);
        made->setForegroundRole(QPalette::WindowText);
        QPalette colored = made->palette();
        colored.setColor(QPalette::WindowText, color);
        made->setPalette(colored);
        QFont font = withChinese(made->font());
        font.setBold(bold);
        made->setFont(font);
        return made;
    }

    void addRating(QVBoxLayout& layout, const Rating& rating)
    {
        const ReadingColors look = colors();
        if (layout.count() > 0)
            layout.addSpacing(14);
        layout.addWidget(label(fieldTitle(std::string(rating.name)), look.text, true));
        layout.addLayout(valueLine(rating));
        addPlace(layout, rating);
        if (!rating.question.empty())
            layout.addWidget(label(Panels::tr("Asked: %1").arg(toQt(rating.question)), look.dim));
        if (!rating.wording.empty())
            layout.addWidget(label(Panels::tr("Answered: %1").arg(toQt(rating.wording)), look.text));
        const auto criteria = ratingCriteria(rating.name);
        if (!criteria)
            return;
        for (std::size_t step = 0; step < criteria->size(); ++step) {
            const bool applies = rating.value && *rating.value == static_cast<double>(step);
            layout.addLayout(criterionLine(static_cast<int>(step), criteria->at(step), applies));
        }
    }

    /// Where the record stands among all that have the rating.
    void addPlace(QVBoxLayout& layout, const Rating& rating)
    {
        const auto scale = m_scales.find(ratingKey(rating.name));
        if (!rating.value || scale == m_scales.end() || scale->second.counts.size() < 2)
            return;
        const RatingScale& all = scale->second;
        const auto own = all.counts.find(*rating.value);
        const auto share = [&](std::uint64_t count) {
            constexpr double kPercent = 100;
            return QLocale().toString(kPercent * static_cast<double>(count) / static_cast<double>(all.mean.n),
                                      'f', 0);
        };
        auto* line = new QHBoxLayout;
        line->setSpacing(8);
        line->addWidget(new DistributionMarks(all, *rating.value, this));
        QLabel* text =
            label(Panels::tr("higher than %1 %, level with %2 % of the dataset")
                      .arg(share(all.below(*rating.value)), share(own == all.counts.end() ? 0 : own->second)),
                  colors().dim);
        text->setObjectName(QStringLiteral("place_") + toQt(ratingKey(rating.name)));
        line->addWidget(text, 1);
        layout.addLayout(line);
    }

    /// The one that applies is told by its sign and weight.
    QHBoxLayout* criterionLine(int step, const QString& meaning, bool applies)
    {
        const QColor color = applies ? colors().text : colors().dim;
        auto* line = new QHBoxLayout;
        line->setSpacing(6);
        auto* sign =
            label(applies ? QStringLiteral("▸ %1").arg(step) : QString::number(step), color, applies);
        sign->setAlignment(Qt::AlignRight | Qt::AlignTop);
        sign->setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("▸ 00")));
        QLabel* text = label(meaning, color, applies);
        text->setObjectName(applies ? QStringLiteral("criterionThatApplies") : QString());
        line->addWidget(sign, 0, Qt::AlignTop);
        line->addWidget(text, 1);
        return line;
    }

    QHBoxLayout* valueLine(const Rating& rating)
    {
        auto* line = new QHBoxLayout;
        line->setSpacing(8);
        const std::string key = ratingKey(rating.name);
        const auto scale = m_scales.find(key);
        const bool known = scale != m_scales.end() && scale->second.mean.n > 0;
        if (rating.value) {
            const int steps = ratingSteps(rating.name, *rating.value, known ? scale->second.highest : 0);
            if (steps > 0)
                line->addWidget(new StepMarks(*rating.value, steps, this));
            line->addWidget(valueLabel(key, *rating.value));
        } else {
            line->addWidget(label(Panels::tr("no number"), colors().dim));
        }
        if (known) {
            constexpr double kLarge = 1e9;
            const double value = scale->second.mean.mean();
            const QString mean = QLocale().toString(value, std::abs(value) < kLarge ? 'f' : 'g', 2);
            auto* text =
                label(Panels::tr("dataset mean %1 (n = %2)").arg(mean, countText(scale->second.mean.n)),
                      colors().dim);
            line->addWidget(text, 1);
        } else {
            line->addStretch(1);
        }
        return line;
    }

    /// The number, with the menu that any value has.
    QLabel* valueLabel(const std::string& key, double value)
    {
        const std::string text = numberText(value);
        QLabel* made = label(toQt(text), colors().text, true);
        made->setWordWrap(false);
        made->setObjectName(QStringLiteral("value_") + toQt(key));
        made->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(made, &QWidget::customContextMenuRequested, made, [this, made, key, text](const QPoint& at) {
            QMenu menu(made);
            addValueActions(menu, m_workspace, key, text);
            menu.exec(made->mapToGlobal(at));
        });
        return made;
    }

    Workspace& m_workspace;
    bool m_stale = false;
    OwnTurn m_turn{[this] {
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
    return {QStringLiteral("ratings"), Panels::tr("Ratings"), PanelArea::Right,
            [](Workspace& workspace, QWidget* parent) -> QWidget* {
                return new RatingsPanel(workspace, parent);
            }};
}

} // namespace duologue::ui
