/** Obvious mistakes in the attributes, one page each; independent of the rules. */

const form = (kind: string, ...fields: string[]) =>
  `<form data-ms-form="${kind}">${fields.join('')}<button>Send</button></form>`;
const field = (name: string, type = 'text') => `<input type="${type}" data-ms-member="${name}">`;
const email = field('email', 'email');
const password = field('password', 'password');

/** What is wrong, and the body of the page. */
export const mistakesInBody: [wrong: string, body: string][] = [
  // Words written in another way.
  ['content for "member"', '<p data-ms-content="member">Hello</p>'],
  ['content for "Members"', '<p data-ms-content="Members">Hello</p>'],
  ['content for "logged-in"', '<p data-ms-content="logged-in">Hello</p>'],
  ['content for two words at once', '<p data-ms-content="members, verified">Hello</p>'],
  ['content for a plan’s id', '<p data-ms-content="pln_free">Hello</p>'],
  ['content for a content group with a slip of the pen', '<p data-ms-content="workshop-plan">Hello</p>'],
  ['a dialog called "sign-up"', '<button data-ms-modal="sign-up">Join</button>'],
  ['a dialog called "register"', '<button data-ms-modal="register">Join</button>'],
  ['a dialog called "Login"', '<button data-ms-modal="Login">Log in</button>'],
  ['an action called "log-out"', '<button data-ms-action="log-out">Log out</button>'],
  ['an action called "portal"', '<button data-ms-action="portal">Billing</button>'],
  ['a form of the kind "sign-up"', form('sign-up', email, password)],
  ['a form of the kind "passwordless"', form('passwordless', email)],
  ['a provider called "gogle"', '<button data-ms-auth-provider="gogle">Google</button>'],
  ['a provider that the site has not', '<button data-ms-auth-provider="apple">Apple</button>'],
  ['a field called "e-mail"', form('signup', field('e-mail', 'email'), password, email)],
  ['a field called "firstname"', form('profile', field('firstname'))],
  ['a text that shows "first_name"', '<b data-ms-member="first_name">you</b>'],
  ['a message of the kind "sucess"', '<div data-ms-message="sucess">Saved</div>'],
  ['a tab called "billing"', '<button data-ms-modal="profile" data-ms-modal-tab="billing">Plans</button>'],
  // Attributes that do not exist.
  ['"contents" for "content"', '<p data-ms-contents="members">Hello</p>'],
  ['"model" for "modal"', '<button data-ms-model="login">Log in</button>'],
  ['"plans:add" for "plan:add"', '<a href="/join" data-ms-plans:add="pln_free">Join</a>'],
  ['"logout" for an action', '<button data-ms-logout>Log out</button>'],
  ['"modal-signup" for a dialog', '<button data-ms-modal-signup>Join</button>'],
  ['"membership" for a plan', '<a href="/join" data-ms-membership="5fd8ca13">Join</a>'],
  ['"member-email" for a field', form('login', '<input type="email" data-ms-member-email>', email, password)],
  ['"ms-" without "data-"', '<p ms-content="members">Hello</p>'],
  // Parts that do not fit together.
  ['a password outside of any form', `<div>${email}${password}<button>Join</button></div>`],
  ['a password twice', form('signup', email, password, password)],
  ['a form in a form', `<form action="/search">${form('login', email, password)}</form>`],
  ['a reset form without the code', form('reset-password', field('new-password', 'password'))],
  ['a forgotten-password form without email', '<form data-ms-form="forgot-password" redirect="/reset"></form>'],
  ['a mailed code that can be typed nowhere', form('passwordless-login', email)],
  ['a redirect to another site', '<button data-ms-modal="login" data-ms-redirect="https://other.example/">Go</button>'],
  ['a coupon without a price', '<a href="/join" data-ms-coupon="WELCOME10">Join</a>'],
  ['styles without a condition', '<p data-ms-bind:style="display: block">Hello</p>'],
  ['a new password in a sign-up form', form('signup', email, password, field('new-password', 'password'))],
];

/** The same in the head of the page. */
export const mistakesInHead: [wrong: string, head: string][] = [
  [
    'an install script with defer',
    '<script defer src="/widget/v1/intake.js" data-ms-app="app_1" data-ms-public-key="pk_1"></script>',
  ],
  [
    'an install script with async',
    '<script async src="/widget/v1/intake.js" data-ms-app="app_1" data-ms-public-key="pk_1"></script>',
  ],
];
