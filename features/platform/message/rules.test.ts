import { expect, test } from 'vitest'
import { MessageId } from './contract.ts'
import { badgeOf, messageIn, type StoredMessage, storedText } from './rules.ts'

const stored: StoredMessage = {
  id: MessageId.parse(1),
  type: 'alarm',
  equipType: 'eg',
  dataId: 7,
  alarmId: 0,
  dataStatus: '',
  title: '液位高',
  titleEn: 'Level high',
  note: '取水站',
  noteEn: null,
  imgUrl: null,
  broadcastTimes: 1,
  createdAt: 5,
  readAt: null,
}

test.each([
  [Number.NaN, '0'],
  [-3, '0'],
  [0, '0'],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [Number.POSITIVE_INFINITY, '99+'],
])('%s unread messages are shown as %s', (count, shown) => expect(badgeOf(count)).toBe(shown))

test('a message is in the requested language if it has it, else as written', () => {
  expect(messageIn(stored, 'en')).toMatchObject({ title: 'Level high', note: '取水站', status: 'unread' })
  expect(messageIn(stored, 'zh-cn')).toMatchObject({ title: '液位高', alarmId: null, dataStatus: null, gmtCreate: 5 })
  const read = messageIn({ ...stored, readAt: 9, alarmId: 4, dataStatus: 'sended' }, 'en')
  expect(read).toMatchObject({ status: 'read', alarmId: 4, dataStatus: 'sended' })
})

test('a text is truncated to whole characters, without those that a database rejects', () => {
  expect(storedText('𝄞𝄞𝄞', 2)).toEqual({ own: '𝄞𝄞', en: null })
  expect(storedText({ en: 'a\u0000b', 'zh-cn': '甲' }, 9)).toEqual({ own: '甲', en: 'ab' })
})
