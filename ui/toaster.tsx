import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { ToastMessage } from './toast-message.ts';
import { tones } from './tones.ts';

const shownMs = 7_000;
const manager = Toast.createToastManager();
const shown = new Map<string, { kind: ToastMessage['kind']; saidMs: number }>();
let mounted = false;

/**
 * Puts a message on the stack, where the same one is shown anew; draws the stack itself the first time.
 *
 * @param saidMs when it was said, in milliseconds of the page's clock
 */
export function showToast({ title, text, kind }: ToastMessage, saidMs: number): void {
  if (!mounted) mountToaster();
  if (kind !== 'info') closeInfos();
  // What succeeds in the end makes the complaints before it untrue.
  if (kind === 'success') closeWhere((earlier) => earlier.kind === 'error');
  const id = `${kind} ${title} ${text ?? ''}`;
  shown.set(id, { kind, saidMs });
  manager.add({
    id,
    title,
    description: text,
    type: kind,
    timeout: shownMs,
    onClose: () => shown.delete(id),
  });
  requestAnimationFrame(keepClearOfFocus);
}

/** What was under way has come to an end, so the message that it is under way goes. */
export const closeInfos = (): void => closeWhere(({ kind }) => kind === 'info');

/** @param momentMs in milliseconds of the page's clock */
export const closeSaidBefore = (momentMs: number): void => closeWhere(({ saidMs }) => saidMs < momentMs);

function closeWhere(isOver: (message: { kind: ToastMessage['kind']; saidMs: number }) => boolean): void {
  for (const [id, message] of shown) if (isOver(message)) manager.close(id);
}

/** Moves the stack to the other end of the screen while it would cover what has the focus (WCAG 2.2, 2.4.11). */
function keepClearOfFocus(): void {
  const stack = document.querySelector<HTMLElement>('.toast-viewport');
  const focused = document.activeElement;
  if (!stack || !focused || focused === document.body || stack.contains(focused)) return;
  delete stack.dataset['moved'];
  if (shown.size > 0 && overlap(stack.getBoundingClientRect(), focused.getBoundingClientRect()))
    stack.dataset['moved'] = '';
}

const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

function mountToaster(): void {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  // At once: the stack has to listen before the first message is put on it.
  flushSync(() =>
    root.render(
      <Toast.Provider toastManager={manager} timeout={shownMs} limit={3}>
        <Toast.Portal>
          <Toast.Viewport className="toast-viewport">
            <ToastStack />
          </Toast.Viewport>
        </Toast.Portal>
      </Toast.Provider>,
    ),
  );
  document.addEventListener('focusin', keepClearOfFocus);
  mounted = true;
}

function ToastStack() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => {
    const tone = tones[toast.type as ToastMessage['kind']];
    const Icon = tone.icon;
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        // It only says something; the library's `dialog` would promise something to do.
        role={toast.type === 'error' ? 'alert' : 'status'}
        aria-modal={undefined}
        swipeDirection={['down', 'right']}
        className={`toast gap-3 rounded-lg border border-l-4 border-line bg-white p-4 text-ink shadow-raised ${tone.bar}`}
      >
        <Icon className={`mt-0.5 size-5 shrink-0 ${tone.text}`} aria-hidden="true" />
        <Toast.Content className="min-w-0 flex-1">
          <Toast.Title className="font-semibold" />
          <Toast.Description className="mt-0.5 text-sm text-muted" />
        </Toast.Content>
        <Toast.Close
          aria-label="Close message"
          // The library hides it until the stack is opened, though the keyboard reaches it before.
          aria-hidden={undefined}
          className="-m-2 inline-flex size-9 shrink-0 cursor-pointer items-center justify-center rounded-md hover:bg-surface"
        >
          <X className="size-4" aria-hidden="true" />
        </Toast.Close>
      </Toast.Root>
    );
  });
}
