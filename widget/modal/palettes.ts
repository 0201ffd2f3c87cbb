/** What everything else in a dialog is mixed from, where a site names nothing else. CSS colours. */
export interface Palette {
  paper: string;
  ink: string;
  error: string;
  success: string;
}

export const palettes: Record<'light' | 'dark', Palette> = {
  light: { paper: '#fff', ink: '#1b1f24', error: '#b3261e', success: '#17663a' },
  dark: { paper: '#1c2025', ink: '#f1f3f5', error: '#ffb4ab', success: '#8fdcae' },
};
