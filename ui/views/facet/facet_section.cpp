// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/facet/facet_section.h"

#include "core/util/numbers.h"
#include "ui/models/report/value_choice.h"
#include "ui/models/words/field_words.h"
#include "ui/views/facet/facet_histogram.h"
#include "ui/views/facet/facet_list.h"
#include "ui/views/facet/range_slider.h"
#include "ui/views/query/value_menu.h"
#include "ui/views/widgets/clear_button.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"
#include "ui/work/tables/table_rows.h"
#include "ui/work/workspace.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace duologue::ui {

namespace {

/// With fewer values a search field is not worth its space.
constexpr int kWorthSearching = 10;

} // namespace

FacetSection::FacetSection(Workspace& workspace, const FieldInfo& field, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_field(field),
      m_model(new FacetValueModel(this)),
      m_layout(new QVBoxLayout(this)),
      m_head(new QToolButton(this)),
      m_clear(new QToolButton(this))
{
    setObjectName(QStringLiteral("facet:") + toQt(m_field.key));
    m_head->setText(asMenuText(title()));
    m_head->setToolTip(asToolTip(toQt(m_field.key)));
    m_head->setAccessibleName(title());
    m_head->setAutoRaise(true);
    m_head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_head->setArrowType(Qt::RightArrow);
    m_head->setFocusPolicy(Qt::StrongFocus);
    m_head->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_clear->setText(tr("Clear"));
    m_clear->setAccessibleName(tr("Clear the filter on %1").arg(title()));
    m_clear->setAutoRaise(true);
    m_clear->setFocusPolicy(Qt::StrongFocus);
    m_clear->hide();
    auto* head = new QHBoxLayout;
    head->addWidget(m_head, 1);
    head->addWidget(m_clear);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(2);
    m_layout->addLayout(head);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);

    connect(m_head, &QToolButton::clicked, this, [this] { setOpen(!m_open); });
    connect(m_clear, &QToolButton::clicked, this, [this] { applyChoice({}); });
    connect(&m_workspace, &Workspace::queryChanged, this, [this] {
        showChoice();
        refresh();
    });
    connect(&m_workspace, &Workspace::viewChanged, this, [this] { m_deferred.request(); });
    connect(&TableRows::of(m_workspace), &TableRows::changed, this, [this] { m_deferred.request(); });
    connect(m_model, &FacetValueModel::chosenChanged, this, [this] {
        if (m_slider != nullptr && m_model->facet() != nullptr) {
            const auto& chosen = m_model->chosen();
            const int last = static_cast<int>(m_model->facet()->values.size()) - 1;
            m_slider->setRange(chosen.empty() ? 0 : chosen.front(), chosen.empty() ? last : chosen.back());
        }
    });
    showChoice();
}

QString FacetSection::title() const
{
    return fieldTitle(m_field);
}

void FacetSection::setOpen(bool open)
{
    if (open == m_open)
        return;
    showOpen(open);
    Q_EMIT openChanged(open);
}

void FacetSection::showOpen(bool open)
{
    m_open = open;
    m_head->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    if (open && m_body == nullptr)
        makeBody();
    if (m_body != nullptr)
        m_body->setVisible(open);
    showChoice();
    refresh();
}

void FacetSection::setLabel(const QString& label)
{
    m_head->setText(asMenuText(label));
}

void FacetSection::setFound(const QString& text)
{
    if (text == m_found)
        return;
    const bool wasFound = !m_found.isEmpty();
    if (!wasFound)
        m_wasOpen = m_open;
    m_found = text;
    showOpen(!text.isEmpty() || m_wasOpen);
    if (m_search != nullptr)
        m_search->setText(text);
}

void FacetSection::makeBody()
{
    m_body = new QWidget(this);
    auto* layout = new QVBoxLayout(m_body);
    layout->setContentsMargins(8, 0, 4, 6);
    layout->setSpacing(2);
    m_search = new QLineEdit(m_body);
    m_search->setPlaceholderText(tr("Find a value"));
    m_search->setAccessibleName(tr("Find a value of %1").arg(title()));
    addClearButton(*m_search);
    m_search->hide();
    m_list = new FacetList(*m_model, m_body);
    m_list->setAccessibleName(title());
    m_list->hide();
    m_histogram = new FacetHistogram(*m_model, m_body);
    m_histogram->setAccessibleName(title());
    m_histogram->hide();
    m_slider = new RangeSlider(m_body);
    m_slider->setAccessibleName(tr("Range of %1").arg(title()));
    m_slider->hide();
    m_note = new QLabel(m_body);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setText(tr("Counting…"));
    for (QWidget* widget : std::initializer_list<QWidget*>{m_search, m_list, m_histogram, m_slider, m_note})
        layout->addWidget(widget);
    m_layout->addWidget(m_body);
    connectBody();
}

void FacetSection::connectBody()
{
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model->setSearch(text);
        m_note->setText(noteText());
    });
    connect(m_list, &FacetList::rowClicked, this, &FacetSection::click);
    connect(m_histogram, &CategoryPicker::categoryClicked, this, &FacetSection::click);
    connect(m_list, &FacetList::clearRequested, this, [this] { applyChoice({}); });
    connect(m_histogram, &CategoryPicker::clearRequested, this, [this] { applyChoice({}); });
    connect(m_histogram, &CategoryPicker::rangeDragged, this, [this](int first, int last) {
        m_anchor = first;
        applyChoice(choiceBetween(first, last));
    });
    connect(m_slider, &RangeSlider::rangeChosen, this, [this](int first, int last) {
        apply(facetRangeQuery(*m_model->facet(), static_cast<std::size_t>(first),
                              static_cast<std::size_t>(last)));
    });
    for (QWidget* widget : std::initializer_list<QWidget*>{m_list, m_histogram}) {
        widget->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(widget, &QWidget::customContextMenuRequested, this, [this, widget](const QPoint& point) {
            const int row = widget == m_list ? m_list->indexAt(point).row() : m_histogram->categoryAt(point);
            showMenu(*widget, row, point);
        });
    }
}

void FacetSection::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refresh();
}

/// Being painted is the one sign that a section can be seen: when it is shown, its place may not be known
/// yet.
void FacetSection::paintEvent(QPaintEvent* event)
{
    QWidget::paintEvent(event);
    if (isOpen())
        m_deferred.request();
}

void FacetSection::refresh()
{
    // Hidden sections are not computed. Scrolling, showing and painting call this function again.
    if (!isOpen() || !isVisible() || visibleRegion().isEmpty())
        return;
    auto request = facetRequest(m_workspace.view(), m_workspace.query(), m_field.key,
                                TableRows::of(m_workspace).counts());
    if (!request || *request == m_asked)
        return;
    // While a dataset grows, the next state waits; otherwise no counts would ever be shown.
    m_stale = m_task.isRunning() && request->differsOnlyInSnapshot(m_asked);
    if (m_stale)
        return;
    m_asked = *request;
    const FacetCountsPtr before = m_model->counts();
    const auto show = [this](FacetCountsPtr counts) {
        if (counts)
            showCounts(std::move(counts));
        if (m_stale)
            refresh();
    };
    m_task.stream(
        [request = std::move(*request), before](const Job& job, const auto& early) {
            // Until the engine answers, there are at least the figures of the rows here.
            if (request.engine && (!before || before->engine != request.engine)) {
                FacetRequest here = request;
                here.engine.reset();
                const FacetCountsPtr first = countRequest(here, before, job);
                early(first);
                return countRequest(request, first, job);
            }
            return countRequest(request, before, job);
        },
        show, show);
}

/// An open-ended bin has a text of its own.
QString FacetSection::edgeText(double edge, const GroupValue& value)
{
    if (std::isinf(edge))
        return asLabel(value.text);
    // The shortest text of a double would have an exponent from 16 digits on.
    const bool isWhole = edge == std::trunc(edge) && !isBeyondExact(edge);
    return isWhole ? QLocale().toString(static_cast<qlonglong>(edge))
                   : QLocale().toString(edge, 'g', QLocale::FloatingPointShortest);
}

void FacetSection::showCounts(FacetCountsPtr counts)
{
    m_model->setCounts(std::move(counts));
    const FieldFacet& facet = *m_model->facet();
    const bool isHistogram = facet.isNumeric && !facet.field.ofMessages;
    const bool worthSearching = !isHistogram && static_cast<int>(facet.values.size()) > kWorthSearching;
    if (isHistogram) {
        QStringList lows;
        QStringList highs;
        // Numbers whose digits a double does not hold are written as they are, and so are those among them.
        const bool areDigits =
            std::any_of(facet.values.begin(), facet.values.end(), [](const FacetValue& each) {
                return !each.value.end && isKeptAsDigits(each.value.text);
            });
        for (const FacetValue& each : facet.values) {
            const GroupValue& value = each.value;
            if (areDigits && !value.end) {
                lows << asLabel(value.text);
                highs << lows.back();
                continue;
            }
            lows << edgeText(*value.number, value);
            highs << edgeText(value.end ? *value.end : *value.number, value);
        }
        m_slider->setSteps(lows, highs);
    }
    m_list->setVisible(!isHistogram && !facet.values.empty());
    m_histogram->setVisible(isHistogram && !facet.values.empty());
    m_slider->setVisible(isHistogram && facet.values.size() > 1);
    m_search->setVisible(worthSearching);
    m_note->setText(noteText());
    showChoice();
}

QString FacetSection::noteText() const
{
    const FieldFacet* facet = m_model->facet();
    if (facet == nullptr)
        return tr("Counting…");
    if (facet->values.empty())
        return tr("No conversation has a value");
    QStringList parts;
    const auto values = static_cast<quint64>(facet->values.size());
    if (m_model->rowCount() != static_cast<int>(values))
        parts << tr("%1 of %2 values")
                     .arg(countText(static_cast<quint64>(m_model->rowCount())), countText(values));
    else if (m_list->isVisibleTo(m_body) && values > kWorthSearching)
        parts << tr("%1 values").arg(countText(values));
    if (m_asked.engine && m_model->counts()->engine == nullptr)
        parts << tr("only those here");
    m_note->setToolTip(asToolTip(translated(m_model->counts()->whyHere)));
    if (facet->missing > 0)
        parts << tr("%1 without a value").arg(countText(facet->missing));
    m_note->setVisible(!parts.isEmpty());
    return parts.join(QStringLiteral(" · "));
}

void FacetSection::showChoice()
{
    m_model->setQuery(m_workspace.query());
    const bool narrowed = ui::isNarrowed(m_workspace.query(), m_field.key);
    m_clear->setVisible(narrowed);
    QFont font = m_head->font();
    font.setBold(narrowed);
    m_head->setFont(font);
    const QString state = m_open ? tr("open") : tr("closed");
    m_head->setAccessibleDescription(narrowed ? tr("%1, filtered").arg(state) : state);
}

void FacetSection::click(int row, Qt::KeyboardModifiers modifiers)
{
    if (row < 0 || row >= m_model->rowCount())
        return;
    const int value = m_model->valueOf(row);
    const int anchorRow = m_anchor < 0 ? row : m_model->rowOf(m_anchor);
    if (modifiers.testFlag(Qt::ShiftModifier) && anchorRow >= 0) {
        // Values that the search hides are not selected.
        Choice picked;
        for (const int each : choiceBetween(anchorRow, row))
            picked.push_back(m_model->valueOf(each));
        applyChoice(picked);
        return;
    }
    m_anchor = value;
    applyChoice(choiceAfterClick(m_model->chosen(), value, value, modifiers));
}

void FacetSection::applyChoice(const std::vector<int>& values)
{
    const FieldFacet* facet = m_model->facet();
    apply(facet == nullptr ? Query() : facetQuery(*facet, values));
}

void FacetSection::apply(Query choice)
{
    m_workspace.setQuery(withField(m_workspace.query(), m_field.key, std::move(choice)));
    showChoice();
}

void FacetSection::showMenu(QWidget& widget, int row, const QPoint& point)
{
    if (row < 0)
        return;
    const int at = m_model->valueOf(row);
    const std::string value = wholeTextAt(*m_model->facet(), static_cast<std::size_t>(at));
    QMenu menu(this);
    if (m_model->facet()->bins.any()) {
        addShowOnlyActions(menu, m_workspace, asMenuText(toQt(value)), [this, at] { applyChoice({at}); });
        menu.addAction(tr("Copy “%1”").arg(asMenuText(toQt(value))), this,
                       [value] { QGuiApplication::clipboard()->setText(toQt(value)); });
    } else {
        addValueActions(menu, m_workspace, m_field.key, value);
    }
    menu.exec(widget.mapToGlobal(point));
}

} // namespace duologue::ui
