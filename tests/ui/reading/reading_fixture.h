// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/app/workspace.h"
#include "ui/widgets/panel.h"

#include <QJsonObject>
#include <QTemporaryDir>
#include <QWidget>
#include <memory>

namespace duologue::ui::test {

/// A message of a simulated user's conversation, as in the files. Empty texts are left out.
QJsonObject message(const QString& role, const QString& english, const QString& chinese = {});
QJsonObject withIntent(QJsonObject message, const QString& english, const QString& chinese);
QJsonObject withHallucination(QJsonObject message, bool yes, const QString& memo);

/// A conversation of a simulated user.
QJsonObject simulated(const QList<QJsonObject>& history);
/// A conversation of a real user: Chinese only, with its questionnaire.
QJsonObject real();
/// A translated conversation of four messages, the second marked as a hallucination.
QJsonObject fourMessages();

/// A folder of records and a workspace that can open it.
class Reading {
public:
    Reading();

    void write(const QString& path, const QJsonObject& record);
    void writeBytes(const QString& path, const QByteArray& bytes);
    /// Opens the folder or another path, and waits until it is read, its first record is current and all
    /// panels show it.
    [[nodiscard]] bool open(const QString& path = {});
    [[nodiscard]] bool choose(Row row);

    Workspace workspace;

private:
    QTemporaryDir m_folder;
};

/// The panel with this id, in its own window.
std::unique_ptr<QWidget> openPanel(const QString& id, Workspace& workspace, const QSize& size);

/// The path of the sample dataset.
QString samplePath();

} // namespace duologue::ui::test
