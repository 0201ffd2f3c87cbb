/**
 * Options of Node for the product's process; `deploy/intake@.service` has the same.
 *
 * The first in megabytes, for each half of V8's young generation: by itself Node 24 lets both grow to 64 and never shrinks
 * them, which was 128 of 265 MB that a process of production had resident at rest. The second lets the old generation grow by
 * three tenths of what lives in it before it is collected; by itself it triples under load, for objects that are garbage.
 */
export const serverOptions = ['--max-semi-space-size=8', '--heap-growing-percent=30'];

/**
 * Variables of the product's process, read by the C library before Node begins; the unit has the same. One heap of malloc for
 * all threads: by itself glibc gives each of Node's worker threads its own, which keep what was freed in them: a process at rest
 * had some 12 MB more.
 */
export const serverVariables = { MALLOC_ARENA_MAX: '1' };
