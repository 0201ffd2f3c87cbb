import { expect, test } from 'vitest';
import { arrive, openPage } from '../testing/visit.ts';
import { signInFirst } from './sign-in-first.ts';

test('who resets the password before a comment may still log in for it', async () => {
  arrive();
  const page = openPage();
  const signing = signInFirst(page);
  page.opened[0]!.end({ type: 'PASSWORD_RESET' });
  page.opened[0]!.end({ type: 'LOGIN' });
  await expect(signing).resolves.toBeUndefined();
});

test('who closes the log-in after a reset is refused the comment', async () => {
  arrive();
  const page = openPage();
  const signing = signInFirst(page);
  page.opened[0]!.end({ type: 'PASSWORD_RESET' });
  page.opened[0]!.end({ type: 'CLOSED' });
  await expect(signing).rejects.toMatchObject({ code: 'login-required' });
});
