// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/pictures/picture_decoder.h"

#include "engine/protocol/result.h"

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstring>

#include <png.h>

// libpng reports errors by a call that must not return, here a longjmp. So the functions that call it hold no
// object with a destructor and change no local variable after setjmp.
namespace lockstep {
namespace {

constexpr png_alloc_size_t kMaxChunkBytes = 8u << 20;

class PngDecoder final : public PictureDecoder {
public:
    explicit PngDecoder(std::span<const std::uint8_t> bytes) : m_bytes(bytes)
    {
        m_png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, takeError, ignoreWarning);
        m_info = m_png ? png_create_info_struct(m_png) : nullptr;
        if (!m_info) {
            png_destroy_read_struct(&m_png, nullptr, nullptr);
            throw std::bad_alloc();
        }
        try {
            if (!readHeader())
                throw BadPicture(reason());
            setSize(m_headerWidth, m_headerHeight);
        } catch (...) {
            png_destroy_read_struct(&m_png, &m_info, nullptr);
            throw;
        }
    }
    ~PngDecoder() override { png_destroy_read_struct(&m_png, &m_info, nullptr); }
    PngDecoder(const PngDecoder&) = delete;
    PngDecoder& operator=(const PngDecoder&) = delete;

    void decode(const WantedPart& wanted, DecodedPart& part) override;

private:
    [[noreturn]] static void takeError(png_structp png, png_const_charp text)
    {
        auto* self = static_cast<PngDecoder*>(png_get_error_ptr(png));
        std::snprintf(self->m_text, sizeof self->m_text, "%s", text);
        std::longjmp(self->m_jump, 1);
    }
    /// They concern colour profiles and other things beside the pixels.
    static void ignoreWarning(png_structp, png_const_charp) {}
    static void giveBytes(png_structp png, png_bytep to, std::size_t count)
    {
        auto* self = static_cast<PngDecoder*>(png_get_io_ptr(png));
        if (count > self->m_bytes.size() - self->m_given)
            png_error(png, "the file ends in the middle of its data");
        std::memcpy(to, self->m_bytes.data() + self->m_given, count);
        self->m_given += count;
    }

    bool readHeader();
    bool prepare();
    bool readRows(std::uint8_t* rows, std::size_t stride);
    Sentence reason() const { return {LOCKSTEP_TEXT("libpng says \"%1\""), {m_text}}; }

    std::span<const std::uint8_t> m_bytes;
    std::size_t m_given = 0;
    png_structp m_png = nullptr;
    png_infop m_info = nullptr;
    png_uint_32 m_headerWidth = 0, m_headerHeight = 0;
    bool m_wideGray = false;
    int m_passes = 1;
    std::jmp_buf m_jump{};
    char m_text[200] = {};
};

bool PngDecoder::readHeader()
{
    if (setjmp(m_jump) != 0)
        return false;
    png_set_read_fn(m_png, this, giveBytes);
    png_set_user_limits(m_png, 1u << 20, 1u << 20);
    png_set_chunk_malloc_max(m_png, kMaxChunkBytes);
    png_read_info(m_png, m_info);
    m_headerWidth = png_get_image_width(m_png, m_info);
    m_headerHeight = png_get_image_height(m_png, m_info);
    return true;
}

/// Rows will have four bytes a pixel, but for 16-bit gray: two.
bool PngDecoder::prepare()
{
    if (setjmp(m_jump) != 0)
        return false;
    const int type = png_get_color_type(m_png, m_info);
    m_wideGray = type == PNG_COLOR_TYPE_GRAY && png_get_bit_depth(m_png, m_info) == 16;
    if (!m_wideGray) {
        png_set_strip_16(m_png);
        if (type == PNG_COLOR_TYPE_PALETTE)
            png_set_palette_to_rgb(m_png);
        if (type == PNG_COLOR_TYPE_GRAY)
            png_set_expand_gray_1_2_4_to_8(m_png);
        if ((type & PNG_COLOR_MASK_COLOR) == 0)
            png_set_gray_to_rgb(m_png);
        const bool transparentPalette =
            type == PNG_COLOR_TYPE_PALETTE && png_get_valid(m_png, m_info, PNG_INFO_tRNS) != 0;
        if ((type & PNG_COLOR_MASK_ALPHA) == 0 && !transparentPalette)
            png_set_filler(m_png, 0xff, PNG_FILLER_AFTER);
    }
    m_passes = png_set_interlace_handling(m_png);
    png_read_update_info(m_png, m_info);
    const auto rowBytes = png_get_rowbytes(m_png, m_info);
    if (rowBytes != std::size_t{m_headerWidth} * (m_wideGray ? 2 : 4))
        png_error(m_png, "rows of an unexpected length");
    return true;
}

bool PngDecoder::readRows(std::uint8_t* rows, std::size_t stride)
{
    if (setjmp(m_jump) != 0)
        return false;
    for (int pass = 0; pass < m_passes; ++pass)
        for (std::size_t y = 0; y < m_headerHeight; ++y)
            png_read_row(m_png, rows + y * stride, nullptr);
    png_read_end(m_png, nullptr);
    return true;
}

/// Of two bytes a pixel, high byte first, at the beginning of the row.
void spreadWideGray(std::uint8_t* row, std::size_t width)
{
    for (std::size_t x = width; x-- > 0;) {
        const auto gray = static_cast<std::uint8_t>(row[2 * x] != 0 ? 255 : row[2 * x + 1]);
        std::memset(row + 4 * x, gray, 4);
    }
}

/// Always all of it: rows follow from the rows above them, and may come in several passes.
void PngDecoder::decode(const WantedPart&, DecodedPart& part)
{
    if (!prepare())
        throw BadPicture(reason());
    part.scale = 1;
    part.x = part.y = 0;
    part.resize(width(), height());
    const std::size_t stride = static_cast<std::size_t>(width()) * 4;
    if (!readRows(part.pixels.data(), stride))
        throw BadPicture(reason());
    for (std::size_t y = 0; m_wideGray && y < static_cast<std::size_t>(height()); ++y)
        spreadWideGray(part.pixels.data() + y * stride, static_cast<std::size_t>(width()));
}

} // namespace

std::unique_ptr<PictureDecoder> openPng(std::span<const std::uint8_t> bytes)
{
    return std::make_unique<PngDecoder>(bytes);
}

} // namespace lockstep
