import { describe, expect, test } from 'vitest';
import { cleanRichText, readRichText } from './rich-text.ts';

describe('untrusted markup', () => {
  test.for([
    ['<p>One <b>two</b> <em>three</em><br>four</p>', '<p>One <b>two</b> <em>three</em><br />four</p>'],
    [
      '<ul><li>one</li></ul><blockquote><code>x</code></blockquote>',
      '<ul><li>one</li></ul><blockquote><code>x</code></blockquote>',
    ],
    ['1 < 2 & 3', '1 &lt; 2 &amp; 3'],
    ['<h1>Title</h1><span style="color:red">red</span>', 'Titlered'],
    ['<b>open', '<b>open</b>'],
  ])('%j is kept as %j', async ([markup, kept]) => {
    expect(await cleanRichText(markup!)).toBe(kept);
  });

  test.for([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg><style><img src=x onerror=alert(1)></style></svg>',
    '<math><mtext><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<b onmouseover="alert(1)" style="position:fixed">x</b>',
    '<form action="https://elsewhere.example"><input name="password"></form>',
    '<xmp><script>alert(1)</script></xmp>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt&colon;alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<a href="//elsewhere.example">x</a>',
    '<a href="/account/delete">x</a>',
    '<a href="http://[::">x</a>',
  ])('%j loses all that could run or lead astray', async (markup) => {
    const kept = await cleanRichText(markup);
    expect(kept).not.toMatch(/<(?!\/?(?:p|b|a)>)|href|style|on\w+\s*=/i);
  });

  test('a link is absolute and carries nofollow and noopener', async () => {
    expect(
      await cleanRichText('<a href="https://friend.example/a?b=1&c=2" target="_top" rel="me" onclick="x()">x</a>'),
    ).toBe('<a href="https://friend.example/a?b=1&amp;c=2" rel="nofollow ugc noopener">x</a>');
  });

  test('is limited in nesting depth', async () => {
    expect((await cleanRichText(`${'<blockquote>'.repeat(900)}x`)).match(/<blockquote>/g)).toHaveLength(12);
  });
});

describe('what is read of it', () => {
  test.for([
    ['<p>one</p><p>two</p>three<br />four', 'one two three four'],
    ['b<b>a</b>d', 'bad'],
    ['1 &lt; 2 &amp;lt; &quot;3&quot;', '1 < 2 &lt; "3"'],
    ['<p> </p>', ''],
  ])('%j reads %j', ([clean, text]) => {
    expect(readRichText(clean!)).toBe(text);
  });
});
