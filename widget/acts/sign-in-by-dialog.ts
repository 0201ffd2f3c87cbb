import type { ModalParams, ModalResult } from '../modal/contract.ts';
import type { Modals } from '../page/page.ts';

/**
 * Opens a dialog that ends with a sign-in, and waits for that.
 *
 * @returns the log-in or sign-up; CLOSED where there was none
 */
export const signInByDialog = (modals: Modals, type: string, params: ModalParams = {}): Promise<ModalResult> =>
  new Promise((resolve, reject) => {
    const end = (result: ModalResult) => {
      // After a password reset the dialog goes on to the log-in.
      if (result.type === 'PASSWORD_RESET') return;
      modals.hideModal();
      resolve(result);
    };
    modals.open(type, params, end).catch(reject);
  });
