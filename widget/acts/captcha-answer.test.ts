import { expect, test, vi } from 'vitest';
import { work } from '../captcha/own-proof.ts';
import { askService } from '../captcha/services.ts';
import { arrive, home, serve } from '../testing/visit.ts';

/** A service that would ask the visitor anew. */
const asksAnew = (reset = () => undefined) =>
  Object.assign(window, {
    hcaptcha: {
      reset,
      render: (_: Element, { callback }: { callback: (token: string) => void }) => callback('fresh'),
      execute() {},
    },
  });

test('an hCaptcha answer that the page has already is sent, once', async () => {
  arrive('<form><textarea name="h-captcha-response"></textarea></form>');
  let resets = 0;
  asksAnew(() => void (resets += 1));
  document.querySelector('textarea')!.value = 'given';
  expect(await askService('hcaptcha', 'key')).toBe('given');
  expect(resets, 'the widget that the page has drawn can be used again').toBe(1);
  expect(await askService('hcaptcha', 'key')).toBe('fresh');
  expect(resets).toBe(1);
});

test('a proof of work that outlasts its challenge is refused with a sentence, and not sent', async ({
  onTestFinished,
}) => {
  arrive();
  // No key begins with these 16 bytes, so the work never ends by itself.
  const parameters = {
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    keyLength: 32,
    keyPrefix: 'ff'.repeat(16),
    nonce: '00'.repeat(16),
    salt: '00'.repeat(16),
  };
  serve({ 'GET /captcha/challenge': { parameters } });
  let nowMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 100_000));
  onTestFinished(() => clock.mockRestore());
  const captcha = { service: 'altcha', siteKey: null, challengeUrl: '/captcha/challenge' } as const;
  await expect(work(captcha, { domain: home, publicKey: 'pk_sb_1' })).rejects.toThrow('took too long');
});
