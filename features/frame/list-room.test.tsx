// The screen of a list with a drawer, as it is drawn.
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../contract/call.ts'
import { setLanguage } from '../../ui/language.ts'
import { setMe } from '../../ui/me.ts'
import { nowhere, PlaceContext } from '../../ui/place.tsx'
import { ListRoom } from './list-room.tsx'

type Row = { id: number; name: string }
const rows: Row[] = [
  { id: 1, name: 'North' },
  { id: 2, name: 'South' },
]

type Props = Parameters<typeof ListRoom<Row>>[0]

function drawn(query: { data?: Row[]; error?: Error }, change: Partial<Props> = {}) {
  return renderToStaticMarkup(
    <PlaceContext value={nowhere}>
      <ListRoom<Row>
        title="Scenes"
        may="group:edit"
        add={{ label: 'Add scene' }}
        empty={{ icon: 'layers', about: 'Scenes show machines.' }}
        columns={[{ key: 'name', title: 'Name' }]}
        query={{ data: query.data, error: query.error, refetch: () => undefined }}
        search="Scene name"
        acts={({ id }, edit) => [
          { label: 'Edit', onClick: edit },
          id === 1 && { label: 'Delete', why: 'It is used', onClick: () => undefined },
          <i key="note">note</i>,
        ]}
        {...change}
      />
    </PlaceContext>,
  )
}

const buttons = (html: string, label: string) =>
  [...html.matchAll(/aria-disabled="(true|false)"[^>]*>(?:<svg.*?<\/svg>)?<span>([^<]*)/g)]
    .filter(([, , text]) => text === label)
    .map(([, isRefused]) => isRefused === 'true')

const user = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', zone: 'UTC', demo: false, dataRange: 'all' }

beforeEach(() => {
  setLanguage('en')
  setMe({ ...user, auths: ['group:edit'] } as never)
})
afterEach(() => setMe(null))

test('a page has its title, its number of entries and the button that adds', () => {
  const html = drawn({ data: rows })
  expect(html).toMatch(/<h1>Scenes<\/h1><span class="page-count">2/)
  expect(buttons(html, 'Add scene')).toEqual([false])
  expect(html).toContain('placeholder="Scene name"')
})

test('the actions of a row are in their order, refused ones with their reason', () => {
  const html = drawn({ data: rows })
  expect(buttons(html, 'Edit')).toEqual([false, false])
  expect(buttons(html, 'Delete')).toEqual([true])
  expect(html.match(/<i>note<\/i>/g)).toHaveLength(2)
})

test('without the permission nothing can be added or changed', () => {
  setMe({ ...user, auths: [] } as never)
  expect(drawn({ data: rows })).not.toContain('aria-disabled="false"')
})

describe('a list without entries', () => {
  test('says what belongs there, with the button that adds', () => {
    const html = drawn({ data: [] })
    expect(html).toContain('Scenes show machines.')
    expect(buttons(html, 'Add scene')).toEqual([false, false])
  })

  test('without an action, and with more below', () => {
    const html = drawn({ data: [] }, { empty: { icon: 'key', about: 'None.', hasAct: false, below: <b>Examples</b> } })
    expect(buttons(html, 'Add scene')).toEqual([false])
    expect(html).toContain('<b>Examples</b>')
  })
})

describe('a part of a page', () => {
  test('has no head; the button that adds is beside the filter', () => {
    const html = drawn({ data: rows }, { isPart: true })
    expect(html).not.toContain('<h1>')
    expect(buttons(html, 'Add scene')).toEqual([false])
    expect(html).toContain('placeholder="Scene name"')
  })

  test('without entries it has no filter', () => {
    const html = drawn({ data: [] }, { isPart: true })
    expect(html).not.toContain('placeholder=')
    expect(buttons(html, 'Add scene')).toEqual([false])
  })

  test('a further button and the end of the row are beside the filter', () => {
    const html = drawn(
      { data: rows },
      { isPart: true, add: { label: 'Add scene', more: <b>Import</b> }, barEnd: '2 of 9' },
    )
    expect(html).toMatch(/Add scene.*<b>Import<\/b><span class="list-bar-end">2 of 9/)
    expect(drawn({ data: [] }, { isPart: true, add: { label: 'Add scene', more: <b>Import</b> } })).toContain('Import')
  })

  test('the actions on a selection replace the buttons', () => {
    const html = drawn({ data: rows }, { isPart: true, selection: <b>Delete 2</b>, barEnd: '2 of 9' })
    expect(html).toContain('Delete 2')
    expect(html).not.toContain('2 of 9')
    expect(buttons(html, 'Add scene')).toEqual([])
  })

  test('a secondary button is primary only without entries', () => {
    const add = { label: 'Add scene', isSecondary: true }
    expect(drawn({ data: rows }, { isPart: true, add })).not.toContain('act-primary')
    expect(drawn({ data: [] }, { isPart: true, add })).toContain('act-primary')
  })
})

test('a head of its own contains the button that adds', () => {
  const html = drawn({ data: rows }, { head: (add) => <header>Keys {add}</header> })
  expect(html).not.toContain('<h1>')
  expect(buttons(html, 'Add scene')).toEqual([false])
})

test('an error is shown in place of the table', () =>
  expect(drawn({ error: new ApiError(90002, 'You do not have permission') })).toContain('You do not have permission'))

test('a list that loads shows neither rows nor an empty state', () => {
  const html = drawn({})
  expect(html).toContain('row-skeleton')
  expect(html).not.toContain('Scenes show machines.')
})
