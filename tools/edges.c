/* Which edges of the engine's code were taken: gcc's -fsanitize-coverage=trace-pc calls this at
   every block.  tests/fuzz/guide.py reads the map. */
#include <stdint.h>

#define BITS 18

uint8_t shugi_edges[1 << BITS];
uint32_t shugi_edge_count = 1 << BITS;
static __thread uintptr_t before;

void __sanitizer_cov_trace_pc(void)
{
    uintptr_t here = (uintptr_t)__builtin_return_address(0);
    shugi_edges[(uint64_t)(here ^ before) * 0x9E3779B97F4A7C15u >> (64 - BITS)] = 1;
    before = here << 1;
}
