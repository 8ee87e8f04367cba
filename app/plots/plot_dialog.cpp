// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plots/plot_dialog.h"

#include "app/plots/metric_text.h"
#include "app/plots/plot_spec.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QSignalBlocker>
#include <QSlider>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

namespace {

enum Column { Name, Left, Right };
constexpr int kMetricRole = Qt::UserRole;
constexpr int kSmoothingSteps = 100;
constexpr auto kAxes = {XAxis::Step, XAxis::Epoch, XAxis::Images, XAxis::RelativeTime, XAxis::WallTime};

QString smoothingText(int percent)
{
    return percent > 0 ? PlotDialog::tr("%1 %").arg(percent) : PlotDialog::tr("none");
}

Metric metricOf(const QTreeWidgetItem& item)
{
    const QByteArray name = item.data(Name, kMetricRole).toString().toUtf8();
    return Metric::named({name.constData(), static_cast<std::size_t>(name.size())});
}

} // namespace

struct PlotDialog::State {
    PlotChoice choice;
    QLineEdit* search = nullptr;
    QTreeWidget* metrics = nullptr;
    QFormLayout* form = nullptr;
    QComboBox* axis = nullptr;
    QSlider* smoothing = nullptr;
    QHBoxLayout* smoothingRow = nullptr;
    QLabel* smoothed = nullptr; ///< how much, in words
    QCheckBox* stacks = nullptr;
    QCheckBox* logarithmicX = nullptr;
    QCheckBox* logarithmicLeft = nullptr;
    QCheckBox* logarithmicRight = nullptr;
    QCheckBox* discarded = nullptr;
};

PlotDialog::PlotDialog(const MetricTable& table, const PlotChoice& choice, QWidget* parent)
    : QDialog(parent), m_state(std::make_unique<State>())
{
    m_state->choice = choice;
    build(table);
    State& state = *m_state;
    connect(state.search, &QLineEdit::textChanged, this, &PlotDialog::search);
    connect(state.metrics, &QTreeWidget::itemChanged, this,
            [this](QTreeWidgetItem* item, int column) { take(*item, column); });
    connect(state.axis, &QComboBox::currentIndexChanged, this, &PlotDialog::takeOptions);
    connect(state.smoothing, &QSlider::valueChanged, this, &PlotDialog::takeOptions);
    for (QCheckBox* box :
         {state.stacks, state.logarithmicX, state.logarithmicLeft, state.logarithmicRight, state.discarded})
        connect(box, &QCheckBox::toggled, this, &PlotDialog::takeOptions);
}

PlotDialog::~PlotDialog() = default;

const PlotChoice& PlotDialog::choice() const
{
    return m_state->choice;
}

void PlotDialog::build(const MetricTable& table)
{
    State& state = *m_state;
    auto* column = new QVBoxLayout(this);
    state.search = new QLineEdit(this);
    state.search->setClearButtonEnabled(true);
    column->addWidget(state.search);
    state.metrics = new QTreeWidget(this);
    state.metrics->setColumnCount(3);
    state.metrics->setUniformRowHeights(true);
    state.metrics->header()->setStretchLastSection(false);
    state.metrics->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    state.metrics->header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    addMetrics(table);
    column->addWidget(state.metrics, 1);
    state.form = new QFormLayout;
    column->addLayout(state.form);
    state.axis = new QComboBox(this);
    for (const XAxis axis : kAxes) {
        if (table.knows(axis) || axis == state.choice.xAxis)
            state.axis->addItem(axisTitle(axis), static_cast<int>(axis));
    }
    state.axis->setCurrentIndex(state.axis->findData(static_cast<int>(state.choice.xAxis)));
    state.form->addRow(new QLabel(this), state.axis);
    state.smoothing = new QSlider(Qt::Horizontal, this);
    state.smoothing->setRange(0, kSmoothingSteps);
    state.smoothing->setValue(static_cast<int>(state.choice.smoothing * kSmoothingSteps));
    state.smoothed = new QLabel(this);
    state.smoothed->setMinimumWidth(state.smoothed->fontMetrics().horizontalAdvance(smoothingText(100)));
    state.smoothed->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    state.smoothingRow = new QHBoxLayout;
    state.smoothingRow->addWidget(state.smoothing, 1);
    state.smoothingRow->addWidget(state.smoothed);
    state.form->addRow(new QLabel(this), state.smoothingRow);
    const auto box = [&](bool checked) {
        auto* made = new QCheckBox(this);
        made->setChecked(checked);
        column->addWidget(made);
        return made;
    };
    state.stacks = box(state.choice.stacks);
    state.logarithmicX = box(state.choice.logarithmicX);
    state.logarithmicLeft = box(state.choice.logarithmicLeft);
    state.logarithmicRight = box(state.choice.logarithmicRight);
    state.discarded = box(state.choice.showsDiscarded);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    column->addWidget(buttons);
    retranslate();
    enableOptions();
    resize(460, 620);
}

void PlotDialog::addMetrics(const MetricTable& table)
{
    State& state = *m_state;
    QVector<Metric> metrics = table.metrics();
    for (const Metric metric : state.choice.metrics()) {
        if (!metrics.contains(metric))
            metrics.append(metric);
    }
    std::ranges::sort(metrics, readsBefore);
    QMap<QString, QTreeWidgetItem*> groups;
    for (const Metric metric : metrics) {
        const QString title = metricGroupText(metric);
        QTreeWidgetItem*& group = groups[title];
        if (!group) {
            group = new QTreeWidgetItem(state.metrics, {title});
            group->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        }
        auto* item = new QTreeWidgetItem(group, {metricText(metric).title});
        item->setToolTip(Name, metricText(metric).toolTip);
        item->setData(Name, kMetricRole,
                      QString::fromUtf8(metric.name().data(), static_cast<qsizetype>(metric.name().size())));
        item->setCheckState(Left, state.choice.left.contains(metric) ? Qt::Checked : Qt::Unchecked);
        item->setCheckState(Right, state.choice.right.contains(metric) ? Qt::Checked : Qt::Unchecked);
    }
    state.metrics->expandAll();
}

void PlotDialog::retranslate()
{
    State& state = *m_state;
    setWindowTitle(tr("What the plot shows"));
    state.search->setPlaceholderText(tr("Search"));
    state.search->setAccessibleName(tr("Search the metrics"));
    state.metrics->setAccessibleName(tr("Metrics"));
    state.metrics->setHeaderLabels({tr("Metric"), tr("Left"), tr("Right")});
    static_cast<QLabel*>(state.form->labelForField(state.axis))->setText(tr("Over:"));
    static_cast<QLabel*>(state.form->labelForField(state.smoothingRow))->setText(tr("Smoothing:"));
    state.smoothing->setAccessibleName(tr("Smoothing"));
    state.axis->setAccessibleName(tr("Over"));
    for (int i = 0; i < state.axis->count(); ++i)
        state.axis->setItemText(i, axisTitle(static_cast<XAxis>(state.axis->itemData(i).toInt())));
    state.stacks->setText(tr("One upon the other"));
    state.logarithmicX->setText(tr("Logarithmic x axis"));
    state.logarithmicLeft->setText(tr("Logarithmic left axis"));
    state.logarithmicRight->setText(tr("Logarithmic right axis"));
    state.discarded->setText(tr("Also what later attempts did again"));
}

void PlotDialog::search(const QString& text)
{
    QTreeWidget& metrics = *m_state->metrics;
    for (int g = 0; g < metrics.topLevelItemCount(); ++g) {
        QTreeWidgetItem& group = *metrics.topLevelItem(g);
        bool any = false;
        for (int i = 0; i < group.childCount(); ++i) {
            QTreeWidgetItem& item = *group.child(i);
            const bool fits = item.text(Name).contains(text, Qt::CaseInsensitive) ||
                              item.data(Name, kMetricRole).toString().contains(text, Qt::CaseInsensitive);
            item.setHidden(!fits);
            any = any || fits;
        }
        group.setHidden(!any);
    }
}

/// A metric stands by one axis at most, and the last one stays: a plot of nothing tells nothing.
void PlotDialog::take(QTreeWidgetItem& item, int column)
{
    State& state = *m_state;
    if (!item.parent() || (column != Left && column != Right))
        return;
    const QSignalBlocker blocker(state.metrics);
    const Metric metric = metricOf(item);
    QVector<Metric>& axis = column == Left ? state.choice.left : state.choice.right;
    QVector<Metric>& other = column == Left ? state.choice.right : state.choice.left;
    if (item.checkState(column) == Qt::Checked) {
        if (!axis.contains(metric))
            axis.append(metric);
        other.removeAll(metric);
        item.setCheckState(column == Left ? Right : Left, Qt::Unchecked);
    } else {
        axis.removeAll(metric);
    }
    if (state.choice.left.isEmpty() && !state.choice.right.isEmpty() && column == Right) {
        // Moved across: the right axis alone would have no grid.
        axis.removeAll(metric);
        state.choice.left.append(metric);
        item.setCheckState(Right, Qt::Unchecked);
        item.setCheckState(Left, Qt::Checked);
    } else if (state.choice.left.isEmpty()) {
        state.choice.left.append(metric);
        item.setCheckState(Left, Qt::Checked);
    }
    enableOptions();
    emit choiceChanged(state.choice);
}

void PlotDialog::takeOptions()
{
    State& state = *m_state;
    PlotChoice& choice = state.choice;
    choice.xAxis = static_cast<XAxis>(state.axis->currentData().toInt());
    choice.smoothing = state.smoothing->value() / static_cast<double>(kSmoothingSteps);
    choice.stacks = state.stacks->isChecked();
    // The logarithm of a date tells nothing.
    choice.logarithmicX = state.logarithmicX->isChecked() && choice.xAxis != XAxis::WallTime;
    choice.logarithmicLeft = state.logarithmicLeft->isChecked();
    choice.logarithmicRight = state.logarithmicRight->isChecked();
    choice.showsDiscarded = state.discarded->isChecked();
    enableOptions();
    emit choiceChanged(choice);
}

void PlotDialog::enableOptions()
{
    State& state = *m_state;
    const PlotChoice& choice = state.choice;
    state.logarithmicX->setEnabled(choice.xAxis != XAxis::WallTime);
    state.logarithmicRight->setEnabled(!choice.right.isEmpty());
    state.smoothed->setText(smoothingText(state.smoothing->value()));
    state.stacks->setEnabled(choice.left.size() > 1 && choice.right.isEmpty() && !choice.logarithmicLeft);
}

void PlotDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace lockstep
