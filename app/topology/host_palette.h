// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/document/document_edits.h"

#include <QListWidget>
#include <optional>

class QMimeData;

namespace lockstep {

/// What a drag from the palette carries: the kind of host, in our own format.
QMimeData* toMimeData(HostKind kind); ///< the caller owns it
std::optional<HostKind> hostKindOf(const QMimeData* data);

/// The kinds of hosts that can be put on the canvas: by dragging, by a double click, by Enter.
class HostPalette : public QListWidget {
    Q_OBJECT
public:
    explicit HostPalette(QWidget* parent = nullptr);

signals:
    void hostWanted(lockstep::HostKind kind);

protected:
    void startDrag(Qt::DropActions supportedActions) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    QSize sizeHint() const override;

private:
    void addKind(HostKind kind, const QString& icon, const QString& name, const QString& toolTip);
    void tintIcons();
    HostKind kindOf(const QListWidgetItem& item) const;
    QPixmap preview(HostKind kind) const;
};

} // namespace lockstep
