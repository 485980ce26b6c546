// Frames of Host Link against published ones. Check sums: those of RD in test_hostlink.cpp of protocore, of RD 0402 and of
// its answers in HandAutoComm.cpp of a lamp tester, of FA in the tool and the helper of HslCommunication.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lastInCMode, readAnswer, readRequest, writeRequest } from './c-mode.ts'
import { hostLinkFault } from './faults.ts'
import { finsAnswer, finsRequest } from './fins.ts'
import { firstFrame, writtenFrame } from './frame.ts'

const span = (area: string, start: number, count: number) => ({ area, start, count })
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex')
const frameOf = (text: string) => firstFrame(text)!.frame!

describe('published frames', () => {
  it.each([
    ['@00RD0000001057*\r', span('D', 0, 10)],
    ['@00RD0402000151*\r', span('D', 402, 1)],
  ])('%j is a read', (text, own) => {
    expect(writtenFrame({ unit: 0, ...readRequest(own) })).toBe(text)
  })

  it.each([
    ['@00RD00000157*\r', 1, '0001'],
    ['@00RD00000056*\r', 1, '0000'],
    ['@00RD00000A025802580A0056*\r', 4, '000a025802580a00'],
  ])('%j is the answer to a read', (text, count, words) => {
    const { unit, code, text: data } = frameOf(text)
    expect([unit, code, hex(readAnswer(data, span('D', 0, count)))]).toEqual([0, 'RD', words])
  })

  it('a read of D0 by FINS', () => {
    const request = finsRequest({ kind: 'read', span: span('D', 0, 1) })
    expect(writtenFrame({ unit: 0, ...request })).toBe('@00FA00000000001018200000000017C*\r')
  })

  it('the answer to a write by FINS', () => {
    const { text } = frameOf('@00FA00400000000102000040*\r')
    expect(finsAnswer(text, { kind: 'write', span: span('D', 0, 1), bytes: Uint8Array.of(0, 1) })).toHaveLength(0)
  })

  it('a read and a write of a bit of W33 by FINS', () => {
    const read = finsRequest({ kind: 'read', span: span('W', 33, 1) })
    expect(`@00${read.code}${read.text}`).toBe('@00FA0000000000101B10021000001')
    const write = finsRequest({ kind: 'bit', area: 'W', start: 33, bit: 1, on: true })
    expect(`@00${write.code}${write.text}`).toBe('@00FA000000000010231002101000101')
  })
})

describe('a request of C-mode', () => {
  it.each([
    ['CIO', 10, 'RR', '00100002'],
    ['H', 10, 'RH', '00100002'],
    ['A', 10, 'RJ', '00100002'],
    ['T', 10, 'RC', '00100002'],
    ['C', 10, 'RC', '20580002'],
    ['TS', 10, 'RG', '00100002'],
    ['CS', 10, 'RG', '20580002'],
    ['E0_', 10, 'RE', '0000100002'],
    ['EC_', 10, 'RE', '0C00100002'],
  ])('reads %s', (area, start, code, text) => {
    expect(readRequest(span(area, start, 2))).toEqual({ code, text })
  })

  it('writes', () => {
    expect(writeRequest(span('E1_', 5, 1), Uint8Array.of(0xab, 1))).toEqual({ code: 'WE', text: '010005AB01' })
    expect(() => readRequest(span('W', 5, 1))).toThrowError(expect.objectContaining({ code: 1715 }))
    expect(['W', 'D', 'E10_', 'T'].map(lastInCMode)).toEqual([undefined, 9999, 9999, 2047])
  })
})

describe('an answer of C-mode', () => {
  it('has words, or flags', () => {
    expect(hex(readAnswer('001234ABCD', span('D', 0, 2)))).toBe('1234abcd')
    expect([...readAnswer('00101', span('TS', 0, 3))]).toEqual([1, 0, 1])
  })

  it.each([
    ['0012', span('D', 0, 1), 1719],
    ['00123456', span('D', 0, 1), 1719],
    ['00123G', span('D', 0, 1), 1712],
    ['0012', span('TS', 0, 2), 1712],
    ['', span('D', 0, 1), 1712],
    ['0', span('D', 0, 1), 1712],
    ['15', span('D', 0, 1), 1715],
    ['01', span('D', 0, 1), 1717],
    ['13', span('D', 0, 1), 1712],
    ['16', span('D', 0, 1), 1720],
    ['18', span('D', 0, 1), 1718],
    ['21', span('D', 0, 1), 1721],
    ['77', span('D', 0, 1), 1721],
  ])('%j to %o is the fault %d', (text, own, code) => {
    expect(() => readAnswer(text, own)).toThrowError(expect.objectContaining({ code, broken: false }))
  })

  it('explains its end code', () => {
    expect(hostLinkFault('01').message).toBe(
      'Host Link end code 01: not possible in RUN mode: set the PLC to MONITOR mode',
    )
  })
})

describe('an answer to a FINS command', () => {
  const command = { kind: 'read', span: span('D', 0, 1) } as const
  it('has words', () => {
    expect(hex(finsAnswer('00400000000101000012AB', command))).toBe('12ab')
    expect(hex(finsAnswer('00C00000000101004012AB', command))).toBe('12ab')
  })

  it.each([
    ['14', 1720],
    ['00', 1712],
    ['0040000000010100', 1712],
    ['00800000000101000012AB', 1712],
    ['00400001000101000012AB', 1712],
    ['00400000000102000012AB', 1712],
    ['004000000001010000', 1719],
    ['00400000000101000012ABCD', 1719],
    ['004000000001011103', 1715],
    ['0040000000010100001', 1712],
  ])('%s is the fault %d', (text, code) => {
    expect(() => finsAnswer(text, command)).toThrowError(expect.objectContaining({ code }))
  })
})

describe('received characters', () => {
  const whole = writtenFrame({ unit: 7, code: 'RD', text: '001234' })

  it('have no frame before its last one', () => {
    for (let length = 0; length < whole.length; length++) expect(firstFrame(whole.slice(0, length))).toBeUndefined()
    expect(firstFrame(`${whole}@`)).toEqual({
      frame: { unit: 7, code: 'RD', text: '001234' },
      damaged: false,
      rest: '@',
    })
  })

  it('with a single changed character are no frame', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 2), fc.integer({ min: 32, max: 126 }), (at, code) => {
        const changed = whole.slice(0, at) + String.fromCharCode(code) + whole.slice(at + 1)
        fc.pre(changed !== whole)
        expect(firstFrame(changed)).toMatchObject({ damaged: true })
      }),
    )
  })

  it('before a frame, or without end, are damage', () => {
    expect(firstFrame(`x${whole}`)).toMatchObject({ frame: { unit: 7 }, damaged: true })
    expect(firstFrame(`@07RD00${whole}`)).toMatchObject({ frame: { unit: 7 }, damaged: true })
    expect(firstFrame('@'.repeat(1201))).toEqual({ damaged: true, rest: '' })
    expect(firstFrame(`\r${whole}`)).toEqual({ damaged: true, rest: whole })
  })
})
