/**
 * Keys of idempotent calls that one form sends. The same values have the same key, so that a press repeated because its
 * answer was lost is done once; other values have a new one, so that the server does not take them for what it has done.
 *
 * @returns the key for what is sent now
 */
export function createSendKeys(): (sent: object) => string {
  let last: { text: string; key: string } | undefined;
  return (sent) => {
    const text = JSON.stringify(sent);
    if (last?.text !== text) last = { text, key: crypto.randomUUID() };
    return last.key;
  };
}
