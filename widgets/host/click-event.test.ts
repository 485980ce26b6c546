import { expect, test } from 'vitest'
import { type Click, clickOf, heldBy, isMomentary, isSafeLink, pageOf, writtenBy } from './click-event.ts'

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
    { width: 600, height: 600, left: 200, top: 200, titleShow: true, iframe: false },
  ],
  [
    { enable: true, data, confirm: false, feedback: 'Set to {value}' },
    { confirm: false, feedback: 'Set to {value}' },
  ],
  [
    { enable: true, action: 'script', script: 'open(4)' },
    { action: 'script', bound: undefined },
  ],
])('%j has a click action', (stored, click) => expect(clickOf(stored)).toMatchObject(click))

test.each([
  [undefined],
  [{}],
  [{ enable: false, data }],
  [{ enable: true }],
  [{ enable: true, data: { type: 'signal' } }],
  [{ enable: true, data: { type: 'mvar', mvarId: 1 } }],
  [{ enable: true, action: 'page' }],
  [{ enable: true, action: 'link', link: 'javascript:alert(1)' }],
  [{ enable: true, action: 'script', data }],
  [{ enable: true, action: 'script', script: ' ' }],
  [{ enable: true, action: 'script', script: 'x'.repeat(20_001) }],
  [{ enable: true, action: 'script', script: { toString: 'open(4)' } }],
])('%j has no click action', (stored) => expect(clickOf(stored)).toBeUndefined())

test.each(['no', 0, null, {}, []])('a write asks for confirmation with %j in place of `confirm`', (confirm) =>
  expect(clickOf({ enable: true, data, confirm })).toMatchObject({ confirm: true }),
)

test.each([
  ['titleShow', true],
  ['iframe', false],
  ['feedback', ''],
])('an invalid %s becomes %j', (name, initial) =>
  expect(clickOf({ enable: true, data, [name]: { a: 1 } })).toMatchObject({ [name]: initial }),
)

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  '//elsewhere',
  '/\\elsewhere',
  'data:text/html,x',
  'page',
  '',
])('the link %j is not opened', (link) => expect(isSafeLink(link)).toBe(false))

const key = (stored: object) => clickOf({ enable: true, data, ...stored }) as Click

test.each([
  [{}, 5, ''],
  [{ writeValue: '7' }, 5, '7'],
  [{ writeType: 'input', writeValue: '7' }, 5, ''],
  [{ writeType: 'press' }, null, '1'],
  [{ writeType: 'press', pressType: 'set0' }, 1, '0'],
  [{ writeType: 'press', pressType: 'momentary' }, 0, '1'],
  [{ writeType: 'press', pressType: 'toggle' }, true, '0'],
  [{ writeType: 'press', pressType: 'toggle' }, false, '1'],
  [{ writeType: 'press', pressType: 'toggle' }, 0, '1'],
  [{ writeType: 'press', pressType: 'toggle' }, 37, '0'],
  [{ writeType: 'press', pressType: 'toggle' }, 'auto', undefined],
  [{ writeType: 'press', pressType: 'toggle' }, null, undefined],
  [{ writeType: 'press', pressType: 'increment', writeValue: '0.2' }, 0.1, '0.3'],
  [{ writeType: 'press', pressType: 'increment', writeValue: '-5' }, 3, '-2'],
  [{ writeType: 'press', pressType: 'increment' }, 3, '4'],
  [{ writeType: 'press', pressType: 'increment', writeValue: 'x' }, 3, undefined],
  [{ writeType: 'press', pressType: 'increment' }, null, undefined],
] as const)('%j on %s writes %s', (stored, current, written) => expect(writtenBy(key(stored), current)).toBe(written))

test('a device page opens if no project page is set', () => {
  expect(pageOf(key({ action: 'page', equipPageId: 9 }))).toBe(9)
  expect(pageOf(key({ action: 'page', pageId: 4, equipPageId: 9 }))).toBe(4)
})

test('a target opens the page of its kind, or else the page of the other kind', () => {
  const both = { action: 'page', equipPageId: 9, mainPageId: 5 }
  expect(key(both).type).toBe('equip')
  expect([pageOf(key(both)), pageOf(key({ ...both, type: 'main' }))]).toEqual([9, 5])
  expect(pageOf(key({ action: 'page', mainPageId: 5 }))).toBe(5)
  expect(pageOf(key({ action: 'page', type: 'main', equipPageId: 9 }))).toBe(9)
  expect(pageOf(key({ ...both, type: 'main', pageId: 4 }))).toBe(4)
})

test('only a button that writes is momentary', () => {
  expect(isMomentary(key({ writeType: 'press', pressType: 'momentary' }))).toBe(true)
  expect(isMomentary(key({ pressType: 'momentary' }))).toBe(false)
  expect(isMomentary(key({ action: 'link', link: '/a', writeType: 'press', pressType: 'momentary' }))).toBe(false)
})

test.each([
  [{ writeValue: '0' }, true, { on: true, back: false }],
  [{}, true, { on: true, back: false }],
  [{}, false, { on: '1', back: '0' }],
  [{ writeValue: ' 15.5 ' }, false, { on: '15.5', back: '0' }],
])('a momentary button %j of a boolean (%s) holds %j', (stored, isBoolean, held) =>
  expect(heldBy(key({ writeType: 'press', pressType: 'momentary', ...stored }), isBoolean)).toEqual(held),
)
