// Commands and answers against published ones: the examples of the MEWTOCOL-COM manual, as users of FP PLCs quote them.
import { describe, expect, it } from 'vitest'
import { mewtocolCommands } from './commands.ts'
import { mewtocolFault } from './faults.ts'
import { mewtocolProtocols } from './frame.ts'
import { initialMewtocol } from './params.ts'

const { standard, extended } = mewtocolProtocols
const span = (area: string, start: number, count: number) => ({ area, start, count })
const hex = (data: Uint8Array) => Buffer.from(data).toString('hex')
const read = (area: string, start: number, count: number) =>
  mewtocolCommands.read(span(area, start, count), initialMewtocol)
const write = (area: string, start: number, bytes: string) =>
  mewtocolCommands.write(span(area, start, bytes.length / 4), Buffer.from(bytes, 'hex'), initialMewtocol)
const answerIn = (text: string) => standard.first(text)!.frame!

describe('published frames', () => {
  it('a read of D1105 to D1107 and its answer', () => {
    const job = read('DT', 1105, 3)
    expect(standard.written({ unit: 1, ...job.request })).toBe('%01#RDD011050110757\r')
    // D1105 = 0063, D1106 = 3344, D1107 = 000A.
    expect(hex(job.result(answerIn('%01$RD630044330A0062\r')))).toBe('00633344000a')
  })

  it('a write of D1 to D3 and its answer', () => {
    const job = write('DT', 1, '000515070900')
    expect(standard.written({ unit: 1, ...job.request }).slice(0, -3)).toBe('%01#WDD0000100003050007150009')
    expect(job.result(answerIn('%01$WD13\r'))).toBeUndefined()
  })

  it('an answer of three words of relays, low byte first', () => {
    expect(hex(read('R', 0, 3).result({ code: 'RC', text: '34127856BC9A' }))).toBe('123456789abc')
  })
})

describe('a command', () => {
  it.each([
    ['X', 1, 2, 'RC', 'CX00010002'],
    ['Y', 1, 1, 'RC', 'CY00010001'],
    ['R', 10, 1, 'RC', 'CR00100010'],
    ['L', 10, 1, 'RC', 'CL00100010'],
    ['LD', 10, 1, 'RD', 'L0001000010'],
    ['FL', 10, 1, 'RD', 'F0001000010'],
    ['SV', 10, 2, 'RS', '00100011'],
    ['EV', 10, 2, 'RK', '00100011'],
    ['T', 15, 2, 'RC', 'CT00000001'],
    ['C', 100, 1, 'RC', 'CC00060006'],
  ])('reads %s%d', (area, start, count, code, text) => {
    expect(read(area, start, count).request).toEqual({ code, text })
  })

  it('writes words, and single relays', () => {
    expect(write('R', 10, '1234').request).toEqual({ code: 'WC', text: 'CR001000103412' })
    expect(write('SV', 10, '1234').request).toEqual({ code: 'WS', text: '001000103412' })
    const bit = (area: string, start: number) => mewtocolCommands.writeBit!({ area, start, bit: 15, on: true })?.request
    expect(bit('R', 10)).toEqual({ code: 'WC', text: 'SR010F1' })
    expect([bit('DT', 10), bit('R', 1000)]).toEqual([undefined, undefined])
    expect(() => write('X', 0, '0001')).toThrowError(expect.objectContaining({ code: 1717 }))
  })

  it('has the header of its frame, and EE for the connected PLC', () => {
    const { request } = read('DT', 0, 1)
    expect(extended.written({ unit: 12, ...request }).slice(0, -3)).toBe('<12#RDD0000000000')
    expect(standard.written({ unit: 0, ...request }).slice(0, 4)).toBe('%EE#')
  })
})

const frameOf = (body: string): string => {
  let sum = 0
  for (const character of body) sum ^= character.charCodeAt(0)
  return `${body}${sum.toString(16).toUpperCase().padStart(2, '0')}\r`
}

describe('an answer', () => {
  it('has contacts in words of 16', () => {
    const { result } = read('T', 14, 4)
    expect([...result({ code: 'RC', text: '00800100' })]).toEqual([0, 1, 1, 0])
  })

  it.each([
    ['%01$RD6300', 1719],
    ['%01$RD630044330A00FFFF', 1719],
    ['%01!61', 1715],
    ['%01!40', 1712],
    ['%01!42', 1720],
    ['%01!53', 1711],
    ['%01!63', 1717],
    ['%01!99', 1721],
  ])('%s is the fault %d', (body, code) => {
    expect(() => read('DT', 0, 3).result(answerIn(frameOf(body)))).toThrowError(expect.objectContaining({ code }))
  })

  it('explains its error', () => {
    expect(mewtocolFault('61').message).toBe('MEWTOCOL error 61: the PLC has no such number')
  })
})

describe('received characters', () => {
  const whole = frameOf('%01$RD6300')

  it('have no frame before its last one', () => {
    for (let length = 0; length < whole.length; length++) expect(standard.first(whole.slice(0, length))).toBeUndefined()
    expect(standard.first(`${whole}%`)).toEqual({
      ...{ frame: { unit: 1, code: 'RD', text: '6300' }, damaged: false, rest: '%' },
    })
  })

  it('skip commands, as a line with echo returns them', () => {
    const command = standard.written({ unit: 1, ...read('DT', 0, 1).request })
    expect(standard.first(command + whole)).toEqual({ damaged: false, rest: whole })
  })

  it.each([
    ['a wrong check sum', whole.replace('6300', '6301')],
    ['no frame', 'OK\r'],
    ['too many characters', '%'.repeat(2101)],
    ['lower case', frameOf('%01$RD630a')],
  ])('with %s are damage', (_name, text) => {
    expect(standard.first(text)).toMatchObject({ damaged: true })
  })

  it('match markers by their pattern', () => {
    const [first, second] = [standard.marker(), standard.marker()]
    expect(first.text).toMatch(/^P7(R9010|R9011){7}$/)
    const pattern = first.text.slice(2).replaceAll('R9010', '1').replaceAll('R9011', '0')
    expect(standard.isMarked({ code: 'RC', text: pattern }, first)).toBe(true)
    expect(standard.isMarked({ code: 'RC', text: pattern }, second)).toBe(false)
  })
})
