import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, linkCodes } from '../contract/call.ts'
import { Act, showIfTouched } from './act.tsx'
import { DataTable, type TableQuery } from './data-table.tsx'
import { HeadPick } from './head-pick.tsx'
import { setLanguage } from './language.ts'
import { link } from './link.ts'
import { type ListState, useList } from './list.ts'
import { type Match, MatchMark, SeverityMark, StatusDot, useMatch } from './marks.tsx'
import { setMe } from './me.ts'
import { Pager } from './pager.tsx'
import { nowhere, PlaceContext } from './place.tsx'
import { Sparkline } from './sparkline.tsx'
import { adviceOf, EmptyState, ErrorState, NoMatch, Skeleton } from './states.tsx'
import { clearStatus, showStatus, statusSlots } from './status-bar.ts'
import { ToastHost } from './toast.tsx'
import { ValueText } from './value-text.tsx'

const html = (part: ReactNode) => renderToStaticMarkup(part)
const plain = (part: ReactNode) => html(part).replace(/<[^>]*>/g, '')

beforeEach(() => setLanguage('en'))

describe('marks', () => {
  it('say in words what they show in colour and shape', () => {
    expect(plain(<StatusDot state="sleeping" />)).toBe('Sleeping')
    expect(plain(<SeverityMark severity="severe" count={2} />)).toBe('Severe2')
    expect(plain(<SeverityMark severity="normal" word />)).toBe('Normal')
  })

  it('have a shape of their own for each severity', () => {
    const shapes = (['severe', 'important', 'normal'] as const).map(
      (severity) => /d="([^"]+)"/.exec(html(<SeverityMark severity={severity} />))?.[1],
    )
    expect(new Set(shapes).size).toBe(3)
  })

  it('follow the language', () => {
    setLanguage('zh-cn')
    expect(plain(<StatusDot state="online" />)).toBe('在线')
  })
})

describe('a sparkline', () => {
  const paths = (points: (number | null)[]) => html(<Sparkline points={points} width={60} />).match(/<path/g)?.length

  it('has a line over its whole width where points are missing, so that a few points are no dash', () => {
    expect(html(<Sparkline points={[null, null]} width={60} height={16} />)).toContain('d="M0 16H60"')
    expect([paths([1, 2]), paths([null, 2]), paths([])]).toEqual([1, 2, 2])
  })
})

describe('a value', () => {
  it('comes with its unit', () => expect(plain(<ValueText value={1204} unit="m³/h" />)).toBe('1,204m³/h'))

  it('that is stale, bad, simulated or forced says so', () => {
    expect(plain(<ValueText value={412} state="stale" ageMs={240_000} />)).toBe('412stale 4 min')
    expect(plain(<ValueText value={0} state="bad" />)).toBe('0bad')
    expect(plain(<ValueText value={7} state="simulated" />)).toBe('7simulated')
    expect(plain(<ValueText value={7} state="forced" />)).toBe('7forced')
  })

  it('that is missing shows a dash without a unit', () => expect(plain(<ValueText value={null} unit="m" />)).toBe('—'))
})

describe('an act', () => {
  const me = { userId: 1, loginname: 'a', name: 'A', orgName: 'O', zone: 'UTC', demo: false }

  it('is refused without its permission, and allowed with it', () => {
    setMe({ ...me, auths: ['signedIn'] })
    expect(html(<Act may="group:edit">Add</Act>)).toContain('aria-disabled="true"')
    setMe({ ...me, auths: ['signedIn', 'group:edit'] })
    expect(html(<Act may="group:edit">Add</Act>)).toContain('aria-disabled="false"')
    setMe(null)
  })

  it('shows the reason of a refused action as a message when it is touched', () => {
    const reason = 'Reached the limit of 7'
    showIfTouched({ pointerType: 'mouse' }, reason)
    expect(plain(<ToastHost />)).not.toContain(reason)
    showIfTouched({ pointerType: 'touch' }, reason)
    expect(plain(<ToastHost />)).toContain(reason)
  })

  it('stays reachable by keyboard while it is refused', () => {
    expect(html(<Act why="The gateway is offline">Write</Act>)).not.toContain(' disabled')
  })
})

describe('a fault', () => {
  it('shows its text, code and what to do', () => {
    const text = plain(<ErrorState error={new ApiError(90002, 'You do not have permission')} />)
    expect(text).toContain('You do not have permission')
    expect(text).toContain('code 90002')
    expect(text).toContain('Ask an administrator')
  })

  it('without a connection shows no number that cannot be looked up', () => {
    expect(plain(<ErrorState error={new ApiError(linkCodes.unreachable, 'Unreachable')} />)).not.toContain('code')
  })

  it('has a link to the start page instead of a retry, if the object is missing', () => {
    const missing = html(<ErrorState error={new ApiError(10002, 'Not found')} onRetry={() => undefined} />)
    expect(missing).toContain('href="/"')
    expect(missing).not.toContain('Try again')
  })

  it('has advice for each kind', () => {
    expect([linkCodes.timeout, 90005, 90002, 10002, 1301, undefined].map(adviceOf)).toEqual([
      'errorUnreachable',
      'errorPassing',
      'errorPermission',
      'errorMissing',
      'errorOther',
      'errorOther',
    ])
  })
})

describe('an empty place', () => {
  const me = { userId: 1, loginname: 'li', name: 'Li', orgName: 'Works', zone: 'UTC', demo: false }
  const none = (
    <EmptyState may="equipment:add" isRanged act={<Act may="equipment:add">Add a device</Act>}>
      There are no devices yet.
    </EmptyState>
  )
  const rules = (
    <EmptyState may="equipment:add" act={<Act may="equipment:add">Add a rule</Act>}>
      This device has no alarm rules.
    </EmptyState>
  )
  const [forYou, ask] = [
    'There is nothing here that your account may see.',
    'Ask an administrator of your company if something is missing.',
  ]

  it.each([
    ['sees all and may add', none, 'all', true, 'There are no devices yet.Add a device'],
    ['sees all and may not add', none, 'all', false, `There are no devices yet.${ask}`],
    ['sees a part and may add', none, 'department', true, `${forYou}Add a device`],
    ['sees a part and may not add', none, 'own', false, `${forYou}${ask}`],
    ['sees a part, of what has no range', rules, 'own', false, `This device has no alarm rules.${ask}`],
  ] as const)(
    'says to an account that %s what is true, and names no step that is refused',
    (_, place, dataRange, mayAdd, words) => {
      setMe({ ...me, dataRange, auths: mayAdd ? ['signedIn', 'equipment:add'] : ['signedIn'] })
      expect(plain(place)).toBe(words)
      expect(html(place).includes('<button')).toBe(mayAdd)
      setMe(null)
    },
  )

  it('sends an account of a customer to the company that opened it', () => {
    const supplier = 'Ask the company that opened your account if something is missing.'
    const own = { ...me, dataRange: 'granted', auths: ['signedIn'] } as const
    const [external, guest] = [
      { ...own, roleType: 'external', orgId: 1, homeOrgId: 1 },
      { ...own, roleType: 'enterprise', orgId: 1, homeOrgId: 2 },
    ] as const
    const list = <EmptyState isRanged>There are no devices yet.</EmptyState>
    for (const each of [external, guest]) {
      setMe(each)
      expect(plain(list)).toBe(`${forYou}${supplier}`)
      const refused = plain(<ErrorState error={new ApiError(90002, 'You do not have permission')} />)
      expect(refused).toContain('Ask the company that opened your account for the permission.')
      const missing = plain(<ErrorState error={new ApiError(10002, 'Not found')} />)
      expect(missing).toContain('ask the company that opened your account')
      expect(missing).not.toContain('administrator')
    }
    setMe({ ...own, roleType: 'internal', orgId: 1, homeOrgId: 1 })
    expect(plain(list)).toBe(`${forYou}${ask}`)
    const named = plain(
      <EmptyState isRanged things="devices">
        There are no devices yet.
      </EmptyState>,
    )
    expect(named).toBe(
      'There are no devices that your account may see.Ask an administrator of your company if devices are missing.',
    )
    setMe(null)
  })

  it('is of one of five kinds, each with words and a next step of its own', () => {
    setMe({ ...me, auths: ['signedIn', 'equipment:add'] })
    const allowed = none
    const places = [
      html(allowed),
      html(<NoMatch onClear={() => undefined} />),
      html(<ErrorState error={new ApiError(90002, 'You do not have permission')} />),
      html(<ErrorState error={new ApiError(10002, 'Not found')} />),
      html(<ErrorState error={new ApiError(linkCodes.timeout, 'No answer')} onRetry={() => undefined} />),
    ]
    const kinds = places.map((place) => /data-empty="(\w+)"/.exec(place)?.[1])
    expect(kinds).toEqual(['none', 'filteredOut', 'notAllowed', 'goneAway', 'notLoaded'])
    expect(places.every((place) => /<button|state-advice/.test(place))).toBe(true)
    setMe(null)
  })
})

type Row = { id: number; title: string }
const list: ListState<Record<string, string>> = {
  pageNo: 1,
  pageSize: 10,
  sort: undefined,
  filters: {},
  word: '',
  filtered: false,
  filterCount: 0,
  setPage: () => undefined,
  setSort: () => undefined,
  setFilter: () => undefined,
  setWord: () => undefined,
  clear: () => undefined,
  clearFilters: () => undefined,
}
const table = (
  query: Partial<TableQuery<Row>>,
  state: Partial<typeof list> = {},
  bar: Pick<Parameters<typeof DataTable<Row>>[0], 'filter' | 'filterCount' | 'search' | 'exportName'> = {},
) =>
  html(
    <DataTable<Row>
      label="Groups"
      columns={[{ key: 'title', title: 'Title', sort: true }]}
      query={{ data: undefined, error: null, refetch: () => undefined, ...query }}
      list={{ ...list, ...state }}
      keyOf={(row) => row.id}
      to={(row) => `/group/${row.id}`}
      empty={<EmptyState>No groups yet.</EmptyState>}
      {...bar}
    />,
  )

it('a list counts the filters that are set, a span once and the typed text not', () => {
  const Count = () => useList({ state: '', scope: 'all', from: '', to: '' }).filterCount
  const count = (search: Record<string, string>) =>
    html(
      <PlaceContext.Provider value={{ ...nowhere, search }}>
        <Count />
      </PlaceContext.Provider>,
    )
  expect(count({ word: 'pump', scope: 'all' })).toBe('0')
  expect(count({ state: 'offline', from: '1', to: '2' })).toBe('2')
  expect(count({ to: '2' })).toBe('1')
})

describe('a table', () => {
  const rows = Array.from({ length: 12 }, (_, index) => ({ id: index + 1, title: `Group ${index + 1}` }))

  it('pages rows it has in full', () => {
    const text = table({ data: rows })
    expect(text).toContain('1–10 of 12')
    expect(text).toContain('href="/group/10"')
    expect(text).not.toContain('Group 11')
  })

  it('shows a page of the platform’s as it is', () => {
    expect(table({ data: { total: 128, rows: rows.slice(0, 2) } }, { pageNo: 3 })).toContain('21–30 of 128')
  })

  it('shows its layout while loading, the fault when it failed', () => {
    expect(table({})).toContain('row-skeleton')
    const failed = table({ error: new ApiError(90005, 'The database is down') })
    expect(failed).toContain('The database is down')
    expect(failed).not.toContain('<table')
  })

  it('keeps old rows when reading them again failed', () => {
    expect(table({ data: rows, error: new ApiError(90005, 'x') })).toContain('Group 1')
  })

  it('tells an empty list from one that nothing matches', () => {
    expect(table({ data: [] })).toContain('No groups yet.')
    const filtered = table({ data: rows }, { word: 'zzz', filtered: true })
    expect(filtered).toContain('Nothing matches')
    expect(filtered).not.toContain('No groups yet.')
  })

  it('has on a phone the filter box and one button for its filters, with their number', () => {
    const bar = { filter: <i>All states</i>, filterCount: 2, search: 'Name', exportName: 'groups' }
    const at = (isPhone: boolean) => {
      vi.stubGlobal('matchMedia', () => ({ matches: isPhone }))
      return table({ data: rows }, {}, bar)
    }
    expect(at(false)).toMatch(/All states.*Export CSV/)
    expect(at(true)).toContain('Filters · 2')
    expect(at(true)).toContain('placeholder="Name"')
    expect(at(true)).not.toMatch(/All states|Export CSV/)
  })

  it('marks a cell without a value, which a phone omits', () => {
    const columns = [
      { key: 'title', title: 'Title' },
      { key: 'note', title: 'Note' },
    ]
    const noted = html(
      <DataTable<Row & { note: string | null }>
        label="Groups"
        columns={columns}
        query={{
          data: [
            { id: 1, title: 'A', note: null },
            { id: 2, title: 'B', note: 'b' },
          ],
          error: null,
          refetch: () => undefined,
        }}
        list={list}
        keyOf={({ id }) => id}
        empty={null}
      />,
    )
    expect(noted.match(/<td class="phone-note[^"]*">[^<]*/g)).toEqual([
      '<td class="phone-note cell-blank">—',
      '<td class="phone-note">b',
    ])
  })

  it('has a checkbox for all rows in its head', () => {
    const head = (chosen: number) =>
      html(<HeadPick label="Select all" chosen={chosen} count={2} onAll={() => undefined} />)
    expect(plain(<HeadPick label="Select all" chosen={0} count={2} onAll={() => undefined} />)).toBe('Select all')
    expect([head(0), head(2)].map((each) => each.includes('checked=""'))).toEqual([false, true])
    const columns = [
      { key: 'pick', title: '', head: <HeadPick label="All" chosen={0} count={0} onAll={() => undefined} /> },
    ]
    const shown = html(
      <DataTable<Row>
        {...{ label: 'Groups', columns, list, query: { data: [], error: null, refetch: () => undefined } }}
        keyOf={(row) => row.id}
        empty={null}
      />,
    )
    expect(shown).toMatch(/<th[^>]*><label class="head-pick"><input[^>]*disabled=""/)
    expect(shown).not.toContain('phone-hide')
    const hidden = columns.map((column) => ({ ...column, phone: 'hide' as const }))
    const query = { data: [], error: null, refetch: () => undefined }
    const phone = html(
      <DataTable<Row> {...{ label: 'Groups', list, query }} columns={hidden} keyOf={(row) => row.id} empty={null} />,
    )
    expect(phone).toMatch(/<th[^>]*class="phone-hide"[^>]*><label class="head-pick">/)
  })

  it('tells how it is sorted', () => {
    expect(table({ data: rows }, { sort: { by: 'title', down: true } })).toContain('aria-sort="descending"')
  })
})

it('a pager beyond the end leads back', () => {
  const text = plain(<Pager pageNo={9} pageSize={10} total={12} onPage={() => undefined} />)
  expect(text).toContain('11–12 of 12')
  const long = plain(<Pager pageNo={2} pageSize={10} total={259_056} onPage={() => undefined} />)
  expect(long).toContain('11–20 of 259,056')
  expect(long).toContain('25,906')
  expect(plain(<Pager pageNo={1} pageSize={10} total={1} onPage={() => undefined} />)).toBe('1 row')
})

it('a pager offers a page by its number where not every page has a button', () => {
  const of = (total: number) => html(<Pager pageNo={2} pageSize={10} total={total} onPage={() => undefined} />)
  expect(of(259_056)).toContain('Go to page')
  expect(of(40)).not.toContain('Go to page')
})

it('status slots are in their order, are updated in place and can be emptied', () => {
  const clear = showStatus({ id: 'b', side: 'left', order: 2, label: 'B', value: '1' })
  showStatus({ id: 'a', side: 'left', order: 1, label: 'A', value: '1' })
  showStatus({ id: 'b', side: 'left', order: 2, label: 'B', value: '2' })
  expect(statusSlots.get().map(({ id, value }) => `${id}${value}`)).toEqual(['a1', 'b2'])
  clear()
  clearStatus('a')
  expect(statusSlots.get()).toEqual([])
})

describe('a loading place', () => {
  afterEach(() => link.set({ state: 'up', since: null, returns: 0 }))

  it('shows why it does not load while there is no connection, in a drawer over the banner too', () => {
    expect(plain(<Skeleton />)).toBe('')
    link.set({ state: 'noPlatform', since: 1, returns: 0 })
    expect(plain(<Skeleton />)).toBe('No connection. This loads automatically when it is back.')
  })
})

describe('the match of two sides', () => {
  afterEach(() => link.set({ state: 'up', since: null, returns: 0 }))
  const Both = ({ of }: { of: Match }) => <MatchMark of={useMatch(of)}>Pump station</MatchMark>

  it('is unknown while there is no connection, and known again afterwards', () => {
    for (const of of ['match', 'mismatch'] as const) {
      expect(html(<Both of={of} />)).toContain(`match-${of}`)
      link.set({ state: 'noPlatform', since: 1, returns: 0 })
      expect(html(<Both of={of} />)).toContain('match-unknown')
      link.set({ state: 'up', since: null, returns: 1 })
    }
  })
})
