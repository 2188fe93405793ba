// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/words/report_words.h"

#include "core/analysis/report.h"

#include <QCoreApplication>

namespace duologue::ui {

namespace {

QString reportText(std::string_view text)
{
    return QCoreApplication::translate("Reports", std::string(text).c_str());
}

} // namespace

QString reportTitle(const ReportSpec& report)
{
    return reportText(report.title);
}

QString reportSummary(const ReportSpec& report)
{
    return reportText(report.summary);
}

} // namespace duologue::ui
