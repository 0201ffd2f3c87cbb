import { create } from '../page/dom.ts';

/** Elements that lie over a page. What is not needed any more stays there unseen: a browser looks at a whole page when one comes or goes. */
export interface Overlays {
  take(): HTMLElement;
  giveBack(overlay: HTMLElement): void;
}

/** @param className what they are called, in use or not */
export function createOverlays(root: ShadowRoot, className: string): Overlays {
  const place = create('div');
  root.append(place);
  const unused: HTMLElement[] = [];
  return {
    take() {
      const free = unused.pop();
      if (free) return free;
      const overlay = create('div');
      overlay.className = className;
      place.append(overlay);
      return overlay;
    },
    giveBack(overlay) {
      overlay.className = className;
      overlay.replaceChildren();
      for (const name of Object.keys(overlay.dataset)) delete overlay.dataset[name];
      unused.push(overlay);
    },
  };
}
