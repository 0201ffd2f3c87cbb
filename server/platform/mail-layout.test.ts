import { expect, test } from 'vitest';
import { escapeHtml } from './html.ts';
import { layOutMail } from './mail-layout.ts';

const evil = `"><script>alert('x')</script><a href="https://elsewhere.example">`;

test('what people wrote stands in a mail as text, wherever it stands', () => {
  const { html, text } = layOutMail({
    sender: evil,
    colour: evil,
    title: evil,
    paragraphs: [evil, `two\nlines`],
    facts: [[evil, evil]],
    code: evil,
    action: { label: evil, url: `https://intake.example/?a=${evil}` },
    steps: { title: evil, items: [evil] },
    footer: evil,
    languageTag: evil,
  });
  expect(html).not.toMatch(/<script|<a href="https:\/\/elsewhere/);
  expect(html.match(/<a /g)).toHaveLength(1);
  expect(html).toContain('two<br>lines');
  expect(text).toContain(evil);
});

test('text and HTML have the same content', () => {
  const { html, text } = layOutMail({
    sender: 'UC',
    colour: '#1E5C41',
    title: 'You are enrolled',
    paragraphs: ['Welcome, Ana.'],
    facts: [['Paid', 'NZ$500.00']],
    code: '123456',
    action: { label: 'Open', url: 'https://intake.example/uc' },
    steps: { title: 'Next steps', items: ['Keep the day free.'] },
    footer: 'University of Canterbury',
  });
  for (const said of [
    'You are enrolled',
    'Welcome, Ana.',
    'Paid',
    'NZ$500.00',
    '123456',
    'https://intake.example/uc',
    'Next steps',
    'Keep the day free.',
  ]) {
    expect(html).toContain(said);
    expect(text).toContain(said);
  }
});

test('six consecutive digits occur only as the code', () => {
  const { html } = layOutMail({
    sender: 'UC',
    colour: '#1b1f24',
    title: 'Code',
    paragraphs: [],
    code: '123456',
    footer: 'UC',
  });
  expect(html.match(/\b\d{6}\b/g)).toEqual(['123456']);
});

test('markup is escaped, once', () => {
  expect(escapeHtml(`<&>"'`)).toBe('&lt;&amp;&gt;&quot;&#39;');
  expect(escapeHtml('&amp;')).toBe('&amp;amp;');
});
