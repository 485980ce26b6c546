import { expect, test } from 'vitest'
import { AccountId, OrgId } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'
import { createMessageHub } from './hub.ts'

const whose = { orgId: OrgId.parse(1), accountId: AccountId.parse(2) }

function listener(buffered = 0) {
  const sent: string[] = []
  const closed: number[] = []
  const wire = {
    send: (text: string) => void sent.push(text),
    bufferedAmount: () => buffered,
    close: (code: number) => void closed.push(code),
  }
  return { ...whose, sessionHash: 'a', language: 'en' as const, wire, sent, closed }
}

test('a socket that does not read is closed, and other sockets of the account are notified', () => {
  const hub = createMessageHub()
  const [slow, quick] = [listener(limits.socketBacklogBytes + 1), listener()]
  for (const each of [slow, quick]) hub.add(each)
  hub.recount(whose)
  expect([slow.sent.length, slow.closed, quick.sent.length]).toEqual([0, [1013], 1])
  expect(hub.counts()).toEqual({ sockets: 2, refused: 0, closedForLag: 1 })
})

test('a socket removed twice is counted once', () => {
  const hub = createMessageHub()
  const leave = [hub.add(listener()), hub.add(listener())]
  leave[0]!()
  leave[0]!()
  expect(hub.counts().sockets).toBe(1)
  leave[1]!()
  expect(hub.counts().sockets).toBe(0)
  expect(hub.listening()).toEqual([])
})
