import { describe, expect, test } from 'vitest';
import { inspectPage } from './inspect-page.ts';
import { parsePage } from './parsed-page.ts';
import { withoutTemplateCode } from './template-source.ts';

const idsIn = (source: string) =>
  inspectPage(parsePage(withoutTemplateCode(source)), {
    settings: { facts: undefined, because: 'no service is asked' },
    documentation: '',
    hasTemplateCode: true,
  }).map(({ id }) => id);
const head = '<head><script src="/widget/v1/intake.js" data-ms-app="app_1" data-ms-public-key="pk_1"></script></head>';

describe('code before a page does not move its head into the body', () => {
  test.for([
    ['PHP', '<?php if ($user->isIn()) { echo "x > y"; } ?>'],
    ['PHP that prints', '<?= $user->name ?>'],
    ['Liquid', '{% layout none %} {{ content_for_header }}'],
    ['Django', '{% load static %}{# <html> > #}'],
    ['Handlebars', '{{!-- layout --}} {{> header a="b"}}'],
    ['EJS', '<% if (a > b) { %><%- include("x") %>'],
    ['JSX', 'import React from "react";\nexport default function Layout() {\n  return (\n    '],
    ['front matter', '---\ntitle: Join > us\n---\n'],
  ])('%s', ([, code]) => {
    expect(idsIn(`${code}<html>${head}<body></body></html>`)).toEqual([]);
  });

  test('words that are no code do', () => {
    expect(idsIn(`words <html>${head}</html>`)).toEqual(['misplaced-install-code']);
  });
});

test.for([
  '"<?= $plan["id"] ?>"',
  "'<?php echo $plan->id ?>'",
  '<?= $plan["id"] ?>',
  '"{{ plan.id | default: "x" }}"',
  '{{ plan }}',
  '"{% if a > b %}pln_a{% endif %}"',
  '{plan.id}',
  '{() => plan["id"]}',
])('a value of %s is nothing to compare', (value) => {
  const html = `<html>${head}<body><a href="/join" data-ms-plan:add=${value} data-ms-modal="sing-up">Join</a></body></html>`;
  expect(idsIn(html)).toEqual(['unknown-value']);
});

test('code in place of attributes and of tags is passed over', () => {
  expect(
    idsIn(
      `<html>${head}<body><a <?php if ($a > 1) echo 'x' ?> {...props} href="/" {% if b > c %}class="d"{% endif %} data-ms-modal="zebra">{{ t }}</a></body></html>`,
    ),
  ).toEqual(['unknown-value']);
});

test('every line and column stays where it is, and a page without code as it was', () => {
  const source = `<?php\n$a = 1;\n?><p title="{{ a }}"\n{% b %} data-ms-modal=x>{{\nc }}</p>\n<script>if (a<b) "{{ x }}"</script>`;
  const tamed = withoutTemplateCode(source);
  expect(tamed.split('\n').map(({ length }) => length)).toEqual(source.split('\n').map(({ length }) => length));
  const plain = `<!doctype html><html lang="en">${head}<body><p title='a "b" > c'>1 < 2 & {x}</p><!-- {a} --></body></html>`;
  expect(withoutTemplateCode(plain)).toBe(plain);
});

test('of a piece that is put into pages it is not known where its script stands', () => {
  const script = '<script src="/widget/v1/intake.js" data-ms-app="app_1" data-ms-public-key="pk_1"></script>';
  expect(idsIn(`<nav>Menu</nav>${script}`)).toEqual([]);
  expect(idsIn(`<body><nav>Menu</nav>${script}</body>`)).toEqual(['misplaced-install-code']);
});

test('components that render a field are fields', () => {
  const fields = '<Form.Control data-ms-member="email" /><TextField data-ms-member="password" />';
  expect(idsIn(`<form data-ms-form="login">${fields}</form>`)).toEqual([]);
});

test('a form in a form is told, which browsers drop', () => {
  const form = '<form data-ms-form="login"><input data-ms-member="email"><input data-ms-member="password"></form>';
  const inBody = (html: string) => idsIn(`<html>${head}<body>${html}</body></html>`);
  expect(inBody(`<form action="/search">${form}</form>`)).toContain('nested-form');
  expect(inBody(`<form action="/search"></form>${form}`)).toEqual([]);
});
