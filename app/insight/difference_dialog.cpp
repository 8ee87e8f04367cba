// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/difference_dialog.h"

#include "app/insight/background_reading.h"
#include "app/insight/call_bar.h"
#include "app/insight/insight_table.h"
#include "app/text/inert_text.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockstep {

namespace {

constexpr QSize kFirstSize{900, 560};

Result<CheckpointDifference> readDifference(const QByteArray& json)
{
    return parseCheckpointDifference({json.constData(), static_cast<std::size_t>(json.size())});
}

QString summaryOf(const CheckpointDifference& difference)
{
    if (difference.equal)
        return DifferenceDialog::tr("The two are equal, bit for bit.");
    const auto others =
        difference.onlyInFirst.size() + difference.onlyInSecond.size() + difference.otherShape.size();
    const QLocale locale;
    QString text = DifferenceDialog::tr("%1 tensors differ, %2 are equal bit for bit.")
                       .arg(locale.toString(static_cast<qulonglong>(difference.differing.size())),
                            locale.toString(static_cast<qulonglong>(difference.equalBits.size())));
    if (others > 0)
        text += u' ' + DifferenceDialog::tr("%1 have no counterpart of their shape.")
                           .arg(locale.toString(static_cast<qulonglong>(others)));
    return text;
}

} // namespace

DifferenceDialog::DifferenceDialog(const QString& engine, const QString& first, const QString& second,
                                   QWidget* parent)
    : QDialog(parent), m_call(engine), m_heading(new QLabel(this)), m_summary(new QLabel(this)),
      m_bar(new CallBar(m_call, tr("Comparing the checkpoints…"), this)),
      m_table(new InsightTable(m_model, this))
{
    setWindowTitle(tr("Two checkpoints compared"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    m_heading->setProperty("heading", true);
    m_heading->setText(
        tr("%1 and %2")
            .arg(inertString(QFileInfo(first).fileName()), inertString(QFileInfo(second).fileName())));
    m_summary->setProperty("muted", true);
    for (QLabel* label : {m_heading, m_summary}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
    }
    auto* filter = new QLineEdit(this);
    filter->setPlaceholderText(tr("Filter by name"));
    filter->setAccessibleName(tr("Filter by name"));
    filter->setClearButtonEnabled(true);
    connect(filter, &QLineEdit::textChanged, m_table, &InsightTable::setFilter);
    m_table->setObjectName(QStringLiteral("differenceTable"));
    m_table->setAccessibleName(tr("Tensors of both checkpoints"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false); // Return is for the fields
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 14);
    layout->addWidget(m_heading);
    layout->addWidget(m_summary);
    layout->addWidget(m_bar);
    layout->addWidget(filter);
    layout->addWidget(m_table, 1);
    layout->addWidget(buttons);
    connect(&m_call, &EngineCall::answered, this, &DifferenceDialog::read);
    resize(kFirstSize);
    m_call.start({QStringLiteral("inspect"), QStringLiteral("--json"), first, second});
}

DifferenceDialog::~DifferenceDialog() = default;

void DifferenceDialog::read(const QByteArray& json)
{
    readInBackground(this, json, readDifference,
                     [this](const Result<CheckpointDifference>& difference) { showDifference(difference); });
}

void DifferenceDialog::showDifference(const Result<CheckpointDifference>& difference)
{
    if (!difference.ok())
        return m_bar->showError(difference.error());
    m_summary->setText(summaryOf(*difference));
    m_model.setDifference(*difference);
    m_table->fitColumns();
}

} // namespace lockstep
