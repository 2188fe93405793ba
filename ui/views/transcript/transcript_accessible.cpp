// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/transcript/transcript_accessible.h"

#include "ui/models/words/message_words.h"
#include "ui/views/document/message_head.h"
#include "ui/views/transcript/transcript_view.h"
#include "ui/views/widgets/accessible_part.h"

namespace duologue::ui {

namespace {

class MessageAccessible final : public AccessiblePart {
public:
    MessageAccessible(TranscriptView& view, int message) : AccessiblePart(view), m_message(message) {}

    QAccessible::Role role() const override { return QAccessible::Section; }
    QStringList actionNames() const override { return {pressAction()}; }
    void doAction(const QString& action) override
    {
        if (isValid() && action == pressAction())
            view().makeCurrent(m_message);
    }

protected:
    bool exists() const override
    {
        return view().transcript() != nullptr &&
               m_message < static_cast<int>(view().transcript()->conversation().messages.size());
    }
    QString validText(QAccessible::Text kind) const override
    {
        const TranscriptDocument& transcript = *view().transcript();
        const Conversation& conversation = transcript.conversation();
        const Message& message = conversation.messages[static_cast<std::size_t>(m_message)];
        if (kind == QAccessible::Name)
            return spokenHead(conversation, m_message, transcript.turnOf(m_message),
                              transcript.findingsIn(m_message));
        if (kind != QAccessible::Description && kind != QAccessible::Value)
            return {};
        QStringList parts;
        for (const TextColumn column : transcript.columns().shown) {
            for (const ColumnText& text :
                 textsIn(conversation, message.texts, column, transcript.columns().languages, false))
                parts << toQt(text.text);
        }
        if (const QString memo = tellingMemo(message); !memo.isEmpty())
            parts << TranscriptView::tr("Memo: %1").arg(memo);
        return parts.join(QLatin1Char('\n'));
    }
    QRect rectInWidget() const override { return view().messageRect(m_message); }
    const QWidget& mappedWidget() const override { return *view().viewport(); }
    void addState(QAccessible::State& state) const override
    {
        state.readOnly = true;
        state.selected = view().currentMessage() == m_message;
        const auto [first, end] = view().visibleMessages();
        state.offscreen = m_message < first || m_message >= end;
    }

private:
    TranscriptView& view() const { return *static_cast<TranscriptView*>(widget()); }

    int m_message;
};

class TranscriptAccessible final : public QAccessibleWidget {
public:
    explicit TranscriptAccessible(TranscriptView& view) : QAccessibleWidget(&view, QAccessible::Document) {}

    int childCount() const override
    {
        const TranscriptDocument* transcript = view().transcript();
        return transcript == nullptr ? 0 : static_cast<int>(transcript->conversation().messages.size());
    }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        AccessiblePart* message = m_messages.find(index);
        return message != nullptr ? message : m_messages.add(index, new MessageAccessible(view(), index));
    }
    int indexOfChild(const QAccessibleInterface* child) const override { return m_messages.indexOf(child); }
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
    TranscriptView& view() const { return *static_cast<TranscriptView*>(widget()); }

    mutable AccessibleParts m_messages;
};

} // namespace

void installTranscriptAccessible()
{
    installAccessible<TranscriptView, TranscriptAccessible>();
}

} // namespace duologue::ui
