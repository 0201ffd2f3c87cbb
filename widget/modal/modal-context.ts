import { createContext, useContext } from 'react';
import type { Membership } from '../../client/membership.ts';
import type { SecondStepNeeded } from '../../contract/second-factor.ts';
import type { FactorSetup } from '../../contract/sign-in.ts';
import type { Member } from '../../contract/members.ts';
import type { App } from '../../contract/site.ts';
import type { CodeFlow, Display, ModalParams, ModalResult } from './contract.ts';
import type { Kept } from './kept.ts';
import type { Labels } from './labels.ts';

/** What every screen of a dialog can see and do. */
export interface Modal {
  client: Membership;
  app: App;
  params: ModalParams;
  label: Labels;
  /** Whether sign-up and log-in ask for a mailed code instead of a password. */
  isPasswordless: boolean;
  setPasswordless: (on: boolean) => void;
  codeFlow: CodeFlow | undefined;
  /** From the link of a team's owner that led to this page. */
  inviteToken: string | undefined;
  getCaptchaToken: () => Promise<string | undefined>;
  /** What was typed on earlier screens; `go` keeps it by itself. */
  kept: Kept;
  keepTyped: () => void;
  /** Shows another screen. */
  go: (display: Display, codeFlow?: CodeFlow) => void;
  /** Tells the page how it ended. The dialog stays open until the page takes it away. */
  finish: (result: ModalResult) => void;
  close: () => void;
  /** @param make gives what closing does first; where that returns true, the dialog stays open */
  setClosing: (make: () => () => unknown) => void;
  /** Asks for a log-in because the session has ended, then goes back with what was typed. @param member whose it was */
  logInAgain: (member: Member | undefined) => void;
  onShown: (dialog: HTMLDialogElement) => void;
  /** A sentence at the top of the dialog, read out. */
  tell: (text: string | undefined, kind: 'success' | 'error') => void;
  /** Tells what has failed. */
  fail: (error: unknown) => void;
}

export const ModalContext = createContext<Modal | undefined>(undefined);

/** Says of a mail that waits when it leaves, on the screen that asks for what is in it. */
export function tellWait({ label, tell }: Modal, { mailAfterSeconds }: { mailAfterSeconds?: number }): void {
  if (mailAfterSeconds) tell(label('email_waits', { seconds: String(mailAfterSeconds) }), 'success');
}

/**
 * Goes on to the second step, or to the set-up of one that the site requires, where a log-in or sign-up was refused for it.
 *
 * @throws any other error; that one too where a client that is not ours has no call for the step
 */
export function goToSecondStep({ client, go }: Modal, error: unknown, type: CodeFlow['type'] = 'login'): void {
  const { step, methods, setup } = error as Partial<SecondStepNeeded> & { setup?: FactorSetup };
  if (setup && 'setUpFactor' in client) return go('factor_setup', { type, email: '', setup });
  if (!step || !methods || !('loginMemberSecondStep' in client)) throw error;
  go('second_step', { type: 'login', email: '', second: { step, methods } });
}

/** @throws Error outside of a dialog */
export function useModal(): Modal {
  const modal = useContext(ModalContext);
  if (!modal) throw new Error('useModal must be used within a dialog');
  return modal;
}
