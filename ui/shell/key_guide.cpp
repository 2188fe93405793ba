// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/key_guide.h"

#include "ui/shell/area_steps.h"
#include "ui/shell/main_window.h"
#include "ui/work/settings/plain_keys.h"

#include <QAction>
#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QPainter>

namespace duologue::ui {

/// Lies over an area. Only its edge is there, so that what it frames scrolls as if it were alone.
class KeyGuide::Frame final : public QWidget {
public:
    explicit Frame(QWidget& area) : QWidget(&area)
    {
        setObjectName(QStringLiteral("focusFrame"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setAttribute(Qt::WA_NoSystemBackground);
        setFocusPolicy(Qt::NoFocus);
        area.installEventFilter(this);
        fit();
        QWidget::show();
        raise();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == parent() && event->type() == QEvent::Resize)
            fit();
        else if (watched == parent() && event->type() == QEvent::ChildPolished)
            raise();
        return false;
    }

    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), palette().highlight()); }

private:
    void fit()
    {
        constexpr int kWidth = 2;
        const QRect whole = parentWidget()->rect();
        setGeometry(whole);
        setMask(QRegion(whole) - whole.adjusted(kWidth, kWidth, -kWidth, -kWidth));
    }
};

KeyGuide::KeyGuide(MainWindow& window, const AreaSteps& areas, QLabel& line)
    : QObject(&window), m_window(window), m_areas(areas), m_line(line)
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        // Without a focus, the window may be on its way out.
        if (now != nullptr && now->window() == &m_window)
            show(now);
    });
}

KeyGuide::~KeyGuide() = default;

const QWidget* KeyGuide::framed() const
{
    return m_frame ? m_frame->parentWidget() : nullptr;
}

void KeyGuide::show(QWidget* focus)
{
    m_line.setText(textFor(focus));
    m_line.setToolTip(m_line.text());
    QWidget* const area = m_areas.panelOf(focus);
    if (area == framed())
        return;
    delete m_frame;
    if (area != nullptr)
        m_frame = new Frame(*area);
}

QString KeyGuide::textFor(const QWidget* focus) const
{
    const auto shown = [this](const char* action, QKeyCombination usual) {
        const QAction* const found =
            action == nullptr ? nullptr : m_window.panelAction(QLatin1String(action));
        const QKeySequence key = found != nullptr ? found->shortcut() : QKeySequence(usual);
        // The words for these keys are longer than what they do.
        return key.toString(QKeySequence::NativeText)
            .replace(QKeySequence(Qt::Key_Right).toString(QKeySequence::NativeText), QStringLiteral("→"))
            .replace(QKeySequence(Qt::Key_Left).toString(QKeySequence::NativeText), QStringLiteral("←"));
    };
    QStringList parts;
    const unsigned area = keyAreaOf(focus);
    for (const PlainKeySpec& each : plainKeys()) {
        if ((each.areas & area) == 0)
            continue;
        QString keys = shown(each.action, each.key);
        const bool isPair =
            each.back.key() != Qt::Key_unknown && each.back.keyboardModifiers() == Qt::NoModifier;
        if (isPair)
            keys += QLatin1Char('/') + shown(each.backAction, each.back);
        if (!keys.isEmpty())
            parts << keys + QLatin1Char(' ') + each.what();
    }
    if (m_areas.panelOf(focus) != nullptr || area != NoKeyArea)
        parts << tr("F6 next area");
    return parts.join(QStringLiteral(" · "));
}

} // namespace duologue::ui
