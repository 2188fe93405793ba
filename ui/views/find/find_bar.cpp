// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/find/find_bar.h"

#include "ui/views/find/find_target.h"
#include "ui/views/widgets/clear_button.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>
#include <variant>

namespace duologue::ui {

FindBar::FindBar(FindTarget& find, const QString& where, QWidget* parent)
    : QWidget(parent), m_find(find), m_edit(new QLineEdit(this)), m_count(new QLabel(this))
{
    setObjectName(QStringLiteral("findBar"));
    m_edit->setObjectName(QStringLiteral("findEdit"));
    m_edit->setPlaceholderText(where);
    m_edit->setAccessibleName(where);
    addClearButton(*m_edit);
    m_edit->setFont(withChinese(m_edit->font()));
    m_count->setObjectName(QStringLiteral("findCount"));
    m_count->setTextFormat(Qt::PlainText);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 4, 6, 4);
    layout->setSpacing(4);
    layout->addWidget(m_edit, 2);
    m_regex = makeButton("findRegex", QStringLiteral(".*"), tr("Regular expression"));
    m_regex->setCheckable(true);
    layout->addWidget(m_regex);
    QToolButton* previous = makeButton("findUp", QStringLiteral("↑"), tr("Previous hit (Shift+F3)"));
    QToolButton* next = makeButton("findDown", QStringLiteral("↓"), tr("Next hit (F3)"));
    layout->addWidget(previous);
    layout->addWidget(next);
    layout->addWidget(m_count, 1);
    QToolButton* close = makeButton("findClose", QStringLiteral("✕"), tr("Close (Esc)"));
    layout->addWidget(close);
    connect(m_edit, &QLineEdit::textChanged, this, &FindBar::look);
    connect(m_regex, &QToolButton::toggled, this, &FindBar::look);
    connect(previous, &QToolButton::clicked, this, [this] { m_find.step(-1); });
    connect(next, &QToolButton::clicked, this, [this] { m_find.step(1); });
    connect(close, &QToolButton::clicked, this, &FindBar::close);
    connect(&m_find, &FindTarget::changed, this, &FindBar::showCounts);
    hide();
}

QToolButton* FindBar::makeButton(const char* name, const QString& sign, const QString& words)
{
    auto* button = new QToolButton(this);
    button->setObjectName(QLatin1String(name));
    button->setText(sign);
    button->setToolTip(words);
    button->setAccessibleName(words);
    button->setAutoRaise(true);
    return button;
}

void FindBar::open(const QString& text)
{
    const bool wasHidden = isHidden();
    show();
    if (!text.isEmpty() && text != m_edit->text())
        m_edit->setText(text);
    else if (wasHidden)
        look();
    m_edit->setFocus(Qt::ShortcutFocusReason);
    m_edit->selectAll();
}

void FindBar::close()
{
    hide();
    m_find.setPattern(std::nullopt);
    Q_EMIT closed();
}

void FindBar::look()
{
    m_mistake.clear();
    const std::string text = fromQt(m_edit->text());
    if (text.empty()) {
        m_find.setPattern(std::nullopt);
        return;
    }
    if (!m_regex->isChecked()) {
        m_find.setPattern(TextPattern::words(text));
        return;
    }
    auto made = TextPattern::expression(text);
    if (const auto* mistake = std::get_if<PatternMistake>(&made)) {
        m_mistake = translated(mistake->what);
        m_find.setPattern(std::nullopt);
        return;
    }
    m_find.setPattern(std::get<TextPattern>(std::move(made)));
}

void FindBar::showCounts()
{
    const QString said = !m_mistake.isEmpty()       ? m_mistake
                         : m_edit->text().isEmpty() ? QString()
                                                    : m_find.status();
    m_count->setText(said);
    m_count->setToolTip(asToolTip(said));
}

void FindBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        close();
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        m_find.step(event->modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
        return;
    }
    QWidget::keyPressEvent(event);
}

} // namespace duologue::ui
