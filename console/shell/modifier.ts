/** "⌘" or "Ctrl", as the keyboard in use calls it. */
export const modifierName = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
