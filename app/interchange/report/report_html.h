// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/interchange/report/run_report.h"

#include <functional>

namespace lockstep {

/// Where a page finds the picture of this number; counted over all sections.
using PictureAddress = std::function<QString(const ReportPicture& picture, qsizetype number)>;

/// What stands between <body> and </body>, in the few elements that QTextDocument knows too. Every text is
/// escaped.
QString reportBody(const RunReport& report, const PictureAddress& address);

/// A page that holds all it needs and may load nothing: no script, no address of anywhere. UTF-8.
QByteArray reportHtml(const RunReport& report);

} // namespace lockstep
