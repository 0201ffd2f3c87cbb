import { deletingJob, type EndedRows } from '../../platform/ended-rows.ts';

/** Longer than any proof is valid: ours 10 minutes, those of other services at most 5. */
const rememberedHours = 1;

/** Proofs that could not be used again anyway. */
export const usedProofs: readonly EndedRows[] = [
  {
    table: 'captcha_use',
    since: 'used_at',
    keptFor: rememberedHours * 3_600,
    job: deletingJob('forget-used-captchas', '57 * * * *'),
  },
];
