import type { Membership } from '../../client/membership.ts';
import type { App } from '../../contract/site.ts';
import type { ModalParams, ModalResult, Shell } from '../modal/contract.ts';
import type { Load, Modals } from './page.ts';

/** The dialogs, fetched when the pointer or the focus is on a button that opens one. */

interface ModalsOptions {
  client: Membership;
  getCaptchaToken: () => Promise<string | undefined>;
  load: Load;
  /** The site's settings, where the page has them already. */
  knownApp: () => App | undefined;
  getApp: () => Promise<App>;
}

export function createModals({ load, knownApp, getApp, ...shared }: ModalsOptions): Modals {
  let close: (() => void) | undefined;

  function hideModal(): void {
    close?.();
    close = undefined;
  }
  /**
   * Shows a first look at once, unless the dialogs' code is here, and the dialog as soon as it is.
   *
   * @param onResult called for each success, with CLOSED where there was none
   * @throws RequestError when the service does not answer: there is nothing to show then
   */
  async function open(type: string, given: ModalParams, onResult: (result: ModalResult) => void): Promise<void> {
    hideModal();
    let isWanted = true;
    let shell: Shell | undefined;
    const giveUp = () => {
      if (!isWanted) return;
      isWanted = false;
      shell?.host.remove();
      onResult({ type: 'CLOSED' });
    };
    close = giveUp;
    const known = given.app ?? knownApp();
    const display = type.toLowerCase().replaceAll('-', '_');
    if (!load.has('modal'))
      void load('shell').then(({ showShell }) => {
        if (isWanted) shell = showShell({ display, params: given, app: known, onClose: hideModal });
      }, ignore);
    try {
      const [{ openModal: show }, app] = await Promise.all([load('modal'), known ?? getApp()]);
      if (isWanted) close = show({ ...shared, display, params: given, app, onResult }, shell);
    } catch (error) {
      shell?.host.remove();
      throw error;
    } finally {
      isWanted = false;
    }
  }
  return {
    open,
    hideModal,
    async preloadModals() {
      const [{ warmUp }, app] = await Promise.all([load('modal'), getApp()]);
      warmUp({ ...shared, display: 'login', params: {}, app, onResult: ignore });
    },
    openModal: (type: string, params: ModalParams = {}) =>
      new Promise<ModalResult>((resolve, reject) => {
        open(type, params, resolve).catch(reject);
      }),
  };
}

/** Without a first look people wait for the dialog itself. */
const ignore = () => undefined;
