// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/evaluation_pages.h"

#include "app/insight/confusion_view.h"
#include "app/insight/insight_table.h"
#include "app/insight/prediction_delegate.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>

namespace lockstep {

namespace {

constexpr double kZoomStep = 1.5;

QPushButton* makeButton(const QString& text, const QString& toolTip, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setToolTip(toolTip);
    button->setAutoDefault(false);
    return button;
}

} // namespace

EvaluationPages::EvaluationPages(QWidget* parent)
    : QTabWidget(parent), m_matrix(new ConfusionView(this)), m_cell(new QLabel(this)),
      m_table(new InsightTable(m_classes, this))
{
    addTab(makeMatrix(), tr("Confusion matrix"));
    addTab(makeClasses(), tr("Classes"));
    addTab(makeGallery(m_worst, "worstMistakes", tr("Worst mistakes")), tr("Worst mistakes"));
    addTab(makeGallery(m_samples, "predictedSamples", tr("Samples with what they are taken for")),
           tr("Samples"));
}

QWidget* EvaluationPages::makeMatrix()
{
    auto* page = new QWidget(this);
    auto* rows = new QCheckBox(tr("Shares of each row"), page);
    rows->setToolTip(tr("Colours tell what share of its class a cell is, not how many samples it has"));
    rows->setChecked(true);
    auto* in = makeButton(tr("Zoom in"), tr("The keys + and -, or the wheel with Ctrl"), page);
    auto* out = makeButton(tr("Zoom out"), tr("The keys + and -, or the wheel with Ctrl"), page);
    auto* all = makeButton(tr("Fit"), tr("Shows as many classes as there is room for"), page);
    m_cell->setObjectName(QStringLiteral("confusionCell"));
    m_cell->setTextFormat(Qt::PlainText);
    m_cell->setWordWrap(true);
    auto* legend = new QLabel(tr("Rows: the class of the samples. Columns: what they are taken for."), page);
    legend->setProperty("muted", true);
    legend->setWordWrap(true);
    auto* bar = new QHBoxLayout;
    bar->addWidget(legend, 1);
    bar->addWidget(rows);
    bar->addWidget(out);
    bar->addWidget(in);
    bar->addWidget(all);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addLayout(bar);
    layout->addWidget(m_matrix, 1);
    layout->addWidget(m_cell);
    connect(rows, &QCheckBox::toggled, m_matrix, [this](bool byRow) {
        m_matrix->setShade(byRow ? ConfusionView::Shade::Rows : ConfusionView::Shade::Counts);
    });
    connect(in, &QPushButton::clicked, m_matrix, [this] { m_matrix->zoom(kZoomStep); });
    connect(out, &QPushButton::clicked, m_matrix, [this] { m_matrix->zoom(1 / kZoomStep); });
    connect(all, &QPushButton::clicked, m_matrix, &ConfusionView::fit);
    connect(m_matrix, &ConfusionView::cellChosen, m_cell, &QLabel::setText);
    return page;
}

QWidget* EvaluationPages::makeClasses()
{
    auto* page = new QWidget(this);
    m_table->setObjectName(QStringLiteral("classTable"));
    m_table->setAccessibleName(tr("How well each class is known"));
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_table->makeFilter(page));
    layout->addWidget(m_table, 1);
    return page;
}

QWidget* EvaluationPages::makeGallery(PredictionModel& model, const char* objectName, const QString& name)
{
    auto* list = new QListView(this);
    list->setObjectName(QLatin1String(objectName));
    list->setAccessibleName(name);
    list->setModel(&model);
    list->setItemDelegate(new PredictionDelegate(list));
    list->setViewMode(QListView::IconMode);
    list->setMovement(QListView::Static);
    list->setResizeMode(QListView::Adjust);
    list->setUniformItemSizes(true);
    list->setMouseTracking(true);
    list->setFrameShape(QFrame::NoFrame);
    list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    auto* detail = new QLabel(tr("Choose a picture to read what the network says of it."), this);
    detail->setProperty("muted", true);
    detail->setTextFormat(Qt::PlainText);
    detail->setWordWrap(true);
    detail->setMinimumHeight(2 * fontMetrics().lineSpacing());
    detail->setAlignment(Qt::AlignTop);
    connect(list->selectionModel(), &QItemSelectionModel::currentChanged, detail,
            [detail](const QModelIndex& current) {
                detail->setText(current.data(Qt::AccessibleTextRole).toString());
            });
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(list, 1);
    layout->addWidget(detail);
    return page;
}

void EvaluationPages::setData(const EvaluatedData& evaluated)
{
    const Confusion& confusion = evaluated.report.confusion;
    m_matrix->setMatrix(ConfusionMatrix(confusion));
    m_classes.setConfusion(confusion);
    m_table->fitColumns();
    m_worst.setPredictions(evaluated.worst, confusion);
    m_samples.setPredictions(evaluated.samples, confusion);
}

} // namespace lockstep
