import { describe, expect, it } from 'vitest'
import type { Hit } from '../../ui/shell-part.ts'
import { actHits, readVerb, typedVerb, withVerb } from './palette-acts.ts'

const all = () => true
const titles = (words: string) => actHits(all, words, 'en').map(({ title }) => title)

describe('the acts of the palette', () => {
  it('are found by their name in either language', () => {
    expect(titles('add')).toEqual(['Add device', 'Add gateway'])
    expect(titles('主题')).toEqual(['Theme: light', 'Theme: dark', 'Theme: as the system'])
    expect(actHits(all, 'dark', 'zh-cn').map(({ title }) => title)).toEqual(['主题：深色'])
    expect(titles('nothing of it')).toEqual([])
  })

  it('are those that may be done', () => {
    const hits = actHits((permission) => permission === 'public', '', 'en')
    expect(hits.map(({ act }) => act)).toEqual(['language', 'light', 'dark', 'system'])
  })
})

describe('a verb before the words', () => {
  it.each([
    ['write pump 1', 'write', 'pump 1'],
    ['历史 压力', 'history', '压力'],
    ['Sync intake', 'sync', 'intake'],
    ['write', undefined, 'write'],
    ['writer pump', undefined, 'writer pump'],
    ['  pump ', undefined, 'pump'],
  ])('%j', (typed, verb, words) => expect(readVerb(typed, all)).toEqual({ verb, words }))

  it('is a word like any other for who may not do it', () => {
    const mayNotWrite = (permission: string) => permission !== 'signal:write'
    expect(readVerb('write pump', mayNotWrite)).toEqual({ verb: undefined, words: 'write pump' })
  })

  it('is typed in the language on screen', () => {
    expect([typedVerb('write', 'en'), typedVerb('sync', 'zh-cn')]).toEqual(['write ', '同步 '])
  })

  it('leaves what it can be done with, and leads there', () => {
    const hit: Hit = { id: '1', title: 'Level', icon: 'monitor', to: '/here', acts: { history: '/curve' } }
    expect(withVerb([hit], 'history')).toMatchObject([{ to: '/curve' }])
    expect(withVerb([hit], 'write')).toEqual([])
    expect(withVerb([hit], undefined)).toEqual([hit])
  })
})
