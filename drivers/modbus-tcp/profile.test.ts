// The rows of the tables that profiles.ts names as its sources: first and last number of each run, as printed there.
import { describe, expect, it, test } from 'vitest'
import type { DataType } from '../../core/data-type.ts'
import { isRefusal, type Point } from '../driver.ts'
import { about } from './about.ts'
import { initialModbus } from './params.ts'
import { type ProfileKey, profileKeys, profiles } from './profiles.ts'

const paramsOf = (profile: ProfileKey) => ({ ...initialModbus, profile })
const pointOf = (address: string, dataType: DataType): Point => ({ id: 1, address, dataType, access: 'r' })

/** Area and protocol address of a value, or the reason why it is refused. */
function placeOf(profile: ProfileKey, address: string, dataType: DataType): string {
  const params = paramsOf(profile)
  const point = pointOf(address, dataType)
  const refusal = about.checkPoint(point, params)
  if (refusal) return refusal.reason.en
  const [block] = about.plan([point], params)
  return `${block!.area} ${block!.start.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Areas: C coil, D discrete input, I input register, H holding register; numbers are hexadecimal. */
const tables: Record<ProfileKey, { bits: string; words: string }> = {
  'delta-dvp': {
    bits: `S0 C 0000, S255 C 00FF, S256 C 0100, S1023 C 03FF, X0 D 0400, X377 D 04FF, Y0 C 0500, Y377 C 05FF, T0 C 0600,
      T255 C 06FF, M0 C 0800, M255 C 08FF, M1535 C 0DFF, M1536 C B000, M1791 C B0FF, M3840 C B900, M4095 C B9FF,
      C0 C 0E00, C199 C 0EC7, C200 C 0EC8, C255 C 0EFF`,
    words: `T0 H 0600, T255 H 06FF, C0 H 0E00, C199 H 0EC7, D0 H 1000, D256 H 1100, D1791 H 16FF, D4095 H 1FFF,
      D4096 H 9000, D4352 H 9100, D6655 H 99FF`,
  },
  'delta-as': {
    bits: `M0 C 0000, SM0 C 4000, S0 C 5000, X0.0 D 6000, X63.15 D 63FF, Y0.0 C A000, Y63.15 C A3FF, T0 C E000, C0 C F000`,
    words: `D0 H 0000, D100 H 0064, SR0 H C000, X0 I 8000, X63 I 803F, Y0 H A000, Y63 H A03F, T0 H E000, C0 H F000`,
  },
  'inovance-h3u': {
    bits: `M0 C 0000, M8000 C 1F40, SM0 C 2400, S0 C E000, T0 C F000, C0 C F400, X0 C F800, X10 C F808, Y0 C FC00,
      Y17 C FC0F`,
    words: 'D0 H 0000, D8000 H 1F40, SD0 H 2400, R0 H 3000, T0 H F000, C0 H F400, C199 H F4C7',
  },
  'inovance-h5u': {
    bits: `M0 C 0000, M7999 C 1F3F, B0 C 3000, B32767 C AFFF, S0 C E000, S4095 C EFFF, X0 C F800, X1777 C FBFF, Y0 C FC00,
      Y1777 C FFFF`,
    words: 'D0 H 0000, D7999 H 1F3F, R0 H 3000, R32767 H AFFF',
  },
  'xinje-xc': {
    bits: `M0 C 0000, M7999 C 1F3F, X0 C 4000, X10 C 4008, X70 C 4038, X1037 C 421F, Y0 C 4800, Y1037 C 4A1F, S0 C 5000,
      S1023 C 53FF, M8000 C 6000, M8511 C 61FF, T0 C 6400, T618 C 666A, C0 C 6C00, C634 C 6E7A`,
    words: `D0 H 0000, D7999 H 1F3F, TD0 H 3000, TD618 H 326A, CD0 H 3800, CD634 H 3A7A, D8000 H 4000, D8511 H 41FF,
      FD0 H 4800, FD5000 H 5B88, FD8000 H 6800, FD8511 H 69FF, ED0 H 7000, ED36863 H FFFF`,
  },
  'xinje-xd': {
    bits: `M0 C 0000, M20479 C 4FFF, X0 C 5000, X77 C 503F, X10000 C 5100, X11777 C 54FF, X20000 C 58D0, X20177 C 594F,
      X30000 C 5BF0, X30077 C 5C2F, Y0 C 6000, Y10 C 6008, Y20 C 6010, Y77 C 603F, Y10000 C 6100, Y11777 C 64FF,
      Y20000 C 68D0, Y30077 C 6C2F, S0 C 7000, S7999 C 8F3F, SM0 C 9000, SM4095 C 9FFF, T0 C A000, T4095 C AFFF,
      C0 C B000, C4095 C BFFF, ET0 C C000, ET39 C C027, SEM0 C C080, SEM127 C C0FF, HM0 C C100, HM6143 C D8FF,
      HS0 C D900, HS999 C DCE7, HT0 C E100, HT1023 C E4FF, HC0 C E500, HC1023 C E8FF, HSC0 C E900, HSC39 C E927`,
    words: `D0 H 0000, D1000 H 03E8, D20479 H 4FFF, ID0 H 5000, ID99 H 5063, ID10000 H 5100, ID11599 H 573F, ID20000 H 58D0,
      ID20199 H 5997, ID30000 H 5BF0, ID30099 H 5C53, QD0 H 6000, QD11400 H 6678, QD11499 H 66DB, QD11599 H 673F,
      QD20000 H 68D0, QD20099 H 6933, QD30099 H 6C53, SD0 H 7000, SD4095 H 7FFF, TD0 H 8000, TD4095 H 8FFF, CD0 H 9000,
      CD4095 H 9FFF, ETD0 H A000, ETD39 H A027, HD0 H A080, HD6143 H B87F, HSD0 H B880, HSD1023 H BC7F, HTD0 H BC80,
      HTD1023 H C07F, HCD0 H C080, HCD1023 H C47F, HSCD0 H C480, HSCD39 H C4A7, FD0 H C4C0, FD8191 H E4BF, SFD0 H E4C0,
      FS0 H F4C0, FS47 H F4EF`,
  },
  // Printed as 02001 for M0 and 46001 for D0, counted from 1.
  fatek: {
    bits: `Y0 C 0000, Y255 C 00FF, X0 C 03E8, X255 C 04E7, M0 C 07D0, M2001 C 0FA1, S0 C 1770, S999 C 1B57, T0 C 2328,
      T255 C 2427, C0 C 251C, C255 C 261B`,
    words: `R0 H 0000, R4167 H 1047, R5000 H 1388, R5998 H 176E, D0 H 1770, D2998 H 2326, T0 H 2328, T255 H 2427, C0 H 251C,
      C199 H 25E3`,
  },
  'yaskawa-mp': { bits: 'MB000000 C 0000, MB00000F C 000F, MB000010 C 0010', words: 'MW00000 H 0000, MW00100 H 0064' },
  'yaskawa-drive': { bits: '002CH.6 H 002C', words: '0001H H 0001, 0002H H 0002, 002BH H 002B, 0031H H 0031' },
  'schneider-m': { bits: '%M0 C 0000, %M100 C 0064, %MW10:X3 H 000A', words: '%MW0 H 0000, %MW10 H 000A' },
}

const rowsOf = (table: string) => table.split(',').map((row) => row.trim().split(/\s+/) as [string, string, string])

describe.each(profileKeys)('the addresses of %s', (key) => {
  test.each(rowsOf(tables[key].bits))('%s is the bit %s %s', (address, area, start) =>
    expect(placeOf(key, address, 'bool')).toBe(`${area} ${start}`),
  )

  test.each(rowsOf(tables[key].words))('%s is the register %s %s', (address, area, start) =>
    expect(placeOf(key, address, 'uint16')).toBe(`${area} ${start}`),
  )

  it('has examples that parse, and a source', () => {
    const { examples, source, names } = profiles[key]
    for (const example of examples) expect(isRefusal(about.parseAddress(example, paramsOf(key)))).toBe(false)
    expect(source).toMatch(/\w/)
    expect(names['zh-cn']).toMatch(/[\u4e00-\u9fff]/)
  })

  it('has runs that do not overlap in one area, and end within 65535', () => {
    const runs = profiles[key].areas.map(({ area, start, from, to, form, registers = 1 }) => {
      const perNumber = form ? (area === 'C' || area === 'D' ? 16 : 1) : registers
      return { area, start, end: start + (to - from + 1) * perNumber }
    })
    for (const run of runs) expect(run.end).toBeLessThanOrEqual(65_536)
    const overlaps = runs.flatMap((one, at) =>
      runs.slice(at + 1).filter((other) => other.area === one.area && other.start < one.end && one.start < other.end),
    )
    expect(overlaps).toEqual([])
  })
})

describe('a profile', () => {
  test.each<[ProfileKey, string, DataType, RegExp]>([
    ['delta-dvp', 'X8', 'bool', /octal/],
    ['delta-dvp', 'X400', 'bool', /0-377/],
    ['delta-dvp', 'D12000', 'uint16', /4096-11999/],
    ['delta-dvp', 'D4095', 'int32', /beyond its area/],
    ['delta-dvp', 'C200', 'int32', /bool values only/],
    ['delta-dvp', 'Q1', 'bool', /D100, M0/],
    ['delta-dvp', 'D100', 'bool', /needs a bit/],
    ['delta-dvp', 'M5.3', 'bool', /must be/],
    ['delta-dvp', 'D5.16', 'bool', /0 to 15/],
    ['delta-as', 'X0.16', 'bool', /0 to 15/],
    ['fatek', 'C200', 'uint16', /32 bits/],
    ['xinje-xd', 'D20480', 'uint16', /0-20479/],
    ['yaskawa-mp', 'MB00000G', 'bool', /MW00100/],
  ])('of %s refuses %s as %s', (key, address, dataType, reason) =>
    expect(placeOf(key, address, dataType)).toMatch(reason),
  )

  it('has 32-bit counters with two registers each', () => {
    expect(placeOf('fatek', 'C200', 'int32')).toBe('H 25E4')
    expect(placeOf('fatek', 'C201', 'uint32')).toBe('H 25E6')
    expect(placeOf('fatek', 'C255', 'int32')).toBe('H 2652')
  })

  it('reads a contact and a value of one name separately, and writes the contact as a coil', () => {
    const params = paramsOf('delta-dvp')
    const points = [pointOf('T5', 'bool'), pointOf('T5', 'uint16')].map((point, id) => ({ ...point, id }))
    expect(about.plan(points, params).map(({ area, start, count }) => [area, start, count])).toEqual([
      ['C', 0x0605, 1],
      ['H', 0x0605, 1],
    ])
    expect(about.encode({ ...points[0]!, access: 'rw' }, true, params)).toMatchObject({ area: 'C', start: 0x0605 })
    expect(about.covers(points[1]!, params)).toEqual({ area: 'H', from: 0x6050, to: 0x605f })
  })

  it('also accepts the prefixed form of Modbus, small letters and spaces', () => {
    expect(placeOf('delta-dvp', 'H:100', 'uint16')).toBe('H 0064')
    expect(placeOf('delta-dvp', ' d100 ', 'uint16')).toBe('H 1064')
  })

  it('refuses writes to inputs', () => {
    const refusal = about.checkPoint({ ...pointOf('X0', 'bool'), access: 'rw' }, paramsOf('delta-dvp'))
    expect(refusal).toMatchObject({ field: 'access' })
  })
})
