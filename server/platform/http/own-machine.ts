const names = /^(?:localhost\.?|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

/** Whether a host, named without a port, is the asking machine itself: a loopback address (RFC 6890). */
export const isOwnMachine = (hostname: string): boolean => names.test(hostname);

/** The same of a text that ought to be an address like `http://localhost:5173`. */
export function isHttpOnOwnMachine(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'http:' && isOwnMachine(url.hostname);
}
