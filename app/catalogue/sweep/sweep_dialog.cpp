// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/sweep/sweep_dialog.h"

#include "app/document/experiment_leaves.h"
#include "app/text/error_text.h"
#include "app/text/plain_text.h"
#include "app/theme/reading_order.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kMostKeys = 8;
const QString kFirstKey = QStringLiteral("training.learning_rate");

QLabel* paragraph(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

SweepDialog::SweepDialog(const Experiment& experiment, QWidget* parent)
    : QDialog(parent), m_grid(new QGridLayout), m_paired(new QCheckBox(this)), m_atOnce(new QSpinBox(this)),
      m_verdict(paragraph(this)), m_more(new QPushButton(this))
{
    setWindowTitle(tr("Sweep"));
    m_sweep.id = freshSweepId();
    m_sweep.experiment = experiment;
    for (const auto& [key, value] : leavesOf(experiment)) {
        if (key != QLatin1String("version") && key != QLatin1String("name"))
            m_keys.append(key);
    }
    QLabel* what = paragraph(this);
    what->setText(
        tr("The document is run with every value, one run after the other: 0.1, 0.01 is a list, 16..64:4 are "
           "four values evenly apart, 1e-4..0.1:4:log four with even logarithms."));
    m_paired->setText(tr("&Pair the values instead of trying each with each"));
    m_atOnce->setRange(1, std::max(1, hostsTakingPart(experiment)));
    m_atOnce->setToolTip(wrappedText(tr("So many runs at the same time, each on hosts of its own")));
    m_more->setText(tr("Another &setting"));
    m_more->setAutoDefault(false);
    m_buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    m_start = m_buttons->addButton(tr("Start"), QDialogButtonBox::AcceptRole);
    m_start->setDefault(true);
    auto* form = new QFormLayout;
    form->addRow(tr("Runs at &once:"), m_atOnce);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(10);
    layout->addWidget(what);
    layout->addLayout(m_grid);
    layout->addWidget(m_more, 0, Qt::AlignLeft);
    layout->addWidget(m_paired);
    layout->addLayout(form);
    layout->addWidget(m_verdict);
    layout->addWidget(m_buttons);
    connect(m_more, &QPushButton::clicked, this, [this] {
        addRow();
        m_more->setEnabled(m_rows.size() < kMostKeys);
    });
    connect(m_paired, &QCheckBox::toggled, this, &SweepDialog::check);
    connect(m_atOnce, &QSpinBox::valueChanged, this, &SweepDialog::check);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    addRow();
    setMinimumWidth(520);
}

void SweepDialog::addRow()
{
    const Row row{new QComboBox(this), new QLineEdit(this)};
    row.key->setEditable(true);
    row.key->addItems(m_keys);
    row.key->setCurrentText(m_rows.isEmpty() ? kFirstKey : QString());
    row.key->completer()->setFilterMode(Qt::MatchContains);
    row.key->completer()->setCompletionMode(QCompleter::PopupCompletion);
    row.key->setAccessibleName(tr("Setting"));
    row.values->setAccessibleName(tr("Values"));
    row.values->setPlaceholderText(tr("0.1, 0.01"));
    const auto at = static_cast<int>(m_rows.size());
    m_grid->addWidget(row.key, at, 0);
    m_grid->addWidget(row.values, at, 1);
    m_grid->setColumnStretch(0, 1);
    m_grid->setColumnStretch(1, 1);
    connect(row.key, &QComboBox::currentTextChanged, this, &SweepDialog::check);
    connect(row.values, &QLineEdit::textChanged, this, &SweepDialog::check);
    m_rows.append(row);
    QList<QWidget*> inOrder;
    for (const Row& each : m_rows)
        inOrder << each.key << each.values;
    setReadingOrder(inOrder << m_more << m_paired << m_atOnce << m_buttons);
    row.values->setFocus();
    check();
}

Result<Sweep> SweepDialog::asked() const
{
    Sweep sweep = m_sweep;
    sweep.axes.clear();
    sweep.mode = m_paired->isChecked() ? SweepMode::Paired : SweepMode::Grid;
    sweep.atOnce = m_atOnce->value();
    for (const Row& row : m_rows) {
        if (row.values->text().trimmed().isEmpty())
            continue;
        const Result<SweepAxis> axis = sweepAxisIn(row.key->currentText() + u'=' + row.values->text());
        if (!axis)
            return axis.error();
        sweep.axes.append(*axis);
    }
    return sweep;
}

void SweepDialog::check()
{
    const Result<Sweep> sweep = asked();
    const bool hasAxes = sweep && !sweep->axes.isEmpty();
    const Result<QVector<SweepPoint>> points = hasAxes ? sweepPoints(*sweep) : QVector<SweepPoint>();
    m_start->setEnabled(hasAxes && points);
    m_paired->setEnabled(m_rows.size() > 1);
    if (!sweep)
        m_verdict->setText(errorMessage(sweep.error()));
    else if (!hasAxes)
        m_verdict->setText(tr("Give a setting some values."));
    else if (!points)
        m_verdict->setText(errorMessage(points.error()));
    else
        m_verdict->setText(tr("%Ln run(s)", nullptr, static_cast<int>(points->size())));
    if (hasAxes && points)
        m_sweep = *sweep;
}

} // namespace lockstep
