import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';

interface Phone {
  email: string;
  codes: { now: string; next: string };
}

/** An app shows another code each half minute. */
export const untilAnotherCode = { intervals: [15_000], timeout: 150_000 };

/**
 * Takes a code that the authenticator app of an account shows. A code works once, and one that was typed before counts as a
 * wrong one, so that no two workers may take the same.
 *
 * @throws Error where both that it shows were taken already
 */
export async function takeCode(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.get('/dev/authenticator/codes');
  const { data } = (await answer.json()) as { data: Phone[] };
  const phone = data.find((each) => each.email === email);
  if (!phone) throw new Error(`/dev/authenticator shows no codes of ${email}`);
  const code = [phone.codes.now, phone.codes.next].find((each) => isFirstToTake(`${email}-${each}`));
  if (code === undefined) throw new Error('both codes were used already');
  return code;
}

function isFirstToTake(name: string): boolean {
  try {
    closeSync(openSync(path.join(process.env.INTAKE_TAKEN_CODES!, name), 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
