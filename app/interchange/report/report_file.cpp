// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/interchange/report/report_file.h"

#include "app/interchange/report/report_html.h"
#include "app/interchange/report/report_pdf.h"

#include <QFileInfo>
#include <QSaveFile>

namespace lockstep {

namespace {

const auto kHtml = QLatin1String("html");
const auto kPdf = QLatin1String("pdf");

bool write(const RunReport& report, const QString& format, QIODevice& device)
{
    if (format == kPdf)
        return writeReportPdf(report, device);
    const QByteArray html = reportHtml(report);
    return device.write(html) == html.size();
}

} // namespace

bool isReportFile(const QString& file)
{
    const QString suffix = QFileInfo(file).suffix().toLower();
    return suffix == kHtml || suffix == kPdf;
}

Result<void> saveReport(const RunReport& report, const QString& file)
{
    QSaveFile saved(file);
    if (saved.open(QIODevice::WriteOnly) && write(report, QFileInfo(file).suffix().toLower(), saved) &&
        saved.commit())
        return {};
    return Error{LOCKSTEP_TEXT("Cannot write %1: %2. Choose another place."),
                 {file.toStdString(), saved.errorString().toStdString()},
                 {}};
}

} // namespace lockstep
