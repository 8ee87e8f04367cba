// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/data/folder_listing.h"

#include "engine/data/data_error.h"
#include "engine/data/pictures/picture_file.h"

#include <algorithm>
#include <filesystem>
#include <limits>

namespace lockstep {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxClasses = 100000;
constexpr std::size_t kMaxPictures = std::numeric_limits<std::int32_t>::max();
constexpr int kMaxDepth = 16;

struct Entries {
    std::vector<std::string> folders, pictures;
};

/// Sorted names.
Entries readFolder(const std::string& path)
{
    Entries entries;
    std::error_code failed;
    for (fs::directory_iterator at(path, failed), end; !failed && at != end; at.increment(failed)) {
        std::error_code ignored; // a link to nowhere is neither
        const std::string name = at->path().filename().string();
        if (at->is_directory(ignored))
            entries.folders.push_back(name);
        else if (namesPicture(name))
            entries.pictures.push_back(name);
    }
    if (failed)
        throwDataError(LOCKSTEP_TEXT("The folder %1 cannot be read: %2."), {path, failed.message()});
    std::sort(entries.folders.begin(), entries.folders.end());
    std::sort(entries.pictures.begin(), entries.pictures.end());
    return entries;
}

struct PictureFolder {
    std::string path; // "" or "sub/"
    std::vector<std::string> pictures;
};

void collect(const std::string& classFolder, const std::string& below, int depth,
             std::vector<PictureFolder>& found)
{
    if (depth > kMaxDepth)
        throwDataError(LOCKSTEP_TEXT("%1 has more than %2 folders below each other; "
                                     "is there a link that leads in a circle?"),
                       {classFolder, std::to_string(kMaxDepth)});
    Entries entries = readFolder(below.empty() ? classFolder : classFolder + "/" + below);
    found.push_back({below, std::move(entries.pictures)});
    for (const std::string& name : entries.folders)
        collect(classFolder, below + name + "/", depth + 1, found);
}

} // namespace

FolderListing::FolderListing(const std::string& folder) : m_folder(folder)
{
    std::error_code ignored;
    if (!fs::is_directory(folder, ignored))
        throwDataError(
            LOCKSTEP_TEXT("The folder %1 is not there, or is no folder. Image data need one folder train and "
                          "one folder val, each with a folder of pictures for every class."),
            {folder});
    m_classes = readFolder(folder).folders;
    if (m_classes.empty())
        throwDataError(LOCKSTEP_TEXT("The folder %1 has no class folders; "
                                     "expected one folder of pictures for each class."),
                       {folder});
    if (m_classes.size() > kMaxClasses)
        throwDataError(LOCKSTEP_TEXT("The folder %1 has %2 class folders, expected at most %3."),
                       {folder, std::to_string(m_classes.size()), std::to_string(kMaxClasses)});
    for (const std::string& name : m_classes)
        addClass(name);
}

void FolderListing::addClass(const std::string& className)
{
    const auto label = static_cast<std::int32_t>(&className - m_classes.data());
    const std::size_t before = m_labels.size();
    std::vector<PictureFolder> found;
    collect(m_folder + "/" + className, {}, 1, found);
    // By path without the slash at its end, which would come after a dash.
    const auto name = [](const PictureFolder& part) {
        return std::string_view(part.path).substr(0, part.path.empty() ? 0 : part.path.size() - 1);
    };
    std::sort(found.begin(), found.end(), [&](const auto& a, const auto& b) { return name(a) < name(b); });
    for (const PictureFolder& part : found) {
        for (const std::string& picture : part.pictures) {
            m_names += part.path + picture;
            m_nameEnds.push_back(m_names.size());
            m_labels.push_back(label);
        }
    }
    if (m_labels.size() == before)
        throwDataError(
            LOCKSTEP_TEXT(
                "The class folder %1 holds no picture (.jpg, .jpeg or .png). Remove it or fill it."),
            {m_folder + "/" + className});
    if (m_labels.size() > kMaxPictures)
        throwDataError(LOCKSTEP_TEXT("The folder %1 holds more than %2 pictures."),
                       {m_folder, std::to_string(kMaxPictures)});
}

std::string FolderListing::path(std::size_t index) const
{
    const std::uint64_t begin = index == 0 ? 0 : m_nameEnds[index - 1];
    return m_folder + "/" + m_classes[static_cast<std::size_t>(m_labels[index])] + "/" +
           m_names.substr(begin, m_nameEnds[index] - begin);
}

void requireSameClasses(const FolderListing& training, const FolderListing& validation)
{
    const auto require = [](const FolderListing& has, const FolderListing& lacks) {
        for (const std::string& name : has.classes())
            if (!std::binary_search(lacks.classes().begin(), lacks.classes().end(), name))
                throwDataError(
                    LOCKSTEP_TEXT("The class %1 is in %2 but not in %3; both need a folder for every class."),
                    {name, has.folder(), lacks.folder()});
    };
    require(training, validation);
    require(validation, training);
}

} // namespace lockstep
