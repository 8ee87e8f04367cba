// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/protocol/data_preview.h"
#include "engine/protocol/message_descriptions.h"

#include <limits>

/// How a sample's picture is written, for all messages that show some.
namespace lockstep {

inline constexpr std::size_t kMaxPreviewClasses = std::size_t{1} << 20;
/// Names of files and classes may hold anything.
inline constexpr TextRule kSampleNameRule{TextRule::Form::Lines, 64u << 10};

template <typename Visitor>
void describe(Visitor& visitor, Describes<PreviewPicture> auto& picture)
{
    constexpr int kMaxCount = std::numeric_limits<std::int32_t>::max();
    constexpr int kMaxPictureSide = 1 << 20;
    constexpr TextRule kPixels{TextRule::Form::Lines, std::size_t{kMaxPreviewSide} * kMaxPreviewSide * 4};
    visitor.integer("index", picture.index, 0, kMaxCount);
    visitor.integer("class", picture.label, 0, kMaxCount);
    visitor.text("name", picture.name, kSampleNameRule);
    visitor.integer("file_width", picture.fileWidth, 0, kMaxPictureSide);
    visitor.integer("file_height", picture.fileHeight, 0, kMaxPictureSide);
    visitor.integer("width", picture.width, 0, kMaxPreviewSide);
    visitor.integer("height", picture.height, 0, kMaxPreviewSide);
    visitor.integer("channels", picture.channels, 0, 3);
    visitor.text("pixels", picture.pixels, kPixels);
    visitor.object("damage", picture.damage);
}

/// Whether its class is one of so many and it has either all its pixels or a reason for none.
bool fitsClasses(const PreviewPicture& picture, std::size_t classes);

} // namespace lockstep
