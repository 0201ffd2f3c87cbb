import { expect, test } from 'vitest';
import { renderMarkdown } from './markdown.ts';

const render = (source: string) =>
  renderMarkdown(source, {
    parts: { calls: (names) => `<p>${names.join(' and ')}</p>` },
    linkTo: (target) => target.replace('.md', ''),
    places: { api: '/docs/api' },
  });

test('HTML comes out as text, in a line and as a block', () => {
  const blocks = ['<div onclick="steal()">\nwords\n</div>', '<script>steal()</script>', '<!DOCTYPE x>', '<!-- > -->'];
  const lines = ['a <b>word</b>', '- <img src=x>', '| a |\n|---|\n| <i>b</i> |', '> <br>', '# <u>c</u>'];
  for (const source of [...blocks, ...lines])
    expect(render(source).html).not.toMatch(/<(?:div onclick|script|!|b>|img|i>|br|u>)/i);
  expect(render('a <b>word</b>').html).toBe('<p>a &lt;b&gt;word&lt;/b&gt;</p>\n');
});

test('a comment with the name of a part is that part, an unknown name is an error', () => {
  expect(render('Before\n\n<!-- calls: login\nlogout -->\n\nafter').html).toBe(
    '<p>Before</p>\n<p>login and logout</p><p>after</p>\n',
  );
  expect(() => render('<!-- cals: login -->')).toThrow('The documentation has no part called cals.');
});

test('links lead to pages and to named places, and an unknown name is an error', () => {
  expect(render('[one](events.md) and [two][api]').html).toBe(
    '<p><a href="events">one</a> and <a href="/docs/api">two</a></p>\n',
  );
  expect(() => render('[two][apj]')).toThrow('No place is called apj.');
});

test('a bare address is text', () => {
  expect(render('https://example.org and <https://example.org>').html).not.toContain('<a');
});

test('headings have anchors, and those of the second level are the sections', () => {
  const { html, title, sections } = render("# Who's there\n\n## The `login` call\n\n### More");
  expect(title).toBe("Who's there");
  expect(sections).toEqual([{ title: 'The login call', anchor: 'the-login-call' }]);
  expect(html).toContain('<h2 id="the-login-call"><a href="#the-login-call">The <code>login</code> call</a></h2>');
  expect(html).toContain('<h3 id="more">');
});

test('a heading keeps the anchors that it names when its words change', () => {
  const { html, sections } = render('## Rate `limits` {#limits #too-often}');
  expect(sections).toEqual([{ title: 'Rate limits', anchor: 'limits' }]);
  expect(html).toBe(
    '<span id="too-often"></span><h2 id="limits"><a href="#limits">Rate <code>limits</code></a></h2>\n',
  );
});

test('only code marked as live runs in the page', () => {
  const button = '<button>Log in</button>';
  expect(render(`\`\`\`html\n${button}\n\`\`\``)).toMatchObject({
    html: expect.not.stringContaining(button),
    hasLive: false,
  });
  expect(render(`\`\`\`html live\n${button}\n\`\`\``)).toMatchObject({
    html: expect.stringContaining(button),
    hasLive: true,
  });
});
