// SPDX-FileCopyrightText: The Lockstep authors
// SPDX-License-Identifier: Apache-2.0

// For LD_PRELOAD: a system that has no thread to spare for as long as LOCKSTEP_HOME holds a file
// "no-threads".
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>
#include <string>
#include <unistd.h>

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*begin)(void*),
                              void* argument) noexcept
{
    const char* const home = std::getenv("LOCKSTEP_HOME");
    if (home && ::access((std::string(home) + "/no-threads").c_str(), F_OK) == 0)
        return EAGAIN;
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const auto create = reinterpret_cast<Create>(::dlsym(RTLD_NEXT, "pthread_create"));
    return create(thread, attributes, begin, argument);
}
