import type { Membership } from '../../client/membership.ts';
import type { SecondStepNeeded } from '../../contract/second-factor.ts';
import type { FactorSetup } from '../../contract/sign-in.ts';
import type { App } from '../../contract/site.ts';

/** What a visitor who waits for a code has entered already. */
export interface CodeFlow {
  type: 'login' | 'signup';
  email: string;
  customFields?: Record<string, string>;
  plans?: { planId: string }[];
  /** The second step of a log-in whose first step was right. */
  second?: SecondStepNeeded & { step: string };
  /** A second factor that has to be set up before the log-in or sign-up is complete. */
  setup?: FactorSetup;
}

/** What the page and the dialogs say to one another. Names are the protocol's. */

export type Display =
  | 'login'
  | 'signup'
  | 'forgot_password'
  | 'reset_password'
  | 'reset_password_success'
  | 'passwordless_token'
  | 'second_step'
  | 'factor_setup'
  | 'new_password'
  | 'profile';

export interface ModalParams {
  /** Texts in place of ours, by the keys of the dictionary; they stand above the site's own. */
  translations?: Record<string, string>;
  /** Ids of free plans to begin with. */
  signup?: { plans?: string[] };
  login?: { allowSignup?: boolean };
  profile?: { tab?: string };
  hideCloseButton?: boolean;
  /** What has begun on the page, for the dialog to finish: see `orInDialog`. */
  flow?: CodeFlow;
  /** What leads from the test cards to the checkout; without it, the price chosen before is paid. */
  testCard?: { onContinue: () => Promise<unknown> };
  /** The site's settings, where the page has them already. */
  app?: App;
}

export interface ModalResult {
  type: 'LOGIN' | 'SIGNUP' | 'LOGOUT' | 'PASSWORD_RESET' | 'CHECKOUT' | 'CLOSED';
  data?: unknown;
  /** The service's sentence about it, where the dialog that would tell it is closed. */
  message?: string | undefined;
}

export interface ModalRequest {
  client: Membership;
  /** One of `Display`, or what test mode has besides; anything else shows nothing and ends with CLOSED. */
  display: string;
  params: ModalParams;
  app: App;
  /** Proof that a person sits there, undefined where the site asks for none. @throws Error when it cannot be had */
  getCaptchaToken: () => Promise<string | undefined>;
  /** Called for each success; with CLOSED at the end if there was none, or a password reset alone. */
  onResult: (result: ModalResult) => void;
}

/** The first look of a dialog, on the screen before the code of the dialogs is here. */
export interface Shell {
  host: HTMLElement;
  root: ShadowRoot;
  nameParts: () => void;
  /** Hands over to the dialog that stands in the same root by now: what was typed, where, and whether it was sent. */
  handOver(dialog: HTMLDialogElement): void;
}

/**
 * Shows a dialog.
 *
 * @param shell its first look, where that is on the screen already
 * @returns what takes it away, ending with CLOSED if nothing else has ended it
 */
export type OpenModal = (request: ModalRequest, shell?: Shell) => () => void;
