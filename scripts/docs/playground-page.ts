import { text } from '../../server/api-reference/reference-markup.ts';
import { menuEntries } from './docs-page.ts';
import { shell, type Assets } from './shell.ts';

/** What one begins with: each shows another group of attributes, the last a mistake for the Inspector. */
const beginnings: Record<string, string> = {
  'Log in and out': `<p data-ms-content="!members">You are a visitor.</p>
<p data-ms-content="members">Hello, <b data-ms-member="first-name">member</b>.</p>

<button data-ms-modal="login" data-ms-content="!members">Log in</button>
<button data-ms-action="logout" data-ms-content="members">Log out</button>`,
  'A form of your own': `<form data-ms-form="login">
  <label>Email <input type="email" data-ms-member="email" required></label>
  <label>Password <input type="password" data-ms-member="password" required></label>
  <button>Log in</button>
</form>`,
  'Sell a plan': `<h2>Workshop plans</h2>
<button data-ms-plan:add="pln_demo_free">Join for free</button>
<p data-ms-content="members">You have an account.</p>`,
  'With a mistake': `<p data-ms-content="member">Only members should see this.</p>
<button data-ms-modal="sign-up">Join</button>
<form data-ms-form="login"><input data-ms-member="mail"></form>`,
};

const firstMarkup = Object.values(beginnings)[0]!;

/** Renders the playground: markup at one side, the same at work on the demonstration site at the other. */
export const playgroundPage = (assets: Assets): string =>
  shell({
    title: 'Playground',
    about: 'Write attributes and see them at work on the demonstration site, with the Inspector below.',
    current: '',
    menu: { label: 'Documentation', entries: menuEntries('playground') },
    main: `<div class="playground" data-playground="{site}">
<h1>Playground</h1>
<p>Write markup with attributes, and see it at work on the demonstration site, in test mode. Log in as <code>friend@intake.example</code> with <code>oak-bench-saturday</code>.</p>
<p><label for="beginning">Begin with</label> <select id="beginning">${Object.entries(beginnings)
      .map(([name, markup]) => `<option value="${text(markup)}">${name}</option>`)
      .join('')}</select></p>
<div class="halves">
<p class="markup"><label for="markup">Markup</label>
<textarea id="markup" spellcheck="false" autocapitalize="off" autocomplete="off">${text(firstMarkup)}</textarea></p>
<div class="at-work"><p id="at-work">At work</p>
<iframe title="The markup at work" aria-describedby="at-work" src="{site}/playground" sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"></iframe></div>
</div>
</div>`,
    assets,
  });
