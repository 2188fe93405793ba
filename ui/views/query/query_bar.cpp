// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/query/query_bar.h"

#include "core/base/phrase_id.h"
#include "core/query/search/pattern_risk.h"
#include "ui/views/query/query_chips.h"
#include "ui/views/query/query_edit.h"
#include "ui/views/widgets/clear_button.h"
#include "ui/work/phrase_words.h"
#include "ui/work/qt_text.h"
#include "ui/work/query_memory.h"
#include "ui/work/workspace.h"

#include <QAccessible>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

namespace duologue::ui {

namespace {

/// The pause in typing after which the query is applied, in milliseconds.
constexpr int kTypingPause = 300;

/// A mistake that may disappear as the user types on.
bool isUnfinished(const QueryMistake& mistake, const QString& text)
{
    constexpr std::array kUnfinished{PhraseId::NoValue,          PhraseId::NothingToFind,
                                     PhraseId::NothingToExclude, PhraseId::NoCloseBracket,
                                     PhraseId::NoClosingQuote,   PhraseId::NoClosingSlash,
                                     PhraseId::NoCount};
    return static_cast<qsizetype>(mistake.end) == text.toUtf8().size() &&
           std::find(kUnfinished.begin(), kUnfinished.end(), mistake.what.id) != kUnfinished.end();
}

} // namespace

QueryBar::QueryBar(Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_memory(new QueryMemory(this)),
      m_edit(new QueryEdit(workspace, *m_memory, this)),
      m_mistake(new QLabel(this)),
      m_typing(this)
{
    m_edit->setObjectName(QStringLiteral("queryEdit"));
    m_edit->setAccessibleName(tr("Filter"));
    m_edit->setPlaceholderText(
        tr("Filter: words, turns:2..5, task:\"travel planning\", hallucination:yes, /pattern/ …"));
    addClearButton(*m_edit);
    m_mistake->setObjectName(QStringLiteral("queryMistake"));
    m_mistake->setTextFormat(Qt::PlainText);
    m_mistake->setWordWrap(true);
    m_mistake->hide();
    auto* chips = new QueryChips(m_workspace, this);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 8, 6);
    layout->setSpacing(4);
    layout->addWidget(m_edit);
    layout->addWidget(m_mistake);
    layout->addWidget(chips);

    m_typing.setObjectName(QStringLiteral("typingPause"));
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingPause);
    connect(&m_typing, &QTimer::timeout, this, [this] { applyText(false); });
    connect(m_edit, &QLineEdit::textEdited, &m_typing, qOverload<>(&QTimer::start));
    connect(m_edit, &QLineEdit::returnPressed, this, [this] { applyText(true); });
    connect(m_edit, &QLineEdit::textChanged, this, [this](const QString& text) {
        // The line may become empty without textEdited, as by setText().
        if (text.isEmpty() && !m_applying)
            m_typing.start();
    });
    connect(m_edit, &QueryEdit::clearRequested, this, [this] { run({}); });
    connect(chips, &QueryChips::emptied, this, [this] { m_edit->setFocus(Qt::OtherFocusReason); });
    connect(&m_workspace, &Workspace::queryChanged, this, &QueryBar::showQuery);
}

QLineEdit* QueryBar::edit() const
{
    return m_edit;
}

void QueryBar::run(const QString& text)
{
    m_edit->setText(text);
    applyText(true);
}

void QueryBar::showQuery()
{
    const QString text = toQt(toText(m_workspace.query()));
    m_memory->note(text, false);
    if (m_applying)
        return;
    m_typing.stop();
    m_applying = true;
    m_edit->setText(text);
    m_applying = false;
    showMistake(std::nullopt);
}

void QueryBar::applyText(bool asked)
{
    m_typing.stop();
    m_applying = true;
    const auto mistake = m_workspace.setQueryText(m_edit->text());
    // An unfinished query is not reported while the user types at its end.
    const bool isTyping = !asked && m_edit->hasFocus() && m_edit->cursorPosition() == m_edit->text().size();
    if (mistake && isTyping && isUnfinished(*mistake, m_edit->text()))
        showMistake(std::nullopt);
    else
        showMistake(mistake);
    if (asked && !mistake)
        m_memory->note(toQt(toText(m_workspace.query())), true);
    m_applying = false;
}

void QueryBar::showMistake(const std::optional<QueryMistake>& mistake)
{
    m_edit->markMistake(mistake);
    if (mistake)
        explain(translated(mistake->what), queryColors(palette()).mistake);
    else
        showNote();
}

void QueryBar::showNote()
{
    const QueryTerm* pattern = explosivePattern(m_workspace.query());
    explain(pattern == nullptr ? QString()
                               : tr("The pattern %1 may take very long: it contains nested repetitions.")
                                     .arg(toQt(toText(Query::of(*pattern)))),
            palette().color(QPalette::WindowText));
}

void QueryBar::explain(const QString& text, const QColor& color)
{
    m_mistake->setVisible(!text.isEmpty());
    m_mistake->setText(text);
    if (text.isEmpty())
        return;
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, color);
    m_mistake->setPalette(colors);
    QAccessibleEvent event(m_mistake, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

} // namespace duologue::ui
