/* What threads need of the compiler and the system: numbers that several of them change, locks,
   signals, a clock.  POSIX and Windows. */
#ifndef SHUGI_SYSTEM_H
#define SHUGI_SYSTEM_H

#include <stdint.h>
#include <stdlib.h>

/* ---- numbers that several threads change, in one order that all of them see */

typedef volatile int64_t Word;

#if defined(__GNUC__) || defined(__clang__)

static inline int64_t word_get(const Word *w) { return __atomic_load_n(w, __ATOMIC_SEQ_CST); }
static inline void word_put(Word *w, int64_t value) { __atomic_store_n(w, value, __ATOMIC_SEQ_CST); }
/* what it was before */
static inline int64_t word_add(Word *w, int64_t more) {
    return __atomic_fetch_add(w, more, __ATOMIC_SEQ_CST);
}
/* is it `wanted` now, having been `was`? */
static inline int word_swap(Word *w, int64_t was, int64_t wanted) {
    return __atomic_compare_exchange_n(w, &was, wanted, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

#else

#include <intrin.h>
static inline int64_t word_get(const Word *w) {
#if defined(_M_ARM64)
    int64_t value = __iso_volatile_load64(w);
    __dmb(_ARM64_BARRIER_ISH);
    return value;
#else
    int64_t value = *w;
    _ReadWriteBarrier();
    return value;
#endif
}
static inline void word_put(Word *w, int64_t value) { _InterlockedExchange64(w, value); }
static inline int64_t word_add(Word *w, int64_t more) { return _InterlockedExchangeAdd64(w, more); }
static inline int word_swap(Word *w, int64_t was, int64_t wanted) {
    return _InterlockedCompareExchange64(w, wanted, was) == was;
}

#endif

/* the greater of what it is and the value */
static inline void word_raise(Word *w, int64_t value) {
    int64_t was;
    do was = word_get(w);
    while (was < value && !word_swap(w, was, value));
}

/* ---- threads, locks and signals */

#if defined(_WIN32)

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
#include <process.h>

typedef HANDLE Thread;
typedef SRWLOCK Lock;
typedef CONDITION_VARIABLE Signal;

#define THREAD_BODY(name, given) static unsigned __stdcall name(void *given)
#define THREAD_END return 0
#define breathe() YieldProcessor()

static inline void lock_make(Lock *lock) { InitializeSRWLock(lock); }
static inline void lock_take(Lock *lock) { AcquireSRWLockExclusive(lock); }
static inline void lock_give(Lock *lock) { ReleaseSRWLockExclusive(lock); }
static inline void lock_drop(Lock *lock) { (void)lock; }
static inline void signal_make(Signal *signal) { InitializeConditionVariable(signal); }
static inline void signal_wait(Signal *signal, Lock *lock) {
    SleepConditionVariableSRW(signal, lock, INFINITE, 0);
}
static inline void signal_all(Signal *signal) { WakeAllConditionVariable(signal); }
static inline void signal_drop(Signal *signal) { (void)signal; }

static inline int thread_begin(Thread *thread, unsigned(__stdcall *body)(void *), void *given) {
    *thread = (HANDLE)_beginthreadex(NULL, 0, body, given, 0, NULL);
    return *thread != NULL;
}
static inline void thread_join(Thread thread) {
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}
static inline int64_t process_number(void) { return (int64_t)GetCurrentProcessId(); }
static inline int64_t nanoseconds(void) {
    LARGE_INTEGER ticks, second;
    QueryPerformanceFrequency(&second);
    QueryPerformanceCounter(&ticks);
    return (int64_t)((double)ticks.QuadPart * (1e9 / (double)second.QuadPart));
}

#else

#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

typedef pthread_t Thread;
typedef pthread_mutex_t Lock;
typedef pthread_cond_t Signal;

#define THREAD_BODY(name, given) static void *name(void *given)
#define THREAD_END return NULL
#define THREAD_STACK (4 << 20) /* the default of macOS and musl is too small */

#if defined(__x86_64__) || defined(__i386__)
#define breathe() __builtin_ia32_pause()
#elif defined(__aarch64__)
#define breathe() __asm__ volatile("isb" ::: "memory")
#else
#define breathe() ((void)0)
#endif

static inline void lock_make(Lock *lock) { pthread_mutex_init(lock, NULL); }
static inline void lock_take(Lock *lock) { pthread_mutex_lock(lock); }
static inline void lock_give(Lock *lock) { pthread_mutex_unlock(lock); }
static inline void lock_drop(Lock *lock) { pthread_mutex_destroy(lock); }
static inline void signal_make(Signal *signal) { pthread_cond_init(signal, NULL); }
static inline void signal_wait(Signal *signal, Lock *lock) { pthread_cond_wait(signal, lock); }
static inline void signal_all(Signal *signal) { pthread_cond_broadcast(signal); }
static inline void signal_drop(Signal *signal) { pthread_cond_destroy(signal); }

/* Ctrl-C and its like are for the threads of Python: they get no such signal here */
static inline int thread_begin(Thread *thread, void *(*body)(void *), void *given) {
    static const int own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
    pthread_attr_t kind;
    sigset_t all, before;
    size_t i;
    int failed;
    if (pthread_attr_init(&kind)) return 0;
    pthread_attr_setstacksize(&kind, THREAD_STACK);
    sigfillset(&all);
    for (i = 0; i < sizeof own / sizeof *own; i++) sigdelset(&all, own[i]);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    failed = pthread_create(thread, &kind, body, given);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&kind);
    return !failed;
}
static inline void thread_join(Thread thread) { pthread_join(thread, NULL); }
static inline int64_t process_number(void) { return getpid(); }
static inline int64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

#endif
#endif
