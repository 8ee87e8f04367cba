// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/clips.h"

#include "engine/data/pictures/augment.h"
#include "engine/data/pictures/picture_reader.h"
#include "engine/data/pictures/resample_lines.h"

#include <algorithm>
#include <utility>

namespace lockstep {
namespace {

constexpr int kColours = 3;
constexpr std::array<std::string_view, 2> kComponents = {"x", "y"};
/// Frames that a cache can know; its table takes 8 bytes for each.
constexpr std::uint64_t kMaxCached = std::uint64_t{1} << 22;
/// Resized frames larger than these are not made whole.
constexpr std::int64_t kMaxWholePixels = std::int64_t{1} << 22;
/// Pixels along the longer side of a resized frame.
constexpr std::int64_t kMaxResized = std::int64_t{1} << 20;
constexpr std::size_t kMostNotes = 100;

int below(Random& random, std::int64_t bound)
{
    return static_cast<int>(random.below(static_cast<std::uint64_t>(bound)));
}

/// What Pillow's convert("L") makes of a pixel.
int grayOf(const std::uint8_t* pixel)
{
    return (pixel[0] * 19595 + pixel[1] * 38470 + pixel[2] * 7471 + 0x8000) >> 16;
}

/// All of a frame whatever the crop, so that its pixels and its damage do not depend on what is cached.
WantedPart wantedPart(const PictureDecoder& frame, int resize)
{
    const int width = frame.width();
    const int height = frame.height();
    return {0, 0, width, height, decodingScale(std::min(width, height), resize), true};
}

std::uint64_t cachedFrames(const std::vector<std::uint64_t>& firstKeys, const ClipList& list)
{
    return firstKeys.back() + static_cast<std::uint64_t>(list.clips.back().frames) * kComponents.size();
}

std::vector<std::uint64_t> firstKeysOf(const ClipList& list)
{
    std::vector<std::uint64_t> keys;
    std::uint64_t next = 0;
    for (const Clip& clip : list.clips) {
        keys.push_back(next);
        next += static_cast<std::uint64_t>(clip.frames) * kComponents.size();
    }
    return keys;
}

} // namespace

struct Clips::Sides {
    std::int64_t width = 0, height = 0;
    bool operator==(const Sides&) const = default;
};

struct Clips::Video {
    std::vector<FrameFolder> components; ///< one, or x and y
    int frames = 0;                      ///< that all of them and the list have
};

struct Clips::Job {
    PictureReader& reader;
    std::size_t clip;
    Video video;
    View view;
    std::span<std::uint8_t> pixels;
    Random* random = nullptr; ///< draws the place of the crop; null: the view says it, or it is the middle
    bool middle = false;
    Sides sides{}; ///< of the first frame, once it was opened
    bool known = false;
};

Clips::Clips(ClipList list, const DataSpec& spec, const Normalisation& normalisation, std::uint64_t seed)
    : PixelDataset(normalisation), m_list(std::move(list)),
      m_channels(m_list.flow ? static_cast<int>(kComponents.size()) : kColours), m_frames(framesOf(spec)),
      m_side(spec.imageSize), m_resize(std::max(resizeOf(spec), spec.imageSize)),
      m_augmentation(spec.augmentation), m_seed(seed), m_firstKey(firstKeysOf(m_list)),
      // Half of it for each of the two sets.
      m_cache(static_cast<std::size_t>(std::min(cachedFrames(m_firstKey, m_list), kMaxCached)),
              static_cast<std::size_t>(spec.cacheMegabytes / 2 * (1 << 20)))
{
    LOCKSTEP_CHECK(scale().channels == static_cast<std::size_t>(m_channels));
}

Clips::Video Clips::openVideo(std::size_t index) const
{
    const Clip& clip = m_list.clips[index];
    Video video;
    if (m_list.flow) {
        for (const std::string_view component : kComponents)
            video.components.push_back(listFrames(withComponent(clip.folder, component), clip.name));
    } else {
        video.components.push_back(listFrames(clip.folder, clip.name));
    }
    std::size_t found = video.components.front().names.size();
    for (const FrameFolder& component : video.components)
        found = std::min(found, component.names.size());
    video.frames = static_cast<int>(std::min(found, static_cast<std::size_t>(clip.frames)));
    if (found != static_cast<std::size_t>(clip.frames)) {
        bool isNew = false;
        {
            const MutexLock lock(m_mutex);
            isNew = m_differing.insert(index).second;
        }
        if (isNew)
            note({LOCKSTEP_TEXT("The clip %1 has %2 frames in its list but %3 in its folder; the first %4 "
                                "are used."),
                  {clip.name, std::to_string(clip.frames), std::to_string(found),
                   std::to_string(video.frames)}});
    }
    return video;
}

void Clips::note(Sentence oddity) const
{
    const MutexLock lock(m_mutex);
    if (m_notesGiven++ < kMostNotes)
        m_newNotes.push_back(std::move(oddity));
}

Dataset::Notes Clips::takeNotes() const
{
    const MutexLock lock(m_mutex);
    return {std::exchange(m_newNotes, {}), m_notesGiven};
}

std::int32_t Clips::readPixels(std::size_t index, const ReadContext& context,
                               std::span<std::uint8_t> pixels) const
{
    LOCKSTEP_CHECK(index < size() && pixels.size() == static_cast<std::size_t>(sampleShape().elements()));
    thread_local PictureReader reader;
    Job job{reader, index, openVideo(index), {}, pixels};
    const int spare = std::max(job.video.frames - m_frames, 0);
    Random random = augmentationRandom(m_seed, context.epoch, index);
    job.middle = context.use != Use::Training || m_augmentation != Augmentation::Standard;
    if (!job.middle)
        job.random = &random;
    job.view.first = job.middle ? spare / 2 : below(random, std::int64_t{spare} + 1);
    readFrames(job);
    return label(index);
}

void Clips::readView(std::size_t index, const View& view, std::span<float> values) const
{
    LOCKSTEP_CHECK(index < size());
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(sampleShape().elements()));
    PictureReader reader;
    Job job{reader, index, openVideo(index), view, pixels};
    readFrames(job);
    scaleTo(pixels, values);
}

void Clips::readFrames(Job& job) const
{
    const auto side = static_cast<std::size_t>(m_side);
    const std::size_t picture = side * side * static_cast<std::size_t>(m_channels);
    const int frames = job.video.frames;
    for (int t = 0; t < m_frames; ++t) {
        std::uint8_t* pixels = job.pixels.data() + static_cast<std::size_t>(t) * picture;
        if (t >= frames) { // the video begins anew, with the same crop
            std::copy_n(pixels - static_cast<std::size_t>(frames) * picture, picture, pixels);
            continue;
        }
        for (int component = 0; component < static_cast<int>(job.video.components.size()); ++component)
            readPicture(job, (job.view.first + t) % frames, component, pixels);
    }
}

void Clips::readPicture(Job& job, int frame, int component, std::uint8_t* pixels) const
{
    const std::string path =
        job.video.components[static_cast<std::size_t>(component)].path(static_cast<std::size_t>(frame));
    const std::uint64_t key = m_firstKey[job.clip] + static_cast<std::uint64_t>(frame) * kComponents.size() +
                              static_cast<std::uint64_t>(component);
    try {
        if (const std::uint8_t* whole = wholeFrame(job, key, path)) {
            const auto stride = static_cast<std::size_t>(job.sides.width) * 4;
            write(job,
                  whole + static_cast<std::size_t>(job.view.y) * stride +
                      static_cast<std::size_t>(job.view.x) * 4,
                  stride, component, pixels);
        } else { // the frame is open
            const WantedPart all = wantedPart(*job.reader.decoder, m_resize);
            const auto& resized =
                job.reader.readResized(all, partOfResized(all.width, job.sides.width, job.view.x, m_side),
                                       partOfResized(all.height, job.sides.height, job.view.y, m_side));
            write(job, resized.data(), static_cast<std::size_t>(m_side) * 4, component, pixels);
        }
        job.reader.tidy();
    } catch (const BadPicture& bad) {
        job.reader.tidy();
        throw DamagedSample(Error{LOCKSTEP_TEXT("The image %1 is damaged: %2."), {path, bad.reason()}, {}});
    }
}

/// The frame, resized, from the cache or for it; null, and open, where there is no room. Its size is adopted.
const std::uint8_t* Clips::wholeFrame(Job& job, std::uint64_t key, const std::string& path) const
{
    const auto cacheKey = static_cast<std::size_t>(key);
    if (const DecodedPart* kept = m_cache.find(cacheKey)) {
        adopt(job, {kept->width, kept->height}, path);
        return kept->pixels.data();
    }
    const Sides sides = openFrame(job, path);
    adopt(job, sides, path);
    const std::int64_t pixels = sides.width * sides.height;
    if (key >= kMaxCached || pixels > kMaxWholePixels ||
        !m_cache.hasRoomFor(static_cast<std::size_t>(pixels) * 4 + kPictureSlack))
        return nullptr;
    const WantedPart all = wantedPart(*job.reader.decoder, m_resize);
    const auto columns = static_cast<int>(sides.width);
    const auto rows = static_cast<int>(sides.height);
    const auto& whole = job.reader.readResized(all, partOfResized(all.width, columns, 0, columns),
                                               partOfResized(all.height, rows, 0, rows));
    m_cache.keep(cacheKey, DecodedPart{1, 0, 0, columns, rows, whole});
    return whole.data();
}

/// Opens a frame and says what size it gets.
Clips::Sides Clips::openFrame(Job& job, const std::string& path) const
{
    job.reader.open(path);
    const int width = job.reader.decoder->width();
    const int height = job.reader.decoder->height();
    const int shorter = std::min(width, height);
    const Sides sides{resizedLength(width, shorter, m_resize), resizedLength(height, shorter, m_resize)};
    if (std::max(sides.width, sides.height) > kMaxResized)
        throw BadPicture(Sentence(LOCKSTEP_TEXT("it has %1 x %2 pixels, far too long and narrow for a frame"),
                                  {std::to_string(width), std::to_string(height)}));
    return sides;
}

/// The first frame of a job decides about the size, and then the place of the crop is known.
void Clips::adopt(Job& job, const Sides& sides, const std::string& path) const
{
    if (job.known && !(job.sides == sides))
        throw DamagedSample(
            Error{LOCKSTEP_TEXT("The frame %1 of the clip %2 has other proportions than the frames "
                                "before it; all frames of a clip need one size."),
                  {path, m_list.clips[job.clip].name},
                  {}});
    if (job.known)
        return;
    job.sides = sides;
    job.known = true;
    if (job.middle) {
        job.view.x = middleOfResized(sides.width, m_side);
        job.view.y = middleOfResized(sides.height, m_side);
    } else if (job.random) {
        job.view.y = below(*job.random, sides.height - m_side + 1);
        job.view.x = below(*job.random, sides.width - m_side + 1);
        job.view.flip = job.random->uniformDouble() < 0.5;
    }
    LOCKSTEP_CHECK(job.view.x >= 0 && job.view.x + m_side <= sides.width && job.view.y >= 0 &&
                   job.view.y + m_side <= sides.height);
}

/// Into the picture: all of its colours, or the component of a flow that this is.
void Clips::write(const Job& job, const std::uint8_t* resized, std::size_t stride, int component,
                  std::uint8_t* pixels) const
{
    const auto side = static_cast<std::size_t>(m_side);
    const std::size_t line = side * static_cast<std::size_t>(m_channels);
    for (std::size_t y = 0; y < side; ++y)
        if (m_list.flow)
            writeFlow(job, resized + y * stride, component, pixels + y * line);
        else
            lineKernels().packLine(resized + y * stride, m_side, job.view.flip, pixels + y * line);
}

void Clips::writeFlow(const Job& job, const std::uint8_t* line, int component, std::uint8_t* pixels) const
{
    // What moves to the right moves to the left in a mirror.
    const bool negate = job.view.flip && component == 0;
    for (int x = 0; x < m_side; ++x) {
        const int gray = grayOf(line + std::ptrdiff_t{4} * (job.view.flip ? m_side - 1 - x : x));
        pixels[x * m_channels + component] = static_cast<std::uint8_t>(negate ? 255 - gray : gray);
    }
}

} // namespace lockstep
