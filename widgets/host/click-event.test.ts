import { expect, test } from 'vitest'
import { clickOf, isSafeLink } from './click-event.ts'

const data = { type: 'signal', signalId: 7, equipId: 3 }

test.each([
  [
    { enable: true, data, writeValue: '1' },
    { action: 'write', writeValue: '1' },
  ],
  [
    { enable: true, action: 'page', pageId: 4 },
    { action: 'page', pageId: 4, target: '_self' },
  ],
  [{ enable: true, action: 'link', link: 'https://example.org' }, { action: 'link' }],
  [
    { enable: true, action: 'link', link: '/monitor/eg/list', target: 'window' },
    { width: 600, height: 600, left: 200, top: 200 },
  ],
])('%j does something', (stored, click) => expect(clickOf(stored)).toMatchObject(click))

test.each([
  [undefined],
  [{}],
  [{ enable: false, data }],
  [{ enable: true }],
  [{ enable: true, data: { type: 'signal' } }],
  [{ enable: true, data: { type: 'mvar', mvarId: 1 } }],
  [{ enable: true, action: 'page' }],
  [{ enable: true, action: 'link', link: 'javascript:alert(1)' }],
])('%j does nothing', (stored) => expect(clickOf(stored)).toBeUndefined())

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  '//elsewhere',
  '/\\elsewhere',
  'data:text/html,x',
  'page',
  '',
])('the link %j is not opened', (link) => expect(isSafeLink(link)).toBe(false))
