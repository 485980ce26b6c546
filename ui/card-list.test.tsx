import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CardList } from './card-list.tsx'
import { setLanguage } from './language.ts'
import { ListViewSwitch, useListView } from './list-view.tsx'
import { nowhere, PlaceContext, type Search } from './place.tsx'
import type { Column } from './table-rows.ts'

beforeEach(() => setLanguage('en'))

type Row = { id: number; name: string; pages: number; note: string }
const row: Row = { id: 7, name: 'Town', pages: 6, note: 'Water' }
const columns: Column<Row>[] = [
  { key: 'name', title: 'Name' },
  { key: 'pages', title: 'Pages' },
  { key: 'note', title: 'Note', phone: 'hide' },
]

describe('a card', () => {
  const card = (more: object = {}) =>
    renderToStaticMarkup(
      <CardList
        {...{ rows: [row], columns }}
        label="Projects"
        keyOf={({ id }) => id}
        picture={({ name }) => <i>{name} drawn</i>}
        {...more}
      />,
    )

  test('has one link around its picture and its name', () => {
    const linked = card({ to: ({ id }: Row) => `/project/${id}` })
    expect(linked.match(/href="\/project\/7"/g)).toHaveLength(1)
    expect(linked).toMatch(/<a[^>]*>.*Town drawn.*Town.*<\/a>/)
    expect(card()).not.toContain('<a')
  })

  test('names the details that a phone shows too', () => {
    expect(card()).toContain('<dt>Pages</dt><dd>6</dd>')
    expect(card()).not.toContain('Water')
  })

  test('has the actions of its row', () => {
    expect(card({ acts: ({ id }: Row) => <button type="button">Edit {id}</button> })).toContain('Edit ')
  })

  test('is a grey box while the list loads', () => {
    expect(card({ rows: undefined })).toContain('card-skeleton')
  })
})

describe('the choice of a view', () => {
  const View = () => <ListViewSwitch {...useListView('sample')} />
  const chosen = (search: Search): string | undefined =>
    /checked=""[^>]*>\s*<span>(\w+)/.exec(
      renderToStaticMarkup(
        <PlaceContext value={{ ...nowhere, search }}>
          <View />
        </PlaceContext>,
      ),
    )?.[1]
  const gone: string[] = []
  /** Chooses a view by the switch. */
  const choose = (view: 'list' | 'cards') => {
    function Probe() {
      useListView('sample').setView(view)
      return null
    }
    renderToStaticMarkup(
      <PlaceContext value={{ ...nowhere, path: '/projects', search: { word: 'a' }, go: (to) => void gone.push(to) }}>
        <Probe />
      </PlaceContext>,
    )
  }
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    gone.length = 0
    const getItem = (key: string) => kept.get(key) ?? null
    vi.stubGlobal('localStorage', { getItem, setItem: (key: string, value: string) => void kept.set(key, value) })
  })
  afterEach(() => vi.unstubAllGlobals())

  test('is the list, unless the address names another', () => {
    expect(chosen({})).toBe('List')
    expect(chosen({ view: 'cards' })).toBe('Cards')
    expect(chosen({ view: 'noSuch' })).toBe('List')
  })

  test('is stored, and used unless the address names another', () => {
    choose('cards')
    expect(gone).toEqual(['/projects?word=a&view=cards'])
    expect([...kept]).toEqual([['list-view-sample', 'cards']])
    expect(chosen({})).toBe('Cards')
    expect(chosen({ view: 'list' })).toBe('List')
    choose('list')
    expect(chosen({})).toBe('List')
  })

  test('is the list if what is stored is no view', () => {
    kept.set('list-view-sample', 'noSuch')
    expect(chosen({})).toBe('List')
  })
})
