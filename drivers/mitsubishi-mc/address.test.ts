import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRefusal } from '../driver.ts'
import { addressExamples, type McAddress, parseMcAddress } from './address.ts'
import { allSeries, devices, type SeriesName, seriesNames } from './devices.ts'
import { initialMc, type McParams } from './params.ts'

const of = (series: SeriesName, more: Partial<McParams> = {}): McParams => ({ ...initialMc, series, ...more })

describe('an MC address', () => {
  it.each<[SeriesName, string, McAddress]>([
    ['iq-r', 'D100', { area: 'D', start: 100 }],
    ['iq-r', ' d100.5 ', { area: 'D', start: 100, bit: 5 }],
    ['iq-r', 'D100.F', { area: 'D', start: 100, bit: 15 }],
    ['iq-r', 'D100.A', { area: 'D', start: 100, bit: 10 }],
    ['iq-r', 'D100.15', { area: 'D', start: 100, bit: 15 }],
    ['iq-r', 'W1F.0', { area: 'W', start: 0x1f, bit: 0 }],
    ['iq-r', 'X10', { area: 'X', start: 16 }],
    ['iq-r', 'XA0', { area: 'X', start: 0xa0 }],
    ['iq-r', 'Y1FFF', { area: 'Y', start: 0x1fff }],
    ['iq-r', 'B10000', { area: 'B', start: 0x10000 }],
    ['iq-r', 'BC1', { area: 'B', start: 0xc1 }],
    ['iq-r', 'SBF', { area: 'SB', start: 15 }],
    ['iq-r', 'SW1A', { area: 'SW', start: 0x1a }],
    ['iq-r', 'SM400', { area: 'SM', start: 400 }],
    ['iq-r', 'SD210', { area: 'SD', start: 210 }],
    ['iq-r', 'M8000', { area: 'M', start: 8000 }],
    ['iq-r', 'ZR393215', { area: 'ZR', start: 393_215 }],
    ['iq-r', 'Z19', { area: 'Z', start: 19 }],
    ['q', 'TN511', { area: 'TN', start: 511 }],
    ['q', 'CS0', { area: 'CS', start: 0 }],
    ['q', 'CC1', { area: 'CC', start: 1 }],
    ['q', 'V2047', { area: 'V', start: 2047 }],
    ['fx5', 'X10', { area: 'X', start: 8 }],
    ['fx5', 'Y1777', { area: 'Y', start: 1023 }],
    ['fx5', 'B1F', { area: 'B', start: 0x1f }],
    ['fx3', 'X377', { area: 'X', start: 255 }],
    ['fx3', 'CN199', { area: 'CN', start: 199 }],
    ['keyence', 'DM100', { area: 'D', start: 100 }],
    ['keyence', 'D100', { area: 'D', start: 100 }],
    ['keyence', 'X1F', { area: 'X', start: 0x1f }],
    ['inovance', 'X17', { area: 'X', start: 15 }],
    ['inovance', 'S10', { area: 'L', start: 10 }],
    ['inovance', 'R0', { area: 'D', start: 8000 }],
    ['inovance', 'R100', { area: 'D', start: 8100 }],
    ['inovance', 'R32767', { area: 'D', start: 40_767 }],
    ['inovance', 'D7999', { area: 'D', start: 7999 }],
    ['panasonic', 'R1F', { area: 'M', start: 31 }],
    ['panasonic', 'X12F', { area: 'X', start: 12 * 16 + 15 }],
    ['panasonic', 'R100', { area: 'M', start: 160 }],
    ['panasonic', 'Y5', { area: 'Y', start: 5 }],
    ['panasonic', 'L1F', { area: 'B', start: 31 }],
    ['panasonic', 'LD10', { area: 'W', start: 10 }],
    ['panasonic', 'D89999', { area: 'D', start: 89_999 }],
  ])('%s %s', (series, text, address) => {
    expect(parseMcAddress(text, of(series))).toEqual(address)
  })

  it.each<[SeriesName, string, string, Partial<McParams>?]>([
    ['iq-r', '', 'Write it as'],
    ['iq-r', '100', 'Write it as'],
    ['iq-r', 'Q1', 'Write it as'],
    ['iq-r', 'D', 'decimal'],
    ['iq-r', 'D1F', 'decimal'],
    ['iq-r', 'D-1', 'decimal'],
    ['iq-r', 'D 1', 'decimal'],
    ['iq-r', 'M1.5', 'has no bits'],
    ['iq-r', 'D1.16', '0 to 15'],
    ['iq-r', 'D1.', '0 to 15'],
    ['iq-r', 'D1.05', '0 to 15'],
    ['iq-r', 'D1.1.1', 'decimal'],
    ['iq-r', 'X1G', 'hexadecimal'],
    ['iq-r', 'T0', 'Write it as'],
    ['iq-r', 'X1', 'binary', { xyNumbering: 'octal', code: 'ascii' }],
    ['q', 'D1000000', 'too large', { code: 'ascii' }],
    ['q', 'D16777216', 'too large'],
    ['fx5', 'X8', 'octal'],
    ['fx5', 'X19', 'octal'],
    ['fx5', 'XA', 'octal'],
    ['fx5', 'X1', 'binary', { code: 'ascii' }],
    ['fx5', 'V0', 'Write it as'],
    ['q', 'ZR0', '1E has no ZR', { frame: '1E' }],
    ['fx3', 'L0', 'Write it as'],
    ['fx3', 'CN200', '32 bits'],
    ['fx3', 'D65536', 'too large'],
    ['q', 'L0', '1E has no L', { frame: '1E' }],
    ['q', 'SM0', '1E has no SM', { frame: '1E' }],
    ['keyence', 'R100', 'Write it as'],
    ['inovance', 'L0', 'Write it as'],
    ['inovance', 'D8000', 'no such number'],
    ['inovance', 'R32768', 'no such number'],
    ['panasonic', 'R9000', 'SM'],
    ['panasonic', 'D90000', 'SD'],
    ['panasonic', 'X1G', 'word'],
  ])('%s refuses %j in both languages: %s', (series, text, reason, more) => {
    const answer = parseMcAddress(text, of(series, more))
    expect(isRefusal(answer) && answer.reason.en).toContain(reason)
    expect(isRefusal(answer) && answer.reason['zh-cn']).toMatch(/[\u4e00-\u9fff]/)
  })

  it.each<[SeriesName, McParams['xyNumbering'], number]>([
    ['q', 'series', 16],
    ['q', 'octal', 8],
    ['fx5', 'series', 8],
    ['fx5', 'hex', 16],
    ['fx3', 'series', 8],
    ['inovance', 'series', 8],
    ['keyence', 'series', 16],
  ])('%s with numbering "%s" counts X10 as %i', (series, xyNumbering, start) => {
    expect(parseMcAddress('X10', of(series, { xyNumbering }))).toEqual({ area: 'X', start })
  })

  it('has an example of every device', () => {
    const areas = addressExamples.map(({ address }) => (parseMcAddress(address, initialMc) as McAddress).area)
    expect(new Set(areas)).toEqual(new Set(Object.keys(devices)))
  })

  it('reads every number of a device as it is written', () => {
    const [decimal, hex] = [
      ['D', 'M', 'R', 'SD', 'SM', 'TN'],
      ['X', 'Y', 'B', 'W', 'SB', 'SW'],
    ]
    fc.assert(
      fc.property(fc.constantFrom(...decimal, ...hex), fc.integer({ min: 0, max: 0xffff }), (area, start) => {
        const number = hex.includes(area) ? start.toString(16) : String(start)
        expect(parseMcAddress(area + number, initialMc)).toEqual({ area, start })
      }),
    )
  })

  it('returns a result for any text and series, never throws', () => {
    const names = seriesNames.flatMap((series) => Object.keys(allSeries[series].notations))
    const text = fc.oneof(
      fc.string(),
      fc.tuple(fc.constantFrom(...names), fc.string({ maxLength: 8 })).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, fc.constantFrom(...seriesNames), (address, series) => {
        const answer = parseMcAddress(address, of(series))
        if (isRefusal(answer)) return true
        return Number.isSafeInteger(answer.start) && answer.start >= 0 && answer.start <= 0xffffffff
      }),
    )
  })
})
