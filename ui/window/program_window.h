// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/running_program.h"

#include <QDBusConnection>
#include <QLocale>
#include <QObject>
#include <QString>
#include <memory>
#include <optional>

class QApplication;
class QCoreApplication;

namespace duologue::ui {

/// The bus of the user's desktop session. Empty if there is none; none is started. GUI thread.
std::optional<QDBusConnection> sessionBus();

/// The language of the window for a locale: "zh_CN" or "en". The user's languages are tried in order of
/// preference; readers of traditional characters get English.
QString translationFor(const QLocale& locale);

/// Installs a translation in place of the one before. "en" only contains plural forms. Qt's own texts are
/// translated if Qt's translations are installed. Widgets that exist keep their texts: call it before the
/// first is made, or make them anew (ProgramWindow).
void installTranslation(QCoreApplication& application, const QString& language);

class DesktopJobs;
class MainWindow;
class Workspace;

/// The window of the program and what it is made from the settings: another language makes the window anew
/// over the same dataset, where it was, because widgets keep the texts that they were made with. GUI thread.
class ProgramWindow : public QObject {
    Q_OBJECT

public:
    /// How the program before this one ended, and how this one starts.
    struct Start {
        StartRequest request;
        /// What was open last may come back, if nothing else is asked for.
        bool mayRestore = true;
        /// The program before this one did not end as it should.
        bool hasCrashed = false;
        /// The report of that; empty if there is none.
        QString crashReport;
    };

    /// Applies the settings to the workspace. Show what to open by start().
    ProgramWindow(QApplication& application, Workspace& workspace);
    ~ProgramWindow() override;

    /// Makes and shows the window. The dataset is read while it is made.
    void start(const Start& start);
    /// Opens what another start of the program asks for, and raises the window.
    void open(const StartRequest& request);
    /// Keeps what is open and how the window is arranged, for the next start.
    void keep();

    MainWindow& window() const { return *m_window; }

private:
    void make();
    void applySettings();
    void renew();
    void openNow(const StartRequest& request);
    void apply(const StartRequest& request);

    QApplication& m_application;
    Workspace& m_workspace;
    /// The language in which the window was made.
    QString m_language;
    std::unique_ptr<MainWindow> m_window;
    std::unique_ptr<DesktopJobs> m_desktopJobs;
};

} // namespace duologue::ui
