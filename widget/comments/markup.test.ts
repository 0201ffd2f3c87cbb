import { expect, test } from 'vitest';
import { isShaped, markupOf } from './markup.ts';

test('every character that was typed means itself', () => {
  expect(markupOf('a < b & c > "d" &amp; <script>')).toBe('a &lt; b &amp; c &gt; "d" &amp;amp; &lt;script&gt;');
});

test('lines stay lines', () => {
  expect(markupOf('\none\r\ntwo\n\nthree ')).toBe('one<br>two<br><br>three');
});

test('words and lines alone have no shape; a link, bold words or a paragraph have', () => {
  expect(['a &lt;b&gt; c', 'one<br>two', 'one<br />two'].map(isShaped)).toEqual([false, false, false]);
  expect(['<b>a</b>', '<a href="https://a.example/">a</a>', '<p>a</p>'].map(isShaped)).toEqual([true, true, true]);
});
