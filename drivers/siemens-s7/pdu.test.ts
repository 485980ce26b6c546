import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { errorText } from '../../contract/errors.ts'
import { DriverFault } from '../driver.ts'
import { headerFault, itemFault } from './faults.ts'
import { confirmedSize } from './iso.ts'
import { answerOf, grantedPdu, spansOf, writeCodeOf } from './pdu.ts'

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'))
const answer = (parameter: string, data: string) => ({
  ...{ number: 1, error: 0, parameter: bytes(parameter), data: bytes(data) },
})
const span = (count: number, area = 'DB1') => ({ area, start: 0, count })
const outcomes = (items: string, counts: number[]) =>
  spansOf(
    answer(`040${counts.length}`, items),
    counts.map((count) => span(count)),
  ).map((each) => (each instanceof Uint8Array ? Buffer.from(each).toString('hex') : each.code))

describe('the items of an answer', () => {
  it.each<[string, string, number[], (string | number)[]]>([
    ['are bytes, padded between items', 'ff0400081100ff040018223344', [1, 3], ['11', '223344']],
    ['may be padded at the end', 'ff0400081100ff04001822334400', [1, 3], ['11', '223344']],
    ['may be octets', 'ff0900021234', [2], ['1234']],
    [
      'are judged each on its own',
      '0a000000ff0400101234050000040300000006000000',
      [2, 2, 2, 2, 2],
      [1715, '1234', 1715, 1717, 1716],
    ],
    ['may be faults with data', '0a0400101234ff0400105678', [2, 2], [1715, '5678']],
    ['that are too short are 1719', 'ff04000812', [2], [1719]],
    ['that are too long are 1719', 'ff040018123456', [2], [1719]],
    ['that are bits are 1719', 'ff03000101', [1], [1719]],
    ['whose length is no number of bytes are 1719', 'ff04000f1234', [2], [1719]],
    ['after one without its padding are faults', 'ff04000811ff04000822', [1, 1], ['11', 1721]],
  ])('%s', (_name, items, counts, expected) => {
    expect(outcomes(items, counts)).toEqual(expected)
  })

  it.each<[string, string, number[]]>([
    ['is missing', 'ff0400081100', [1, 1]],
    ['is cut', 'ff0400201234', [4]],
    ['has its header cut', 'ff0400', [1]],
    ['has an unknown size', 'ff0a000412345678', [4]],
    ['has no size although it is good', 'ff000000', [1]],
    ['is not the last', 'ff0400081100ff04000822', [1]],
    ['is followed by two bytes', 'ff040008123400', [1]],
  ])('break the connection if one %s', (_name, items, counts) => {
    expect(() => outcomes(items, counts)).toThrow(expect.objectContaining({ code: 1712, broken: true }))
  })

  it.each([
    ['0402', 'more items'],
    ['0400', 'fewer items'],
    ['0501', 'another function'],
    ['040100', 'more parameters'],
    ['', 'no parameters'],
  ])('break the connection if the parameters %j are of %s', (parameter) => {
    expect(() => spansOf(answer(parameter, 'ff04000811'), [span(1)])).toThrow(
      expect.objectContaining({ code: 1712, broken: true }),
    )
  })

  test('are those of timers and counters in two bytes each', () => {
    expect(spansOf(answer('0401', 'ff09000425040011'), [span(2, 'T')])).toEqual([bytes('25040011')])
    expect(spansOf(answer('0401', 'ff0900022504'), [span(2, 'C')])).toMatchObject([{ code: 1719 }])
  })
})

describe('a message', () => {
  it.each([
    ['of another protocol', '720300000001000200000000'],
    ['that is a request', '32010000000100000000'],
    ['without an error', '32030000000100000000'],
    ['longer than it declares', '3203000000010000000000000000'],
    ['shorter than it declares', '32030000000100020000000004'],
    ['that is empty', ''],
  ])('%s breaks the connection', (_name, hex) => {
    expect(() => answerOf(bytes(hex))).toThrow(expect.objectContaining({ code: 1712, broken: true }))
  })

  test('of another kind is no answer', () => {
    expect(answerOf(bytes('320700000001000c0004000112081284'))).toBeUndefined()
  })

  test('of any bytes is an answer or a fault', () => {
    const isFault = (act: () => unknown): boolean => {
      try {
        act()
        return true
      } catch (error) {
        return error instanceof DriverFault
      }
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.boolean(), (random, hasHead) => {
        const all = hasHead ? Uint8Array.of(0x32, 3, 0, 0, 0, 1, 0, 2, 0, random.length, 0, 0, 4, 1, ...random) : random
        expect(isFault(() => answerOf(all))).toBe(true)
        if (hasHead) expect(isFault(() => spansOf(answerOf(all)!, [span(2)]))).toBe(true)
        expect(isFault(() => confirmedSize(random))).toBe(true)
      }),
    )
  })
})

describe('the answer to a setup', () => {
  it.each(['f00000010001', '040000010001f000', ''])('is not %j', (parameter) => {
    expect(() => grantedPdu(answer(parameter, ''))).toThrow(expect.objectContaining({ code: 1712 }))
  })
})

describe('the answer to a write', () => {
  it.each([
    ['0501', '', 'no code'],
    ['0501', 'ffff', 'two codes'],
    ['0401', 'ff', 'another function'],
    ['0502', 'ff', 'another count'],
  ])('%s %s breaks the connection: %s', (parameter, data) => {
    expect(() => writeCodeOf(answer(parameter, data))).toThrow(expect.objectContaining({ code: 1712, broken: true }))
  })
})

describe('a confirmation', () => {
  it.each([
    ['without parameters', '06d00001000700', 1024],
    ['of 512 bytes', '09d00001000700c00109', 512],
    ['of 8192 bytes', '09d00001000700c0010d', 1024],
    ['with a size after other parameters', '0dd00001000700c1020100c00108', 256],
  ])('%s', (_name, tpdu, size) => {
    expect(confirmedSize(bytes(tpdu))).toBe(size)
  })

  it.each([
    ['a refusal', '0680000100078a', 1722],
    ['of another connection', '06d00002000700', 1712],
    ['of a size beyond the protocol', '09d00001000700c001ff', 1712],
    ['that is cut', '09d00001000700', 1712],
    ['that is too short', '03d00001', 1712],
    ['of another kind', '02f080', 1712],
  ])('is not %s', (_name, tpdu, code) => {
    expect(() => confirmedSize(bytes(tpdu))).toThrow(expect.objectContaining({ code, broken: true }))
  })
})

describe('faults of the CPU', () => {
  it.each([
    [0x03, 1717],
    [0x05, 1715],
    [0x06, 1716],
    [0x07, 1716],
    [0x0a, 1715],
    [0x01, 1721],
    [0x00, 1721],
  ])('item %i is %i', (code, expected) => {
    expect(itemFault(code)).toMatchObject({ code: expected, broken: false })
    expect(errorText(expected, 'zh-cn')).not.toBe('')
  })

  it.each([
    [0x8104, 1720],
    [0x8302, 1711],
    [0x8500, 1718],
    [0x8503, 1718],
    [0x8401, 1721],
    [0xd241, 1721],
    [0x0001, 1721],
  ])('error %i of a whole request is %i', (error, expected) => {
    expect(headerFault(error)).toMatchObject({ code: expected, broken: false })
  })

  test('name what to change in the CPU', () => {
    expect(headerFault(0x8104).message).toMatch(/PUT\/GET.*optimised.*download the hardware/)
  })
})
