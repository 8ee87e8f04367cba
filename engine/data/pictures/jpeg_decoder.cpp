// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/pictures/picture_decoder.h"

#include "engine/protocol/result.h"

#include <algorithm>
#include <csetjmp>
#include <cstdio> // jpeglib.h needs it

#include <jpeglib.h>

#include <jerror.h>

// libjpeg reports errors by a call that must not return, here a longjmp. So the functions that call it hold
// no object with a destructor and change no local variable after setjmp.
namespace lockstep {
namespace {

/// A file of thousands of nearly empty scans would take hours.
constexpr int kMaxScans = 500;
constexpr long kMaxMemory = 1L << 30;
/// Decoded pixels around the wanted ones: at the edge of a cropped row chroma lacks a neighbour to blend
/// with.
constexpr int kMargin = 2;

struct ErrorState {
    jpeg_error_mgr manager; // first: libjpeg passes its address
    std::jmp_buf jump;
    char text[JMSG_LENGTH_MAX];
};

[[noreturn]] void giveUp(j_common_ptr info)
{
    auto* state = reinterpret_cast<ErrorState*>(info->err);
    state->manager.format_message(info, state->text);
    std::longjmp(state->jump, 1);
}

/// Warnings mean data that are missing or wrong, but for those that leave every pixel as it was meant.
void takeMessage(j_common_ptr info, int level)
{
    const int code = info->err->msg_code;
    if (level >= 0 || code == JWRN_EXTRANEOUS_DATA || code == JWRN_JFIF_MAJOR || code == JWRN_ADOBE_XFORM)
        return;
    giveUp(info);
}

void ignoreOutput(j_common_ptr) {}

void countScans(j_common_ptr info)
{
    if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number <= kMaxScans)
        return;
    auto* state = reinterpret_cast<ErrorState*>(info->err);
    std::snprintf(state->text, sizeof state->text, "more than %d scans", kMaxScans);
    std::longjmp(state->jump, 1);
}

/// Adobe's files hold inverted CMYK, and nothing else is met in the wild; as Pillow.
void convertCmyk(std::uint8_t* pixels, std::size_t count)
{
    for (std::uint8_t* pixel = pixels; pixel < pixels + 4 * count; pixel += 4) {
        const int black = pixel[3];
        for (int colour = 0; colour < 3; ++colour) {
            const int product = (255 - pixel[colour]) * black + 128; // divided by 255, rounded
            pixel[colour] = static_cast<std::uint8_t>(std::max(0, black - (((product >> 8) + product) >> 8)));
        }
    }
}

class JpegDecoder final : public PictureDecoder {
public:
    explicit JpegDecoder(std::span<const std::uint8_t> bytes) : m_bytes(bytes)
    {
        m_info.err = jpeg_std_error(&m_error.manager);
        m_error.manager.error_exit = giveUp;
        m_error.manager.emit_message = takeMessage;
        m_error.manager.output_message = ignoreOutput;
        m_progress.progress_monitor = countScans;
        const bool opened = readHeader();
        if (!opened)
            closeAndThrow();
        try {
            setSize(m_info.image_width, m_info.image_height);
        } catch (...) {
            jpeg_destroy_decompress(&m_info);
            throw;
        }
    }
    ~JpegDecoder() override { jpeg_destroy_decompress(&m_info); }
    JpegDecoder(const JpegDecoder&) = delete;
    JpegDecoder& operator=(const JpegDecoder&) = delete;

    void decode(const WantedPart& wanted, DecodedPart& part) override;

private:
    bool readHeader();
    bool start(int scale);
    bool cropRows();
    bool readRows(std::uint8_t* rows, bool toTheEnd);
    Sentence reason() const { return {LOCKSTEP_TEXT("libjpeg says \"%1\""), {m_error.text}}; }
    [[noreturn]] void closeAndThrow()
    {
        jpeg_destroy_decompress(&m_info);
        throw BadPicture(reason());
    }

    std::span<const std::uint8_t> m_bytes;
    jpeg_decompress_struct m_info{};
    ErrorState m_error{};
    jpeg_progress_mgr m_progress{};
    JDIMENSION m_x = 0, m_width = 0;       // what is decoded of each row
    JDIMENSION m_firstRow = 0, m_rows = 0; // and which rows
    std::vector<std::uint8_t> m_lastRow;   // where rows go that nobody wants
};

bool JpegDecoder::readHeader()
{
    if (setjmp(m_error.jump) != 0)
        return false;
    jpeg_create_decompress(&m_info);
    m_info.mem->max_memory_to_use = kMaxMemory;
    m_info.progress = &m_progress;
    jpeg_mem_src(&m_info, m_bytes.data(), static_cast<unsigned long>(m_bytes.size()));
    jpeg_read_header(&m_info, TRUE);
    return true;
}

bool JpegDecoder::start(int scale)
{
    if (setjmp(m_error.jump) != 0)
        return false;
    const bool fourInks = m_info.jpeg_color_space == JCS_CMYK || m_info.jpeg_color_space == JCS_YCCK;
    m_info.out_color_space = fourInks ? JCS_CMYK : JCS_EXT_RGBX;
    m_info.dct_method = JDCT_ISLOW;
    m_info.scale_num = 1;
    m_info.scale_denom = static_cast<unsigned>(scale);
    jpeg_start_decompress(&m_info);
    return true;
}

/// Narrows the rows to m_x, m_width, which move to where blocks begin.
bool JpegDecoder::cropRows()
{
    if (setjmp(m_error.jump) != 0)
        return false;
    jpeg_crop_scanline(&m_info, &m_x, &m_width);
    return true;
}

bool JpegDecoder::readRows(std::uint8_t* rows, bool toTheEnd)
{
    if (setjmp(m_error.jump) != 0)
        return false;
    if (m_firstRow > 0)
        jpeg_skip_scanlines(&m_info, m_firstRow);
    while (m_info.output_scanline < m_firstRow + m_rows) {
        const std::size_t done = m_info.output_scanline - m_firstRow;
        JSAMPROW row = rows + done * m_width * 4;
        jpeg_read_scanlines(&m_info, &row, 1);
    }
    if (!toTheEnd || m_info.output_scanline >= m_info.output_height)
        return true;
    // Skipping to the very end would read nothing.
    if (m_info.output_scanline + 1 < m_info.output_height)
        jpeg_skip_scanlines(&m_info, m_info.output_height - 1 - m_info.output_scanline);
    JSAMPROW row = m_lastRow.data();
    jpeg_read_scanlines(&m_info, &row, 1);
    return true;
}

void JpegDecoder::decode(const WantedPart& wanted, DecodedPart& part)
{
    if (!start(wanted.scale))
        throw BadPicture(reason());
    const int scale = wanted.scale;
    const auto outWidth = static_cast<int>(m_info.output_width);
    const auto outHeight = static_cast<int>(m_info.output_height);
    const int left = std::max(0, wanted.x / scale - kMargin);
    const int top = std::max(0, wanted.y / scale - kMargin);
    const int right = std::min(outWidth, (wanted.x + wanted.width + scale - 1) / scale + kMargin);
    const int bottom = std::min(outHeight, (wanted.y + wanted.height + scale - 1) / scale + kMargin);

    m_x = static_cast<JDIMENSION>(left);
    m_width = static_cast<JDIMENSION>(right - left);
    if ((left > 0 || right < outWidth) && !cropRows())
        throw BadPicture(reason());
    m_firstRow = static_cast<JDIMENSION>(top);
    m_rows = static_cast<JDIMENSION>(bottom - top);
    m_width = m_info.output_width;
    m_lastRow.resize(wanted.toTheEnd ? std::size_t{m_width} * 4 : 0);
    part.scale = scale;
    part.x = static_cast<int>(m_x);
    part.y = top;
    part.resize(static_cast<int>(m_width), bottom - top);
    if (!readRows(part.pixels.data(), wanted.toTheEnd))
        throw BadPicture(reason());
    if (m_info.out_color_space == JCS_CMYK)
        convertCmyk(part.pixels.data(), std::size_t{m_width} * m_rows);
}

} // namespace

std::unique_ptr<PictureDecoder> openJpeg(std::span<const std::uint8_t> bytes)
{
    return std::make_unique<JpegDecoder>(bytes);
}

} // namespace lockstep
