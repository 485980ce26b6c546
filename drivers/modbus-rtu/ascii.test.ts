import { describe, expect, it, test } from 'vitest'
import { asciiFraming } from './ascii.ts'

const { frameOf, findFrame } = asciiFraming
const text = (characters: string) => Buffer.from(characters, 'latin1')
/** The found frame as unit and PDU in hex, the number of characters of noise, the rest. */
const found = (characters: string, isQuiet = false) => {
  const { frame, noise, rest } = findFrame(text(characters), isQuiet)
  const pdu = frame && `${frame.unit} ${Buffer.from(frame.pdu).toString('hex')}`
  return [pdu, noise, rest.toString('latin1')]
}
// Registers 0 and 1 of unit 1 hold 4711 and 2. serial.test.ts reads the same from pymodbus.
const answer = ':01030412670002' + '7D\r\n'

test('the request of a read', () => {
  expect(Buffer.from(frameOf(1, Uint8Array.of(3, 0, 0, 0, 2))).toString()).toBe(':010300000002FA\r\n')
})

describe('an answer', () => {
  it('is found between noise', () => {
    expect(found(answer)).toEqual(['1 030412670002', 0, ''])
    expect(found(`\x00xy${answer}:01`)).toEqual(['1 030412670002', 3, ':01'])
    expect(found(answer.toLowerCase())).toEqual(['1 030412670002', 0, ''])
  })

  it('waits for its end, and is noise if nothing follows', () => {
    for (let length = 1; length < answer.length; length++) {
      expect(found(answer.slice(0, length))).toEqual([undefined, 0, answer.slice(0, length)])
      expect(found(answer.slice(0, length), true)).toEqual([undefined, length, ''])
    }
  })

  it('that is cut ends at the next colon', () => {
    for (let length = 0; length < answer.length; length++)
      expect(found(answer.slice(0, length) + answer)).toEqual(['1 030412670002', length, ''])
  })

  it.each([
    ['another sum', ':010304126700027E\r\n'],
    ['half a byte', ':01030412670002D\r\n'],
    ['no digits', ':0103041267G0027D\r\n'],
    ['no carriage return', `${answer.slice(0, -2)}\n`],
    ['the unit 0', ':00030412670002' + '7E\r\n'],
    ['nothing', ':\r\n'],
  ])('with %s is noise', (_, characters) => {
    expect(found(characters)).toEqual([undefined, characters.length, ''])
  })

  it('without end is noise', () => {
    const endless = `:${'01'.repeat(300)}`
    expect(found(endless)[1]).toBe(endless.length)
  })
})
