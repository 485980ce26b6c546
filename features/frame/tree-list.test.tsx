// The editable tree of groups and departments, as it is drawn.
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../contract/call.ts'
import { setLanguage } from '../../ui/language.ts'
import { setMe } from '../../ui/me.ts'
import { nowhere, PlaceContext } from '../../ui/place.tsx'
import { words } from '../../ui/words.ts'
import { TreeList } from './tree-list.tsx'
import type { TreeItem } from './tree-room.ts'

const english = {
  title: 'Plants',
  about: 'Plants arrange the machines of the test.',
  search: 'Plant name',
  add: 'Add plant',
  addBelow: 'Add plant below',
  below: 'Parent plant',
  withBelow: 'Including those below',
  sortNote: 'Plants of the same level are sorted by it.',
  added: 'Plant “{{name}}” added.',
  saved: 'Plant “{{name}}” saved.',
  deleted: 'Plant “{{name}}” deleted.',
  deleteTitle: 'Delete the plant?',
  keys: '↑ ↓ to move',
}
const plantText = words('plant', { en: english, 'zh-cn': english })

type Item = TreeItem & { count: number }

const nodes: Item[] = [
  { id: 1, parentId: null, name: 'North', sort: 1, count: 2 },
  { id: 2, parentId: 1, name: 'Intake', sort: 1, count: 3 },
  { id: 3, parentId: null, name: 'South', sort: 2, count: 0 },
]

const never = () => new Promise<Item>(() => undefined)

function drawn(
  query: { data?: Item[]; error?: Error },
  { word = '', nameOf }: { word?: string; nameOf?: (name: string) => string } = {},
) {
  const search = word ? { word } : {}
  return renderToStaticMarkup(
    <PlaceContext value={{ ...nowhere, search: search as Record<string, string> }}>
      <TreeList
        text={plantText}
        may="group:edit"
        icon="group"
        maxName={30}
        query={{ data: query.data, error: query.error ?? null, refetch: () => undefined }}
        add={never}
        edit={never}
        remove={() => undefined}
        own={{ title: 'Devices', count: ({ count }) => count }}
        whyKept={(_, hasChildren) => hasChildren && 'It has subgroups'}
        {...(nameOf ? { nameOf } : {})}
      />
    </PlaceContext>,
  )
}
/** The texts of the rows, cells separated by `|`. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr[^>]*data-id="\d+".*?<\/tr>/g)].map(([row]) =>
    row.replace(/<\/td>/g, '|').replace(/<[^>]*>/g, ''),
  )

beforeEach(() => {
  setLanguage('en')
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', zone: 'UTC', demo: false, dataRange: 'all' }
  setMe({ ...me, auths: ['group:edit'] } as never)
})
afterEach(() => setMe(null))

describe('the rows', () => {
  test('are the tree, each with its own count and that of everything below', () => {
    expect(rowsOf(drawn({ data: nodes })).map((row) => row.split('|').slice(0, 3))).toEqual([
      ['North', '2', '5'],
      ['Intake', '3', '3'],
      ['South', '0', '0'],
    ])
  })

  test('are filtered by their names as shown, and keep their ancestors', () => {
    const names = (html: string) => rowsOf(html).map((row) => row.split('|')[0])
    expect(names(drawn({ data: nodes }, { word: 'intake' }))).toEqual(['North', 'Intake'])
    const nameOf = (name: string) => (name === 'South' ? '南厂' : name)
    expect(names(drawn({ data: nodes }, { word: '南', nameOf }))).toEqual(['南厂'])
    expect(drawn({ data: nodes }, { word: 'nothing' })).toContain('Nothing matches the filter.')
  })

  test('an object with others below it cannot be deleted', () => {
    const acts = [...drawn({ data: nodes }).matchAll(/aria-disabled="(true|false)"[^>]*><span>Delete/g)]
    expect(acts.map(([, isRefused]) => isRefused)).toEqual(['true', 'false', 'false'])
  })

  test('without the permission no action is allowed', () => {
    setMe({ userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', auths: [], zone: 'UTC', demo: false } as never)
    expect(drawn({ data: nodes })).not.toContain('aria-disabled="false"')
  })
})

test.each([
  ['no objects', { data: [] }, 'Plants arrange the machines of the test.'],
  ['an error', { error: new ApiError(90002, 'You do not have permission') }, 'You do not have permission'],
])('%s: the page says so', (_, query, text) => expect(drawn(query)).toContain(text))

test('a page that loads shows no rows and no empty state', () => {
  const html = drawn({})
  expect(rowsOf(html)).toEqual([])
  expect(html).not.toContain('data-empty')
})
