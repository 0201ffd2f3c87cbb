/** A passing message. */
export interface ToastMessage {
  title: string;
  text?: string;
  kind: 'success' | 'error' | 'info';
}
