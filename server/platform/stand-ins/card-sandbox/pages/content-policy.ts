/**
 * Nothing but our own files may run or be loaded.
 *
 * @param formTargets where a form's answer may lead; without script that is also the shop's own address
 */
export const contentPolicy = (formTargets: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "font-src 'self'",
    'img-src data:',
    `form-action ${formTargets}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
