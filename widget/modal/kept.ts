/** What was typed on the screens of a dialog, by the names of the fields. It lives as long as the dialog. */
export type Kept = Map<string, string>;

/** The address, and what a site asks for beside it, whose names have a colon. Never a password, nor a code. */
const worthKeeping = '[name="email"],[name*=":"]';

/** Reads the fields rather than what is typed into them: what a browser fills in, or a first look hands over, counts too. */
export function readTyped(dialog: HTMLElement, kept: Kept): void {
  for (const input of dialog.querySelectorAll<HTMLInputElement>(worthKeeping))
    kept.set(input.name, input.type === 'checkbox' ? String(input.checked) : input.value);
}
