import { expect, onTestFinished, test, vi } from 'vitest';
import { arrive, find } from '../testing/visit.ts';
import { whenInView } from './in-view.ts';

test('elements that come later are watched by the same observer, and the first that is seen ends it', () => {
  arrive('<i></i><b></b>');
  const made: { observed: Element[]; see: (isIntersecting: boolean) => void }[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observed: Element[] = [];
      readonly see: (isIntersecting: boolean) => void;
      constructor(tell: (entries: { isIntersecting: boolean }[], own: unknown) => void) {
        this.see = (isIntersecting) => tell([{ isIntersecting }], this);
        made.push(this);
      }
      observe(element: Element) {
        this.observed.push(element);
      }
      disconnect() {
        this.observed = [];
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  let seen = 0;
  const onSeen = () => (seen += 1);
  whenInView([find('i')], onSeen);
  whenInView([find('b')], onSeen);
  expect(made).toHaveLength(1);
  expect(made[0]!.observed).toEqual([find('i'), find('b')]);
  made[0]!.see(false);
  expect(seen).toBe(0);
  made[0]!.see(true);
  expect([seen, made[0]!.observed]).toEqual([1, []]);
});
