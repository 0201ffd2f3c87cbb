import { addHost, body, create } from '../page/dom.ts';

/** Says on a page that somebody sees it as a member: first in the page, where it takes its own room. */

const css = `:host{all:initial;display:block;position:sticky;top:0;z-index:2147483646}
div{display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:4px 16px;padding:8px 16px;font:15px/1.4 system-ui,sans-serif;color:#fff;background:#5b2a86}
p{margin:0;overflow-wrap:anywhere}
button{min-height:32px;padding:4px 14px;border:1px solid #fff;border-radius:6px;font:inherit;font-weight:600;color:#fff;background:none;cursor:pointer}
button:hover{background:#fff;color:#5b2a86}
button:focus-visible{outline:3px solid #fff;outline-offset:2px}
@media print{:host{display:none}}`;

interface BannerOptions {
  /** Of the member. */
  name: string;
  /** Milliseconds since the epoch. */
  endsAt: number;
  /** The person ends the view. */
  onEnd: () => void;
  /** The person leaves a view that has ended. */
  onLeave: () => void;
  /** Its time is up by this browser's clock. */
  onOver: () => void;
}

const minutesUntil = (endsAt: number) => Math.max(0, Math.ceil((endsAt - Date.now()) / 60_000));

/** Shows the banner; `sayEnded` turns it into a notice. */
export function showBanner({ name, endsAt, onEnd, onLeave, onOver }: BannerOptions): { sayEnded: () => void } {
  const root = addHost('intake-view', css);
  Node.prototype.insertBefore.call(body(), root.host, body().firstChild);
  const [row, what, left, button] = [create('div'), create('p'), create('p'), create('button')] as const;
  row.setAttribute('role', 'region');
  row.setAttribute('aria-label', 'View of staff');
  what.setAttribute('role', 'status');
  button.setAttribute('type', 'button');
  row.append(what, left, button);
  root.append(row);

  what.textContent = `You see this as ${name} · read-only`;
  button.textContent = 'End';
  let act = onEnd;
  // Beside the status: a screen reader would tell every minute.
  const count = () => {
    const minutes = minutesUntil(endsAt);
    left.textContent = `ends in ${minutes} min`;
    if (minutes === 0) onOver();
  };
  count();
  const timer = setInterval(count, 15_000);
  button.addEventListener('click', () => act());
  return {
    sayEnded() {
      clearInterval(timer);
      what.textContent = 'This view has ended.';
      left.textContent = '';
      button.textContent = 'Leave it';
      act = onLeave;
    },
  };
}
