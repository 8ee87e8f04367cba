// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/evaluation_pages.h"

#include "app/insight/confusion_view.h"
#include "app/insight/insight_table.h"
#include "app/insight/prediction_delegate.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QPushButton>

namespace lockstep {

namespace {

constexpr double kZoomStep = 1.5;

QPushButton* makeButton(QWidget* parent)
{
    auto* button = new QPushButton(parent);
    button->setAutoDefault(false); // Return is for the fields
    return button;
}

} // namespace

EvaluationPages::EvaluationPages(QWidget* parent)
    : QTabWidget(parent), m_matrix(new ConfusionView(this)), m_legend(new QLabel(this)),
      m_byRow(new QCheckBox(this)), m_zoomOut(makeButton(this)), m_zoomIn(makeButton(this)),
      m_fit(makeButton(this)), m_cell(new QLabel(this)), m_table(new InsightTable(m_classes, this))
{
    addTab(makeMatrix(), QString());
    addTab(makeClasses(), QString());
    addTab(makeGallery(m_worst, "worstMistakes"), QString());
    addTab(makeGallery(m_samples, "predictedSamples"), QString());
    retranslate();
}

QWidget* EvaluationPages::makeMatrix()
{
    auto* page = new QWidget(this);
    m_byRow->setChecked(true);
    m_cell->setObjectName(QStringLiteral("confusionCell"));
    m_cell->setTextFormat(Qt::PlainText);
    m_cell->setWordWrap(true);
    m_legend->setProperty("muted", true);
    m_legend->setWordWrap(true);
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_legend, 1);
    bar->addWidget(m_byRow);
    bar->addWidget(m_zoomOut);
    bar->addWidget(m_zoomIn);
    bar->addWidget(m_fit);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addLayout(bar);
    layout->addWidget(m_matrix, 1);
    layout->addWidget(m_cell);
    connect(m_byRow, &QCheckBox::toggled, m_matrix, [this](bool byRow) {
        m_matrix->setShade(byRow ? ConfusionView::Shade::Rows : ConfusionView::Shade::Counts);
    });
    connect(m_zoomIn, &QPushButton::clicked, m_matrix, [this] { m_matrix->zoom(kZoomStep); });
    connect(m_zoomOut, &QPushButton::clicked, m_matrix, [this] { m_matrix->zoom(1 / kZoomStep); });
    connect(m_fit, &QPushButton::clicked, m_matrix, &ConfusionView::fit);
    connect(m_matrix, &ConfusionView::cellChosen, m_cell, &QLabel::setText);
    return page;
}

QWidget* EvaluationPages::makeClasses()
{
    auto* page = new QWidget(this);
    m_table->setObjectName(QStringLiteral("classTable"));
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_table->makeFilter(page));
    layout->addWidget(m_table, 1);
    return page;
}

QWidget* EvaluationPages::makeGallery(Gallery& gallery, const char* objectName)
{
    auto* list = new QListView(this);
    list->setObjectName(QLatin1String(objectName));
    list->setModel(&gallery.model);
    list->setItemDelegate(new PredictionDelegate(list));
    list->setViewMode(QListView::IconMode);
    list->setMovement(QListView::Static);
    list->setResizeMode(QListView::Adjust);
    list->setUniformItemSizes(true);
    list->setMouseTracking(true);
    list->setFrameShape(QFrame::NoFrame);
    list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    auto* detail = new QLabel(this);
    detail->setProperty("muted", true);
    detail->setTextFormat(Qt::PlainText);
    detail->setWordWrap(true);
    detail->setMinimumHeight(2 * fontMetrics().lineSpacing());
    detail->setAlignment(Qt::AlignTop);
    gallery.list = list;
    gallery.detail = detail;
    connect(list->selectionModel(), &QItemSelectionModel::currentChanged, detail,
            [&gallery] { gallery.describe(); });
    connect(&gallery.model, &QAbstractItemModel::modelReset, detail, [&gallery] { gallery.describe(); });
    auto* page = new QWidget(this);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(list, 1);
    layout->addWidget(detail);
    return page;
}

void EvaluationPages::Gallery::describe()
{
    const QModelIndex current = list->currentIndex();
    detail->setText(current.isValid()
                        ? current.data(Qt::AccessibleTextRole).toString()
                        : EvaluationPages::tr("Choose a picture to read what the network says of it."));
}

void EvaluationPages::retranslate()
{
    setTabText(Matrix, tr("Confusion matrix"));
    setTabText(Classes, tr("Classes"));
    setTabText(Worst, tr("Worst mistakes"));
    setTabText(Samples, tr("Samples"));
    m_legend->setText(tr("Rows: the class of the samples. Columns: what they are taken for."));
    m_byRow->setText(tr("Colours by shares of rows"));
    m_byRow->setToolTip(tr("Colours tell what share of its class a cell is, not how many samples it has"));
    m_zoomIn->setText(tr("Zoom in"));
    m_zoomOut->setText(tr("Zoom out"));
    for (QPushButton* zoom : {m_zoomIn, m_zoomOut})
        zoom->setToolTip(tr("The keys + and -, or the wheel with Ctrl"));
    m_fit->setText(tr("Fit"));
    m_fit->setToolTip(tr("Shows as many classes as there is room for"));
    m_table->setAccessibleName(tr("How well each class is known"));
    m_worst.list->setAccessibleName(tr("Worst mistakes"));
    m_samples.list->setAccessibleName(tr("Samples with what they are taken for"));
    m_worst.describe();
    m_samples.describe();
}

void EvaluationPages::changeEvent(QEvent* event)
{
    QTabWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void EvaluationPages::setData(const EvaluatedData& evaluated)
{
    const Confusion& confusion = evaluated.report.confusion;
    m_matrix->setMatrix(ConfusionMatrix(confusion));
    m_classes.setConfusion(confusion);
    m_table->fitColumns();
    m_worst.model.setPredictions(evaluated.worst, confusion);
    m_samples.model.setPredictions(evaluated.samples, confusion);
}

} // namespace lockstep
