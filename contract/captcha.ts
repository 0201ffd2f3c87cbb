import * as z from 'zod/mini';

/** What a client needs to solve the captcha. */

/** The act that needs a proof. A proof for one act is not valid for another. */
export const CaptchaAction = z.enum(['signup']);
export type CaptchaAction = z.infer<typeof CaptchaAction>;

export const ChallengeQuery = z.object({ action: CaptchaAction });

/** A puzzle as ALTCHA's second version has it; solved, it is sent as JSON in base64 with its solution. */
export const ChallengeAnswer = z.object({
  data: z.object({
    parameters: z.object({
      algorithm: z.string(),
      cost: z.number(),
      /** Its claims: the site and act it is valid for, and until when. */
      data: z.record(z.string(), z.string()),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      nonce: z.string(),
      salt: z.string(),
    }),
    signature: z.string(),
  }),
});
