import { describe, expect, it } from 'vitest'
import type { PageRoute } from '../../ui/routes.ts'
import { initials } from './initials.ts'
import { nextChoice, pageHits, withAnswer } from './palette-hits.ts'

const route = (path: string, en: string, zh: string, may: PageRoute['may'] = 'signedIn'): PageRoute => ({
  path,
  may,
  page: async () => ({ default: () => null }),
  menu: { icon: 'monitor', label: { en, 'zh-cn': zh } },
})
const pages = [
  route('/monitor/eg/list', 'Devices', '设备监控'),
  route('/manage/eg/group', 'Groups', '分组管理', 'group:edit'),
  route('/monitor/{id}', 'One', '单个'),
]

describe('the palette', () => {
  it('finds pages by their name in either language', () => {
    expect(pageHits(pages, () => true, 'DEV', 'zh-cn').map((hit) => hit.title)).toEqual(['设备监控'])
    expect(pageHits(pages, () => true, '分组', 'en').map((hit) => hit.title)).toEqual(['Groups'])
  })

  it('leaves out pages that may not be opened or need an object', () => {
    expect(pageHits(pages, (permission) => permission !== 'group:edit', '', 'en').map((hit) => hit.to)).toEqual([
      '/monitor/eg/list',
    ])
  })

  it('shows the answer of each source when it comes, in the order of the sources, and drops those of an older question', () => {
    const sources = ['devices', 'variables']
    const answer = (source: string, hits: number) => ({ source, hits })
    const first = withAnswer(
      { question: 'a', answers: [answer('devices', 9)] },
      'b',
      sources,
      'variables',
      answer('variables', 1),
    )
    expect(first).toEqual({ question: 'b', answers: [answer('variables', 1)] })
    const second = withAnswer(first, 'b', sources, 'devices', answer('devices', 2))
    expect(second.answers).toEqual([answer('devices', 2), answer('variables', 1)])
    expect(withAnswer(second, 'b', sources, 'devices', answer('devices', 3)).answers[0]).toEqual(answer('devices', 3))
    expect(withAnswer(second, 'b', sources, 'devices', undefined).answers).toEqual([answer('variables', 1)])
  })

  it('goes round its ends', () => {
    expect([nextChoice(0, -1, 3), nextChoice(2, 1, 3), nextChoice(0, 1, 0)]).toEqual([2, 0, 0])
  })
})

it.each([
  ['Li Wei', 'LW'],
  ['operator', 'OP'],
  ['王伟', '王伟'],
  ['', '?'],
])('%s is marked %s', (name, mark) => expect(initials(name)).toBe(mark))
