// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/table/layout_form.h"

#include "ui/work/qt_text.h"

#include <QComboBox>
#include <QFormLayout>
#include <array>

namespace duologue::ui {

namespace {

constexpr std::array<TableKind, 3> kTableKinds{TableKind::Lists, TableKind::Messages, TableKind::Rows};

} // namespace

QString titleOfKind(TableKind kind)
{
    switch (kind) {
    case TableKind::Lists:
        return LayoutForm::tr("one row a conversation, with lists of messages");
    case TableKind::Messages:
        return LayoutForm::tr("one row a message");
    case TableKind::Rows:
        break;
    }
    return LayoutForm::tr("one row a record, read as a file is");
}

LayoutForm::LayoutForm(QWidget* parent)
    : QWidget(parent),
      m_rows(new QFormLayout(this)),
      m_kind(new QComboBox(this)),
      m_role(new QComboBox(this)),
      m_text(new QComboBox(this)),
      m_conversation(new QComboBox(this)),
      m_position(new QComboBox(this))
{
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->addRow(tr("The ta&ble has"), m_kind);
    m_rows->addRow(tr("&Role:"), m_role);
    m_rows->addRow(tr("Te&xt:"), m_text);
    m_rows->addRow(tr("C&onversation:"), m_conversation);
    m_rows->addRow(tr("Pos&ition:"), m_position);
    m_kind->setObjectName(QStringLiteral("layoutKind"));
    m_role->setObjectName(QStringLiteral("layoutRole"));
    m_text->setObjectName(QStringLiteral("layoutText"));
    m_conversation->setObjectName(QStringLiteral("layoutConversation"));
    m_position->setObjectName(QStringLiteral("layoutPosition"));
    for (QComboBox* box : {m_kind, m_role, m_text, m_conversation, m_position})
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_kind, &QComboBox::activated, this, [this] {
        showKind();
        Q_EMIT changed();
    });
    for (const QComboBox* box : {m_role, m_text, m_conversation, m_position})
        connect(box, &QComboBox::activated, this, &LayoutForm::changed);
    showKind();
}

void LayoutForm::fill(QComboBox& box, const std::vector<std::string>& names, const std::string& chosen) const
{
    box.clear();
    box.addItem(tr("By its name"), QString());
    for (const std::string& name : names)
        box.addItem(asLabel(toQt(name)), toQt(name));
    box.setCurrentIndex(std::max(0, box.findData(toQt(chosen))));
}

void LayoutForm::show(const LayoutOptions& options, const TableLayout& found, const LayoutChoice& choice)
{
    m_options = options;
    m_kind->clear();
    m_kind->addItem(choice.kind ? tr("As found") : tr("As found: %1").arg(titleOfKind(found.kind)), -1);
    for (const TableKind kind : kTableKinds)
        m_kind->addItem(titleOfKind(kind), static_cast<int>(kind));
    m_kind->setCurrentIndex(choice.kind ? m_kind->findData(static_cast<int>(*choice.kind)) : 0);
    showKind();
    const auto choose = [](QComboBox& box, const std::string& name) {
        box.setCurrentIndex(std::max(0, box.findData(toQt(name))));
    };
    choose(*m_role, choice.role);
    choose(*m_text, choice.text);
    choose(*m_conversation, choice.conversation);
    choose(*m_position, choice.position);
}

/// The columns that a kind of table needs.
void LayoutForm::showKind()
{
    const int kind = m_kind->currentData().isValid() ? m_kind->currentData().toInt() : -1;
    const bool areLists = kind == static_cast<int>(TableKind::Lists);
    const bool areMessages = kind == static_cast<int>(TableKind::Messages);
    const auto& names = areLists ? m_options.textLists : m_options.texts;
    fill(*m_role, names, {});
    fill(*m_text, names, {});
    fill(*m_conversation, m_options.singles, {});
    fill(*m_position, m_options.singles, {});
    const auto setShown = [this](QWidget* field, bool isShown) {
        field->setVisible(isShown);
        m_rows->labelForField(field)->setVisible(isShown);
    };
    setShown(m_role, areLists || areMessages);
    setShown(m_text, areLists || areMessages);
    setShown(m_conversation, areMessages);
    setShown(m_position, areMessages);
}

LayoutChoice LayoutForm::choice() const
{
    const int kind = m_kind->currentData().isValid() ? m_kind->currentData().toInt() : -1;
    if (kind < 0)
        return {};
    LayoutChoice choice;
    choice.kind = static_cast<TableKind>(kind);
    if (*choice.kind == TableKind::Rows)
        return choice;
    choice.role = fromQt(m_role->currentData().toString());
    choice.text = fromQt(m_text->currentData().toString());
    if (*choice.kind == TableKind::Messages) {
        choice.conversation = fromQt(m_conversation->currentData().toString());
        choice.position = fromQt(m_position->currentData().toString());
    }
    return choice;
}

} // namespace duologue::ui
