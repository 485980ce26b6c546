import { describe, expect, it } from 'vitest'
import type { Permission } from '../../contract/permissions.ts'
import { languages } from '../../ui/language.ts'
import type { Hit, ShellPart, Verb } from '../../ui/shell-part.ts'
import { actHits, offered, readVerb, typedVerb, withVerb } from './palette-acts.ts'

const verb = (key: string, zh: string, may: Permission = 'signedIn'): Verb => ({
  ...{ key, may, icon: 'write', names: { en: [key, `${key}-it`], 'zh-cn': [zh] } },
  label: { en: `${key} something`, 'zh-cn': `${zh}某物` },
})
const [write, history] = [verb('write', '写入'), verb('history', '历史')]
const parts: readonly ShellPart[] = [
  { verbs: [write] },
  {
    acts: [{ key: 'add', label: { en: 'Add device', 'zh-cn': '新增设备' }, icon: 'plus', may: 'signedIn', to: '/add' }],
  },
  { verbs: [history] },
]
const all = offered(parts, () => true)
const others = languages.filter(({ value }) => value !== 'en')
const titles = (words: string) => actHits(all, words, 'en', others).map(({ title }) => title)

describe('the acts of the palette', () => {
  it('are found by their name in either language: those of rooms, and the shell’s own', () => {
    expect(titles('add')).toEqual(['Add device'])
    expect(titles('something')).toEqual(['write something', 'history something'])
    expect(titles('主题')).toEqual(['Theme: light', 'Theme: dark', 'Theme: as the system'])
    expect(actHits(all, 'dark', 'zh-cn', []).map(({ title }) => title)).toEqual(['主题：深色'])
    expect(titles('nothing of it')).toEqual([])
  })

  it('lead to a page, or act in place', () => {
    expect(actHits(all, 'add', 'en', others)).toMatchObject([{ to: '/add' }])
    expect(actHits(all, 'write', 'en', others)).toMatchObject([{ act: { verb: write } }])
  })

  it('are only the permitted ones', () => {
    const hits = actHits(
      offered(parts, () => false),
      '',
      'en',
      others,
    )
    expect(hits.map(({ act }) => act)).toEqual([{ language: 'zh-cn' }, 'light', 'dark', 'system'])
  })

  it('name each other language in itself', () => {
    expect(titles('language')).toEqual(['Language: 中文'])
    expect(titles('中文')).toEqual(['Language: 中文'])
  })
})

describe('a verb before the words', () => {
  it.each([
    ['write pump 1', write, 'pump 1'],
    ['历史 压力', history, '压力'],
    ['Write intake', write, 'intake'],
    ['write-it intake', write, 'intake'],
    ['write', undefined, 'write'],
    ['writer pump', undefined, 'writer pump'],
    ['  pump ', undefined, 'pump'],
  ])('%j', (typed, found, words) => expect(readVerb(typed, all.verbs)).toEqual({ verb: found, words }))

  it('is an ordinary word for users without the permission', () => {
    expect(readVerb('write pump', [history])).toEqual({ verb: undefined, words: 'write pump' })
  })

  it('is typed in the language on screen', () => {
    expect([typedVerb(write, 'en'), typedVerb(history, 'zh-cn')]).toEqual(['write ', '历史 '])
  })

  it('leaves the hits that it applies to, and leads there', () => {
    const hit: Hit = { id: '1', title: 'Level', icon: 'monitor', to: '/here', acts: { history: '/curve' } }
    expect(withVerb([hit], history)).toMatchObject([{ to: '/curve' }])
    expect(withVerb([hit], write)).toEqual([])
    expect(withVerb([hit], undefined)).toEqual([hit])
  })
})
