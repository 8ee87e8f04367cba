// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/inside_dialog.h"

#include "app/insight/background_reading.h"
#include "app/insight/call_bar.h"
#include "app/insight/filter_view.h"
#include "app/insight/histogram_delegate.h"
#include "app/insight/histogram_view.h"
#include "app/insight/insight_table.h"
#include "app/text/inert_text.h"

#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QSplitter>
#include <QTabWidget>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr QSize kInsideSize{960, 640};

Result<CheckpointContents> readContents(const QByteArray& json)
{
    return parseCheckpointContents({json.constData(), static_cast<std::size_t>(json.size())});
}

QString headingOf(const CheckpointContents& contents)
{
    if (!contents.verified)
        return inertString(contents.path);
    return InsideDialog::tr("%1, step %2")
        .arg(inertString(contents.model), QLocale().toString(static_cast<qlonglong>(contents.step)));
}

QString summaryOf(const CheckpointContents& contents)
{
    const QLocale locale;
    QString text = InsideDialog::tr("%1 tensors with %2 values.")
                       .arg(locale.toString(static_cast<qlonglong>(contents.tensors.size())),
                            locale.toString(static_cast<qlonglong>(contents.values)));
    if (contents.verified)
        text += u' ' + InsideDialog::tr("All files have the sizes and checksums of the manifest.");
    return text;
}

} // namespace

InsideDialog::InsideDialog(const QString& engine, const QString& checkpoint, QWidget* parent)
    : AnswerDialog(engine, parent), m_checkpoint(checkpoint), m_filters(new FilterView(this)),
      m_tabs(new QTabWidget(this))
{
    m_tabs->addTab(makeTensors(), QString());
    m_tabs->addTab(m_filters, QString());
    lay({m_tabs});
    InsideDialog::retranslate();
    connect(&m_call, &EngineCall::answered, this, &InsideDialog::read);
    resize(kInsideSize);
    m_call.start(
        {QStringLiteral("inspect"), QStringLiteral("--json"), QStringLiteral("--filters"), checkpoint});
}

InsideDialog::~InsideDialog() = default;

QWidget* InsideDialog::makeTensors()
{
    auto* page = new QWidget(this);
    m_table = new InsightTable(m_model, page);
    m_table->setObjectName(QStringLiteral("tensorTable"));
    m_table->setItemDelegateForColumn(TensorModel::Distribution, new HistogramDelegate(m_table));
    // What tells most stands beside the name, where nobody need scroll for it.
    m_table->horizontalHeader()->moveSection(TensorModel::Distribution, TensorModel::Name + 1);
    m_histogram = new HistogramView(page);
    auto* splitter = new QSplitter(Qt::Vertical, page);
    splitter->addWidget(m_table);
    splitter->addWidget(m_histogram);
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(m_table->makeFilter(page));
    layout->addWidget(splitter, 1);
    connect(m_table, &InsightTable::rowChosen, this, &InsideDialog::showTensor);
    return page;
}

void InsideDialog::read(const QByteArray& json)
{
    readInBackground(this, json, readContents,
                     [this](const Result<CheckpointContents>& contents) { showContents(contents); });
}

void InsideDialog::showContents(const Result<CheckpointContents>& contents)
{
    if (!contents.ok())
        return m_bar->showError(contents.error());
    m_contents = *contents;
    m_filters->setFilters(contents->filters);
    m_model.setContents(*contents);
    m_table->fitColumns();
    retranslate();
    if (m_model.rowCount() > 0)
        m_table->selectRow(0);
}

void InsideDialog::retranslate()
{
    setWindowTitle(tr("Inside the checkpoint"));
    m_bar->setBusyText(tr("Reading and verifying the checkpoint…"));
    m_tabs->setTabText(0, tr("Tensors"));
    m_tabs->setTabText(1, tr("Filters"));
    m_table->setAccessibleName(tr("Tensors of the checkpoint"));
    m_heading->setText(m_contents ? headingOf(*m_contents) : inertString(m_checkpoint));
    m_summary->setText(m_contents ? summaryOf(*m_contents) : QString());
    showTensor(m_table->chosenRow());
}

void InsideDialog::showTensor(int row)
{
    if (row < 0)
        m_histogram->clear();
    else
        m_histogram->setTensor(m_model.name(row), m_model.tensor(row));
}

} // namespace lockstep
