// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace lockstep {

/// What the items of the palette hold beyond their names.
enum PaletteRole {
    kPaletteEntryRole = Qt::UserRole, ///< an index into HostPalette::entries(); absent: no entry
    kPaletteIconRole,                 ///< a name for tintedIcon
    kPaletteOriginRole,
    kPaletteDetailRole ///< a second, muted line
};

/// Draws an item of the palette with its detail beneath its name.
class PaletteDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    /// The name is typed over the whole of the item's text.
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace lockstep
