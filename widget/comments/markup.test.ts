import { expect, test } from 'vitest';
import { isShaped, markupOf, writtenIn } from './markup.ts';

test('every character that was typed means itself', () => {
  expect(markupOf('a < b & c > "d" &amp; <script>')).toBe('a &lt; b &amp; c &gt; "d" &amp;amp; &lt;script&gt;');
});

test('lines stay lines', () => {
  expect(markupOf('\none\r\ntwo\n\nthree ')).toBe('one<br>two<br><br>three');
});

test('words and lines alone have no shape; a link, bold words or a list have', () => {
  expect(['a &lt;b&gt; c', 'one<br>two', 'one<p>two</p>'].map(isShaped)).toEqual([false, false, false]);
  expect(['<b>a</b>', '<a href="https://a.example/">a</a>', '<ul></ul>'].map(isShaped)).toEqual([true, true, true]);
});

test('lines that a browser makes are written as paragraphs, and none is empty', () => {
  const field = document.createElement('div');
  field.innerHTML = 'one<div>two</div><div>three<div>four</div></div><div><ul><li>five</li></ul></div>';
  expect(writtenIn(field)).toBe('one<p>two</p><div>three<p>four</p></div><div><ul><li>five</li></ul></div>');
});
