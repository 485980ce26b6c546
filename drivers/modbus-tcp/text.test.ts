import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeText, encodeText, encodings, type TextFormat, textOrders } from './text.ts'

const plain: TextFormat = { encoding: 'ascii', order: 'AB' }

describe('text in registers', () => {
  it.each<[string, number, TextFormat, number[]]>([
    ['AB', 2, plain, [0x41, 0x42]],
    ['ABC', 4, plain, [0x41, 0x42, 0x43, 0]],
    ['ABC', 3, plain, [0x41, 0x42, 0x43, 0]],
    ['ABC', 4, { encoding: 'ascii', order: 'BA' }, [0x42, 0x41, 0, 0x43]],
    ['泵', 4, { encoding: 'utf-8', order: 'AB' }, [0xe6, 0xb3, 0xb5, 0]],
    ['泵1', 4, { encoding: 'gbk', order: 'AB' }, [0xb1, 0xc3, 0x31, 0]],
    ['你好', 4, { encoding: 'gbk', order: 'BA' }, [0xe3, 0xc4, 0xc3, 0xba]],
    ['', 2, plain, [0, 0]],
  ])('%j in %i bytes', (text, length, format, bytes) => {
    expect([...encodeText(text, length, format)]).toEqual(bytes)
    expect(decodeText(Uint8Array.from(bytes), length, format)).toBe(text)
  })

  it.each<[string, number, TextFormat, number]>([
    ['ABC', 2, plain, 2007],
    ['泵泵', 5, { encoding: 'utf-8', order: 'AB' }, 2007],
    ['泵', 10, plain, 2008],
    ['😀', 10, { encoding: 'gbk', order: 'AB' }, 2008],
  ])('refuses %j in %i bytes', (text, length, format, code) => {
    expect(() => encodeText(text, length, format)).toThrow(expect.objectContaining({ code }))
  })

  it('ends at the first NUL and never exceeds its length', () => {
    expect(decodeText(Uint8Array.of(0x41, 0, 0x42, 0x43), 4, plain)).toBe('A')
    expect(decodeText(Uint8Array.of(0x41, 0x42, 0x43, 0x44), 3, plain)).toBe('ABC')
  })

  it('replaces invalid characters', () => {
    expect(decodeText(Uint8Array.of(0x41, 0xff), 2, plain)).toBe('A\ufffd')
    expect(decodeText(Uint8Array.of(0x41, 0xff), 2, { encoding: 'utf-8', order: 'AB' })).toBe('A\ufffd')
  })

  it('is read as written, in every order', () => {
    const chars = fc.string({ unit: fc.constantFrom('A', 'z', '0', ' ', '~'), maxLength: 20 })
    fc.assert(
      fc.property(chars, fc.constantFrom(...encodings), fc.constantFrom(...textOrders), (text, encoding, order) => {
        expect(decodeText(encodeText(text, 21, { encoding, order }), 21, { encoding, order })).toBe(text)
      }),
    )
  })
})
