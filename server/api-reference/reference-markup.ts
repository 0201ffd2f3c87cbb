import { escapeHtml } from '../platform/html.ts';

export const text = escapeHtml;

/** `backticks` in our own notes become code. */
export const prose = (words: string): string => text(words).replace(/`([^`]+)`/g, '<code>$1</code>');

/** Where a call or a chapter is found on the page. */
export const anchorOf = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]+/g, '-');

export const codeBlock = (lines: string): string => `<pre tabindex="0"><code>${text(lines)}</code></pre>`;
