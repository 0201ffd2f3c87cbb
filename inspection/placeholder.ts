/**
 * Whether a value is a placeholder of a template language, replaced before the page is sent: PHP, ERB and EJS, Liquid, Django, Jinja,
 * Twig, Blade, Handlebars, Vue, JSX, template strings. Nothing can be said of what will stand there.
 */
export const isPlaceholder = (value: string): boolean =>
  /\{\{|\}\}|\{%|%\}|<\?|\?>|<%|%>|[$#@]\{|\[\[|\]\]|%%\w/.test(value) || /^\s*\{[\s\S]*\}\s*$/.test(value);
