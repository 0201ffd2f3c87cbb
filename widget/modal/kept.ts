/** What was typed on the screens of a dialog, by the names of the fields. It lives as long as the dialog. */
export type Kept = Map<string, string>;

/** The address, and what a site asks for beside it, whose names have a colon. Never a password, nor a code. */
const worthKeeping = '[name="email"],[name*=":"]';

/**
 * Reads the fields rather than what is typed into them: what a browser fills in, or a first look hands over, counts too.
 * One that is as it began is left out, so that it may begin with something else the next time.
 */
export function readTyped(dialog: HTMLElement, kept: Kept): void {
  for (const input of dialog.querySelectorAll<HTMLInputElement>(worthKeeping)) {
    const isBox = input.type === 'checkbox';
    if (isBox ? input.checked !== input.defaultChecked : input.value !== input.defaultValue)
      kept.set(input.name, isBox ? String(input.checked) : input.value);
  }
}
