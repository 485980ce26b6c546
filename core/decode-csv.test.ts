import { expect, test } from 'vitest'
import { decodeCsv } from './decode-csv.ts'

test.each([
  ['UTF-8', new TextEncoder().encode('变量名'), { text: '变量名', encoding: 'UTF-8' }],
  ['GBK', Uint8Array.of(0xb1, 0xe4, 0xc1, 0xbf, 0xc3, 0xfb), { text: '变量名', encoding: 'GBK' }],
  ['UTF-16, low byte first', Uint8Array.of(0xff, 0xfe, 0x41, 0), { text: 'A', encoding: 'UTF-16' }],
  ['UTF-16, high byte first', Uint8Array.of(0xfe, 0xff, 0, 0x41), { text: 'A', encoding: 'UTF-16' }],
  ['no bytes', new Uint8Array(), { text: '', encoding: 'UTF-8' }],
])('a file in %s is read', (_, bytes, decoded) => expect(decodeCsv(bytes)).toEqual(decoded))
