import { expect, test } from 'vitest'
import { allowedAttribute, allowedAttributes, allowedStyle, allowedTags, plainOf } from './allowed.ts'

test.each([
  ['color: red; font-size: 14px', 'color: red; font-size: 14px'],
  ['COLOR: rgb(1, 2, 3) ;', 'color: rgb(1, 2, 3)'],
  ['background-color: hsla(120, 50%, 50%, 0.5)', 'background-color: hsla(120, 50%, 50%, 0.5)'],
  ['border: 1px solid #ccc', 'border: 1px solid #ccc'],
  ['background: url(https://x/y)', ''],
  ['background-color: url(//x)', ''],
  ['color: var(--x)', ''],
  ['width: expression(1)', ''],
  ['width: calc(1px + 2px)', ''],
  ['color: re\\64', ''],
  ['color: "x"', ''],
  ['position: fixed; z-index: 9', ''],
  ['list-style-type: url(x)', ''],
  ['color: red/**/', ''],
  ['font-family: a:b', ''],
  ['behavior: x; color: blue', 'color: blue'],
  ['', ''],
])('the style %j becomes %j', (style, kept) => expect(allowedStyle(style)).toBe(kept))

test.each([
  ['href', 'https://x.example/a', 'https://x.example/a'],
  ['href', '/monitor', '/monitor'],
  ['href', '//x.example', undefined],
  ['href', '/\\x.example', undefined],
  ['href', 'javascript:alert(1)', undefined],
  ['href', 'data:text/html,x', undefined],
  ['src', '/userimg/a/b.png', '/userimg/a/b.png'],
  ['src', '/userimg/../lfscada/x', undefined],
  ['src', 'https://x.example/pixel.png', undefined],
  ['src', 'data:image/svg+xml,x', undefined],
  ['width', '100', '100'],
  ['width', '1e9', undefined],
  ['onclick', 'x', undefined],
  ['id', 'x', undefined],
  ['title', 'Pump', 'Pump'],
])('%s=%j becomes %j', (name, value, kept) => expect(allowedAttribute(name, value)).toBe(kept))

test('no tag that runs, submits or frames is allowed', () => {
  for (const tag of ['script', 'style', 'form', 'input', 'button', 'iframe', 'object', 'embed', 'svg', 'math', 'link'])
    expect(allowedTags).not.toContain(tag)
  expect(allowedAttributes.filter((name) => /^on|^form|^srcset|^srcdoc|^class|^id$/.test(name))).toEqual([])
})

test.each([
  ['<p>Wells &amp; pumps</p><p>2</p>', 'Wells & pumps 2'],
  ['a<style>p{}</style>b<script>1', 'a b'],
  ['<b>cut <i', 'cut'],
  ['&lt;b&gt; &unknown;', '<b> &unknown;'],
])('the plain text of %j is %j', (html, words) => expect(plainOf(html)).toBe(words))
