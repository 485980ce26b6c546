import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { type ListState, listOf, useList, usePageSize } from './list.ts'
import { nowhere, PlaceContext } from './place.tsx'

afterEach(() => vi.unstubAllGlobals())

/** The storage of a browser. */
function memory(): Map<string, string> {
  const kept = new Map<string, string>()
  const getItem = (key: string) => kept.get(key) ?? null
  vi.stubGlobal('localStorage', { getItem, setItem: (key: string, value: string) => void kept.set(key, value) })
  return kept
}

function sized(search: Record<string, string>, usual?: number, path = '/group/list') {
  const gone: string[] = []
  let size: Pick<ListState<Record<string, string>>, 'pageSize' | 'setPageSize'> = { pageSize: 0 }
  function Probe() {
    size = usePageSize(usual)
    return null
  }
  renderToString(
    <PlaceContext value={{ ...nowhere, path, search, go: (to) => void gone.push(to) }}>
      <Probe />
    </PlaceContext>,
  )
  return { ...size, gone }
}

test('every list offers how many rows a page has, and starts with its preset', () => {
  expect(sized({}).pageSize).toBe(10)
  expect(sized({}, 20).pageSize).toBe(20)
  expect(sized({ size: '50' }).pageSize).toBe(50)
  expect(sized({ size: '33' }).pageSize).toBe(10)
})

test('another size starts again at the first page', () => {
  const { setPageSize, gone } = sized({ pageNo: '4', word: 'pump' })
  setPageSize?.(50)
  expect(gone).toEqual(['/group/list?word=pump&size=50'])
})

test('the last choice is stored for the list, and used without one in the address', () => {
  const kept = memory()
  sized({}).setPageSize?.(50)
  expect([...kept]).toEqual([['page-size-/group/list', '50']])
  expect(sized({}).pageSize).toBe(50)
  expect(sized({ size: '20' }).pageSize).toBe(20)
  expect(sized({}, undefined, '/gateway/list').pageSize).toBe(10)
  kept.set('page-size-/group/list', '33')
  expect(sized({}).pageSize).toBe(10)
})

test('a list with all its rows on one page offers none', () => {
  expect(sized({ size: '10' }, 200)).toMatchObject({ pageSize: 200 })
  expect(sized({}, 200).setPageSize).toBeUndefined()
})

test('the lists of one screen share their size, whichever object it shows', () => {
  expect(listOf('/manage/eg/equipment/edit/17/signal')).toBe('/manage/eg/equipment/edit/signal')
  expect(listOf('/monitor/gm/ocInfo/3')).toBe('/monitor/gm/ocInfo')
})

test('clearing the filters clears what their number counts, and leaves the text in the filter box', () => {
  const gone: string[] = []
  let list: ListState<Record<string, string>> | undefined
  function Probe() {
    list = useList<Record<string, string>>({ state: '', scope: 'all' })
    return null
  }
  const search = { word: 'pump', state: 'offline', scope: 'mine', pageNo: '3', sort: 'name' }
  renderToString(
    <PlaceContext value={{ ...nowhere, path: '/group/list', search, go: (to) => void gone.push(to) }}>
      <Probe />
    </PlaceContext>,
  )
  expect(list?.filterCount).toBe(2)
  list?.clearFilters()
  list?.clear()
  expect(gone).toEqual(['/group/list?word=pump&sort=name', '/group/list?sort=name'])
})
