import { notLoaded } from './not-loaded.ts';
import { onPress } from './press.ts';

/** Makes "Try it" open a form that sends the call. The form's code is fetched then: most readers only read. */
export const startTryButtons = (): void =>
  onPress(
    '.try > button',
    (button) =>
      void import('./try-call.ts').then(
        ({ openForm }) => openForm(button.parentElement!),
        () => (button.textContent = notLoaded),
      ),
  );
