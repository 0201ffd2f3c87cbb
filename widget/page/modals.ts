import type { Membership } from '../../client/membership.ts';
import type { ModalParams, ModalResult, OpenModal } from '../modal/contract.ts';

/** The dialogs, whose code is fetched when somebody is about to need it. */

/** @param warm fetches the code without showing anything */
export function createModals(membership: Membership, warm: () => Promise<{ openModal: OpenModal }>) {
  let close: (() => void) | undefined;

  /**
   * Opens a dialog; one that is open ends first, with CLOSED.
   *
   * @param type LOGIN, SIGNUP, PROFILE, FORGOT_PASSWORD …, in any case, with `-` or `_`
   * @returns how it ended. After a success it stays open until `hideModal()`
   */
  async function openModal(type: string, params: ModalParams = {}): Promise<ModalResult> {
    hideModal();
    const { openModal: show } = await warm();
    return new Promise((resolve) => {
      close = show({ client: membership, display: type.toLowerCase().replaceAll('-', '_'), params, onResult: resolve });
    });
  }
  function hideModal(): void {
    close?.();
    close = undefined;
  }
  return { warm, openModal, hideModal };
}
