// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/runs/run_header.h"

#include "app/interchange/share/share_menu.h"
#include "app/summary/run_progress.h"
#include "app/text/inert_text.h"
#include "app/text/number_text.h"
#include "app/text/phase_text.h"
#include "app/theme/phase_color.h"

#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QResizeEvent>
#include <QToolButton>

namespace lockstep {

namespace {

/// "Sharing the weights: 37 %, about 4 min 05 s left".
QString sharingText(const SharingStart& sharing)
{
    const double share = static_cast<double>(sharing.doneBytes) / static_cast<double>(sharing.totalBytes);
    const double left = sharing.doneBytes > 0 ? sharing.seconds / share - sharing.seconds : 0;
    return RunHeader::tr("Sharing the weights: %1 %, about %2 left")
        .arg(QString::number(static_cast<int>(share * 100)), durationText(static_cast<qint64>(left * 1000)));
}

QString savingText(const SavingCheckpoint& saving)
{
    const std::int64_t share = saving.totalBytes > 0 ? saving.doneBytes * 100 / saving.totalBytes : 0;
    return RunHeader::tr("Saving the checkpoint: %1 %").arg(static_cast<qlonglong>(share));
}

} // namespace

RunHeader::RunHeader(QWidget* parent)
    : QWidget(parent), m_name(new QLabel(this)), m_phase(new QLabel(this)), m_detail(new QLabel(this)),
      m_progress(new QProgressBar(this)), m_goOn(new QPushButton(this)), m_shareButton(new QToolButton(this)),
      m_share(new ShareMenu(m_shareButton))
{
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * 1.35);
    large.setWeight(QFont::DemiBold);
    m_name->setFont(large);
    for (QLabel* label : {m_name, m_phase, m_detail})
        label->setTextFormat(Qt::PlainText);
    m_detail->setProperty("muted", true);
    // Cut rather than in the way of a narrow window.
    m_detail->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress->setTextVisible(false);
    m_progress->setRange(0, 1000);
    m_progress->setFixedHeight(6);
    m_shareButton->setMenu(m_share);
    m_shareButton->setPopupMode(QToolButton::InstantPopup);
    m_shareButton->setFocusPolicy(Qt::StrongFocus);
    retranslate();
    // Nothing moves when it comes.
    QSizePolicy room = m_goOn->sizePolicy();
    room.setRetainSizeWhenHidden(true);
    m_goOn->setSizePolicy(room);
    m_row = new QHBoxLayout;
    m_row->setSpacing(12);
    m_row->addWidget(m_name);
    m_row->addWidget(m_phase);
    m_row->addStretch(0);
    m_row->addWidget(m_goOn);
    m_row->addWidget(m_shareButton); // at the edge, whether the other is there or not
    m_goOn->ensurePolished();
    m_row->addStrut(m_goOn->sizeHint().height()); // where its width is not kept free, its height is
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(8);
    m_column->addLayout(m_row);
    m_column->addWidget(m_detail);
    m_column->addWidget(m_progress);
    connect(m_goOn, &QPushButton::clicked, this, [this] {
        if (m_continuation == Continuation::TrainLonger)
            emit longerTrainingRequested();
        else
            emit resumeRequested();
    });
    m_goOn->hide();
    setPhase(RunPhase::Waiting);
}

void RunHeader::setLow(bool isLow)
{
    m_isLow = isLow;
    placeDetail();
}

void RunHeader::placeDetail()
{
    constexpr int kShareOfName = 4; // of the width, at most, where another text stands beside it
    const bool isBeside = m_isLow && !m_isLong && m_name->sizeHint().width() * kShareOfName <= width();
    if (isBeside == (m_row->indexOf(m_detail) >= 0))
        return;
    if (isBeside) {
        m_column->removeWidget(m_detail);
        m_row->insertWidget(m_row->indexOf(m_phase) + 1, m_detail, 1);
    } else {
        m_row->removeWidget(m_detail);
        m_column->insertWidget(1, m_detail);
    }
    // Where there is room, nothing moves when it comes.
    QSizePolicy room = m_goOn->sizePolicy();
    room.setRetainSizeWhenHidden(!isBeside);
    m_goOn->setSizePolicy(room);
}

/// A text that is longer than the room beside the name gets a line of its own, and keeps it: lines that come
/// and go with every figure would make all below them jump.
void RunHeader::setDetail(const QString& text)
{
    m_detail->setText(text);
    if (m_row->indexOf(m_detail) < 0)
        return;
    int taken = m_detail->sizeHint().width();
    for (const QWidget* beside : {static_cast<QWidget*>(m_name), static_cast<QWidget*>(m_phase),
                                  static_cast<QWidget*>(m_shareButton), static_cast<QWidget*>(m_goOn)})
        taken += beside->isHidden() ? 0 : beside->sizeHint().width() + m_row->spacing();
    m_isLong = taken > width();
    placeDetail();
}

void RunHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() == event->oldSize().width())
        return;
    m_isLong = false;
    placeDetail();
    setDetail(m_detail->text());
}

void RunHeader::retranslate()
{
    m_shareButton->setText(tr("Share"));
    m_shareButton->setToolTip(tr("A report, the run as one file, or its numbers for other programs"));
    if (m_continuation == Continuation::TrainLonger) {
        m_goOn->setText(tr("Train longer…"));
        m_goOn->setToolTip(
            tr("Nothing is left to train. Go on with more epochs, from the newest checkpoint"));
    } else if (m_continuation == Continuation::TryAgain) {
        m_goOn->setText(tr("Try again"));
        m_goOn->setToolTip(tr("Nothing of it was saved. Begin it anew, with the settings that it has"));
    } else {
        m_goOn->setText(tr("Resume"));
        m_goOn->setToolTip(tr("Go on from the newest checkpoint"));
    }
}

void RunHeader::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void RunHeader::setRun(const RunInfo& info)
{
    m_isLong = m_isLong && info.id == m_info.id;
    m_hasTrained = m_hasTrained && info.id == m_info.id;
    m_info = info;
    m_name->setText(inertString(info.name));
    m_name->setToolTip(info.id);
    placeDetail();
}

void RunHeader::setFolder(const QString& folder)
{
    m_share->setRun(folder);
}

void RunHeader::setPhase(RunPhase phase)
{
    m_hasTrained = m_hasTrained || m_info.attempt > 1 || phase == RunPhase::Training;
    m_shown = phase;
    m_phase->setText(QStringLiteral("● ") + runPhaseText(phase, m_hasTrained));
    QPalette palette = m_phase->palette();
    palette.setColor(QPalette::WindowText, phaseColor(phase, themeColors(this->palette())));
    m_phase->setPalette(palette);
}

void RunHeader::setProgress(const RunSummary& summary)
{
    const std::int64_t total = summary.totalSteps();
    m_progress->setValue(static_cast<int>(summary.doneShare().value_or(0) * 1000));
    QStringList parts;
    const std::optional<SharingStart> sharing = hasEnded(m_shown) ? std::nullopt : summary.sharing();
    if (sharing) {
        parts.append(sharingText(*sharing));
        m_progress->setValue(static_cast<int>(sharing->doneBytes * 1000 / sharing->totalBytes));
    } else if (const auto saving = summary.saving(); saving && m_shown == RunPhase::Stopping) {
        parts.append(savingText(*saving)); // the stop waits for it
    } else if (total > 0)
        parts.append(tr("Step %1 of %2")
                         .arg(QLocale().toString(static_cast<qlonglong>(summary.doneSteps())),
                              QLocale().toString(static_cast<qlonglong>(total))));
    if (const qint64 elapsed = elapsedMs(summary); elapsed > 0)
        parts.append(durationText(elapsed));
    else if (const qint64 waiting = waitingMs(summary); waiting > 0)
        parts.append(tr("begun %1 ago").arg(durationText(waiting)));
    parts += {goesOn() ? timeLeftText(summary) : QString(), wholeRateText(summary), bestText(summary)};
    if (m_info.attempt > 1)
        parts.append(tr("attempt %1").arg(m_info.attempt));
    parts.removeAll(QString());
    setDetail(parts.join(QStringLiteral("  ·  ")));
    m_detail->setToolTip(goesOn() ? timeLeftBasis(summary) : QString());
}

bool RunHeader::goesOn() const
{
    return !hasEnded(m_shown) && m_shown != RunPhase::Stopping && m_shown != RunPhase::Reconnecting &&
           m_shown != RunPhase::Submitted;
}

qint64 RunHeader::elapsedMs(const RunSummary& summary) const
{
    const std::map<int, AttemptSummary>& attempts = summary.attempts().all();
    if (attempts.empty())
        return 0;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const bool goesOn = !hasEnded(m_shown) && attempts.rbegin()->first == m_info.attempt;
    return summary.attempts().elapsedMs(goesOn ? std::optional<std::int64_t>(now) : std::nullopt);
}

/// What comes before training is no part of its time, and is called otherwise.
qint64 RunHeader::waitingMs(const RunSummary& summary) const
{
    const bool waits = summary.attempts().all().empty() && !hasEnded(m_shown) && m_info.created.isValid();
    return waits ? QDateTime::currentMSecsSinceEpoch() - m_info.created.toMSecsSinceEpoch() : 0;
}

void RunHeader::setContinuation(Continuation continuation)
{
    if (m_continuation == continuation)
        return;
    m_continuation = continuation;
    m_goOn->setVisible(continuation != Continuation::None);
    retranslate();
    setDetail(m_detail->text());
}

void RunHeader::setLoading(qint64 done, qint64 total)
{
    if (total <= 0)
        return;
    m_progress->setValue(static_cast<int>(done * 1000 / total));
    setDetail(tr("Reading the journals: %1 of %2").arg(sizeText(done), sizeText(total)));
}

} // namespace lockstep
