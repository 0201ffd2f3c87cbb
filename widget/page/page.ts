import type { whenInView } from '../acts/in-view.ts';
import type { checkSignIn, laterCalls, Membership } from '../../client/membership.ts';
import type { App } from '../../contract/site.ts';
import type { stayFresh } from '../calls/stay-fresh.ts';
import type { explain } from '../refused/refused.ts';
import type { prove } from '../captcha/prove.ts';
import type { ModalParams, ModalRequest, ModalResult, OpenModal } from '../modal/contract.ts';
import type { cart } from './cart.ts';
import type { Install } from './config.ts';
import type { showMessage } from './messages.ts';
import type { mayOpen } from './pages.ts';
import type { Who } from './who.ts';

/** What the page and the parts of the widget that come later have of one another. */

/** What acts on a page have at hand. Parts fetched later take their state from here: a module they import is a second copy. */
export interface Page {
  membership: Membership;
  modals: Modals;
  load: Load;
  cart: typeof cart;
  getApp: () => Promise<App>;
  /** Undefined where the site asks for none. */
  getCaptchaToken: () => Promise<string | undefined>;
  tell: typeof showMessage;
  mayOpen: typeof mayOpen;
  takenOut: TakenOut;
  templates: Templates;
  /** Where the element that was pressed last leads after a sign-in or a payment; on this site. */
  redirect?: string | undefined;
}

/** Elements that the visitor may not see, by the placeholder that stands for each in the page. */
export type TakenOut = ReadonlyMap<Comment, HTMLElement>;
/** Comments as the author drew them, by what stands in their place; the page shows copies. */
export type Templates = Map<Comment, HTMLElement>;

/** Something that was drawn anew, or the whole page. */
type Roots = readonly (Element | Document)[];

/** Parts of the widget that a page fetches when it needs them. */
export interface Parts {
  modal: { openModal: OpenModal; rehearse: (request: ModalRequest) => void };
  shell: {
    createDialogs(options: DialogsOptions): Modals;
    /** Opens the dialog that an element names. */
    press(element: Element, page: Page): Promise<undefined>;
  };
  acts: {
    /** @returns the sentence to tell, if there is one */
    press(element: HTMLElement, page: Page, isVisitor: boolean): Promise<string | undefined>;
    /** @returns the sentence to tell, if there is one */
    sendForm(form: HTMLElement, page: Page): Promise<string | undefined>;
    whenInView: typeof whenInView;
    afterDialog(result: ModalResult, page: Page): Promise<void>;
    look(roots: Roots, page: Page, who: Who): void;
  };
  comments: {
    showComments(roots: Roots, page: Page, dictionary: Record<string, unknown> | undefined): void;
    sendComment(form: HTMLElement, page: Page): Promise<void>;
  };
  calls: { laterCalls: typeof laterCalls; checkSignIn: typeof checkSignIn; stayFresh: typeof stayFresh };
  captcha: { prove: typeof prove };
  refused: { explain: typeof explain };
  view: {
    enterView(install: Install, goOn: () => void): Promise<void>;
    startView(install: Install, page: Page): void;
  };
  inspector: {
    /** @param say reads the script tag */
    startInspector(page: Page, say: Install['say']): Promise<void>;
  };
}

export interface Load {
  /** A failure is forgotten: the next one who needs the part tries again. @throws RequestError `network-error` */
  <Name extends keyof Parts>(name: Name): Promise<Parts[Name]>;
  /** Whether it is here already. */
  has(name: keyof Parts): boolean;
}

/** What dialogs have of the page they stand on. */
export interface DialogsOptions {
  client: Membership;
  getCaptchaToken: () => Promise<string | undefined>;
  load: Load;
  /** The site's settings, where the page has them already. */
  knownApp: () => App | undefined;
  getApp: () => Promise<App>;
  /** Forgets the price chosen on the page: a script that signs a member in goes on by itself. */
  forgetPrice?: () => void;
}

export interface Modals {
  /** @param onResult called for each success, with CLOSED where there was none, or a password reset alone */
  open(type: string, params: ModalParams, onResult: (result: ModalResult) => void): Promise<void>;
  hideModal(): void;
  /** Fetches the code of the dialogs and rehearses one, without showing anything. */
  preloadModals(): Promise<void>;
  /**
   * Opens a dialog; one that is open ends first, with CLOSED.
   *
   * @param type LOGIN, SIGNUP, PROFILE, FORGOT_PASSWORD …, in any case, with `-` or `_`
   * @returns how it ended. After a success it stays open until `hideModal()`
   */
  openModal(type: string, params?: ModalParams): Promise<ModalResult>;
}
