import { describe, expect, test } from 'vitest'
import type { PageWidget } from '../../../contract/page-document.ts'
import { equipmentsOf, reconciled, unveiled, veiled, withheld } from './rules.ts'

const own = new Map([[7, { equipmentId: 3, title: 'Level', name: 'Intake' }]])

test.each([
  ['stays', { type: 'signal', signalId: 7, equipId: 3 }, { type: 'signal', signalId: 7, equipId: 3 }],
  ['of text from a form stays', { signalId: 7, equipId: '3' as never }, { signalId: 7, equipId: '3' }],
  [
    'has the names of now',
    { signalId: 7, equipId: 3, title: 'Old', subTitle: 'Older', unit: 'm' },
    { signalId: 7, equipId: 3, title: 'Level', subTitle: 'Intake', unit: 'm' },
  ],
  [
    'to a variable that is gone is cleared',
    { type: 'signal', signalId: 8, equipId: 3, title: 'x', unit: 'm' },
    { type: 'signal', unit: 'm' },
  ],
  ['to a variable of another device is cleared', { signalId: 7, equipId: 4, subTitle: 'x' }, {}],
  ['to a variable of no device is cleared', { signalId: 7 }, {}],
])('a binding %s', (_, binding, now) => expect(reconciled(binding, own)).toEqual(now))

test.each([
  [
    'that is seen has its names',
    { signalId: 7, equipId: 3, title: 'Old' },
    { signalId: 7, equipId: 3, title: 'Level' },
  ],
  [
    'that is not seen keeps no name',
    { signalId: 8, equipId: 4, title: 'x', unit: 'm' },
    { unit: 'm', unseenSignalId: 8 },
  ],
  ['of a variable that is of another device now is cleared', { signalId: 7, equipId: 4 }, {}],
])('an author who sees some devices gets a binding %s', (_, binding, now) => expect(veiled(binding, own)).toEqual(now))

test.each([
  [
    { signalId: 7, equipId: 3 },
    { signalId: 7, equipId: 3 },
  ],
  [
    { signalId: 8, equipId: 4, title: 'x', subTitle: 'y', unit: 'm' },
    { unit: 'm', unseen: true },
  ],
  [{ signalId: 7, equipId: 4 }, {}],
])('a viewer who can see some devices gets %j as %j', (binding, now) => expect(withheld(binding, own)).toEqual(now))

describe('a save by an author who can see some devices', () => {
  const widget = (data: object, more: object = {}) =>
    ({
      id: 'w',
      widgetType: 'DataText',
      position: { x: 0, y: 0, width: 1, height: 1, rotate: 0 },
      data,
      ...more,
    }) as PageWidget
  const hidden = { signalId: 8, equipId: 4, title: 'Flow', subTitle: 'Outlet' }
  const before = [widget({ prefix: 'a' }, { children: [widget({ series: [{ ...hidden, unit: 'm' }] })] })]

  test.each([
    ['is bound as it was, wherever it went', { unseenSignalId: 8, unit: 'l' }, { ...hidden, unit: 'l' }],
    [
      'is bound to what he chose in its place',
      { unseenSignalId: 8, signalId: 7, equipId: 3 },
      { signalId: 7, equipId: 3 },
    ],
    ['is cleared where he cleared it', { unit: 'l' }, { unit: 'l' }],
    ['is cleared where he left it empty', { unseenSignalId: 8, signalId: '' }, { signalId: '' }],
    ['is not bound to what the page was not bound to', { unseenSignalId: 9, unit: 'l' }, { unit: 'l' }],
    ['keeps what is no number as it is', { unseenSignalId: 'x' }, { unseenSignalId: 'x' }],
  ])('%s', (_, sent, saved) => expect(unveiled([widget(sent)], before)).toEqual([widget(saved)]))
})

test('the devices of a page are its own and those of its bindings, each once', () => {
  expect(equipmentsOf(3, { bind: { equips: [5, 7, 3], signals: [], keys: [], mvars: [] } })).toEqual([3, 5, 7])
})
