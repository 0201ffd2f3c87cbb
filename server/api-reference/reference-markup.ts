import { escapeHtml } from '../platform/html.ts';

/** Escapes text for HTML. */
export const text = escapeHtml;

/** Renders `backticks` of our notes as code. */
export const prose = (words: string): string => text(words).replace(/`([^`]+)`/g, '<code>$1</code>');

/** The anchor of a call or chapter on the page. */
export const anchorOf = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/**
 * A code block that can be scrolled by keyboard, with the button that copies it.
 *
 * @param language its language as Markdown names it, for the build to highlight; plain without one
 */
export const codeBlock = (lines: string, language?: string): string =>
  `<div class="code-frame"><pre tabindex="0"><code${language ? ` class="language-${language}"` : ''}>${text(lines)}</code></pre><button type="button" class="copy">Copy</button></div>`;
