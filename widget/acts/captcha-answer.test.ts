import { expect, test } from 'vitest';
import { askService } from '../captcha/services.ts';
import { arrive } from '../testing/visit.ts';

/** A service that would ask the visitor anew. */
const asksAnew = () =>
  Object.assign(window, {
    hcaptcha: {
      render: (_: Element, { callback }: { callback: (token: string) => void }) => callback('fresh'),
      execute() {},
    },
  });

test('an hCaptcha answer that the page has already is sent, once', async () => {
  arrive('<form><textarea name="h-captcha-response"></textarea></form>');
  asksAnew();
  document.querySelector('textarea')!.value = 'given';
  expect(await askService('hcaptcha', 'key')).toBe('given');
  expect(await askService('hcaptcha', 'key')).toBe('fresh');
});
