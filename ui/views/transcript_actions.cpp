// SPDX-License-Identifier: GPL-3.0-or-later
// The actions of TranscriptView and its context menu. Object names: languageEnglish, languageBoth,
// languageChinese, messagePrevious, messageNext, markedPrevious, markedNext, translationNextMissing,
// copyMessageEnglish, copyMessageChinese, copyMessageBoth, copyMessageJson, textLarger, textSmaller,
// textNormalSize.
#include "core/export/conversation_text.h"
#include "ui/models/message_words.h"
#include "ui/views/transcript_view.h"
#include "ui/views/value_menu.h"
#include "ui/work/workspace.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>
#include <nlohmann/json.hpp>

namespace duologue::ui {

QAction* TranscriptView::addMessageAction(const char* name, const QString& text, const QKeySequence& keys,
                                          std::function<void()> triggered)
{
    auto* made = new QAction(text, this);
    made->setObjectName(QLatin1String(name));
    made->setShortcut(keys);
    // They are about the conversation that is shown, wherever the focus is.
    made->setShortcutContext(Qt::WindowShortcut);
    connect(made, &QAction::triggered, this, std::move(triggered));
    addAction(made);
    return made;
}

QAction* TranscriptView::action(const QString& name) const
{
    return findChild<QAction*>(name, Qt::FindDirectChildrenOnly);
}

void TranscriptView::makeActions()
{
    makeLanguageActions();
    addMessageAction("messagePrevious", tr("Previous message"), {Qt::CTRL | Qt::Key_Up},
                     [this] { stepMessage(-1); });
    addMessageAction("messageNext", tr("Next message"), {Qt::CTRL | Qt::Key_Down},
                     [this] { stepMessage(1); });
    addMessageAction("markedPrevious", tr("Previous hallucination"), {Qt::CTRL | Qt::SHIFT | Qt::Key_PageUp},
                     [this] { stepMarked(-1); });
    addMessageAction("markedNext", tr("Next hallucination"), {Qt::CTRL | Qt::SHIFT | Qt::Key_PageDown},
                     [this] { stepMarked(1); });
    addMessageAction("translationNextMissing", tr("Next missing translation"),
                     {Qt::CTRL | Qt::SHIFT | Qt::Key_T}, [this] { showNextMissingTranslation(); });
    addMessageAction("copyMessageEnglish", tr("Copy message in English"), {},
                     [this] { copyMessage(Language::English); });
    addMessageAction("copyMessageChinese", tr("Copy message in Chinese"), {},
                     [this] { copyMessage(Language::Chinese); });
    addMessageAction("copyMessageBoth", tr("Copy message in both languages"),
                     {Qt::CTRL | Qt::SHIFT | Qt::Key_C}, [this] { copyMessage(std::nullopt); });
    addMessageAction("copyMessageJson", tr("Copy message as JSON"), {}, [this] { copyMessageJson(); });
    makeZoomActions();
}

void TranscriptView::makeLanguageActions()
{
    struct Choice {
        const char* name;
        QString text;
        Qt::Key key;
        LanguageMode mode;
    };
    auto* group = new QActionGroup(this);
    for (const Choice& choice :
         {Choice{"languageEnglish", tr("English only"), Qt::Key_1, LanguageMode::English},
          Choice{"languageBoth", tr("Both languages"), Qt::Key_2, LanguageMode::Both},
          Choice{"languageChinese", tr("Chinese only"), Qt::Key_3, LanguageMode::Chinese}}) {
        QAction* made = addMessageAction(choice.name, choice.text, {Qt::CTRL | choice.key},
                                         [this, mode = choice.mode] { setLanguageMode(mode); });
        made->setCheckable(true);
        made->setChecked(choice.mode == m_mode);
        group->addAction(made);
        connect(this, &TranscriptView::languageModeChanged, made,
                [made, mode = choice.mode](LanguageMode now) { made->setChecked(now == mode); });
    }
}

void TranscriptView::makeZoomActions()
{
    QAction* larger = addMessageAction("textLarger", tr("Larger text"), {}, [this] { enlarge(); });
    larger->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    addMessageAction("textSmaller", tr("Smaller text"), {Qt::CTRL | Qt::Key_Minus}, [this] { shrink(); });
    addMessageAction("textNormalSize", tr("Normal text size"), {Qt::CTRL | Qt::Key_0},
                     [this] { resetZoom(); });
}

void TranscriptView::stepTo(int by, const std::function<bool(const Message&)>& wanted)
{
    if (!m_transcript)
        return;
    const auto& messages = m_transcript->conversation().messages;
    const int count = static_cast<int>(messages.size());
    const int current = m_workspace.currentMessage();
    const int from = current >= 0 ? current + by : by > 0 ? 0 : count - 1;
    for (int message = from; message >= 0 && message < count; message += by) {
        if (wanted(messages[static_cast<std::size_t>(message)])) {
            m_workspace.setCurrentMessage(message);
            return;
        }
    }
}

void TranscriptView::stepMessage(int by)
{
    stepTo(by, [](const Message&) { return true; });
}

void TranscriptView::stepMarked(int by)
{
    stepTo(by, [](const Message& message) { return isSuspect(message); });
}

void TranscriptView::showNextMissingTranslation()
{
    stepTo(1, [this](const Message& message) {
        return lacksTranslation(m_transcript->conversation(), message);
    });
}

void TranscriptView::copyMessage(std::optional<Language> language)
{
    const int message = m_workspace.currentMessage();
    if (!m_transcript || message < 0)
        return;
    QGuiApplication::clipboard()->setText(
        toQt(messageText(m_transcript->conversation(), static_cast<std::size_t>(message), language)));
}

void TranscriptView::copyMessageJson()
{
    const int message = m_workspace.currentMessage();
    if (!m_transcript || message < 0)
        return;
    const Conversation& conversation = m_transcript->conversation();
    const auto json =
        messageJson(conversation, conversation.messages[static_cast<std::size_t>(message)], std::nullopt);
    QGuiApplication::clipboard()->setText(toQt(jsonText(json, 2)));
}

void TranscriptView::contextMenuEvent(QContextMenuEvent* event)
{
    if (!m_transcript)
        return;
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    if (byMouse)
        point(event->pos());
    QMenu menu(this);
    if (!m_selection.empty()) {
        menu.addAction(tr("Copy selection"), this,
                       [this] { QGuiApplication::clipboard()->setText(selectedText()); });
        menu.addSeparator();
    }
    const int current = m_workspace.currentMessage();
    if (current >= 0) {
        for (const char* name :
             {"copyMessageEnglish", "copyMessageChinese", "copyMessageBoth", "copyMessageJson"})
            menu.addAction(action(QLatin1String(name)));
        const Conversation& conversation = m_transcript->conversation();
        const Message& message = conversation.messages[static_cast<std::size_t>(current)];
        for (const Name& intent : conversation.intentsOf(message)) {
            QMenu* values = menu.addMenu(tr("Intent “%1”").arg(asMenuText(nameInBoth(intent))));
            addValueActions(*values, m_workspace, "intent", std::string(intent.shown()));
        }
        if (message.hallucination != Mark::NotAnnotated) {
            QMenu* values = menu.addMenu(tr("Hallucination “%1”").arg(markWord(message.hallucination)));
            addValueActions(*values, m_workspace, "hallucination",
                            std::string(markName(message.hallucination)));
        }
        menu.addSeparator();
    }
    for (const char* name : {"languageEnglish", "languageBoth", "languageChinese"})
        menu.addAction(action(QLatin1String(name)));
    const QRect place = current >= 0 ? messageRect(current) : QRect();
    menu.exec(byMouse ? event->globalPos() : viewport()->mapToGlobal(place.center()));
}

} // namespace duologue::ui
