// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/checkpoint/weights_fixture.h"

#include "engine/checkpoint/torch/zip_writer.h"

#include <cstdio>
#include <fstream>
#include <sstream>

namespace lockstep {

TemporaryFolder::TemporaryFolder()
{
    std::string name = (std::filesystem::temp_directory_path() / "lockstep-weights-XXXXXX").string();
    if (!mkdtemp(name.data()))
        throw std::runtime_error("no temporary folder");
    m_path = name;
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(m_path, ignored);
}

std::string readBytes(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file.good()) << path;
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

void writeBytes(const std::string& path, const std::string& bytes)
{
    std::ofstream file(path, std::ios::binary);
    file << bytes;
    EXPECT_TRUE(file.flush().good()) << path;
}

std::string torchPeer(const std::string& arguments)
{
    const std::string command =
        "/usr/bin/python3 -B " LOCKSTEP_SOURCE_DIR "/tests/support/torch_file_peer.py " + arguments + " 2>&1";
    FILE* output = popen(command.c_str(), "r");
    std::string text;
    for (int c = fgetc(output); c != EOF; c = fgetc(output))
        text += static_cast<char>(c);
    EXPECT_EQ(pclose(output), 0) << text;
    return text;
}

std::string torchErrorOf(const std::string& bytes)
{
    try {
        (void)parseTorchFile(bytes, "f");
    } catch (const EngineError& error) {
        EXPECT_EQ(error.code(), ExitCode::CheckpointError) << error.what();
        return error.what();
    }
    return "accepted";
}

std::string torchZip(const std::string& pickle, const std::vector<std::string>& storages)
{
    std::string bytes;
    ZipWriter archive([&](std::span<const std::byte> piece) {
        bytes.append(reinterpret_cast<const char*>(piece.data()), piece.size());
    });
    archive.add("archive/data.pkl", std::as_bytes(std::span(pickle)));
    for (std::size_t i = 0; i < storages.size(); ++i)
        archive.add("archive/data/" + std::to_string(i), std::as_bytes(std::span(storages[i])));
    archive.finish();
    return bytes;
}

LegacyParts legacyParts(const std::string& content, const std::string& storage)
{
    LegacyParts parts;
    parts.magic = std::string("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.");
    parts.version = "\x80\x02M\xe9\x03.";
    parts.system = pickle::dict({pickle::text("little_endian"), "\x88"});
    parts.content = content;
    parts.keys = "\x80\x02]" + pickle::text("0") + "a.";
    const std::uint64_t elements = storage.size() / sizeof(float);
    parts.storages = std::string(reinterpret_cast<const char*>(&elements), sizeof elements) + storage;
    return parts;
}

namespace pickle {

std::string text(const std::string& content)
{
    const auto size = static_cast<std::uint32_t>(content.size());
    return "X" + std::string(reinterpret_cast<const char*>(&size), 4) + content;
}

std::string integer(std::int64_t value)
{
    return "\x8A\x08" + std::string(reinterpret_cast<const char*>(&value), 8);
}

std::string global(const std::string& module, const std::string& name)
{
    return "c" + module + "\n" + name + "\n";
}

std::string tuple(const std::vector<std::string>& items)
{
    std::string bytes = "(";
    for (const std::string& item : items)
        bytes += item;
    return bytes + "t";
}

std::string tensor(std::int64_t storageElements, std::int64_t offset, const std::vector<std::int64_t>& sizes,
                   const std::vector<std::int64_t>& strides, const std::string& storageClass)
{
    const auto numbers = [](const std::vector<std::int64_t>& values) {
        std::vector<std::string> items;
        for (const std::int64_t value : values)
            items.push_back(integer(value));
        return tuple(items);
    };
    const std::string storage = tuple({text("storage"), global("torch", storageClass), text("0"), text("cpu"),
                                       integer(storageElements)}) +
                                "Q";
    return global("torch._utils", "_rebuild_tensor_v2") +
           tuple({storage, integer(offset), numbers(sizes), numbers(strides), "\x89", "}"}) + "R";
}

std::string dict(const std::vector<std::string>& entries)
{
    std::string bytes = "\x80\x02}(";
    for (const std::string& entry : entries)
        bytes += entry;
    return bytes + "u.";
}

} // namespace pickle
} // namespace lockstep
