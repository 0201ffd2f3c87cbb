/** A page as large as they get: 10,000 elements, 500 attributes of ours among them, about twelve deep. */

export const elementCount = 10_000;
export const attributeCount = 500;

/** Typical parts of pages; one of ten has a mistake. */
const parts = [
  '<p data-ms-content="!members">For visitors: <a href="/join">join</a></p>',
  '<p>Hello, <b data-ms-member="first-name">there</b></p>',
  '<a href="/join" data-ms-plan:add="pln_demo_free">Join</a>',
  '<form data-ms-form="login"><label>Address <input data-ms-member="email" type="email"></label><label>Password <input data-ms-member="password" type="password"></label><button>Log in</button></form>',
  '<div data-ms-channel="talk"><div data-ms-post=""><b data-ms-post="ownerName"></b><p data-ms-post="content"></p></div></div>',
  '<p data-ms-content="members">For members: <a href="/shelf">the shelf</a></p>',
  '<a href="#" data-ms-modal="login">Log in</a><a href="#" data-ms-modal="signup">Sign up</a>',
  '<form data-ms-form="signup" data-ms-plan:add="pln_demo_free"><label>Address <input data-ms-member="email" type="email"></label><label>Password <input data-ms-member="password" type="password"></label><button>Join</button></form>',
  '<button data-ms-action="logout">Log out</button><span data-ms-member="email"></span>',
  '<button data-ms-plan:add="free">Join</button>',
];
/** A section around inner markup. */
const section = (inner: string, at: number) =>
  `<section class="band"><div class="container"><div class="grid"><div class="column"><article><header><h2>Part ${at}</h2><ul><li><a href="#a">One</a></li><li><a href="#b">Two</a></li></ul></header><div class="body"><p>Words of <em>every</em> kind, <a href="#c">some that lead on</a>, in lines that are long enough.</p><div class="row">${inner}</div></div></article></div></div></div></section>`;

const count = (html: string, pattern: RegExp) => html.match(pattern)?.length ?? 0;
const elementsIn = (html: string) => count(html, /<[a-z]/g);
const attributesIn = (html: string) => count(html, / data-ms-/g);

/** @param head markup of the head, such as our script tag; not counted */
export function buildLargePage(head: string): string {
  let body = '';
  // The document, its head with three, its body and what is in it directly.
  let elements = 8;
  for (let at = 0, attributes = 0; elements < elementCount - 40; at++) {
    const part = parts[at % parts.length]!;
    const isLast = attributes + attributesIn(part) > attributeCount;
    const made = section(isLast ? '<p>Words</p>' : part, at);
    if (!isLast) attributes += attributesIn(part);
    elements += elementsIn(made);
    body += made;
  }
  body += '<i></i>'.repeat(elementCount - elements);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">${head}</head><body><div><main>${body}</main></div></body></html>`;
}
