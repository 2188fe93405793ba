// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/transcript_accessible.h"

#include "ui/models/words/message_words.h"
#include "ui/views/transcript/message_head.h"
#include "ui/views/transcript/transcript_view.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QPointer>
#include <QWindow>
#include <vector>

namespace duologue::ui {

namespace {

/// A message. It may outlive its view and its record.
class MessageAccessible final : public QAccessibleInterface, public QAccessibleActionInterface {
public:
    MessageAccessible(TranscriptView& view, int message) : m_view(&view), m_message(message) {}

    bool isValid() const override
    {
        return m_view && m_view->transcript() != nullptr &&
               m_message < static_cast<int>(m_view->transcript()->conversation().messages.size());
    }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_view ? m_view->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override
    {
        return m_view ? QAccessible::queryAccessibleInterface(m_view) : nullptr;
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }

    QString text(QAccessible::Text kind) const override
    {
        if (!isValid())
            return {};
        const TranscriptDocument& transcript = *m_view->transcript();
        const Conversation& conversation = transcript.conversation();
        const Message& message = conversation.messages[static_cast<std::size_t>(m_message)];
        if (kind == QAccessible::Name)
            return spokenHead(conversation, m_message, transcript.turnOf(m_message));
        if (kind != QAccessible::Description && kind != QAccessible::Value)
            return {};
        QStringList parts;
        for (const TextColumn column : transcript.columns().shown) {
            for (const ColumnText& text : textsIn(conversation, message.texts, column, false))
                parts << toQt(text.text);
        }
        if (const QString memo = tellingMemo(message); !memo.isEmpty())
            parts << TranscriptView::tr("Memo: %1").arg(memo);
        return parts.join(QLatin1Char('\n'));
    }
    void setText(QAccessible::Text, const QString&) override {}

    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect rect = m_view->messageRect(m_message);
        return {m_view->viewport()->mapToGlobal(rect.topLeft()), rect.size()};
    }
    QAccessible::Role role() const override { return QAccessible::Section; }
    QAccessible::State state() const override
    {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        state.readOnly = true;
        state.selectable = true;
        state.selected = m_view->currentMessage() == m_message;
        const auto [first, end] = m_view->visibleMessages();
        state.offscreen = m_message < first || m_message >= end;
        state.invisible = !m_view->isVisible();
        return state;
    }

    void* interface_cast(QAccessible::InterfaceType type) override
    {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this)
                                                    : nullptr;
    }
    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& action) override
    {
        if (isValid() && action == pressAction())
            m_view->makeCurrent(m_message);
    }
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    QPointer<TranscriptView> m_view;
    int m_message;
};

class TranscriptAccessible final : public QAccessibleWidget {
public:
    explicit TranscriptAccessible(TranscriptView& view) : QAccessibleWidget(&view, QAccessible::Document) {}
    ~TranscriptAccessible() override
    {
        for (const Child& child : m_children) {
            if (child.face != nullptr)
                QAccessible::deleteAccessibleInterface(child.id);
        }
    }

    int childCount() const override
    {
        const TranscriptDocument* transcript = view().transcript();
        return transcript == nullptr ? 0 : static_cast<int>(transcript->conversation().messages.size());
    }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        const auto offset = static_cast<std::size_t>(index);
        if (m_children.size() <= offset)
            m_children.resize(offset + 1);
        Child& child = m_children[offset];
        if (child.face == nullptr) {
            child.face = new MessageAccessible(view(), index);
            child.id = QAccessible::registerAccessibleInterface(child.face);
        }
        return child.face;
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (std::size_t i = 0; i < m_children.size(); ++i) {
            if (m_children[i].face == child)
                return static_cast<int>(i);
        }
        return -1;
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        const auto [first, end] = view().visibleMessages();
        for (int message = first; message < end; ++message) {
            if (child(message)->rect().contains(x, y))
                return child(message);
        }
        return nullptr;
    }
    QString text(QAccessible::Text kind) const override
    {
        if (kind == QAccessible::Value || (kind == QAccessible::Description && childCount() == 0))
            return view().transcript() == nullptr ? view().toPlainText() : QString();
        return QAccessibleWidget::text(kind);
    }

private:
    struct Child {
        MessageAccessible* face = nullptr;
        QAccessible::Id id = 0;
    };

    TranscriptView& view() const { return *static_cast<TranscriptView*>(widget()); }

    mutable std::vector<Child> m_children;
};

QAccessibleInterface* makeTranscript(const QString& className, QObject* object)
{
    auto* view = className == QLatin1String(TranscriptView::staticMetaObject.className())
                     ? qobject_cast<TranscriptView*>(object)
                     : nullptr;
    return view == nullptr ? nullptr : new TranscriptAccessible(*view);
}

} // namespace

void installTranscriptAccessible()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeTranscript);
        return true;
    }();
    static_cast<void>(installed);
}

} // namespace duologue::ui
