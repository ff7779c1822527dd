/* Threads that share the games of one call after another.

   A call is cut into pieces.  Each thread, the caller among them, has a share of the pieces and
   takes some at a time from its front, the fewer the less is left; who has none left steals half of
   another share from its back.  So the games of a thread stay in its cache from call to call.  After
   a call a worker looks out for the next one for a while before it sleeps. */
#ifndef SHUGI_WORKERS_H
#define SHUGI_WORKERS_H

#include "system.h"
#include <string.h>

#define WORKERS_AWAKE 50000 /* nanoseconds without work before a worker sleeps */
#define WORKERS_LOOKS 16    /* between two looks at the clock */
#define WORKERS_LINE 128    /* bytes that no two threads should write to */

/* games from low to high; worker: 0 the caller, 1 ... */
typedef void (*Task)(void *context, int low, int high, int worker);

typedef struct {
    Word left; /* pieces nobody has taken: the first << 32 | one past the last */
    char apart[WORKERS_LINE - sizeof(Word)];
} Share;

struct Crew;

typedef struct {
    struct Crew *crew;
    int number;
    Thread thread;
} Worker;

typedef struct Crew {
    Word posted; /* calls so far */
    char apart[WORKERS_LINE - sizeof(Word)];
    Word undone;  /* pieces of the call that have not ended */
    Word asleep;  /* workers */
    Word waiting; /* the caller sleeps until they have */
    Word quits;
    Task task;
    void *context;
    int games, piece; /* of the call; games to a piece */
    int most, begun;  /* workers, the caller not counted */
    int64_t awake;    /* nanoseconds */
    Lock lock;
    Signal called, ended;
    Worker *worker;
    Share *share;
    void *memory;
} Crew;

/* ---- pieces */

/* how many were taken, from *first on */
static int pieces_taken(Share *share, int stolen, int *first) {
    int64_t left, low, end, count;
    do {
        left = word_get(&share->left);
        low = left >> 32;
        end = left & INT32_MAX;
        if (low >= end) return 0;
        count = stolen ? (end - low + 1) / 2 : (end - low + 3) / 4;
    } while (!word_swap(&share->left, left, stolen ? left - count : left + (count << 32)));
    *first = (int)(stolen ? end - count : low);
    return (int)count;
}

/* The call's fields may be read by who has taken a piece alone: until it has ended no other call
   can begin. */
static void pieces_done(const Crew *crew, int first, int count, int worker) {
    int64_t low = (int64_t)first * crew->piece;
    int64_t high = low + (int64_t)count * crew->piece;
    crew->task(crew->context, (int)low, (int)(high < crew->games ? high : crew->games), worker);
}

static void crew_end(Crew *crew, int pieces) {
    if (!pieces || word_add(&crew->undone, -pieces) != pieces || !word_get(&crew->waiting)) return;
    lock_take(&crew->lock);
    signal_all(&crew->ended);
    lock_give(&crew->lock);
}

static void crew_work(Crew *crew, int worker) {
    int i, first, count, pieces = 0;
    for (i = 0; i <= crew->most; i++) {
        Share *share = &crew->share[(worker + i) % (crew->most + 1)];
        while ((count = pieces_taken(share, i, &first)) != 0) {
            pieces_done(crew, first, count, worker);
            pieces += count;
        }
    }
    crew_end(crew, pieces);
}

/* ---- waiting */

/* is the number another one now, before the time is over? */
static int crew_looks(const Crew *crew, const Word *number, int64_t other) {
    int64_t end = crew->awake ? nanoseconds() + crew->awake : 0;
    int i;
    do {
        for (i = 0; i < WORKERS_LOOKS; i++) {
            if (word_get(number) != other) return 1;
            breathe();
        }
    } while (crew->awake && nanoseconds() < end);
    return 0;
}

static void crew_sleep(Crew *crew, const Word *number, int64_t other, Word *sleepers,
                       Signal *signal) {
    lock_take(&crew->lock);
    word_add(sleepers, 1);
    while (word_get(number) == other) signal_wait(signal, &crew->lock);
    word_add(sleepers, -1);
    lock_give(&crew->lock);
}

static void crew_wake(Crew *crew) {
    word_add(&crew->posted, 1);
    if (!word_get(&crew->asleep)) return;
    lock_take(&crew->lock);
    signal_all(&crew->called);
    lock_give(&crew->lock);
}

static void crew_await(Crew *crew) {
    int64_t undone;
    while ((undone = word_get(&crew->undone)) != 0) {
        if (crew_looks(crew, &crew->undone, undone)) continue;
        lock_take(&crew->lock);
        word_put(&crew->waiting, 1);
        while (word_get(&crew->undone)) signal_wait(&crew->ended, &crew->lock);
        word_put(&crew->waiting, 0);
        lock_give(&crew->lock);
    }
}

THREAD_BODY(crew_worker, given) {
    Worker *worker = (Worker *)given;
    Crew *crew = worker->crew;
    int64_t seen = 0;
    for (;;) {
        if (!crew_looks(crew, &crew->posted, seen))
            crew_sleep(crew, &crew->posted, seen, &crew->asleep, &crew->called);
        seen = word_get(&crew->posted);
        if (word_get(&crew->quits)) break;
        crew_work(crew, worker->number);
    }
    THREAD_END;
}

/* ---- for the caller */

/* a crew of which no thread has begun; NULL without memory.  workers: the caller not counted;
   looks_out: after a call, there being a processor for each of them */
static Crew *crew_make(int workers, int looks_out) {
    size_t room = sizeof(Crew) + WORKERS_LINE + sizeof(Share) * ((size_t)workers + 1);
    char *memory = (char *)calloc(1, room + sizeof(Worker) * (size_t)workers);
    Crew *crew;
    if (!memory) return NULL;
    crew = (Crew *)(memory + (WORKERS_LINE - (uintptr_t)memory % WORKERS_LINE) % WORKERS_LINE);
    crew->memory = memory;
    crew->share = (Share *)(crew + 1);
    crew->worker = (Worker *)(crew->share + workers + 1);
    crew->most = workers;
    crew->awake = looks_out ? WORKERS_AWAKE : 0;
    lock_make(&crew->lock);
    signal_make(&crew->called);
    signal_make(&crew->ended);
    return crew;
}

/* how many have begun */
static int crew_begin(Crew *crew) {
    while (crew->begun < crew->most) {
        Worker *worker = &crew->worker[crew->begun];
        worker->crew = crew;
        worker->number = crew->begun + 1;
        if (!thread_begin(&worker->thread, crew_worker, worker)) break;
        crew->begun++;
    }
    return crew->begun;
}

static void crew_share(Crew *crew, Task task, void *context, int games, int piece) {
    int pieces = (int)(((int64_t)games + piece - 1) / piece);
    int threads = pieces <= crew->begun ? pieces : crew->begun + 1;
    int i;
    int64_t low = 0, high;
    crew->task = task;
    crew->context = context;
    crew->games = games;
    crew->piece = piece;
    word_put(&crew->undone, pieces);
    for (i = 0; i < threads; i++) {
        high = (int64_t)pieces * (i + 1) / threads;
        word_put(&crew->share[i].left, low << 32 | high);
        low = high;
    }
    crew_wake(crew);
    crew_work(crew, 0);
    crew_await(crew);
}

/* begun_here: in a forked child there are no threads to wait for, and its locks may be held */
static void crew_drop(Crew *crew, int begun_here) {
    int i;
    if (begun_here) {
        word_put(&crew->quits, 1);
        crew_wake(crew);
        for (i = 0; i < crew->begun; i++) thread_join(crew->worker[i].thread);
        signal_drop(&crew->called);
        signal_drop(&crew->ended);
        lock_drop(&crew->lock);
    }
    free(crew->memory);
}

#endif
