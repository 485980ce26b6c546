import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type ListState, listOf, usePageSize } from './list.ts'
import { nowhere, PlaceContext } from './place.tsx'

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

test('a list with all its rows on one page offers none', () => {
  expect(sized({ size: '10' }, 200)).toMatchObject({ pageSize: 200 })
  expect(sized({}, 200).setPageSize).toBeUndefined()
})

test('the lists of one screen share their size, whichever object it shows', () => {
  expect(listOf('/manage/eg/equipment/edit/17/signal')).toBe('/manage/eg/equipment/edit/signal')
  expect(listOf('/monitor/gm/ocInfo/3')).toBe('/monitor/gm/ocInfo')
})
