// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heat_map.h"
#include "ui/app/plain_keys.h"
#include "ui/app/text.h"
#include "ui/app/workspace.h"
#include "ui/charts/chart_layout.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/heat_map_model.h"
#include "ui/widgets/colors.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/making.h"
#include "ui/widgets/theme.h"

#include <QContextMenuEvent>
#include <QFont>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPalette>
#include <QRectF>
#include <QStringList>
#include <QStyleOptionHeader>
#include <QStyledItemDelegate>
#include <QWidget>
#include <algorithm>

namespace duologue::ui {

class HeatMapModel;

/// The line above a heat map: the fields of its rows and columns, and the meaning and range of its colours.
/// GUI thread.
class HeatScale : public QWidget {
    Q_OBJECT

public:
    HeatScale(const HeatMapModel& model, QWidget* parent);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString titles() const;

    const HeatMapModel& m_model;
};

/// The appearance of one cell of a heat map.
struct HeatCell {
    /// 0 to 1.
    double intensity = 0;
    QString figure;
    /// Written below the figure if there is room; may be empty.
    QString count;
    bool isPale = false;
    bool isChosen = false;
    bool isFocused = false;
};

/// The colour of an intensity, from nearly the background to a full colour on which text is readable.
QColor heatColor(const ChartLook& look, double intensity);

void paintHeatCell(QPainter& painter, const QRectF& rect, const HeatCell& cell, const ChartLook& look);

/// The scale from the palest to the fullest colour, with the texts of both ends.
void paintHeatScale(QPainter& painter, const QRectF& rect, const ChartLook& look, const QString& low,
                    const QString& high);

/// A whole heat map as a picture: title, headers, cells, scale, caption. Texts are plain, never markup.
void paintHeatMap(QPainter& painter, const QRectF& paper, const HeatMapModel& model, const QString& title,
                  const QStringList& caption, const QFont& font);

constexpr int kHeatScaleMargin = 8;

HeatScale::HeatScale(const HeatMapModel& model, QWidget* parent) : QWidget(parent), m_model(model)
{
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        setAccessibleName(titles());
        setToolTip(asToolTip(titles()));
        update();
    });
    connect(&model, &QAbstractItemModel::dataChanged, this, [this] { update(); });
}

QString HeatScale::titles() const
{
    return tr("Rows: %1 · columns: %2").arg(m_model.rowTitle(), m_model.columnTitle());
}

void HeatScale::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const ChartLook look = ChartLook::of(palette());
    painter.fillRect(rect(), look.background);
    if (m_model.rowCount() == 0)
        return;
    painter.setFont(withChinese(font()));
    painter.setPen(look.quietText);
    const QRect inside = rect().adjusted(kHeatScaleMargin, 0, -kHeatScaleMargin, 0);
    const QFontMetrics metrics(painter.font());
    const QString figure = m_model.figureTitle();
    const int scale = std::min(inside.width() / 2, letterWidth(metrics) * 44);
    const QRect right(inside.right() - scale, inside.top(), scale, inside.height());
    const int figureWidth = std::min(metrics.horizontalAdvance(figure), inside.width() / 4);
    const QRect middle(right.left() - figureWidth - kHeatScaleMargin, inside.top(), figureWidth,
                       inside.height());
    const int titleRoom = std::max(0, middle.left() - 2 * kHeatScaleMargin - inside.left());
    painter.drawText(QRect(inside.left(), inside.top(), titleRoom, inside.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics.elidedText(titles(), Qt::ElideRight, titleRoom));
    painter.drawText(middle, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics.elidedText(figure, Qt::ElideRight, figureWidth));
    paintHeatScale(painter, right, look, m_model.lowText(), m_model.highText());
}

QSize HeatScale::sizeHint() const
{
    return {letterWidth(fontMetrics()) * 80, fontMetrics().height() + kHeatScaleMargin};
}

QSize HeatScale::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 14, fontMetrics().height() + kHeatScaleMargin};
}

namespace {

constexpr double kHeatPaintGap = 6;
constexpr double kCellGap = 1;
/// Even the palest cell differs from the background.
constexpr double kPalest = 0.06;
constexpr double kFullest = 0.92;

void drawElided(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text)
{
    const QFontMetricsF metrics(painter.font());
    painter.drawText(rect, static_cast<int>(alignment) | Qt::TextSingleLine,
                     metrics.elidedText(text, Qt::ElideRight, rect.width()));
}

/// The layout of the picture.
class HeatPicture {
public:
    HeatPicture(QPainter& painter, const QRectF& paper, const HeatMapModel& model)
        : m_painter(painter), m_model(model), m_look(ChartLook::of(QPalette(QColor(Qt::white))))
    {
        const QFontMetricsF metrics(painter.font());
        m_line = metrics.height();
        double widest = metrics.horizontalAdvance(model.rowTitle());
        for (int line = 0; line < model.rowCount(); ++line)
            widest = std::max(widest, widthOf(heading(Qt::Vertical, line)));
        constexpr double kMostLabelShare = 0.3;
        const double left = std::min(widest, paper.width() * kMostLabelShare) + kHeatPaintGap;
        m_inside = paper.adjusted(2 * kHeatPaintGap, kHeatPaintGap, -2 * kHeatPaintGap, -kHeatPaintGap);
        m_plot = m_inside.adjusted(left, 4 * m_line + kHeatPaintGap, 0, -2 * m_line);
    }

    void paint(const QString& title)
    {
        QFont bold = m_painter.font();
        const QFont plain = bold;
        bold.setBold(true);
        m_painter.setPen(m_look.text);
        m_painter.setFont(bold);
        drawElided(m_painter, QRectF(m_inside.left(), m_inside.top(), m_inside.width(), m_line),
                   Qt::AlignCenter, title);
        m_painter.setFont(plain);
        paintHeadings();
        paintCells();
        const double y = m_inside.bottom() - m_line;
        m_painter.setPen(m_look.quietText);
        drawElided(m_painter, QRectF(m_plot.left(), y, m_plot.width() / 2, m_line), Qt::AlignLeft,
                   m_model.figureTitle());
        paintHeatScale(m_painter, QRectF(m_plot.center().x(), y, m_plot.width() / 2, m_line), m_look,
                       m_model.lowText(), m_model.highText());
    }

private:
    CodedName heading(Qt::Orientation orientation, int section) const
    {
        CodedName made;
        made.name = m_model.headerData(section, orientation, Qt::DisplayRole).toString();
        const QVariant intent = m_model.headerData(section, orientation, HeatMapModel::IntentRole);
        if (intent.isValid()) {
            made.code = intent.value<IntentCode>().letters;
            made.color = categoryColor(intent.value<IntentCode>().color);
        }
        return made;
    }

    double widthOf(const CodedName& heading) const
    {
        return heading.code.isEmpty() ? QFontMetricsF(m_painter.font()).horizontalAdvance(heading.name)
                                      : codedWidth(heading.name, m_painter.fontMetrics());
    }

    QRectF cell(int line, int column) const
    {
        const double width = m_plot.width() / m_model.columnCount();
        const double height = m_plot.height() / m_model.rowCount();
        return {m_plot.left() + column * width, m_plot.top() + line * height, width, height};
    }

    void paintHeadings()
    {
        m_painter.setPen(m_look.quietText);
        const double top = m_plot.top() - 2 * m_line;
        drawElided(m_painter, QRectF(m_plot.left(), top, m_plot.width(), m_line), Qt::AlignCenter,
                   m_model.columnTitle());
        drawElided(
            m_painter,
            QRectF(m_inside.left(), top + m_line, m_plot.left() - m_inside.left() - kHeatPaintGap, m_line),
            Qt::AlignRight, m_model.rowTitle());
        m_painter.setPen(m_look.text);
        for (int column = 0; column < m_model.columnCount(); ++column) {
            const QRectF rect = cell(0, column);
            drawCoded(m_painter, QRectF(rect.left() + 1, top + m_line, rect.width() - 2, m_line).toRect(),
                      Qt::AlignHCenter, heading(Qt::Horizontal, column));
        }
        for (int line = 0; line < m_model.rowCount(); ++line) {
            const QRectF rect = cell(line, 0);
            drawCoded(m_painter,
                      QRectF(m_inside.left(), rect.top(), m_plot.left() - m_inside.left() - kHeatPaintGap,
                             rect.height())
                          .toRect(),
                      Qt::AlignRight, heading(Qt::Vertical, line));
        }
    }

    void paintCells()
    {
        for (int line = 0; line < m_model.rowCount(); ++line) {
            for (int column = 0; column < m_model.columnCount(); ++column) {
                const QModelIndex index = m_model.index(line, column);
                HeatCell drawn;
                drawn.intensity = index.data(HeatMapModel::IntensityRole).toDouble();
                drawn.figure = index.data().toString();
                if (m_model.figure() != CellFigure::Count &&
                    index.data(HeatMapModel::TotalRole).toULongLong() > 0)
                    drawn.count = countText(index.data(HeatMapModel::CountRole).toULongLong());
                paintHeatCell(m_painter, cell(line, column), drawn, m_look);
            }
        }
    }

    QPainter& m_painter;
    const HeatMapModel& m_model;
    ChartLook m_look;
    double m_line = 0;
    QRectF m_inside;
    QRectF m_plot;
};

} // namespace

QColor heatColor(const ChartLook& look, double intensity)
{
    return blended(look.background, look.seriesColor(0), kPalest + intensity * (kFullest - kPalest));
}

void paintHeatCell(QPainter& painter, const QRectF& rect, const HeatCell& cell, const ChartLook& look)
{
    constexpr double kPaleShare = 0.3;
    const QRectF inside = rect.adjusted(kCellGap, kCellGap, -kCellGap, -kCellGap);
    const QColor full = heatColor(look, cell.intensity);
    const QColor color = cell.isPale ? blended(look.background, full, kPaleShare) : full;
    painter.fillRect(inside, color);
    const QColor ink =
        contrast(look.text, color) >= contrast(look.background, color) ? look.text : look.background;
    const double line = QFontMetricsF(painter.font()).height();
    const bool hasCount = !cell.count.isEmpty() && inside.height() >= 2.1 * line;
    QRectF upper = inside;
    if (hasCount)
        upper = QRectF(inside.left(), inside.center().y() - line, inside.width(), line);
    painter.setPen(cell.isPale ? blended(color, ink, 0.7) : ink);
    drawElided(painter, upper, Qt::AlignCenter, cell.figure);
    if (hasCount) {
        painter.setPen(blended(color, ink, 0.78));
        drawElided(painter, QRectF(inside.left(), inside.center().y(), inside.width(), line), Qt::AlignCenter,
                   cell.count);
    }
    if (cell.isChosen || cell.isFocused) {
        constexpr double kFrame = 2;
        painter.setPen(QPen(cell.isFocused ? look.text : look.highlight, kFrame,
                            cell.isFocused && !cell.isChosen ? Qt::DotLine : Qt::SolidLine, Qt::SquareCap,
                            Qt::MiterJoin));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(inside.adjusted(1, 1, -1, -1));
    }
}

void paintHeatScale(QPainter& painter, const QRectF& rect, const ChartLook& look, const QString& low,
                    const QString& high)
{
    const QFontMetricsF metrics(painter.font());
    const double lowWidth = metrics.horizontalAdvance(low) + kHeatPaintGap;
    const double highWidth = metrics.horizontalAdvance(high) + kHeatPaintGap;
    constexpr double kLength = 120;
    const double length = std::clamp(rect.width() - lowWidth - highWidth, 0.0, kLength);
    const QRectF ramp(rect.right() - highWidth - length, rect.center().y() - metrics.height() / 4, length,
                      metrics.height() / 2);
    constexpr int kSteps = 24;
    for (int i = 0; i < kSteps; ++i)
        painter.fillRect(
            QRectF(ramp.left() + i * length / kSteps, ramp.top(), length / kSteps + 0.5, ramp.height()),
            heatColor(look, (i + 0.5) / kSteps));
    painter.setPen(look.quietText);
    painter.drawText(
        QRectF(rect.left(), rect.top(), ramp.left() - kHeatPaintGap - rect.left(), rect.height()),
        Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, low);
    painter.drawText(QRectF(ramp.right() + kHeatPaintGap, rect.top(), highWidth, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, high);
}

void paintHeatMap(QPainter& painter, const QRectF& paper, const HeatMapModel& model, const QString& title,
                  const QStringList& caption, const QFont& font)
{
    if (model.rowCount() == 0)
        return;
    painter.setFont(font);
    painter.fillRect(paper, Qt::white);
    const double line = QFontMetricsF(font).height();
    const double below = caption.isEmpty() ? 0 : static_cast<double>(caption.size()) * line + kHeatPaintGap;
    HeatPicture(painter, paper.adjusted(0, 0, 0, -below), model).paint(title);
    painter.setPen(ChartLook::of(QPalette(QColor(Qt::white))).quietText);
    QRectF rect(paper.left() + 2 * kHeatPaintGap, paper.bottom() - below, paper.width() - 4 * kHeatPaintGap,
                line);
    for (const QString& text : caption) {
        drawElided(painter, rect, Qt::AlignLeft, text);
        rect.translate(0, line);
    }
}

namespace {

class HeatDelegate final : public QStyledItemDelegate {
public:
    explicit HeatDelegate(HeatMap& map) : QStyledItemDelegate(&map), m_map(map) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        HeatCell cell;
        cell.intensity = index.data(HeatMapModel::IntensityRole).toDouble();
        cell.figure = index.data().toString();
        const auto count = index.data(HeatMapModel::CountRole).toULongLong();
        if (index.data(HeatMapModel::TotalRole).toULongLong() > 0 && countText(count) != cell.figure)
            cell.count = countText(count);
        cell.isChosen = m_map.isNarrowed() && m_map.isChosen(index);
        cell.isPale = m_map.isNarrowed() && !cell.isChosen;
        cell.isFocused = m_map.hasFocus() && m_map.currentIndex() == index;
        painter->save();
        painter->setFont(withChinese(option.font));
        paintHeatCell(*painter, option.rect, cell, ChartLook::of(m_map.palette()));
        painter->restore();
    }

private:
    HeatMap& m_map;
};

/// Puts the codes of intents before them.
class HeatHeader final : public ElidedHeader {
public:
    using ElidedHeader::ElidedHeader;

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override
    {
        // The style leaves a painter that clips everything.
        painter->save();
        ElidedHeader::paintSection(painter, rect, section);
        painter->restore();
        const QVariant intent = intentOf(section);
        if (!intent.isValid())
            return;
        const auto code = intent.value<IntentCode>();
        painter->setFont(font());
        painter->setPen(palette().color(QPalette::ButtonText));
        drawCoded(*painter, rect.adjusted(kHalfGrid, 0, -kHalfGrid, 0),
                  orientation() == Qt::Vertical ? Qt::AlignRight : Qt::AlignHCenter,
                  {code.letters, categoryColor(code.color), title(section)});
    }

    void initStyleOptionForIndex(QStyleOptionHeader* option, int section) const override
    {
        ElidedHeader::initStyleOptionForIndex(option, section);
        if (intentOf(section).isValid())
            option->text.clear();
    }

    QSize sectionSizeFromContents(int section) const override
    {
        const QSize size = ElidedHeader::sectionSizeFromContents(section);
        return intentOf(section).isValid()
                   ? size + QSize(codedWidth({}, fontMetrics()) + kHalfGrid, kHalfGrid)
                   : size;
    }

private:
    QVariant intentOf(int section) const
    {
        return model()->headerData(section, orientation(), HeatMapModel::IntentRole);
    }
    QString title(int section) const
    {
        return model()->headerData(section, orientation(), Qt::DisplayRole).toString();
    }
};

constexpr int kPictureWidth = 1080;
constexpr int kPictureHeight = 600;

} // namespace

HeatMap::HeatMap(HeatMapModel& model, QWidget* parent) : PickTable(parent)
{
    setObjectName(QStringLiteral("heatMap"));
    setAccessibleName(tr("Heat map"));
    setModel(&model);
    setKeyArea(*this, ValueKeys);
    setItemDelegate(new HeatDelegate(*this));
    setHorizontalScrollMode(ScrollPerPixel);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalHeader(new HeatHeader(Qt::Horizontal, this));
    setVerticalHeader(new HeatHeader(Qt::Vertical, this));
    for (QHeaderView* header : {horizontalHeader(), verticalHeader()}) {
        header->setSectionResizeMode(QHeaderView::Fixed);
        header->setHighlightSections(false);
        header->setSectionsClickable(true);
        header->setFont(withChinese(font()));
        connect(header, &QHeaderView::sectionClicked, this,
                [this, header](int section) { pickHeading(header->orientation(), section); });
    }
    verticalHeader()->setMaximumWidth(letterWidth(fontMetrics()) * 30);
    connect(&model, &QAbstractItemModel::modelReset, this, &HeatMap::fitSections);
}

void HeatMap::fitSections()
{
    if (model()->columnCount() == 0)
        return;
    // Between the smallest size with readable figures and the available space.
    const int line = fontMetrics().height();
    const auto fit = [](int room, int count, int least, int most) {
        return std::clamp(room / count, least, most);
    };
    int widest = 0;
    for (int column = 0; column < model()->columnCount(); ++column)
        widest = std::max(widest, horizontalHeader()->sectionSizeHint(column));
    const int least = std::max(line * 3, std::min(widest, line * 5));
    horizontalHeader()->setDefaultSectionSize(
        fit(viewport()->width(), model()->columnCount(), least, line * 12));
    verticalHeader()->setDefaultSectionSize(
        fit(viewport()->height(), model()->rowCount(), line * 5 / 4, line * 3));
}

void HeatMap::pickHeading(Qt::Orientation orientation, int section)
{
    if (orientation == Qt::Vertical)
        Q_EMIT cellsDragged({section, 0}, {section, model()->columnCount() - 1});
    else
        Q_EMIT cellsDragged({0, section}, {model()->rowCount() - 1, section});
}

void HeatMap::resizeEvent(QResizeEvent* event)
{
    PickTable::resizeEvent(event);
    fitSections();
}

void HeatMap::changeEvent(QEvent* event)
{
    PickTable::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitSections();
}

bool HeatMap::exportTo(const QString& path, const QString& title, const QStringList& caption) const
{
    const auto& cells = *static_cast<const HeatMapModel*>(model());
    QFont plain = withChinese(font());
    plain.setPixelSize(QFontInfo(font()).pixelSize());
    const int line = fontMetrics().height();
    const QSize size(std::max(kPictureWidth, cells.columnCount() * line * 4),
                     std::max(kPictureHeight, (cells.rowCount() + 8) * line * 3 / 2) +
                         (static_cast<int>(caption.size()) + 1) * line);
    return writePicture(path, size, title, [&](QPainter& painter, const QRectF& target) {
        painter.scale(target.width() / size.width(), target.height() / size.height());
        paintHeatMap(painter, QRectF(QPointF(), size), cells, title, caption, plain);
    });
}

QSize HeatMap::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 14, fontMetrics().height() * 6};
}

HeatMapPage::HeatMapPage(Workspace& workspace, QWidget* parent)
    : ReportPage(parent), m_workspace(workspace), m_model(new HeatMapModel(this))
{
    m_scale = new HeatScale(*m_model, this);
    m_map = new HeatMap(*m_model, this);
    makeColumn(this, {m_scale, {m_map, 1}}, 0);
    connect(&m_workspace, &Workspace::queryChanged, this, &HeatMapPage::showChoice);
    connect(m_map, &HeatMap::cellClicked, this, &HeatMapPage::click);
    connect(m_map, &HeatMap::cellsDragged, this, [this](std::pair<int, int> first, std::pair<int, int> last) {
        m_anchor = first;
        applyChoice(cellsBetween(first, last));
    });
    connect(m_map, &HeatMap::cellsSelected, this, &HeatMapPage::applyChoice);
    connect(m_map, &HeatMap::clearRequested, this, &HeatMapPage::clearChoice);
    connect(m_map, &HeatMap::copyRequested, this, &ReportPage::copyRequested);
    connect(m_map, &HeatMap::menuRequested, this, &HeatMapPage::requestMenu);
}

void HeatMapPage::setReport(CrossfilteredReportPtr report, const PictureTexts& texts)
{
    m_texts = texts;
    const std::vector<std::string> before = m_model->cells().fields;
    m_model->setReport(std::move(report));
    if (m_model->cells().fields != before)
        m_anchor.reset();
    showChoice();
}

bool HeatMapPage::exportTo(const QString& path) const
{
    return m_map->exportTo(path, m_texts.title, m_texts.caption);
}

void HeatMapPage::showChoice()
{
    const HeatMapFields& cells = m_model->cells();
    const bool narrowed = !cells.fields.empty() && isNarrowed(m_workspace.query(), cells.fields);
    m_map->setChosen(narrowed ? chosenHere() : HeatMapChoice(), narrowed);
}

HeatMapChoice HeatMapPage::chosenHere() const
{
    const CrossfilteredReportPtr& report = m_model->report();
    if (!report || isChosenInOther(m_workspace.query(), *report))
        return {};
    return chosenCells(withoutChoiceConditions(m_workspace.query(), *report), m_model->cells());
}

void HeatMapPage::click(std::pair<int, int> cell, Qt::KeyboardModifiers modifiers)
{
    const HeatMapChoice chosen = chosenHere();
    const auto anchor = m_anchor.value_or(chosen.empty() ? cell : chosen.front());
    if (!modifiers.testFlag(Qt::ShiftModifier))
        m_anchor = cell;
    applyChoice(cellsAfterClick(chosen, cell, anchor, modifiers));
}

void HeatMapPage::applyChoice(const HeatMapChoice& chosen)
{
    const HeatMapFields& cells = m_model->cells();
    if (cells.fields.empty())
        return;
    const CrossfilteredReport& report = *m_model->report();
    m_workspace.setQuery(
        Query::all({withoutFields(withoutChoiceConditions(m_workspace.query(), report), cells.fields),
                    withChoiceConditions(cellQuery(cells, chosen), report)}));
    showChoice();
}

void HeatMapPage::requestMenu(const QModelIndex& index, const QPoint& point)
{
    std::vector<PickedValue> values;
    const HeatMapFields& cells = m_model->cells();
    if (index.isValid()) {
        const GroupValue& line = cells.rows.at(static_cast<std::size_t>(index.row()));
        const GroupValue& column = cells.columns.at(static_cast<std::size_t>(index.column()));
        values.push_back({cells.fields[0], line});
        if (cells.fields[1] != cells.fields[0] || column.text != line.text)
            values.push_back({cells.fields[1], column});
    }
    Q_EMIT menuRequested(point, values);
}

} // namespace duologue::ui

#include "heat_map.moc"
