// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_export.h"

#include "app/plots/metric_plot.h"
#include "app/plots/plot_sheet.h"
#include "app/plots/series_csv.h"
#include "app/text/error_text.h"

#include <QFileDialog>
#include <QMessageBox>
#include <QProgressDialog>
#include <QTimer>
#include <functional>
#include <memory>

namespace lockstep {

namespace {

constexpr unsigned kCsvSlice = 100000;

void showFailure(QWidget* parent, const Error& error)
{
    auto* box = new QMessageBox(QMessageBox::Warning, MetricPlot::tr("Export"), errorMessage(error),
                                QMessageBox::Ok, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->open();
}

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
            showFailure(qobject_cast<QWidget*>(parent()), end.error());
        deleteLater();
    }

    std::unique_ptr<SeriesCsv> m_csv;
    QProgressDialog m_dialog;
    QTimer m_timer;
};

/// `filter` is what the dialog calls such files.
void askWhere(MetricPlot& plot, const QString& title, const QString& filter, const QString& suffix,
              const std::function<void(const QString& file)>& save)
{
    auto* dialog = new QFileDialog(&plot, title, plot.spec().fileName + u'.' + suffix,
                                   QStringLiteral("%1 (*.%2)").arg(filter, suffix));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    QObject::connect(dialog, &QFileDialog::fileSelected, &plot, save);
    dialog->open();
}

} // namespace

void exportPicture(MetricPlot& plot, const QString& format)
{
    askWhere(plot, MetricPlot::tr("Save the plot"), MetricPlot::tr("Pictures"), format,
             [&plot](const QString& file) {
                 PlotSheet sheet(plot.runName());
                 sheet.add(plot);
                 if (const Result<void> saved = sheet.save(file); !saved)
                     showFailure(&plot, saved.error());
             });
}

void exportValues(MetricPlot& plot)
{
    askWhere(plot, MetricPlot::tr("Save the values"), MetricPlot::tr("Tables"), QStringLiteral("csv"),
             [&plot](const QString& file) {
                 auto csv = std::make_unique<SeriesCsv>(plot.table(), plot.spec());
                 if (const Result<void> opened = csv->open(file); opened)
                     new CsvJob(std::move(csv), &plot);
                 else
                     showFailure(&plot, opened.error());
             });
}

} // namespace lockstep
