// Frames published by others, as requested and answered by real meters.
import { expect, test } from 'vitest'
import { DriverFault } from '../driver.ts'
import { readAsk } from './command.ts'
import { findMeterFrame } from './frame.ts'
import { initialDlt645 } from './params.ts'
import { planRequests, readingOf } from './plan.ts'

const bytes = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')

test.each([
  [
    'recorded log of a 2007 meter: forward active energy',
    ...(['2007', '000000000161', '00010000', 'FE FE FE FE 68 61 01 00 00 00 00 68 11 04 33 33 34 33 14 16'] as const),
    ...(['68 61 01 00 00 00 00 68 91 08 33 33 34 33 59 33 33 33 8A 16', 0.26] as const),
  ],
  [
    'the same log: voltage of phase A',
    ...(['2007', '000000000161', '02010100', 'FE FE FE FE 68 61 01 00 00 00 00 68 11 04 33 34 34 35 17 16'] as const),
    ...(['68 61 01 00 00 00 00 68 91 06 33 34 34 35 34 43 10 16', 100.1] as const),
  ],
  [
    'manual of a test set (Heyuan ASDU-LS, screen 9-17): voltage of phase A, 1997',
    ...(['1997', '000000000003', 'B611', '68 03 00 00 00 00 00 68 01 02 44 E9 03 16'] as const),
    ...(['68 03 00 00 00 00 00 68 81 04 44 E9 33 34 EC 16', 100] as const),
  ],
  [
    'note about a 1997 meter: forward active energy',
    ...(['1997', '138000130754', '9010', '68 54 07 13 00 80 13 68 01 02 43 C3 DA 16'] as const),
    ...(['68 54 07 13 00 80 13 68 81 06 43 C3 34 33 33 33 2B 16', 0.01] as const),
  ],
] as const)('%s', (_, standard, address, identifier, request, answer, value) => {
  const preamble = request.startsWith('FE') ? 4 : 0
  const of = { ...initialDlt645, standard, address, preamble }
  const point = { id: 1, address: identifier, dataType: 'float64', access: 'r' } as const
  const [planned] = planRequests([point], standard, undefined)
  const ask = readAsk(planned!.di, of)
  expect(ask.bytes.toString('hex')).toBe(bytes(request).toString('hex'))
  const { frame, rest, isDamaged } = findMeterFrame(bytes(answer), false)
  expect([rest.length, isDamaged]).toEqual([0, false])
  const accepted = ask.accept(frame!)?.answer
  if (!accepted || accepted instanceof DriverFault) throw new Error('no data')
  expect(readingOf(planned!.tags[0]!, accepted.data)).toEqual({ value, agoMs: 0 })
})
