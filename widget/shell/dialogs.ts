import type { ModalParams, ModalResult, Shell } from '../modal/contract.ts';
import type { DialogsOptions, Modals } from '../page/page.ts';
import { showFirstLook } from './first-look.ts';

/** The dialogs of a page, one at a time. */
export function createDialogs({ load, knownApp, getApp, forgetPrice, ...shared }: DialogsOptions): Modals {
  let close: (() => void) | undefined;

  function hideModal(): void {
    close?.();
    close = undefined;
  }
  /**
   * Shows a first look at once, unless the dialogs' code is here, and the dialog as soon as it is.
   *
   * @param onResult called for each success, with CLOSED where there was none, or a password reset alone
   * @throws RequestError when the service does not answer: there is nothing to show then
   */
  async function open(type: string, given: ModalParams, onResult: (result: ModalResult) => void): Promise<void> {
    hideModal();
    let isWanted = true;
    let shell: Shell | undefined;
    close = () => {
      if (!isWanted) return;
      isWanted = false;
      shell?.host.remove();
      onResult({ type: 'CLOSED' });
    };
    const known = given.app ?? knownApp();
    const display = type.toLowerCase().replaceAll('-', '_');
    if (!load.has('modal')) shell = showFirstLook({ display, params: given, app: known, onClose: hideModal });
    try {
      // The press asked for the code beside this part, so what fails here may be an attempt of before: a second one decides.
      const code = load('modal').catch(() => load('modal'));
      const [{ openModal: show }, app] = await Promise.all([code, known ?? getApp()]);
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
      const [{ rehearse }, app] = await Promise.all([load('modal'), getApp()]);
      // A dialog that is open, or about to be, would wait for its own rehearsal.
      if (!close) rehearse({ ...shared, display: 'login', params: {}, app, onResult: () => undefined });
    },
    openModal: (type, params = {}) =>
      new Promise((resolve, reject) => {
        const end = (result: ModalResult) => {
          if (/^(login|signup)$/i.test(type) && result.type !== 'CLOSED') forgetPrice?.();
          resolve(result);
        };
        open(type, params, end).catch(reject);
      }),
  };
}
