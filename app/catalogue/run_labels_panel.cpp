// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/catalogue/run_labels_panel.h"

#include "app/text/inert_text.h"
#include "app/text/number_text.h"

#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <algorithm>

namespace lockstep {

namespace {

constexpr int kPauseMs = 800;

QLabel* plainLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

RunLabelsPanel::RunLabelsPanel(QWidget* parent)
    : QWidget(parent), m_title(plainLabel(this)), m_facts(plainLabel(this)), m_tagsLabel(plainLabel(this)),
      m_tags(new QLineEdit(this)), m_notesLabel(plainLabel(this)), m_notes(new QPlainTextEdit(this))
{
    m_facts->setProperty("muted", true);
    m_tags->setMaxLength(kMaxTags * kMaxTagLength);
    m_tagsLabel->setBuddy(m_tags);
    m_notesLabel->setBuddy(m_notes);
    m_notes->setTabChangesFocus(true);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kPauseMs);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 12);
    for (QWidget* part : std::initializer_list<QWidget*>{m_title, m_facts, m_tagsLabel, m_tags, m_notesLabel})
        layout->addWidget(part);
    layout->addWidget(m_notes, 1);
    connect(m_tags, &QLineEdit::textEdited, &m_typing, qOverload<>(&QTimer::start));
    connect(m_notes, &QPlainTextEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_tags, &QLineEdit::editingFinished, this, &RunLabelsPanel::keep);
    connect(&m_typing, &QTimer::timeout, this, &RunLabelsPanel::keep);
    retranslate();
}

void RunLabelsPanel::setRuns(const QVector<CatalogueRun>& runs)
{
    const bool isSame = std::ranges::equal(runs, m_runs, {}, &CatalogueRun::folder, &CatalogueRun::folder);
    if (isSame && (m_typing.isActive() || m_tags->hasFocus() || m_notes->hasFocus())) {
        m_runs = runs;
        return;
    }
    keep();
    m_runs = runs;
    showRuns();
}

QStringList RunLabelsPanel::commonTags() const
{
    QStringList common = m_runs.isEmpty() ? QStringList() : m_runs[0].labels.tags;
    for (const CatalogueRun& run : m_runs)
        common.removeIf([&](const QString& tag) { return !run.labels.tags.contains(tag); });
    return common;
}

void RunLabelsPanel::showRuns()
{
    const bool isOne = m_runs.size() == 1;
    qint64 bytes = 0;
    for (const CatalogueRun& run : m_runs)
        bytes += run.bytes;
    m_title->setText(isOne ? inertString(m_runs[0].entry.info.name)
                           : tr("%Ln run(s)", nullptr, static_cast<int>(m_runs.size())));
    m_title->setVisible(!m_runs.isEmpty());
    m_facts->setText(m_runs.isEmpty() ? tr("Choose a run to tag it or to note something.")
                                      : tr("%1 on this disk").arg(sizeText(bytes)));
    m_tags->setText(commonTags().join(QStringLiteral(", ")));
    m_tags->setEnabled(!m_runs.isEmpty());
    const QSignalBlocker blocked(m_notes);
    m_notes->setPlainText(isOne ? m_runs[0].labels.notes : QString());
    m_notes->setEnabled(isOne);
    m_typing.stop();
}

RunLabels RunLabelsPanel::edited(const RunLabels& labels, const QStringList& commonBefore) const
{
    RunLabels changed = labels;
    const QStringList typed = tagsIn(m_tags->text());
    changed.tags.removeIf(
        [&](const QString& tag) { return commonBefore.contains(tag) && !typed.contains(tag); });
    changed.tags = tagsIn((changed.tags + typed).join(u','));
    if (m_runs.size() == 1)
        changed.notes = m_notes->toPlainText().left(kMaxNotesLength);
    return changed;
}

void RunLabelsPanel::keep()
{
    m_typing.stop();
    const QStringList commonBefore = commonTags();
    for (CatalogueRun& run : m_runs) {
        const RunLabels changed = edited(run.labels, commonBefore);
        if (changed == run.labels)
            continue;
        run.labels = changed;
        emit labelsChanged(run.folder(), changed);
    }
}

void RunLabelsPanel::retranslate()
{
    m_tagsLabel->setText(tr("&Tags"));
    m_tags->setPlaceholderText(tr("baseline, to keep"));
    m_tags->setAccessibleName(tr("Tags of the run, with commas between them"));
    m_notesLabel->setText(tr("N&otes"));
    m_notes->setAccessibleName(tr("Notes on the run"));
    keep();
    showRuns();
}

void RunLabelsPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void RunLabelsPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    keep();
}

} // namespace lockstep
