// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/query/facet_section.h"
#include "core/util/numbers.h"
#include "ui/app/intent_codes.h"
#include "ui/app/plain_keys.h"
#include "ui/app/tables.h"
#include "ui/app/text.h"
#include "ui/app/words.h"
#include "ui/app/workspace.h"
#include "ui/query/facet_values.h"
#include "ui/widgets/category_picker.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"
#include "ui/widgets/value_menu.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

namespace duologue::ui {

constexpr int kFacetHistogramHeight = 56;
/// Half the width of a handle of the slider below, so that the bars match its scale.
constexpr int kSide = 7;

FacetHistogram::FacetHistogram(FacetValueModel& model, QWidget* parent)
    : CategoryPicker(parent), m_model(model)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    const auto changed = [this] {
        clampFocus();
        update();
    };
    connect(&model, &QAbstractItemModel::modelReset, this, changed);
    connect(&model, &QAbstractItemModel::dataChanged, this, changed);
    makeAccessible(*this);
}

QSize FacetHistogram::sizeHint() const
{
    return {120, kFacetHistogramHeight};
}

int FacetHistogram::nearestCategory(const QPoint& point) const
{
    const int count = categoryCount();
    if (count == 0)
        return -1;
    const double width = static_cast<double>(this->width() - 2 * kSide) / count;
    return std::clamp(static_cast<int>(std::floor((point.x() - kSide) / width)), 0, count - 1);
}

/// Points above a bar count too: the bar of one conversation would be too small to hit.
int FacetHistogram::categoryAt(const QPoint& point) const
{
    return point.x() < kSide || point.x() >= width() - kSide ? -1 : nearestCategory(point);
}

QRectF FacetHistogram::columnOf(int category) const
{
    const double width = static_cast<double>(this->width() - 2 * kSide) / categoryCount();
    return {kSide + category * width, 0, width, static_cast<double>(height())};
}

QString FacetHistogram::tipOf(int category) const
{
    return m_model.index(category).data(Qt::AccessibleTextRole).toString();
}

bool FacetHistogram::isChosen(int category) const
{
    return m_model.index(category).data(FacetValueModel::ChosenRole).toBool();
}

void FacetHistogram::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor base = palette().color(QPalette::Base);
    const QColor accent = palette().color(QPalette::Highlight);
    const QColor pale = blended(base, palette().color(QPalette::Text), 0.2);
    painter.fillRect(rect(), base);
    const int dragLow = std::min(dragFirst(), dragLast());
    const int dragHigh = std::max(dragFirst(), dragLast());
    for (int i = 0; i < categoryCount(); ++i) {
        const QModelIndex index = m_model.index(i);
        const QRectF column = columnOf(i);
        const bool chosen = isChosen(i);
        const bool marked = dragFirst() >= 0 ? i >= dragLow && i <= dragHigh : chosen;
        if (marked || i == hovered())
            painter.fillRect(column, blended(base, accent, marked ? 0.18 : 0.08));
        const double gap = column.width() > 6 ? 1 : 0;
        const auto bar = [&](int role, const QColor& color) {
            const double share = index.data(role).toDouble();
            const double high = share > 0 ? std::max(1.0, share * (height() - 4)) : 0;
            painter.fillRect(QRectF(column.left() + gap, height() - high, column.width() - 2 * gap, high),
                             color);
        };
        bar(FacetValueModel::TotalShareRole, pale);
        bar(FacetValueModel::CountShareRole,
            m_model.isNarrowed() && !chosen ? blended(base, accent, 0.45) : accent);
        if (showsFocus() && i == focusedCategory()) {
            painter.setPen(palette().color(QPalette::Text));
            painter.drawRect(column.adjusted(0, 0, -1, -1));
        }
    }
}

namespace {

constexpr int kFacetListEdge = 6;
constexpr int kBar = 4;
constexpr int kMostRows = 9;

/// Draws a value and its counts over a bar: pale for all conversations, full for the matching ones.
class FacetDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override
    {
        return {0, option.fontMetrics.height() + kBar + kFacetListEdge};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QPalette& palette = option.palette;
        const QColor base = palette.color(QPalette::Base);
        const QColor accent = palette.color(QPalette::Highlight);
        const bool chosen = index.data(FacetValueModel::ChosenRole).toBool();
        const bool hovered = option.state.testFlag(QStyle::State_MouseOver);
        painter->save();
        if (chosen || hovered)
            painter->fillRect(option.rect, blended(base, accent, chosen ? 0.22 : 0.08));
        if (chosen)
            painter->fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), accent);
        paintText(*painter, option, index, chosen);
        QRectF bar = QRectF(option.rect).adjusted(kFacetListEdge, 0, -kFacetListEdge, -2);
        bar.setTop(bar.bottom() - kBar);
        const auto fill = [&](int role, const QColor& color) {
            QRectF part = bar;
            const double share = index.data(role).toDouble();
            part.setWidth(share > 0 ? std::max(1.0, bar.width() * share) : 0);
            painter->fillRect(part, color);
        };
        fill(FacetValueModel::TotalShareRole, blended(base, palette.color(QPalette::Text), 0.18));
        fill(FacetValueModel::CountShareRole, accent);
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(QPen(accent, 1, Qt::DotLine));
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
        painter->restore();
    }

private:
    static void paintText(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                          bool chosen)
    {
        const auto count = index.data(FacetValueModel::CountRole).toULongLong();
        const auto total = index.data(FacetValueModel::TotalRole).toULongLong();
        const QColor text = option.palette.color(QPalette::Text);
        const QColor dim = option.palette.color(QPalette::PlaceholderText);
        QRect room = option.rect.adjusted(kFacetListEdge, 0, -kFacetListEdge, -kBar);
        QFont font = option.font;
        font.setBold(chosen);
        painter.setFont(font);
        const QFontMetrics metrics(font);
        const auto right = [&](const QString& part, const QColor& color) {
            painter.setPen(color);
            painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, part);
            room.setRight(room.right() - metrics.horizontalAdvance(part));
        };
        if (count != total)
            right(QStringLiteral(" / ") + countText(total), dim);
        right(countText(count), count == 0 ? dim : text);
        room.setRight(room.right() - kFacetListEdge);
        if (const QVariant intent = index.data(FacetValueModel::IntentRole); intent.isValid()) {
            const auto code = intent.value<IntentCode>();
            painter.setFont(option.font);
            drawCoded(painter, room, Qt::AlignLeft, {code.letters, categoryColor(code.color), {}});
            painter.setFont(font);
            room.setLeft(room.left() + codedWidth({}, option.fontMetrics) + kFacetListEdge);
        }
        const QString name = metrics.elidedText(index.data().toString(), Qt::ElideRight, room.width());
        painter.setPen(count == 0 ? dim : text);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, name);
        room.setLeft(room.left() + metrics.horizontalAdvance(name) + kFacetListEdge);
        painter.setPen(dim);
        painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(index.data(FacetValueModel::OtherNameRole).toString(),
                                            Qt::ElideRight, std::max(0, room.width())));
    }
};

} // namespace

FacetList::FacetList(FacetValueModel& model, QWidget* parent) : QListView(parent)
{
    setModel(&model);
    setKeyArea(*this, ValueKeys);
    setItemDelegate(new FacetDelegate(this));
    setUniformItemSizes(true);
    setSelectionMode(NoSelection);
    setEditTriggers(NoEditTriggers);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&model, &QAbstractItemModel::modelReset, this, &FacetList::updateGeometry);
}

QSize FacetList::sizeHint() const
{
    const int rows = std::clamp(model()->rowCount(), 1, kMostRows);
    const int height = fontMetrics().height() + kBar + kFacetListEdge;
    return {QListView::sizeHint().width(), rows * height + 2 * frameWidth()};
}

void FacetList::mouseReleaseEvent(QMouseEvent* event)
{
    QListView::mouseReleaseEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && index.isValid() && index == currentIndex())
        Q_EMIT rowClicked(index.row(), event->modifiers());
}

void FacetList::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    const bool picks =
        key == Qt::Key_Space || key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Select;
    if (picks && currentIndex().isValid())
        Q_EMIT rowClicked(currentIndex().row(), event->modifiers());
    else if (key == Qt::Key_Escape)
        Q_EMIT clearRequested();
    else
        QListView::keyPressEvent(event);
}

constexpr int kHandle = 14;
constexpr int kTrack = 4;

RangeSlider::RangeSlider(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize RangeSlider::sizeHint() const
{
    return {120, kHandle + 4 + m_labelLines * fontMetrics().height()};
}

/// A line for each if the longest names do not fit next to each other.
int RangeSlider::labelLines() const
{
    const auto widest = [this](const QStringList& names) {
        int width = 0;
        for (const QString& name : names)
            width = std::max(width, fontMetrics().horizontalAdvance(name));
        return width;
    };
    const int gap = fontMetrics().horizontalAdvance(QStringLiteral("00"));
    return widest(m_names) + gap + widest(m_lastNames) <= width() ? 1 : 2;
}

void RangeSlider::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (std::exchange(m_labelLines, labelLines()) != m_labelLines)
        updateGeometry();
}

void RangeSlider::setSteps(const QStringList& asFirst, const QStringList& asLast)
{
    if (asFirst == m_names && asLast == m_lastNames)
        return;
    m_names = asFirst;
    m_lastNames = asLast;
    if (std::exchange(m_labelLines, labelLines()) != m_labelLines)
        updateGeometry();
    setRange(0, static_cast<int>(m_names.size()) - 1);
}

void RangeSlider::setRange(int first, int last)
{
    const int end = std::max(0, static_cast<int>(m_names.size()) - 1);
    m_edges[0] = std::clamp(first, 0, end);
    m_edges[1] = std::clamp(last, m_edges[0], end);
    describe();
    update();
}

/// The second handle is at the end of its step.
double RangeSlider::xOf(int handle) const
{
    const double room = width() - kHandle;
    const double steps = std::max<double>(1, static_cast<double>(m_names.size()));
    return kHandle / 2.0 + room * (m_edges[handle] + handle) / steps;
}

int RangeSlider::stepAt(int handle, double x) const
{
    const double room = std::max(1, width() - kHandle);
    return static_cast<int>(std::lround((x - kHandle / 2.0) / room * static_cast<double>(m_names.size()))) -
           handle;
}

void RangeSlider::moveTo(int handle, int step)
{
    const int end = static_cast<int>(m_names.size()) - 1;
    m_edges[handle] = handle == 0 ? std::clamp(step, 0, m_edges[1]) : std::clamp(step, m_edges[0], end);
    describe();
    update();
}

void RangeSlider::paintEvent(QPaintEvent*)
{
    if (m_names.isEmpty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor base = palette().color(QPalette::Base);
    const QColor text = palette().color(QPalette::Text);
    const QColor accent = palette().color(QPalette::Highlight);
    const double middle = kHandle / 2.0 + 1;
    painter.setPen(Qt::NoPen);
    painter.setBrush(blended(base, text, 0.18));
    painter.drawRoundedRect(QRectF(kHandle / 2.0, middle - kTrack / 2.0, width() - kHandle, kTrack), 2, 2);
    painter.setBrush(accent);
    painter.drawRect(QRectF(xOf(0), middle - kTrack / 2.0, xOf(1) - xOf(0), kTrack));
    for (int handle = 0; handle < 2; ++handle) {
        const bool active = hasFocus() && handle == m_active;
        painter.setPen(QPen(active ? text : accent, active ? 2 : 1.5));
        painter.setBrush(active ? accent : base);
        painter.drawEllipse(QPointF(xOf(handle), middle), kHandle / 2.0 - 2, kHandle / 2.0 - 2);
    }
    painter.setPen(palette().color(QPalette::PlaceholderText));
    const QRect labels(0, kHandle + 2, width(), fontMetrics().height());
    const auto label = [&](const QString& name, Qt::Alignment side, int line) {
        painter.drawText(labels.translated(0, line * fontMetrics().height()),
                         static_cast<int>(side | Qt::AlignVCenter) | Qt::TextSingleLine,
                         fontMetrics().elidedText(name, Qt::ElideMiddle, width()));
    };
    label(m_names.value(first()), Qt::AlignLeft, 0);
    label(m_lastNames.value(last()), Qt::AlignRight, m_labelLines - 1);
}

void RangeSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_names.isEmpty())
        return;
    const double x = event->position().x();
    const double toFirst = std::abs(x - xOf(0));
    const double toLast = std::abs(x - xOf(1));
    // If both handles are at the same position, the side of the click decides.
    m_active = toFirst == toLast ? static_cast<int>(x > xOf(0)) : static_cast<int>(toLast < toFirst);
    m_dragging = true;
    moveTo(m_active, stepAt(m_active, x));
}

void RangeSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragging)
        moveTo(m_active, stepAt(m_active, event->position().x()));
}

void RangeSlider::mouseReleaseEvent(QMouseEvent*)
{
    if (std::exchange(m_dragging, false))
        Q_EMIT rangeChosen(first(), last());
}

void RangeSlider::keyPressEvent(QKeyEvent* event)
{
    const int end = static_cast<int>(m_names.size()) - 1;
    const int at = m_edges[m_active];
    switch (event->key()) {
    case Qt::Key_Left:
        moveTo(m_active, at - 1);
        break;
    case Qt::Key_Right:
        moveTo(m_active, at + 1);
        break;
    case Qt::Key_Home:
        moveTo(m_active, 0);
        break;
    case Qt::Key_End:
        moveTo(m_active, end);
        break;
    case Qt::Key_Up:
    case Qt::Key_Down:
        m_active = 1 - m_active;
        describe();
        update();
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    if (m_edges[m_active] != at)
        Q_EMIT rangeChosen(first(), last());
}

void RangeSlider::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void RangeSlider::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void RangeSlider::describe()
{
    const QString range = tr("from %1 to %2").arg(m_names.value(first()), m_lastNames.value(last()));
    const QString active = m_active == 0 ? tr("lower end") : tr("upper end");
    setAccessibleDescription(range + QStringLiteral(", ") + active);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

/// With fewer values a search field is not worth its space.
constexpr int kWorthSearching = 10;

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
    auto* head = makeRow(nullptr, {{m_head, 1}, m_clear});
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
    connect(&m_workspace, &Workspace::viewChanged, this, [this] { m_counts.refreshSoon(); });
    connect(&TableRows::of(m_workspace), &TableRows::changed, this, [this] { m_counts.refreshSoon(); });
    connect(m_model, &FacetValueModel::chosenChanged, this, [this] {
        if (m_slider != nullptr && m_model->facet() != nullptr) {
            const auto& chosen = m_model->chosen();
            const int last = static_cast<int>(m_model->facet()->values.size()) - 1;
            m_slider->setRange(chosen.empty() ? 0 : chosen.front(), chosen.empty() ? last : chosen.back());
        }
    });
    showChoice();
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
        m_counts.refreshSoon();
}

std::optional<FacetRequest> FacetSection::wanted() const
{
    // Hidden sections are not computed. Scrolling, showing and painting ask again.
    if (!isOpen() || !isVisible() || visibleRegion().isEmpty())
        return std::nullopt;
    auto request = facetRequest(m_workspace.view(), m_workspace.query(), m_field.key,
                                TableRows::of(m_workspace).counts());
    if (request)
        request->before = m_model->counts();
    return request;
}

FacetCountsPtr FacetSection::count(const FacetRequest& request, const Job& job,
                                   const std::function<void(FacetCountsPtr)>& early)
{
    FacetCountsPtr before = request.before;
    // Until the engine answers, there are at least the figures of the rows here.
    if (request.engine && (!before || before->engine != request.engine)) {
        FacetRequest here = request;
        here.engine.reset();
        before = countRequest(here, before, job);
        early(before);
    }
    return countRequest(request, before, job);
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
    if (!counts)
        return;
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
    if (m_counts.asked()->engine && m_model->counts()->engine == nullptr)
        parts << tr("fetched only");
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
