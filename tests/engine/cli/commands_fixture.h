// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/engine/cli/command_output.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace lockstep {

/// A short training on built-in digits, by hand, and the commands that look at its checkpoint.
class Commands : public ::testing::Test {
protected:
    Commands()
    {
        m_folder = (std::filesystem::temp_directory_path() / "lockstep-cli-XXXXXX").string();
        if (!::mkdtemp(m_folder.data()))
            throw std::runtime_error("cannot make a folder");
        write("experiment.lockstep.json",
              R"({"version": 1, "name": "short", "topology": {"hosts": [{"id": "h", "name": "here",
                  "connection": "local", "devices": ["cpu", "cpu"]}]}, "model": {"name": "mnist-cnn"},
                  "data": {"kind": "synthetic-digits"},
                  "training": {"optimizer": "momentum", "learning_rate": 0.05, "batch": 400, "epochs": 1}})");
        for (const char* name : {"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"})
            ::unsetenv(name);
    }
    ~Commands() override
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }

    void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
    std::string path(const std::string& name) const { return m_folder + "/" + name; }

    std::vector<std::string> train(const std::vector<std::string>& more = {}) const
    {
        std::vector<std::string> words = {"train", path("experiment.lockstep.json"), "--run-folder",
                                          path("run")};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

private:
    std::string m_folder;
};

} // namespace lockstep
