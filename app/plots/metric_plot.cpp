// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/metric_plot.h"

#include "app/plots/plot_canvas.h"
#include "app/plots/series_csv.h"
#include "app/text/error_text.h"
#include "app/text/plain_text.h"

#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QImageWriter>
#include <QMenu>
#include <QMessageBox>
#include <QProgressDialog>
#include <QToolButton>

namespace lockstep {

namespace {

constexpr unsigned kCsvSlice = 100000;
constexpr double kExportRatio = 2;

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

} // namespace

struct MetricPlot::State {
    State(const MetricStore& plotStore, QVector<PlotSpec> plotSpecs, MetricPlot* parent)
        : store(plotStore), specs(std::move(plotSpecs)), spec(specs.first()),
          canvas(new PlotCanvas(store, spec, parent))
    {
    }

    const MetricStore& store;
    QVector<PlotSpec> specs;
    PlotSpec spec; ///< the one shown; the canvas refers to it
    PlotCanvas* canvas;
    QWidget* bar = nullptr;
    QComboBox* chooser = nullptr;
    QToolButton* all = nullptr;
    QToolButton* follow = nullptr;
    QToolButton* save = nullptr;
    QAction* png = nullptr;
    QAction* csv = nullptr;
};

MetricPlot::MetricPlot(const MetricStore& store, const PlotSpec& spec, QWidget* parent)
    : MetricPlot(store, QVector<PlotSpec>{spec}, parent)
{
}

MetricPlot::MetricPlot(const MetricStore& store, QVector<PlotSpec> specs, QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>(store, std::move(specs), this))
{
    setObjectName(m_state->spec.fileName);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    buildBar();
    layout->addWidget(m_state->bar);
    layout->addWidget(m_state->canvas, 1);
    connect(m_state->canvas, &PlotCanvas::viewChanged, this, &MetricPlot::updateButtons);
    connect(m_state->canvas, &PlotCanvas::rankClicked, this, &MetricPlot::rankClicked);
    updateButtons();
}

MetricPlot::~MetricPlot() = default;

void MetricPlot::buildBar()
{
    State& state = *m_state;
    state.bar = new QWidget(this);
    auto* layout = new QHBoxLayout(state.bar);
    layout->setContentsMargins(6, 4, 6, 2);
    layout->setSpacing(2);
    state.chooser = new QComboBox(state.bar);
    state.chooser->setObjectName(QStringLiteral("plotChooser"));
    state.chooser->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    // A narrow plot cuts the name rather than its buttons.
    state.chooser->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    state.chooser->setMinimumWidth(80);
    for (const PlotSpec& spec : state.specs)
        state.chooser->addItem(spec.title);
    connect(state.chooser, &QComboBox::currentIndexChanged, this, &MetricPlot::choose);
    layout->addWidget(state.chooser);
    layout->addStretch(1);
    const auto button = [&] {
        auto* tool = new QToolButton(state.bar);
        tool->setAutoRaise(true);
        layout->addWidget(tool);
        return tool;
    };
    state.all = button();
    state.follow = button();
    state.follow->setCheckable(true);
    state.save = button();
    state.save->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(state.save);
    state.png = menu->addAction(QString(), this, &MetricPlot::exportPng);
    state.csv = menu->addAction(QString(), this, &MetricPlot::exportCsv);
    state.save->setMenu(menu);
    connect(state.all, &QToolButton::clicked, this, &MetricPlot::fit);
    connect(state.follow, &QToolButton::clicked, this, [this](bool on) {
        m_state->canvas->view().setFollowing(on);
        m_state->canvas->markDirty();
        updateButtons();
    });
    retranslate();
}

void MetricPlot::retranslate()
{
    State& state = *m_state;
    state.chooser->setAccessibleName(tr("What the plot shows"));
    for (int i = 0; i < state.chooser->count(); ++i) {
        state.chooser->setItemText(i, state.specs[i].title);
        state.chooser->setItemData(i, state.specs[i].toolTip, Qt::ToolTipRole);
    }
    // A narrow plot cuts the title: here it is whole.
    state.chooser->setToolTip(wrappedText(state.spec.title + u'\n' + state.spec.toolTip));
    state.all->setText(tr("Show all"));
    state.all->setToolTip(tr("Show the whole run (double click into the plot)"));
    state.follow->setText(tr("Follow"));
    state.follow->setToolTip(tr("Keep the newest point in sight"));
    state.save->setText(tr("Export"));
    state.save->setToolTip(tr("Save the plot as a picture, or its values as a table"));
    state.png->setText(tr("Picture (PNG)…"));
    state.csv->setText(tr("Values (CSV)…"));
}

void MetricPlot::setSpecs(QVector<PlotSpec> specs)
{
    State& state = *m_state;
    state.specs = std::move(specs);
    state.spec = state.specs[state.chooser->currentIndex()];
    retranslate();
    state.canvas->specChanged();
}

const PlotSpec& MetricPlot::spec() const
{
    return m_state->spec;
}

void MetricPlot::choose(int index)
{
    State& state = *m_state;
    if (index < 0 || index >= state.specs.size() || state.specs[index].fileName == state.spec.fileName)
        return;
    state.spec = state.specs[index];
    state.chooser->setCurrentIndex(index);
    retranslate();
    state.canvas->view().releaseValues();
    state.canvas->specChanged();
    emit chosen(index);
}

void MetricPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_state->save)
        retranslate();
}

void MetricPlot::updateButtons()
{
    const PlotView& view = m_state->canvas->view();
    m_state->all->setEnabled(!view.fitted());
    m_state->follow->setChecked(view.following());
}

void MetricPlot::setSelectedRanks(const QVector<int>& ranks)
{
    m_state->canvas->setSelectedRanks(ranks);
}

void MetricPlot::setExpectedEnd(double key)
{
    m_state->canvas->view().setExpectedEnd(key);
    m_state->canvas->markDirty();
}

void MetricPlot::fit()
{
    m_state->canvas->view().fit();
    m_state->canvas->markDirty();
    updateButtons();
}

QImage MetricPlot::toImage(QSize size, double ratio) const
{
    // A second canvas of that size, so that the one on screen keeps still.
    PlotCanvas canvas(m_state->store, m_state->spec);
    canvas.setPalette(palette());
    canvas.setFont(font());
    canvas.view() = m_state->canvas->view();
    canvas.setSelectedRanks(m_state->canvas->selectedRanks());
    canvas.resize(size);
    canvas.setBufferDevicePixelRatio(ratio);
    canvas.replot(QCustomPlot::rpQueuedRefresh);
    QImage image = canvas.toPixmap(size.width(), size.height(), ratio).toImage();
    image.setDevicePixelRatio(1);
    return image;
}

Result<void> MetricPlot::savePng(const QString& file, QSize size, double ratio) const
{
    QImageWriter writer(file, "png");
    if (writer.write(toImage(size, ratio)))
        return {};
    return Error{LOCKSTEP_TEXT("Cannot write %1: %2. Choose another place."),
                 {file.toStdString(), writer.errorString().toStdString()},
                 {}};
}

void MetricPlot::exportPng()
{
    auto* dialog = new QFileDialog(this, tr("Save the plot"), m_state->spec.fileName + QStringLiteral(".png"),
                                   tr("Pictures (*.png)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("png"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        const Result<void> saved = savePng(file, m_state->canvas->size(), kExportRatio);
        if (!saved)
            showFailure(this, saved.error());
    });
    dialog->open();
}

void MetricPlot::exportCsv()
{
    auto* dialog = new QFileDialog(this, tr("Save the values"),
                                   m_state->spec.fileName + QStringLiteral(".csv"), tr("Tables (*.csv)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("csv"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        const PlotSpec& spec = m_state->spec;
        auto csv = std::make_unique<SeriesCsv>(
            m_state->store.table(), spec.left.metric,
            spec.perRank ? QStringLiteral("step") : QStringLiteral("epoch"), spec.fileName);
        const Result<void> opened = csv->open(file);
        if (opened)
            new CsvJob(std::move(csv), this);
        else
            showFailure(this, opened.error());
    });
    dialog->open();
}

} // namespace lockstep
