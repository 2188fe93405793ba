// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/record/intent_strip.h"

#include "ui/models/words/intent_codes.h"
#include "ui/models/words/message_words.h"
#include "ui/views/widgets/category_colors.h"
#include "ui/views/widgets/reading_colors.h"
#include "ui/work/qt_text.h"
#include "ui/work/workspace.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace duologue::ui {

namespace {

constexpr int kIntentStripMargin = 8;
constexpr int kIntentStripGap = 2;

} // namespace

IntentStrip::IntentStrip(Workspace& workspace, QWidget* parent) : QWidget(parent), m_workspace(workspace)
{
    setObjectName(QStringLiteral("intentStrip"));
    setFont(withChinese(font()));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&m_workspace, &Workspace::currentChanged, this, &IntentStrip::showRecord);
    connect(&m_workspace, &Workspace::currentMessageChanged, this, qOverload<>(&QWidget::update));
    showRecord();
}

void IntentStrip::showRecord()
{
    m_steps.clear();
    QStringList spoken;
    if (const DecodedRecordPtr& record = m_workspace.current()) {
        const Conversation& conversation = record->conversation;
        const IntentCodes codes(m_workspace.snapshot());
        for (std::size_t i = 0; i < conversation.messages.size(); ++i) {
            const QString name = intentWords(conversation, conversation.messages[i]);
            if (name.isEmpty())
                continue;
            const Name& first = conversation.intentsOf(conversation.messages[i]).front();
            m_steps.push_back({static_cast<int>(i), name, codes.of(first)});
            spoken << name;
        }
    }
    setAccessibleName(tr("Intents in their order: %1").arg(spoken.join(QStringLiteral(", "))));
    setVisible(!m_steps.empty());
    updateGeometry();
    update();
}

QSize IntentStrip::stepSize() const
{
    return chipSize(fontMetrics());
}

int IntentStrip::columns(int width) const
{
    return std::max(1, (width - 2 * kIntentStripMargin + kIntentStripGap) /
                           (stepSize().width() + kIntentStripGap));
}

int IntentStrip::heightForWidth(int width) const
{
    const int rows = (count() + columns(width) - 1) / columns(width);
    return 2 * kIntentStripMargin + rows * (stepSize().height() + kIntentStripGap);
}

QSize IntentStrip::sizeHint() const
{
    constexpr int kUsual = 240;
    return {kUsual, heightForWidth(kUsual)};
}

QRect IntentStrip::stepRect(int step) const
{
    const int perRow = columns(width());
    const QSize size = stepSize();
    return {QPoint(kIntentStripMargin + step % perRow * (size.width() + kIntentStripGap),
                   kIntentStripMargin + step / perRow * (size.height() + kIntentStripGap)),
            size};
}

int IntentStrip::stepAt(const QPoint& point) const
{
    for (int step = 0; step < count(); ++step) {
        if (stepRect(step).contains(point))
            return step;
    }
    return -1;
}

bool IntentStrip::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const int step = stepAt(help->pos()); step >= 0) {
            const Step& shown = m_steps[static_cast<std::size_t>(step)];
            QToolTip::showText(help->globalPos(),
                               tr("Message %1: %2").arg(shown.message + 1).arg(shown.name.toHtmlEscaped()),
                               this);
            return true;
        }
        QToolTip::hideText();
    }
    return QWidget::event(event);
}

void IntentStrip::paintEvent(QPaintEvent*)
{
    const ReadingColors colors = readingColors(palette());
    QPainter painter(this);
    for (int step = 0; step < count(); ++step) {
        const Step& shown = m_steps[static_cast<std::size_t>(step)];
        const QRect point = stepRect(step);
        const bool current = shown.message == m_workspace.currentMessage();
        drawChip(painter, point, shown.code.letters, categoryColor(shown.code.color));
        if (current) {
            painter.setPen(QPen(colors.text, 2));
            painter.drawRect(point);
        }
    }
}

void IntentStrip::mousePressEvent(QMouseEvent* event)
{
    if (const int step = stepAt(event->position().toPoint()); step >= 0)
        m_workspace.setCurrentMessage(m_steps[static_cast<std::size_t>(step)].message);
}

} // namespace duologue::ui
