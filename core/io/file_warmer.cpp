// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_warmer.h"

#include <cerrno>
#include <exception>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include <utility>

namespace duologue {

namespace {

constexpr std::size_t kThreads = 12;
/// After the first files, one in so many is checked.
constexpr std::size_t kLookedAtFirst = 4;
constexpr std::size_t kLookedAtEach = 64;
/// If more files are waiting, the readers are the slower ones.
constexpr std::size_t kMostWaiting = 4096;

/// The system itself reads ahead in longer files.
constexpr ::off_t kLongestToWarm = ::off_t{4} << 20U;

/// Opens a file and closes it again; -1 if it cannot be opened.
class Opened {
public:
    explicit Opened(const std::string& file)
        : m_descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    {
    }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    ~Opened()
    {
        if (m_descriptor >= 0)
            ::close(m_descriptor);
    }

    int number() const { return m_descriptor; }

private:
    int m_descriptor;
};

bool isShort(const Opened& opened)
{
    struct stat status = {};
    return ::fstat(opened.number(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 &&
           status.st_size <= kLongestToWarm;
}

/// Also false if the system does not say, as for files of other users.
bool isOnDiskOnly(const Opened& opened)
{
    void* const page = ::mmap(nullptr, 1, PROT_READ, MAP_PRIVATE, opened.number(), 0);
    if (page == MAP_FAILED)
        return false;
    unsigned char state = 1;
    const bool known = ::mincore(page, 1, &state) == 0;
    ::munmap(page, 1);
    return known && (state & 1U) == 0;
}

/// Whether reading the file would have to wait for the disk; false if that is unknown.
bool isCold(const std::string& file)
{
    const Opened opened(file);
    if (opened.number() < 0 || !isShort(opened))
        return false;
    if (isOnDiskOnly(opened))
        return true;
    // This read makes the system fetch the page, and a fast disk may answer at once, so mincore() came first.
    char byte = 0;
    const iovec target{&byte, 1};
    return ::preadv2(opened.number(), &target, 1, 0, RWF_NOWAIT) < 0 && errno == EAGAIN;
}

} // namespace

FileWarmer::~FileWarmer()
{
    for (std::jthread& thread : m_threads)
        thread.request_stop();
}

void FileWarmer::willRead(const std::string& file)
{
    const std::size_t number = m_seen++;
    if (number < kLookedAtFirst || number % kLookedAtEach == 0)
        m_warmSamples = isCold(file) ? 0 : m_warmSamples + 1;
    if (!isWarming())
        return;
    startThreads();
    if (m_threads.empty())
        return;
    const std::scoped_lock lock(m_mutex);
    if (m_waiting.size() >= kMostWaiting)
        return;
    m_waiting.push_back(file);
    m_more.notify_one();
}

void FileWarmer::startThreads()
{
    if (std::exchange(m_started, true))
        return;
    try {
        while (m_threads.size() < kThreads)
            m_threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
    } catch (const std::exception&) {
        // The system is out of threads or memory: go on with those that were started.
        return;
    }
}

void FileWarmer::work(const std::stop_token& stop)
{
    for (;;) {
        std::string file;
        {
            std::unique_lock lock(m_mutex);
            if (!m_more.wait(lock, stop, [this] { return !m_waiting.empty(); }) || stop.stop_requested())
                return;
            file = std::move(m_waiting.front());
            m_waiting.pop_front();
        }
        const Opened opened(file);
        if (opened.number() >= 0 && isShort(opened))
            ::posix_fadvise(opened.number(), 0, 0, POSIX_FADV_WILLNEED);
    }
}

} // namespace duologue
