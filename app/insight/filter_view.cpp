// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/insight/filter_view.h"

#include "app/insight/tensor_model.h"
#include "app/text/inert_text.h"
#include "app/theme/keyboard_ring.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QSlider>
#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr int kSide = 64; ///< of a picture, at least
constexpr int kGap = 8;

} // namespace

FilterView::FilterView(QWidget* parent)
    : QWidget(parent), m_caption(new QLabel(this)), m_frameText(new QLabel(this)),
      m_frame(new QSlider(Qt::Horizontal, this)), m_each(new QCheckBox(this)), m_grid(new QListWidget(this))
{
    m_caption->setTextFormat(Qt::PlainText);
    m_caption->setWordWrap(true);
    m_frame->setFixedWidth(140);
    m_frame->setPageStep(1);
    m_grid->setObjectName(QStringLiteral("filterGrid"));
    m_grid->setViewMode(QListView::IconMode);
    m_grid->setMovement(QListView::Static);
    m_grid->setResizeMode(QListView::Adjust);
    m_grid->setUniformItemSizes(true);
    m_grid->setFrameShape(QFrame::NoFrame);
    m_grid->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    showKeyboardRing(*m_grid); // pictures are not chosen
    auto* bar = new QHBoxLayout;
    bar->addWidget(m_caption, 1);
    bar->addWidget(m_frameText);
    bar->addWidget(m_frame);
    bar->addWidget(m_each);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addLayout(bar);
    layout->addWidget(m_grid, 1);
    connect(m_frame, &QSlider::valueChanged, this, &FilterView::showFrame);
    connect(m_each, &QCheckBox::toggled, this, &FilterView::showFrame);
    setFilters({});
}

void FilterView::setFilters(FilterBank bank)
{
    m_pictures = FilterPictures(bank);
    m_bank = std::move(bank);
    m_bank.values = {};
    const bool hasFrames = m_pictures.frames() > 1;
    m_frame->setRange(0, m_pictures.frames() - 1);
    m_frame->setValue(m_pictures.frames() / 2);
    m_frame->setVisible(hasFrames);
    m_frameText->setVisible(hasFrames);
    m_each->setVisible(m_pictures.count() > 0);
    showPictures();
    retranslate();
}

QString FilterView::caption() const
{
    if (m_pictures.count() == 0)
        return tr("There are no filters to see: no layer of these weights convolves pictures.");
    const QLocale locale;
    QString text = tr("%1: %2 of %3 filters.")
                       .arg(inertString(m_bank.tensor), locale.toString(m_pictures.count()),
                            locale.toString(static_cast<qlonglong>(m_bank.filters)));
    if (m_bank.shape[1] < m_bank.channels)
        text += u' ' + tr("The first of %1 channels is shown.")
                           .arg(locale.toString(static_cast<qlonglong>(m_bank.channels)));
    return text;
}

QPixmap FilterView::pixmap(int filter) const
{
    const auto scale = m_each->isChecked() ? FilterPictures::Scale::Each : FilterPictures::Scale::Common;
    const QImage image = m_pictures.picture(filter, m_frame->value(), scale);
    // Weights stay squares of whole pixels.
    const int factor = std::max(1, kSide / std::max(image.width(), image.height()));
    return QPixmap::fromImage(image.scaled(image.size() * factor));
}

void FilterView::showPictures()
{
    m_grid->clear();
    const QSize size = m_pictures.count() > 0 ? pixmap(0).size() : QSize(kSide, kSide);
    m_grid->setIconSize(size);
    m_grid->setGridSize(size + QSize(kGap, kGap));
    for (int filter = 0; filter < m_pictures.count(); ++filter)
        new QListWidgetItem(m_grid);
    showFrame();
}

void FilterView::retranslate()
{
    m_caption->setText(caption());
    m_frame->setAccessibleName(tr("Frame of the kernels"));
    m_each->setText(tr("Each filter by itself"));
    m_each->setToolTip(tr("Black and white are the largest weight of each filter, not that of all"));
    m_grid->setAccessibleName(tr("Filters of the first layer"));
    m_frameText->setText(tr("Frame %1 of %2").arg(m_frame->value() + 1).arg(m_pictures.frames()));
    for (int filter = 0; filter < m_grid->count(); ++filter) {
        const auto [least, largest] = m_pictures.range(filter);
        const QString text =
            tr("Filter %1: weights from %2 to %3")
                .arg(QString::number(filter + 1), figureText(double{least}), figureText(double{largest}));
        m_grid->item(filter)->setToolTip(text);
        m_grid->item(filter)->setData(Qt::AccessibleTextRole, text);
    }
}

void FilterView::showFrame()
{
    m_frameText->setText(tr("Frame %1 of %2").arg(m_frame->value() + 1).arg(m_pictures.frames()));
    for (int filter = 0; filter < m_grid->count(); ++filter)
        m_grid->item(filter)->setIcon(QIcon(pixmap(filter)));
}

void FilterView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

} // namespace lockstep
