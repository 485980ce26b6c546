// Names of common values, in English and Chinese, that may be entered instead of a data identifier. Pure.
import type { Standard } from './catalogue.ts'

type Named = Partial<Record<Standard, string>> & { names: readonly string[] }

const phases = ['A', 'B', 'C'] as const

/** One row per phase; `2007` and `1997`: the identifier with the number of the phase in place of `#`. */
const perPhase = (of: Partial<Record<Standard, string>>, names: (phase: string) => string[]): Named[] =>
  phases.map((phase, index) => ({
    ...(of['2007'] && { '2007': of['2007'].replace('#', String(index + 1)) }),
    ...(of['1997'] && { '1997': of['1997'].replace('#', String(index + 1)) }),
    names: names(phase),
  }))

const named: readonly Named[] = [
  { '2007': '00000000', names: ['total active energy', 'energy', '组合有功总电能'] },
  { '2007': '00010000', '1997': '9010', names: ['forward active energy', 'import energy', '正向有功总电能'] },
  { '2007': '00020000', '1997': '9020', names: ['reverse active energy', 'export energy', '反向有功总电能'] },
  { '2007': '00030000', names: ['reactive energy 1', '组合无功1总电能'] },
  { '2007': '00040000', names: ['reactive energy 2', '组合无功2总电能'] },
  { '1997': '9110', names: ['forward reactive energy', '正向无功总电能'] },
  { '1997': '9120', names: ['reverse reactive energy', '反向无功总电能'] },
  { '2007': '01010000', '1997': 'A010', names: ['maximum demand', 'max demand', '正向有功总最大需量'] },
  ...perPhase({ '2007': '02010#00', '1997': 'B61#' }, (p) => [`voltage ${p}`, `U${p}`, `${p}相电压`]),
  ...perPhase({ '2007': '02020#00', '1997': 'B62#' }, (p) => [`current ${p}`, `I${p}`, `${p}相电流`]),
  ...perPhase({ '2007': '02030#00', '1997': 'B63#' }, (p) => [`active power ${p}`, `P${p}`, `${p}相有功功率`]),
  ...perPhase({ '2007': '02040#00', '1997': 'B64#' }, (p) => [`reactive power ${p}`, `Q${p}`, `${p}相无功功率`]),
  ...perPhase({ '2007': '02050#00' }, (p) => [`apparent power ${p}`, `S${p}`, `${p}相视在功率`]),
  ...perPhase({ '2007': '02060#00', '1997': 'B65#' }, (p) => [`power factor ${p}`, `PF${p}`, `${p}相功率因数`]),
  { '2007': '02030000', '1997': 'B630', names: ['active power', 'power', 'P', '总有功功率'] },
  { '2007': '02040000', '1997': 'B640', names: ['reactive power', 'Q', '总无功功率'] },
  { '2007': '02050000', names: ['apparent power', 'S', '总视在功率'] },
  { '2007': '02060000', '1997': 'B650', names: ['power factor', 'PF', '总功率因数'] },
  { '2007': '02800001', names: ['neutral current', '零线电流'] },
  { '2007': '02800002', names: ['frequency', '电网频率'] },
  { '2007': '02800004', names: ['active demand', 'demand', '当前有功需量'] },
  { '2007': '02800005', names: ['reactive demand', '当前无功需量'] },
  { '2007': '02800006', names: ['apparent demand', '当前视在需量'] },
  { '2007': '02800007', names: ['temperature', '表内温度'] },
  { '2007': '04000101', '1997': 'C010', names: ['date', '日期'] },
  { '2007': '04000102', '1997': 'C011', names: ['time', '时间'] },
  { '2007': '04000402', '1997': 'C032', names: ['meter number', '表号'] },
]

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, '')
const byName = new Map(named.flatMap((one) => one.names.map((name) => [plain(name), one])))

/** The identifier of a name in hex; `missing` if this standard has none; undefined if there is no such name. */
export function identifierOf(name: string, standard: Standard): string | 'missing' | undefined {
  const one = byName.get(plain(name))
  return one && (one[standard] ?? 'missing')
}
