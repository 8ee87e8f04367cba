// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/data/clip_list.h"
#include "engine/data/frame_folder.h"
#include "engine/data/pictures/picture_cache.h"
#include "engine/data/pixel_dataset.h"
#include "engine/protocol/mutex.h"

#include <set>

namespace lockstep {

struct PictureReader;

/// Videos as folders of frames, decoded as they are read. A sample is spec.frames consecutive frames,
/// {channels, frames, side, side}: red, green and blue, or the x and y of optical flow. In training with
/// spec.augmentation the frames begin anywhere in the video and share one random crop and flip, as in
/// I3D_Finetune's lib/video_3d.py and lib/data_augment.py; otherwise they are the middle of the video and of
/// the picture. A video that is shorter begins anew at its end. Differs from I3D_Finetune: pictures keep
/// their proportions (it squeezes those whose shorter side is not 256 into squares), and the x of a flow that
/// is flipped becomes 255 - x.
///
/// A clip is damaged when a frame that is wanted cannot be read, or has another size than the first. What is
/// cached (whole frames, resized) does not change any value.
class Clips final : public PixelDataset {
public:
    /// Which frames and which part of them, in pixels of the resized frame.
    struct View {
        int first = 0;
        int x = 0, y = 0;
        bool flip = false;
    };

    /// `list.clips` is not empty; `list.classes` may be larger than their labels say. The normalisation has 3
    /// channels, or 2 for flow.
    Clips(ClipList list, const DataSpec& spec, const Normalisation& normalisation, std::uint64_t seed);

    std::size_t size() const override { return m_list.clips.size(); }
    Shape sampleShape() const override { return {m_channels, m_frames, m_side, m_side}; }
    int classes() const override { return m_list.classes; }
    std::int32_t label(std::size_t index) const override { return m_list.clips[index].label; }
    std::vector<std::string> classNames() const override { return m_list.classNames; }
    std::string path(std::size_t index) const override { return m_list.clips[index].folder; }
    std::int32_t readPixels(std::size_t index, const ReadContext& context,
                            std::span<std::uint8_t> pixels) const override;
    bool decodes() const override { return true; }
    Notes takeNotes() const override;

    /// A part of one's own choice, as training makes it: for comparing with others. REQUIRES: within the
    /// clip.
    void readView(std::size_t index, const View& view, std::span<float> values) const;
    const std::vector<Clip>& clips() const { return m_list.clips; }
    /// Says this with takeNotes().
    void note(Sentence oddity) const;

private:
    struct Sides; ///< of the resized frames of a clip
    struct Video; ///< the files of a clip
    struct Job;   ///< what one call of read() has in hand
    Video openVideo(std::size_t index) const;
    void readFrames(Job& job) const;
    void readPicture(Job& job, int frame, int component, std::uint8_t* pixels) const;
    const std::uint8_t* wholeFrame(Job& job, std::uint64_t key, const std::string& path) const;
    Sides openFrame(Job& job, const std::string& path) const;
    void adopt(Job& job, const Sides& sides, const std::string& path) const;
    void write(const Job& job, const std::uint8_t* resized, std::size_t stride, int component,
               std::uint8_t* pixels) const;
    void writeFlow(const Job& job, const std::uint8_t* line, int component, std::uint8_t* pixels) const;

    ClipList m_list;
    int m_channels, m_frames, m_side, m_resize;
    Augmentation m_augmentation;
    std::uint64_t m_seed;
    std::vector<std::uint64_t> m_firstKey; ///< in the cache, of each clip
    mutable PictureCache m_cache;
    mutable Mutex m_mutex;
    mutable std::vector<Sentence> m_newNotes LOCKSTEP_GUARDED_BY(m_mutex);
    mutable std::size_t m_notesGiven LOCKSTEP_GUARDED_BY(m_mutex) = 0;
    mutable std::set<std::size_t>
        m_differing LOCKSTEP_GUARDED_BY(m_mutex); ///< clips whose folder has another number of frames
};

/// The clips of spec.path (whose classes a file label_map.txt beside it may name), parted by spec.testList
/// (all for training where it is empty). Throws as readClipList and normalisationOf do, when no name of the
/// test list is in the list, and when none of the first folders is there.
DataSplits openClips(const DataSpec& spec, std::uint64_t seed);

} // namespace lockstep
