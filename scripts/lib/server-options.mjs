/**
 * Options of Node for the product's process; `deploy/intake@.service` has the same.
 *
 * In megabytes, for each half of V8's young generation. By itself Node 24 lets both grow to 64 and never shrinks them: 128
 * of 265 MB that a process of production had resident at rest, of which 43 were used.
 */
export const serverOptions = ['--max-semi-space-size=16'];
