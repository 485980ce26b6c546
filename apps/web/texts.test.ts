// Checks the texts of every room. The compiler checks that the keys agree; this test checks that the placeholders
// agree, and that no text uses a word for which docs/GLOSSARY.md has a better one.
import '../../features/frame/room-errors.ts'
import { describe, expect, it } from 'vitest'
import { errorRows, type Language } from '../../contract/errors.ts'
import type { About } from '../../drivers/driver.ts'
import type { Text } from '../../ui/words.ts'

const files = import.meta.glob<Record<string, Text<Record<string, string>>>>(
  [
    '../../features/*/*/text.ts',
    '../../features/*/*/*-text.ts',
    '../../ui/{text,import-text}.ts',
    '../../features/frame/*-text.ts',
    './text.ts',
    '../../{widgets,designer}/**/text.ts',
  ],
  { eager: true },
)
const drivers = import.meta.glob<About>('../../drivers/*/about.ts', { eager: true, import: 'about' })
/** Every source file with texts for the screen: no other file has Chinese characters. */
const sources = import.meta.glob<string>(
  [
    '../../{features,ui,widgets,contract,drivers}/**/*.{ts,tsx}',
    './*.{ts,tsx}',
    '!../../**/*.test.{ts,tsx}',
    '!./*.test.ts',
  ],
  { eager: true, query: '?raw', import: 'default' },
)

const texts = Object.values(files)
  .flatMap((file) => Object.values(file))
  .filter((value) => typeof value.room === 'string')
const rooms = texts.map(({ room }) => room)

/** All texts of a room; each plural form counts as a text. */
const bundle = (language: Language, room: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts.find((text) => text.room === room)?.bundles[language] ?? {}).flatMap(([key, word]) =>
      typeof word === 'string' ? [[key, word]] : Object.entries(word).map(([form, text]) => [`${key}_${form}`, text]),
    ),
  )
const marks = (text: string | undefined) => [...new Set(text?.match(/\{\{\w+\}\}/g))].sort()
const plain = (key: string) => key.replace(/_(one|other)$/, '')

describe.each(rooms)('the words of %s', (room) => {
  const english = bundle('en', room)
  const chinese = bundle('zh-cn', room)

  it('fill in the same in both languages', () => {
    for (const [key, text] of Object.entries(english).filter(([key]) => !key.endsWith('_one'))) {
      expect({ key, marks: marks(chinese[key] ?? chinese[plain(key)]) }).toEqual({ key, marks: marks(text) })
    }
  })

  it('leave nothing empty', () => {
    expect([...Object.values(english), ...Object.values(chinese)].filter((text) => text.trim() === '')).toEqual([])
  })
})

it('no two rooms share a name', () => expect(new Set(rooms).size).toBe(rooms.length))

/** A rule of rejected words: `[rejected pattern, replacement]`. */
type Refused = readonly (readonly [RegExp, string])[]

const refusedEnglish: Refused = [
  [/lower device/i, 'PLC'],
  [/\b(give|gives|given|giving)\b.*\bback\b/i, 'release'],
  [/\bacts?\b/i, 'action'],
  [/\bbox(es)?\b/i, 'gateway'],
  [/\bcollect (period|time)\b/i, 'poll interval'],
  [/\bcomm wait\b/i, 'request delay'],
  [/read over/i, 'max gap'],
  [/this is needed/i, 'required'],
  [/became of/i, 'result'],
  [/\btold\b|\btells?\b/i, 'says, reports, shows'],
  [/(?<!there )\b(is|was|names) no\b/i, 'is not'],
  [/\bstands?\b/i, 'is, appears, is stored'],
  [/\bmend/i, 'correct, fix'],
  [/\b(somebody|nobody)\b/i, 'someone, no user'],
  [/\bby itself\b/i, 'automatically'],
  [/\bgo(es)? on\b/i, 'continue'],
  [/\bchosen\b/i, 'selected'],
  [/\bevery so often\b/i, 'at a fixed interval'],
  [/\bof ours\b|\blikewise\b|\bof today\b/i, 'plain words'],
]
const refusedChinese: Refused = [
  [/下位机/, 'PLC'],
  [/代理服务器/, 'MQTT 服务器'],
  [/时效/, '更新于'],
  [/过期[：\s]*\{/, '未更新'],
  [/保修/, '质保'],
  [/序列号/, 'SN'],
  [/认领/, '添加'],
  [/录入/, '新增'],
  [/最小采集时间/, '采集周期'],
  [/通信等待/, '请求间隔'],
  [/'机器'/, '设备档案'],
  [/还没有|尚无/, '暂无'],
  [/\} 前'/, '不留空格：{{age}}前'],
]

const slips = (texts: Iterable<readonly [where: string, text: string]>, refused: Refused) =>
  [...texts].flatMap(([where, text]) =>
    refused.filter(([pattern]) => pattern.test(text)).map(([, better]) => `${where}: ${text} → ${better}`),
  )

describe('rejected words are in no text', () => {
  it('in a room', () => {
    const texts = rooms.flatMap((room) =>
      Object.entries(bundle('en', room)).map(([key, text]) => [`${room}.${key}`, text] as const),
    )
    expect(texts.length).toBeGreaterThan(500)
    expect(slips(texts, refusedEnglish)).toEqual([])
  })

  it('in an error code', () => {
    expect(
      slips(
        errorRows.map(({ name, en }) => [name, en] as const),
        refusedEnglish,
      ),
    ).toEqual([])
  })

  it.each(Object.values(drivers))('of driver $type', ({ type, fields, examples }) => {
    const fieldTexts = fields.flatMap(({ key, label, help }) =>
      [label.en, help?.en ?? ''].map((text) => [key, text] as const),
    )
    expect(fieldTexts.length, type).toBeGreaterThan(0)
    const exampleTexts = examples.map(({ address, about }) => [address, about.en] as const)
    expect(slips([...fieldTexts, ...exampleTexts], refusedEnglish)).toEqual([])
  })

  it('in Chinese, anywhere in the sources', () => {
    const lines = Object.entries(sources).flatMap(([path, source]) =>
      source
        .split('\n')
        .filter((line) => /\p{Script=Han}/u.test(line))
        .map((line) => [path, line.trim()] as const),
    )
    expect(lines.length).toBeGreaterThan(500)
    expect(slips(lines, refusedChinese)).toEqual([])
  })
})

it('leaving a write is called cancel or close', () => {
  expect(Object.values(bundle('zh-cn', 'command')).filter((text) => text.includes('离开'))).toEqual([])
})
