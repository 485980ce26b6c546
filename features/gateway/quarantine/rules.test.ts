import { describe, expect, it, test } from 'vitest'
import { type Reason, reasons, shownBytes } from './contract.ts'
import {
  canReland,
  groupedBy,
  portions,
  readReason,
  showPayload,
  tally,
  writtenAsNamed,
  writtenReason,
} from './rules.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('a reason', () => {
  it.each(reasons.filter((reason) => reason !== 'refused'))('%s is read as it is written', (reason: Reason) => {
    expect(readReason(writtenReason(reason)!)).toEqual({ reason, detail: null })
    expect(writtenAsNamed).toContain(writtenReason(reason))
  })

  test('that is not listed is the database’s message', () => {
    expect(readReason('value too long')).toEqual({ reason: 'refused', detail: 'value too long' })
    expect(readReason('refused')).toEqual({ reason: 'refused', detail: 'refused' })
    expect(writtenReason('refused')).toBeNull()
  })
})

describe('a payload', () => {
  it.each(['{"a":1}', ' [1,2]', '{"名称":"批次 7"}'])('%s is shown as text', (text) => {
    expect(showPayload(bytes(text), bytes(text).length)).toEqual({ format: 'json', content: text, isCut: false })
  })

  it.each([
    ['no JSON', bytes('hello'), '68656c6c6f'],
    ['a half object', bytes('{"a"'), '7b226122'],
    ['a number', bytes('7'), '37'],
    ['no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), '7bff7d'],
    ['a frame', Uint8Array.of(0xd5, 0), 'd500'],
    ['nothing', new Uint8Array(), ''],
  ])('that is %s is shown as hex digits', (_, payload, content) => {
    expect(showPayload(payload, payload.length)).toEqual({ format: 'hex', content, isCut: false })
  })

  test('longer than the limit is cut, also within a character', () => {
    const text = `["${'历'.repeat(shownBytes)}"]`
    const all = bytes(text)
    for (const length of [shownBytes, all.length]) {
      const { format, content, isCut } = showPayload(all.subarray(0, length), all.length)
      expect([format, isCut, text.startsWith(content)]).toEqual(['json', true, true])
      expect(bytes(content).length).toBeGreaterThan(shownBytes - 3)
    }
    const hex = showPayload(new Uint8Array(shownBytes + 1), shownBytes + 1)
    expect([hex.format, hex.content.length, hex.isCut]).toEqual(['hex', 2 * shownBytes, true])
  })
})

test('only waiting, undamaged messages can be relanded', () => {
  expect(canReland({ reason: 'malformed', relandedAt: null })).toBe(true)
  expect(canReland({ reason: 'malformed', relandedAt: 1 })).toBe(false)
  expect(canReland({ reason: 'frameDamaged', relandedAt: null })).toBe(false)
})

test('a result lists landed, already handled and remaining messages', () => {
  const outcomes = (['landed', 'already', 'full', 'landed', 'refused'] as const).map((outcome) => ({ outcome }))
  expect(tally(outcomes)).toEqual({ landed: 2, already: 1, refused: 2 })
})

test('a list is split into portions, and grouped in its order', () => {
  expect(portions([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
  expect(portions([], 2)).toEqual([])
  expect([...groupedBy(['b1', 'a1', 'b2'], (each) => each[0]!)]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1']],
  ])
})
