// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QString>
#include <QVector>
#include <functional>

class QAction;
class QToolButton;
class QWidget;

namespace lockstep {

class MetricPlot;

/// What is exported, asked for each time. REQUIRES: at least one plot.
struct PlotSource {
    std::function<QVector<QVector<const MetricPlot*>>()> rows;
    std::function<QString()> fileName; ///< suggested, without suffix
};

/// The entries of an export menu.
struct ExportActions {
    QAction* copy = nullptr;
    QAction* png = nullptr;
    QAction* svg = nullptr;
    QAction* pdf = nullptr;
    QAction* csv = nullptr;

    void retranslate() const;
};

/// Gives a button the menu by which plots are copied as a picture, or written as a page for print (of one of
/// PlotSheet::formats()) or as a table of values. Values are written between events, with a dialog that can
/// cancel it.
ExportActions addExportActions(QToolButton& button, const PlotSource& source);

/// Says what could not be written.
void showExportFailure(QWidget* parent, const Error& error);

} // namespace lockstep
