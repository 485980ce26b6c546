import { expect, test } from 'vitest'
import { afterVisit, objectAt, recentIn } from './recent.ts'

const place = (path: string, name: string) => ({ path, name })

const route = (path: string) => ({ path, may: 'public' as const, page: () => Promise.reject(new Error('not opened')) })
const routes = [
  '/monitor/eg/detail/list/{id}/{alarm}',
  '/monitor/eg/group/list/{groupId}/{id}',
  '/monitor/eg/group/configuration/{groupId}/{id}/{pageId}',
  '/monitor/eg/detail/page/{pageId}/{alarm}',
  '/manage/eg/equipment/edit/{id}/info',
  '/manage/eg/equipment/edit/{id}/signal',
  '/manage/eg/template/edit/{id}/info',
  '/manage/eg/{equipId}/designer/{pageId}',
  '/manage/eg/project/list',
  '/manage/project/{projectId}/move',
  '/monitor/gm/ocInfo/{ocId}',
  '/manage/orgal/role',
].map(route)
const objectOf = (address: string) => objectAt(routes, address)
const after = (recent: ReturnType<typeof place>[], visited: ReturnType<typeof place>) =>
  afterVisit(recent, visited, objectOf)

test('the newest is first, and there are at most three', () => {
  const visits = ['A', 'B', 'C', 'D'].map((name) => place(`/device/${name}`, name))
  const recent = visits.reduce(after, [] as ReturnType<typeof place>[])
  expect(recent.map(({ name }) => name)).toEqual(['D', 'C', 'B'])
})

test('an object has one place: the latest of its tabs and views', () => {
  const first = after([place('/other', 'Other')], place('/monitor/eg/detail/list/1/0?tab=curve', 'Pump'))
  expect(after(first, place('/manage/eg/equipment/edit/1/info', 'Pump'))).toEqual([
    place('/manage/eg/equipment/edit/1/info', 'Pump'),
    place('/other', 'Other'),
  ])
})

test('two devices of one name have two places', () => {
  const visits = [place('/monitor/eg/detail/list/1/0', 'Pump'), place('/monitor/eg/detail/list/2/0', 'Pump')]
  expect(visits.reduce(after, [] as ReturnType<typeof place>[])).toEqual(visits.toReversed())
})

test.each([
  ['/monitor/eg/detail/list/7/0', 'device 7'],
  ['/monitor/eg/detail/list/7/12?tab=curve', 'device 7'],
  ['/monitor/eg/group/list/3/7', 'device 7'],
  ['/manage/eg/equipment/edit/7/info', 'device 7'],
  ['/manage/eg/equipment/edit/7/signal?row=2', 'device 7'],
  ['/manage/eg/template/edit/7/info', 'template 7'],
  ['/monitor/eg/group/configuration/3/7/9', 'page 9'],
  ['/monitor/eg/detail/page/9/0', 'page 9'],
  ['/manage/eg/7/designer/9', 'page 9'],
  ['/manage/eg/project/list?id=7&tab=pages', 'project 7'],
  ['/manage/project/7/move', 'project 7'],
  ['/monitor/gm/ocInfo/7', 'project 7'],
  ['/manage/orgal/role?id=7', '/manage/orgal/role 7'],
  ['/manage/eg/project/list', '/manage/eg/project/list'],
])('the object at %s is %s', (address, object) => expect(objectOf(address)).toBe(object))

test.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['another account', JSON.stringify({ owner: '2/1', places: [place('/a', 'A')] })],
  ['an address elsewhere', JSON.stringify({ owner: '1/1', places: [place('//elsewhere', 'A'), place('/\\x', 'B')] })],
  ['no list', JSON.stringify({ owner: '1/1', places: 'a' })],
  ['null', 'null'],
])('kept places are ignored: %s', (_, text) => {
  expect(recentIn(text, '1/1')).toEqual([])
})

test('kept places are read back', () => {
  expect(recentIn(JSON.stringify({ owner: '1/1', places: [place('/a', 'A')] }), '1/1')).toEqual([place('/a', 'A')])
})
