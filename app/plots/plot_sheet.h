// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/protocol/result.h"

#include <QImage>
#include <QSize>
#include <QString>
#include <QStringList>
#include <memory>
#include <vector>

class QCPPainter;
class QIODevice;

namespace lockstep {

class MetricPlot;
class PlotCanvas;

/// Plots in rows on a page for print: light whatever the window looks like, a headline, and for each
/// plot its title, the titles of its axes with their units, and the names of all its curves. Lines are lines
/// in an SVG or PDF file; where a curve has far more points than the page has room for, they are a picture.
/// GUI thread; any platform of Qt, offscreen too.
class PlotSheet {
public:
    /// An empty headline takes no room.
    explicit PlotSheet(QString headline);
    PlotSheet(PlotSheet&&) noexcept;
    ~PlotSheet();

    /// The plots that follow stand below those before.
    void beginRow();
    /// What the plot shows now, to the right of those before. REQUIRES: the plot outlives the sheet.
    void add(const MetricPlot& plot);

    /// In logical pixels.
    QSize size() const;
    /// `ratio` device pixels for each logical one.
    QImage toImage(double ratio) const;
    /// The suffix tells which of formats() is written. After an error the file is as it was. REQUIRES: there
    /// is a plot on it.
    Result<void> save(const QString& file) const;
    /// The same to a device that is open; whether that took it.
    bool write(QIODevice& device, const QString& format) const;

    /// Suffixes of the files that save() writes.
    static QStringList formats();

private:
    void draw(QCPPainter& painter, double ratio) const;
    int headlineHeight() const;
    bool writeSvg(QIODevice& device) const;
    bool writePdf(QIODevice& device) const;
    void drawCell(QCPPainter& painter, double ratio, const QPoint& top, std::size_t row,
                  std::size_t column) const;
    int resolution() const;

    QString m_headline;
    struct Cell {
        std::unique_ptr<PlotCanvas> plot;
        QString title;
    };
    std::vector<std::vector<Cell>> m_rows; ///< none is empty but the last
};

} // namespace lockstep
