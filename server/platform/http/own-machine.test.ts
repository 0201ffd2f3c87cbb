import { expect, test } from 'vitest';
import { isHttpOnOwnMachine, isOwnMachine } from './own-machine.ts';

test.for(['localhost', 'localhost.', '127.0.0.1', '127.8.9.10', '[::1]', '::1'])('%s is the own machine', (name) =>
  expect(isOwnMachine(name)).toBe(true),
);

test.for(['localhost.evil.example', '127.0.0.1.evil.example', 'evil-localhost', '10.0.0.1', '0.0.0.0', ''])(
  '%j is not',
  (name) => expect(isOwnMachine(name)).toBe(false),
);

test.for(['http://localhost', 'http://[::1]:8080/path', 'http://127.0.0.1:5173'])('%s is an address there', (text) =>
  expect(isHttpOnOwnMachine(text)).toBe(true),
);

test.for(['https://localhost', 'http://localhost@evil.example', 'ftp://localhost', 'localhost', ''])(
  '%j is no such address',
  (text) => expect(isHttpOnOwnMachine(text)).toBe(false),
);
