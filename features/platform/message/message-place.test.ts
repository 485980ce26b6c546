import { expect, test } from 'vitest'
import { MessageId } from './contract.ts'
import { dialogPlaceOf, placeOf } from './message-place.ts'

const id = MessageId.parse(9)

test.each([
  ['an alarm of a device', { type: 'alarm', equipType: 'eg', dataId: 4, alarmId: 7 }, '/monitor/eg/detail/list/4/7'],
  [
    'an alarm without a number',
    { type: 'alarm', equipType: 'eg', dataId: 4, alarmId: null },
    '/monitor/eg/detail/list/4/0?tab=alarm',
  ],
  ['an announcement', { type: 'notice', equipType: 'public', dataId: 3, alarmId: null }, '/system/msg/detail/3/notice'],
  [
    'an order',
    { type: 'order', equipType: 'repair', dataId: 5, alarmId: null },
    '/msg/detail/unReaden/order/repair/5?id=9',
  ],
  [
    'an expiry',
    { type: 'expire', equipType: 'card', dataId: 6, alarmId: null },
    '/msg/detail/unReaden/expire/card/6?id=9',
  ],
] as const)('%s leads to its place', (_, message, place) => {
  expect(placeOf({ id, ...message }, 'unReaden')).toBe(place)
})

test.each([
  ['expire', 'card', '/msg/detail/all/expire/card/6'],
  ['expire', 'api', '/msg/detail/all/expire/api/6'],
  ['notice', 'public', '/msg/detail/all/notice/public/6'],
] as const)('from its dialog %s of %s leads within the shell', (type, equipType, place) => {
  expect(dialogPlaceOf({ id, type, equipType, dataId: 6, alarmId: null })).toBe(place)
})
