import { expect, test } from 'vitest';
import { markupOf } from './markup.ts';

test('every character that was typed means itself', () => {
  expect(markupOf('a < b & c > "d" &amp; <script>')).toBe('a &lt; b &amp; c &gt; "d" &amp;amp; &lt;script&gt;');
});

test('lines stay lines', () => {
  expect(markupOf('\none\r\ntwo\n\nthree ')).toBe('one<br>two<br><br>three');
});
