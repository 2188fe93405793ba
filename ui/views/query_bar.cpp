// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query_bar.h"

#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QInputMethodEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTextCharFormat>
#include <QToolButton>
#include <QVBoxLayout>

namespace duologue::ui {

namespace {

/// Typing pauses this long before the query is asked, in milliseconds.
constexpr int kTypingPause = 300;
constexpr int kWidestChip = 280;

/// Draws a red wave under the part of the text that is wrong; the line edit has no other way to format text.
void underline(QLineEdit& edit, int begin, int length)
{
    QList<QInputMethodEvent::Attribute> attributes;
    if (length > 0) {
        QTextCharFormat wave;
        wave.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        wave.setUnderlineColor(QColor(0xD3, 0x2F, 0x2F));
        attributes.append({QInputMethodEvent::TextFormat, begin - edit.cursorPosition(), length, wave});
    }
    QInputMethodEvent event({}, attributes);
    QCoreApplication::sendEvent(&edit, &event);
}

} // namespace

QueryBar::QueryBar(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_edit(new QLineEdit(this)),
      m_mistake(new QLabel(this)),
      m_chips(new QWidget(this)),
      m_chipLayout(new QHBoxLayout(m_chips))
{
    m_edit->setObjectName(QStringLiteral("queryEdit"));
    m_edit->setAccessibleName(tr("Filter"));
    m_edit->setPlaceholderText(
        tr("Filter: words, turns:2..5, task:\"travel planning\", hallucination:yes, /pattern/ …"));
    m_edit->setClearButtonEnabled(true);
    m_edit->installEventFilter(this);
    m_mistake->setTextFormat(Qt::PlainText);
    m_mistake->setWordWrap(true);
    m_mistake->hide();
    m_chipLayout->setContentsMargins(0, 0, 0, 0);
    m_chipLayout->setSpacing(6);
    m_chips->hide();

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->setSpacing(4);
    layout->addWidget(m_edit);
    layout->addWidget(m_mistake);
    layout->addWidget(m_chips);

    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPause);
    connect(&m_typing, &QTimer::timeout, this, &QueryBar::applyText);
    connect(m_edit, &QLineEdit::textEdited, &m_typing, qOverload<>(&QTimer::start));
    connect(m_edit, &QLineEdit::returnPressed, this, &QueryBar::applyText);
    connect(m_edit, &QLineEdit::textChanged, this, [this](const QString& text) {
        // The clear button changes the text without an edit.
        if (text.isEmpty() && !m_applying)
            m_typing.start();
    });
    connect(&m_workspace, &Workspace::queryChanged, this, &QueryBar::showQuery);
}

void QueryBar::showQuery()
{
    rebuildChips();
    if (m_applying)
        return;
    m_typing.stop();
    m_applying = true;
    m_edit->setText(toQt(toText(m_workspace.query())));
    m_applying = false;
    showMistake(std::nullopt);
}

void QueryBar::applyText()
{
    m_typing.stop();
    m_applying = true;
    showMistake(m_workspace.setQueryText(m_edit->text()));
    m_applying = false;
}

void QueryBar::showMistake(const std::optional<QueryMistake>& mistake)
{
    m_mistake->setVisible(mistake.has_value());
    if (!mistake) {
        underline(*m_edit, 0, 0);
        return;
    }
    const QByteArray text = m_edit->text().toUtf8();
    const auto begin =
        static_cast<int>(QString::fromUtf8(text.left(static_cast<qsizetype>(mistake->begin))).size());
    const auto end =
        static_cast<int>(QString::fromUtf8(text.left(static_cast<qsizetype>(mistake->end))).size());
    underline(*m_edit, begin, end - begin);
    m_mistake->setText(toQt(mistake->message));
}

bool QueryBar::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_edit && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape && !m_edit->text().isEmpty()) {
        m_edit->clear();
        applyText();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void QueryBar::rebuildChips()
{
    while (QLayoutItem* item = m_chipLayout->takeAt(0)) {
        if (item->widget() != nullptr)
            item->widget()->deleteLater();
        delete item;
    }
    const std::vector<Query> parts = conjuncts(m_workspace.query());
    for (std::size_t i = 0; i < parts.size(); ++i)
        addChip(i, parts[i]);
    m_chipLayout->addStretch();
    m_chips->setVisible(!parts.empty());
}

void QueryBar::addChip(std::size_t index, const Query& part)
{
    auto* chip = new QToolButton(m_chips);
    const QString text = toQt(toText(part));
    const QString shown = chip->fontMetrics().elidedText(text, Qt::ElideMiddle, kWidestChip);
    chip->setText(asMenuText(shown) + QStringLiteral("  ✕"));
    chip->setToolTip(tr("Remove the filter %1").arg(text.toHtmlEscaped()));
    chip->setAccessibleName(tr("Remove the filter %1").arg(text));
    chip->setObjectName(QStringLiteral("chip%1").arg(index));
    connect(chip, &QToolButton::clicked, this, [this, index] {
        std::vector<Query> rest = conjuncts(m_workspace.query());
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(index));
        m_workspace.setQuery(Query::all(std::move(rest)));
    });
    m_chipLayout->addWidget(chip);
}

} // namespace duologue::ui
