import type { Membership } from '../../client/membership.ts';
import type { ModalParams, ModalResult, OpenModal } from '../modal/contract.ts';

/** The dialogs, whose code is fetched when somebody is about to need it. */

interface ModalsOptions {
  client: Membership;
  getCaptchaToken: () => Promise<string | undefined>;
  /** Fetches the code without showing anything. */
  load: () => Promise<{ openModal: OpenModal }>;
}

export function createModals({ load, ...shared }: ModalsOptions) {
  let close: (() => void) | undefined;

  function hideModal(): void {
    close?.();
    close = undefined;
  }
  /** @param onResult called for each success, with CLOSED where there was none */
  async function open(type: string, params: ModalParams, onResult: (result: ModalResult) => void): Promise<void> {
    hideModal();
    const { openModal: show } = await load();
    // Somebody who pressed twice gets one dialog.
    hideModal();
    close = show({ ...shared, display: type.toLowerCase().replaceAll('-', '_'), params, onResult });
  }
  return {
    open,
    hideModal,
    /** Fetches the code of the dialogs without showing anything. */
    preloadModals: async () => void (await load()),
    /**
     * Opens a dialog; one that is open ends first, with CLOSED.
     *
     * @param type LOGIN, SIGNUP, PROFILE, FORGOT_PASSWORD …, in any case, with `-` or `_`
     * @returns how it ended. After a success it stays open until `hideModal()`
     */
    openModal: (type: string, params: ModalParams = {}) =>
      new Promise<ModalResult>((resolve, reject) => {
        open(type, params, resolve).catch(reject);
      }),
  };
}
