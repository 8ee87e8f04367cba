// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/checkpoint/torch/torch_file.h"

#include "engine/checkpoint/refuse.h"
#include "engine/checkpoint/torch/torch_tensors.h"
#include "engine/checkpoint/torch/zip_archive.h"
#include "engine/protocol/json_value.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>

namespace lockstep {
namespace {

using Kind = PickleValue::Kind;

/// 0x1950a86a20f9469cfc6c, PyTorch's magic number, as a pickle stores it.
constexpr std::string_view kMagic = "\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";
constexpr std::int64_t kLegacyVersion = 1001;
constexpr std::string_view kModulePrefix = "module.";
/// Where the usual training programs put the weights, in the order in which they are tried.
constexpr std::array<std::string_view, 8> kPlaces = {
    "state_dict", "model_state_dict", "model", "model_state", "net", "network", "weights", "params"};

const PickleValue* findKey(const PickleDocument& document, const PickleValue& dict, std::string_view key)
{
    const PickleValue* found = nullptr; // the last one counts, as in Python
    for (std::size_t i = 0; i + 1 < dict.items.size(); i += 2) {
        const PickleValue& candidate = document.at(dict.items[i]);
        if (candidate.kind == Kind::Text && candidate.text == key)
            found = &document.at(dict.items[i + 1]);
    }
    return found;
}

bool holdsTensors(const PickleDocument& document, const PickleValue& value)
{
    if (value.kind != Kind::Dict)
        return false;
    for (std::size_t i = 0; i + 1 < value.items.size(); i += 2)
        if (document.at(value.items[i]).kind == Kind::Text &&
            isTensor(document, document.at(value.items[i + 1])))
            return true;
    return false;
}

/// How a key is called in a list for people.
std::string keyText(const PickleValue& key)
{
    return key.kind == Kind::Text      ? std::string(key.text)
           : key.kind == Kind::Integer ? std::to_string(key.integer)
                                       : std::string("?");
}

/// The dict that holds the weights; notes in `file` where it stood and what stood beside it.
const PickleValue& findStateDict(const PickleDocument& document, TorchFile& file, const std::string& fileName)
{
    const PickleValue& top = document.top();
    if (top.kind == Kind::Dict) {
        for (const std::string_view place : kPlaces) {
            const PickleValue* inner = findKey(document, top, place);
            if (!inner || !holdsTensors(document, *inner))
                continue;
            file.place = place;
            for (std::size_t i = 0; i + 1 < top.items.size(); i += 2)
                if (keyText(document.at(top.items[i])) != place)
                    file.skipped.push_back(keyText(document.at(top.items[i])));
            return *inner;
        }
        if (holdsTensors(document, top))
            return top;
    }
    refuseFile(LOCKSTEP_TEXT(
                   "%1 holds no tensors by name, neither at the top nor under a usual key (\"state_dict\", "
                   "\"model\", ...). It is made by torch.save(model.state_dict(), FILE)."),
               {fileName});
}

void stripPrefix(TorchFile& file)
{
    const bool common = std::all_of(file.tensors.begin(), file.tensors.end(), [](const LoadedTensor& tensor) {
        return tensor.name.starts_with(kModulePrefix);
    });
    if (!common)
        return;
    file.prefix = kModulePrefix;
    for (LoadedTensor& tensor : file.tensors)
        tensor.name.erase(0, kModulePrefix.size());
}

void readTensors(const PickleDocument& document, TorchTensorReader& reader, TorchFile& file,
                 const std::string& fileName)
{
    const PickleValue& dict = findStateDict(document, file, fileName);
    std::set<std::string_view> names;
    for (std::size_t i = 0; i + 1 < dict.items.size(); i += 2) {
        const PickleValue& key = document.at(dict.items[i]);
        const PickleValue& value = document.at(dict.items[i + 1]);
        if (key.kind != Kind::Text || !isTensor(document, value)) {
            file.skipped.push_back(keyText(key));
            continue;
        }
        if (!isTensorName(key.text))
            refuseFile(LOCKSTEP_TEXT("%1: the name %2 of a tensor holds control characters."),
                       {fileName, quotedText(key.text)});
        if (!names.insert(key.text).second)
            refuseFile(LOCKSTEP_TEXT("%1: two tensors are named %2."), {fileName, quotedText(key.text)});
        file.tensors.push_back(reader.read(std::string(key.text), value));
    }
    stripPrefix(file);
}

TorchFile parseZip(std::string_view bytes, const std::string& fileName)
{
    const ZipArchive archive(bytes, fileName);
    const std::string folder = archive.folderOf("data.pkl");
    if (archive.contains(folder + "/constants.pkl"))
        refuseFile(LOCKSTEP_TEXT(
                       "%1 is a TorchScript program. Its weights alone can be read: save them in PyTorch by "
                       "torch.save(torch.jit.load(FILE).state_dict(), \"weights.pth\")."),
                   {fileName});
    const std::string order = folder + "/byteorder"; // since PyTorch 2.1
    if (archive.contains(order) && archive.read(order) != "little")
        refuseFile(
            LOCKSTEP_TEXT("%1 was written on a big-endian computer; only little-endian files are read."),
            {fileName});
    const PickleDocument document = readPickle(archive.read(folder + "/data.pkl"), torchNames(), fileName);
    std::map<std::string_view, std::string_view> storages; // each CRC is checked once
    TorchTensorReader reader(
        document, bytes.size(),
        [&](const TorchStorage& storage) {
            const auto known = storages.find(storage.key);
            if (known != storages.end())
                return known->second;
            const std::string_view content = archive.read(folder + "/data/" + std::string(storage.key));
            return storages.emplace(storage.key, content).first->second;
        },
        fileName);
    TorchFile file;
    file.layout = TorchFile::Layout::Zip;
    readTensors(document, reader, file, fileName);
    return file;
}

/// The parts of the legacy layout, one after another: five pickles, then the storages.
class LegacyStream {
public:
    LegacyStream(std::string_view bytes, const std::string& fileName) : m_bytes(bytes), m_fileName(fileName)
    {
    }

    PickleDocument pickle()
    {
        PickleDocument document = readPickle(m_bytes, torchNames(), m_fileName);
        m_bytes.remove_prefix(document.bytes);
        return document;
    }

    /// Number of elements, then their bytes.
    std::string_view storage(std::uint64_t elements, std::size_t itemBytes)
    {
        std::uint64_t stated = 0;
        if (m_bytes.size() < sizeof stated)
            refuse();
        std::memcpy(&stated, m_bytes.data(), sizeof stated);
        m_bytes.remove_prefix(sizeof stated);
        if (stated != elements || elements > m_bytes.size() / itemBytes)
            refuse();
        const std::string_view content = m_bytes.substr(0, elements * itemBytes);
        m_bytes.remove_prefix(content.size());
        return content;
    }

    [[noreturn]] void refuse() const
    {
        refuseFile(
            LOCKSTEP_TEXT("%1 is damaged: its storages are cut off or contradict the tensors. Was the file "
                          "copied whole?"),
            {m_fileName});
    }

private:
    std::string_view m_bytes;
    const std::string& m_fileName;
};

bool isMagic(const PickleValue& value)
{
    return value.kind == Kind::BigInteger && value.text == kMagic;
}

TorchFile parseLegacy(std::string_view bytes, const std::string& fileName)
{
    LegacyStream stream(bytes, fileName);
    const PickleDocument magic = stream.pickle();
    if (!isMagic(magic.top()))
        refuseFile(LOCKSTEP_TEXT("%1 is a pickle, but not one of torch.save."), {fileName});
    const PickleDocument version = stream.pickle();
    if (version.top().kind != Kind::Integer || version.top().integer != kLegacyVersion)
        refuseFile(
            LOCKSTEP_TEXT("%1 has a version of PyTorch's old layout that is not known; expected 1001."),
            {fileName});
    const PickleDocument system = stream.pickle();
    const PickleValue* little = findKey(system, system.top(), "little_endian");
    if (!little || little->kind != Kind::Bool || little->integer == 0)
        refuseFile(
            LOCKSTEP_TEXT("%1 was written on a big-endian computer; only little-endian files are read."),
            {fileName});
    const PickleDocument document = stream.pickle();
    const PickleDocument keys = stream.pickle();

    // Elements and types stand in the ids only, and all who name a storage must agree.
    std::map<std::string_view, TorchStorage> described;
    for (const PickleValue& value : document.values) {
        if (value.kind != Kind::PersistentId)
            continue;
        const TorchStorage storage = readStorageId(document, value, fileName);
        const TorchStorage& first = described.emplace(storage.key, storage).first->second;
        if (first.type != storage.type || first.elements != storage.elements)
            stream.refuse();
    }
    std::map<std::string_view, std::string_view> storages;
    if (keys.top().kind != Kind::List)
        stream.refuse();
    for (const PickleId id : keys.top().items) {
        const auto storage = described.find(keys.at(id).text);
        if (storage == described.end() || storages.contains(storage->first))
            stream.refuse();
        storages.emplace(storage->first,
                         stream.storage(storage->second.elements, itemBytes(storage->second.type)));
    }
    TorchTensorReader reader(
        document, bytes.size(),
        [&](const TorchStorage& storage) {
            const auto found = storages.find(storage.key);
            if (found == storages.end())
                stream.refuse();
            return found->second;
        },
        fileName);
    TorchFile file;
    file.layout = TorchFile::Layout::Legacy;
    readTensors(document, reader, file, fileName);
    return file;
}

/// PyTorch before 0.1.10 (2017) wrote tar archives.
bool looksLikeTar(std::string_view bytes)
{
    constexpr std::size_t kMagicPlace = 257;
    return bytes.size() > kMagicPlace + 5 && bytes.substr(kMagicPlace, 5) == "ustar";
}

} // namespace

bool looksLikeTorchFile(std::string_view bytes)
{
    // A safetensors header may be 0x...80 bytes long, and begins after eight bytes of length.
    const bool pickle = bytes.starts_with('\x80') && !(bytes.size() > 8 && bytes[8] == '{');
    return looksLikeZip(bytes) || pickle || looksLikeTar(bytes);
}

TorchFile parseTorchFile(std::string_view bytes, const std::string& fileName)
{
    if (looksLikeTar(bytes))
        refuseFile(LOCKSTEP_TEXT(
                       "%1 is a tar archive. If PyTorch before 0.1.10 wrote it, load and save it there once "
                       "with a newer PyTorch; if it is a packed folder, unpack it."),
                   {fileName});
    if (looksLikeZip(bytes))
        return parseZip(bytes, fileName);
    return parseLegacy(bytes, fileName);
}

} // namespace lockstep
