/* Records what the browser has made durable: for each fsync and fdatasync the file and its length before the call. The
 * file is named by its inode and its time of birth, so that it is known after a rename, and not taken for the one whose
 * inode it got. Loaded with LD_PRELOAD; FSYNC_LOG names the file to write to. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int record(const char *name, int fd) {
    struct statx before;
    int known = statx(fd, "", AT_EMPTY_PATH, STATX_INO | STATX_SIZE | STATX_BTIME, &before);
    int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    int result = sync(fd);
    const char *log = getenv("FSYNC_LOG");
    if (result != 0 || known != 0 || !log) return result;
    char line[128];
    int length = snprintf(line, sizeof line, "%llu %lld%09u %llu\n", (unsigned long long)before.stx_ino,
                          (long long)before.stx_btime.tv_sec, before.stx_btime.tv_nsec, (unsigned long long)before.stx_size);
    /* One write to the end of a file is not mixed with others. */
    int out = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (out < 0 || write(out, line, (size_t)length) != length) abort();
    close(out);
    return result;
}

int fsync(int fd) { return record("fsync", fd); }

int fdatasync(int fd) { return record("fdatasync", fd); }
