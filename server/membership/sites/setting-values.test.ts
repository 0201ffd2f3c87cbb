import { expect, test } from 'vitest';
import { Origin } from './setting-values.ts';

const script = ['javascript', 'alert(1)'].join(':');

test.for([
  ['a path', 'https://club.example/members', 'an origin has no path: https://club.example'],
  ['a slash at its end', 'https://club.example/', 'an origin has no slash at its end: https://club.example'],
  ['no scheme', 'club.example', 'an origin begins with https:// or http://: https://club.example'],
  ['no scheme, but a port', 'localhost:8080', 'an origin begins with https:// or http://: https://localhost:8080'],
  ['a script in it', script, 'an origin begins with https:// or http://'],
  ['a pattern', 'https://*.club.example', 'an origin is one exact address: name each one, without *'],
  ['all of them', '*', 'an origin is one exact address: name each one, without *'],
  ['capitals', 'https://Club.example', 'an origin is written as the browser sends it: https://club.example'],
  ['its usual port', 'https://club.example:443', 'an origin is written as the browser sends it: https://club.example'],
  ['a name in it', 'https://ann@club.example', 'an origin is written as the browser sends it: https://club.example'],
  ['nothing in it', 'https://', 'an origin is written as the browser sends it: https://www.example.com'],
  ['null', 'null', 'pages opened as files have no origin: open them through a web server'],
])('an origin that has %s is refused, with the one that was meant', ([, origin, fault]) => {
  expect(Origin.safeParse(origin).error?.issues.map(({ message }) => message)).toEqual([fault]);
});

test.for(['https://club.example', 'http://localhost:8080', 'https://[::1]:8443'])('%s is an origin', (origin) => {
  expect(Origin.safeParse(origin).success).toBe(true);
});
