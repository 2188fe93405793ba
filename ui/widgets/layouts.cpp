// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/layouts.h"
#include "ui/widgets/theme.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QFrame>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QScreen>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStyleOptionComboBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

namespace duologue::ui {

FittingBox::FittingBox(QWidget* parent) : QComboBox(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(this, &QComboBox::currentTextChanged, this, [this] { updateGeometry(); });
}

QSize FittingBox::sizeHint() const
{
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QSize text(fontMetrics().horizontalAdvance(currentText()) + letterWidth(fontMetrics()),
                     QComboBox::sizeHint().height());
    const QSize whole = style()->sizeFromContents(QStyle::CT_ComboBox, &option, text, this);
    // Styles keep more or less of the width for their arrow than they add for it.
    option.rect = QRect(QPoint(), whole);
    const int room =
        style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this).width();
    return {whole.width() + std::max(0, text.width() - room), text.height()};
}

QSize FittingBox::minimumSizeHint() const
{
    return {letterWidth(fontMetrics()) * 8, sizeHint().height()};
}

namespace {

/// Longer lists have a line to search in.
constexpr int kLongList = 16;

/// The entries of a box with a line above them that narrows them. Deletes itself when it is closed.
class SearchPopup : public QFrame {
public:
    explicit SearchPopup(QComboBox& box)
        : QFrame(&box, Qt::Popup), m_box(box), m_line(new QLineEdit(this)), m_list(new QListView(this))
    {
        setObjectName(QStringLiteral("searchPopup"));
        setAttribute(Qt::WA_DeleteOnClose);
        setFrameShape(QFrame::StyledPanel);
        m_line->setPlaceholderText(FittingBox::tr("Search"));
        m_line->setAccessibleName(FittingBox::tr("Search the list"));
        m_line->setClearButtonEnabled(true);
        m_line->installEventFilter(this);
        m_list->setAccessibleName(box.accessibleName());
        m_list->setFocusPolicy(Qt::NoFocus);
        m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
        m_list->setFont(box.font());
        m_shown.setSourceModel(box.model());
        m_shown.setFilterCaseSensitivity(Qt::CaseInsensitive);
        m_list->setModel(&m_shown);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(kHalfGrid, kHalfGrid, kHalfGrid, kHalfGrid);
        layout->addWidget(m_line);
        layout->addWidget(m_list);
        setFocusProxy(m_line);
        select(m_shown.mapFromSource(box.model()->index(box.currentIndex(), box.modelColumn())));
        connect(m_line, &QLineEdit::textChanged, this, [this](const QString& text) {
            m_shown.setFilterFixedString(text);
            select(m_shown.index(0, 0));
        });
        connect(m_list, &QListView::clicked, this, [this] { accept(); });
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::KeyPress)
            return QFrame::eventFilter(watched, event);
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown:
            QCoreApplication::sendEvent(m_list, event);
            return true;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            accept();
            return true;
        default:
            return QFrame::eventFilter(watched, event);
        }
    }

private:
    void select(const QModelIndex& index)
    {
        m_list->setCurrentIndex(index);
        m_list->scrollTo(index);
    }

    void accept()
    {
        const QModelIndex chosen = m_shown.mapToSource(m_list->currentIndex());
        QComboBox& box = m_box;
        close();
        if (!chosen.isValid())
            return;
        box.setCurrentIndex(chosen.row());
        Q_EMIT box.activated(chosen.row());
    }

    QComboBox& m_box;
    QLineEdit* m_line;
    QListView* m_list;
    QSortFilterProxyModel m_shown;
};

} // namespace

void FittingBox::showPopup()
{
    constexpr int kEdges = 8;
    const int scrollBar = view()->verticalScrollBar()->sizeHint().width();
    const int widest = view()->sizeHintForColumn(0) + scrollBar + kEdges;
    if (count() <= kLongList) {
        view()->setMinimumWidth(widest);
        QComboBox::showPopup();
        return;
    }
    auto* popup = new SearchPopup(*this);
    constexpr int kLines = 20;
    const QSize wanted(std::max(width(), widest + 2 * kGrid), kLines * fontMetrics().lineSpacing());
    const QRect screen = this->screen()->availableGeometry();
    const QSize size = wanted.boundedTo(screen.size());
    QPoint at = mapToGlobal(QPoint(0, height()));
    if (at.y() + size.height() > screen.bottom())
        at.setY(std::max(screen.top(), mapToGlobal(QPoint()).y() - size.height()));
    at.setX(std::clamp(at.x(), screen.left(), std::max(screen.left(), screen.right() - size.width())));
    popup->setGeometry(QRect(at, size));
    popup->show();
    popup->setFocus();
}

FlowLayout::FlowLayout(QWidget* parent) : QLayout(parent) {}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items)
        // Hidden widgets take no room.
        size = item->isEmpty() ? size : size.expandedTo(item->minimumSize());
    return size.grownBy(contentsMargins());
}

/// Returns the height. Moves the widgets only if `moves`.
int FlowLayout::arrange(const QRect& rect, bool moves) const
{
    const QRect room = rect.marginsRemoved(contentsMargins());
    int x = room.x();
    int y = room.y();
    int lineHeight = 0;
    for (QLayoutItem* item : m_items) {
        if (item->isEmpty())
            continue;
        const QSize size = item->sizeHint().boundedTo(QSize(std::max(room.width(), 0), QWIDGETSIZE_MAX));
        if (x > room.x() && x + size.width() > room.right() + 1) {
            x = room.x();
            y += lineHeight + spacing();
            lineHeight = 0;
        }
        if (moves)
            item->setGeometry({{x, y}, size});
        x += size.width() + spacing();
        lineHeight = std::max(lineHeight, size.height());
    }
    const QMargins margins = contentsMargins();
    return y + lineHeight - room.y() + margins.top() + margins.bottom();
}

FoldSection::FoldSection(const QString& title, QWidget* parent)
    : QWidget(parent), m_head(new QToolButton(this))
{
    m_head->setObjectName(QStringLiteral("foldHead"));
    m_head->setText(title);
    m_head->setAccessibleName(title);
    m_head->setAutoRaise(true);
    m_head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_head->setArrowType(Qt::DownArrow);
    m_head->setIconSize(QSize(kGrid, kGrid));
    m_head->setFocusPolicy(Qt::StrongFocus);
    m_head->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    QFont strong = m_head->font();
    strong.setWeight(QFont::DemiBold);
    m_head->setFont(strong);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_head);
    connect(m_head, &QToolButton::clicked, this, [this] {
        setOpen(!m_isOpen);
        Q_EMIT openChanged(m_isOpen);
    });
}

void FoldSection::setContent(QWidget* content)
{
    m_content = content;
    layout()->addWidget(content);
    static_cast<QVBoxLayout*>(layout())->setStretchFactor(content, 1);
    setOpen(m_isOpen);
}

void FoldSection::setOpen(bool open)
{
    m_isOpen = open;
    m_head->setAccessibleDescription(open ? tr("open") : tr("closed"));
    m_head->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    if (m_content != nullptr)
        m_content->setVisible(open);
    setMaximumHeight(open ? QWIDGETSIZE_MAX : m_head->sizeHint().height());
    updateGeometry();
}

} // namespace duologue::ui
