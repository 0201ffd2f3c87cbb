import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { unescapeHtml } from '../../server/platform/html.ts';

const languages = { bash, css, javascript, json, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** Languages by the words that our code blocks carry. */
const known: Record<string, keyof typeof languages | 'plain'> = {
  css: 'css',
  html: 'xml',
  js: 'javascript',
  json: 'json',
  sh: 'bash',
  text: 'plain',
  ts: 'typescript',
  tsx: 'typescript',
  yaml: 'yaml',
  // Pieces of a file, which are not tried as a whole.
  yml: 'yaml',
};

const block = /<code class="language-(\w+)">([\s\S]*?)<\/code>/g;

/**
 * Highlights each marked code block of a page while building, so that pages need no script for it.
 *
 * @throws Error for a language that is not known
 */
export const highlightCode = (html: string): string =>
  html.replace(block, (_, word: string, escaped: string) => {
    const language = known[word];
    if (language === undefined) throw new Error(`Code in the documentation is marked ${word}: add it to code.ts.`);
    const inside = language === 'plain' ? escaped : hljs.highlight(unescapeHtml(escaped), { language }).value;
    return `<code>${inside}</code>`;
  });
