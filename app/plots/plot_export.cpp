// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_export.h"

#include "app/plots/metric_plot.h"
#include "app/plots/plot_sheet.h"
#include "app/plots/series_csv.h"
#include "app/text/error_text.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMenu>
#include <QMessageBox>
#include <QProgressDialog>
#include <QTimer>
#include <QToolButton>
#include <functional>
#include <memory>

namespace lockstep {

namespace {

constexpr unsigned kCsvSlice = 100000;
constexpr double kCopyRatio = 2;

/// Writes a CSV file in slices between events, with a dialog that can cancel it.
class CsvJob : public QObject {
public:
    CsvJob(std::unique_ptr<SeriesCsv> csv, QWidget* parent)
        : QObject(parent), m_csv(std::move(csv)),
          m_dialog(MetricPlot::tr("Writing the values…"), MetricPlot::tr("Cancel"), 0, 1000, parent)
    {
        m_dialog.setMinimumDuration(500);
        m_timer.callOnTimeout(this, [this] { step(); });
        m_timer.start(0);
    }

private:
    void step()
    {
        if (m_dialog.wasCanceled())
            return deleteLater();
        Result<bool> done = m_csv->writeSome(kCsvSlice);
        if (done && !*done) {
            m_dialog.setValue(
                static_cast<int>(m_csv->written() * 1000 / std::max<std::size_t>(1, m_csv->total())));
            return;
        }
        m_timer.stop();
        m_dialog.reset();
        const Result<void> end = done ? m_csv->commit() : Result<void>(done.error());
        if (!end)
            showExportFailure(qobject_cast<QWidget*>(parent()), end.error());
        deleteLater();
    }

    std::unique_ptr<SeriesCsv> m_csv;
    QProgressDialog m_dialog;
    QTimer m_timer;
};

/// `filter` is what the dialog calls such files.
void askWhere(QWidget& parent, const QString& title, const QString& fileName, const QString& filter,
              const QString& suffix, const std::function<void(const QString& file)>& save)
{
    auto* dialog = new QFileDialog(&parent, title, fileName + u'.' + suffix,
                                   QStringLiteral("%1 (*.%2)").arg(filter, suffix));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    QObject::connect(dialog, &QFileDialog::fileSelected, &parent, save);
    dialog->open();
}

PlotSheet sheetOf(const QVector<QVector<const MetricPlot*>>& rows)
{
    PlotSheet sheet(rows.first().first()->runName());
    for (const QVector<const MetricPlot*>& row : rows) {
        sheet.beginRow();
        for (const MetricPlot* plot : row)
            sheet.add(*plot);
    }
    return sheet;
}

void exportPicture(QWidget& parent, const PlotSource& source, const QString& format)
{
    askWhere(parent, MetricPlot::tr("Save the plot"), source.fileName(), MetricPlot::tr("Pictures"), format,
             [&parent, source](const QString& file) {
                 if (const Result<void> saved = sheetOf(source.rows()).save(file); !saved)
                     showExportFailure(&parent, saved.error());
             });
}

void exportValues(QWidget& parent, const PlotSource& source)
{
    askWhere(parent, MetricPlot::tr("Save the values"), source.fileName(), MetricPlot::tr("Tables"),
             QStringLiteral("csv"), [&parent, source](const QString& file) {
                 const auto rows = source.rows();
                 QVector<PlotSpec> specs;
                 for (const QVector<const MetricPlot*>& row : rows)
                     for (const MetricPlot* plot : row)
                         specs.append(plot->spec());
                 auto csv = std::make_unique<SeriesCsv>(rows.first().first()->table(), specs);
                 if (const Result<void> opened = csv->open(file); opened)
                     new CsvJob(std::move(csv), &parent);
                 else
                     showExportFailure(&parent, opened.error());
             });
}

} // namespace

void showExportFailure(QWidget* parent, const Error& error)
{
    auto* box = new QMessageBox(QMessageBox::Warning, MetricPlot::tr("Export"), errorMessage(error),
                                QMessageBox::Ok, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->open();
}

ExportActions addExportActions(QToolButton& button, const PlotSource& source)
{
    auto* menu = new QMenu(&button);
    const auto add = [&](const QString& format) {
        return menu->addAction(QString(), &button,
                               [&button, source, format] { exportPicture(button, source, format); });
    };
    ExportActions actions;
    actions.copy = menu->addAction(QString(), &button, [source] {
        QGuiApplication::clipboard()->setImage(sheetOf(source.rows()).toImage(kCopyRatio));
    });
    menu->addSeparator();
    actions.png = add(QStringLiteral("png"));
    actions.svg = add(QStringLiteral("svg"));
    actions.pdf = add(QStringLiteral("pdf"));
    menu->addSeparator();
    actions.csv = menu->addAction(QString(), &button, [&button, source] { exportValues(button, source); });
    button.setMenu(menu);
    button.setPopupMode(QToolButton::InstantPopup);
    return actions;
}

void ExportActions::retranslate() const
{
    copy->setText(MetricPlot::tr("Copy as a picture"));
    png->setText(MetricPlot::tr("Picture (PNG)…"));
    svg->setText(MetricPlot::tr("Drawing (SVG)…"));
    pdf->setText(MetricPlot::tr("Page (PDF)…"));
    csv->setText(MetricPlot::tr("Values (CSV)…"));
}

} // namespace lockstep
