import { ignore } from './ignore.ts';
import type { DialogsOptions, Modals } from './page.ts';

/** The dialogs of a page, whose code comes with the first call. */
export function createModals(options: DialogsOptions): Modals {
  const { load } = options;
  let dialogs: Promise<Modals> | undefined;

  function getDialogs(): Promise<Modals> {
    // Both at once: one after the other would cost a round trip. The caller that awaits the second reports its failure.
    dialogs ??= load('shell').then(({ createDialogs }) => createDialogs(options));
    load('modal').catch(ignore);
    dialogs.catch(() => (dialogs = undefined));
    return dialogs;
  }
  return {
    open: async (...given) => (await getDialogs()).open(...given),
    // In its turn after an opening that is still on its way.
    hideModal: () => void dialogs?.then(({ hideModal }) => hideModal(), ignore),
    preloadModals: async () => (await getDialogs()).preloadModals(),
    openModal: async (...given) => (await getDialogs()).openModal(...given),
  };
}
