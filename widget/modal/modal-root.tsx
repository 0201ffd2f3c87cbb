import { useCallback, useEffect, useMemo, useRef, useState, type ComponentType } from 'react';
import type { Member } from '../../contract/members.ts';
import type { Auth } from '../../contract/sign-in.ts';
import type { CodeFlow, Display, ModalRequest, ModalResult } from './contract.ts';
import { Frame } from './frame.tsx';
import { labelsFor } from '../shell/shell.ts';
import { readTyped, type Kept } from './kept.ts';
import { ModalContext, useModal, type Modal } from './modal-context.ts';
import { screens } from './screens.tsx';
import { Heading } from './ui/heading.tsx';
import type { Told } from './ui/message.tsx';

interface ModalRootProps extends Omit<ModalRequest, 'onResult'> {
  /** The direction the page reads in. */
  dir: 'ltr' | 'rtl';
  onResult: (result: ModalResult) => void;
  onClose: () => void;
  /** The dialog is in the page, and is to be made modal. */
  onShown: (dialog: HTMLDialogElement) => void;
}

/** A dialog from its opening to its end: which screen is shown, and what its screens share. */
export function ModalRoot(props: ModalRootProps) {
  const { client, display, params, app, dir, getCaptchaToken, onResult, onClose, onShown } = props;
  const [shown, setShown] = useState<{ display: string; codeFlow?: CodeFlow | undefined }>({
    display,
    codeFlow: params.flow,
  });
  const [wish, setWish] = useState<boolean>();
  const [message, setMessage] = useState<Told>();
  const { enabled, isDefault } = app.additionalAuthMethods.passwordless;

  const label = useMemo(() => labelsFor(params, app), [params, app]);
  const dialog = useRef<HTMLDialogElement>(null);
  const [kept] = useState((): Kept => new Map());
  const keepTyped = useCallback(() => dialog.current && readTyped(dialog.current, kept), [kept]);
  const go = useCallback(
    (next: Display, codeFlow?: CodeFlow) => {
      keepTyped();
      setMessage(undefined);
      setShown({ display: next, codeFlow });
    },
    [keepTyped],
  );
  const tell = useCallback((text: string | undefined, kind: 'success' | 'error') => {
    setMessage(text ? { text, kind } : undefined);
  }, []);
  /** Whose session has ended, while their new log-in is waited for. */
  const ended = useRef<{ id: string | undefined }>(undefined);
  const logInAgain = useCallback(
    (member: Member | undefined) => {
      go('login');
      if (member) kept.set('email', member.auth.email);
      ended.current = { id: member?.id };
      tell(label('session_ended'), 'error');
    },
    [go, kept, tell, label],
  );
  const fail = useCallback(
    (error: unknown) => {
      // What ended the session is told already.
      if (ended.current && (error as { code?: string }).code === 'login-required') return;
      tell((error as Error).message || label('something_went_wrong'), 'error');
    },
    [tell, label],
  );
  /** What closing does first; where it returns true, the dialog stays open. */
  const [closing, setClosing] = useState<() => unknown>();
  const finish = useCallback(
    (result: ModalResult) => {
      const { member, passwordDropped } = (result.data ?? {}) as Partial<Auth>;
      const back = ended.current;
      // What was typed is for no other member.
      if (result.type === 'LOGOUT' || (back && back.id !== member?.id)) kept.clear();
      ended.current = undefined;
      if (passwordDropped) {
        // Told to the page once a new password was offered.
        setClosing(() => () => onResult(result));
        go('new_password');
      } else if (back && member) go('profile');
      else onResult(result);
    },
    [go, kept, onResult],
  );
  const close = useCallback(() => {
    if (!closing?.()) onClose();
  }, [closing, onClose]);
  const [inTestMode, setInTestMode] = useState<ComponentType>();
  const Screen = Object.hasOwn(screens, shown.display) ? screens[shown.display as Display] : inTestMode;
  useEffect(() => {
    if (Screen) return;
    findInTestMode(client, display).then(
      (found) => (found ? setInTestMode(() => found) : onClose()),
      () => setInTestMode(() => NothingToShow),
    );
  }, [Screen, client, display, onClose]);

  const modal = useMemo(
    (): Modal => ({
      client,
      app,
      params,
      label,
      isPasswordless: enabled === true && (wish ?? isDefault === true),
      setPasswordless: setWish,
      codeFlow: shown.codeFlow,
      inviteToken: new URLSearchParams(location.search).get('inviteToken') ?? undefined,
      getCaptchaToken,
      kept,
      keepTyped,
      go,
      finish,
      close,
      setClosing,
      logInAgain,
      onShown,
      tell,
      fail,
    }),
    // prettier-ignore
    [
      app, client, params, label, enabled, isDefault, wish, shown.codeFlow, getCaptchaToken,
      kept, keepTyped, go, finish, close, logInAgain, onShown, tell, fail,
    ],
  );

  if (!Screen) return null;
  return (
    <ModalContext value={modal}>
      <Frame dialog={dialog} dir={dir} message={message}>
        <Screen key={shown.display} />
      </Frame>
    </ModalContext>
  );
}

/** The service says what is a sandbox, and nothing in the page: a live site has none of this. */
async function findInTestMode(client: ModalRequest['client'], display: string): Promise<ComponentType | undefined> {
  const { data } = await client.getApp();
  return data.mode === 'sandbox' ? (await import('../test-mode/test-mode.ts')).screenFor(display) : undefined;
}

/** What was asked for did not arrive. */
function NothingToShow() {
  const { label } = useModal();
  return <Heading text={label('something_went_wrong')} takesFocus />;
}
