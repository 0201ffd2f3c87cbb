import { all } from '../page/dom.ts';

/**
 * Puzzles stand in the page, and nothing in a page can be reached while a modal dialog is open. So a dialog of ours
 * stands in the page, too, as long as there may be one: below the puzzle, above what pages put on top.
 *
 * @returns what makes it modal again
 */
export function letChallengeBeSeen(): () => void {
  const open = all(document, 'intake-modal').flatMap(({ shadowRoot }) => {
    const dialog = shadowRoot?.querySelector<HTMLDialogElement>('dialog:modal');
    return shadowRoot && dialog ? [{ shadowRoot, dialog }] : [];
  });
  const back = open.map(({ shadowRoot, dialog }) => {
    const focused = shadowRoot.activeElement;
    const { cssText } = dialog.style;
    Object.assign(dialog.style, { position: 'fixed', inset: '0', zIndex: '1999999999' });
    dialog.close();
    dialog.show();
    return () => {
      dialog.style.cssText = cssText;
      if (!dialog.isConnected) return;
      dialog.close();
      dialog.showModal();
      if (focused instanceof HTMLElement) focused.focus();
    };
  });
  return () => {
    for (const each of back) each();
  };
}
