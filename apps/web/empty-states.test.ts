// Tests that each list distinguishes why it is empty: no entries yet, all hidden by a filter, not allowed, deleted.
// Reads the sources, so that new lists are covered.
import { expect, it } from 'vitest'

const sources = import.meta.glob<string>(['../../features/**/*.tsx', '../../ui/*.tsx', '!../../**/*.test.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

/** Functions at the top of a file, each with its name. */
const functionsIn = (source: string): [name: string, body: string][] =>
  source.split(/^(?=(?:export )?(?:default )?function )/m).flatMap((body): [string, string][] => {
    const name = /^(?:export )?(?:default )?function (\w+)/.exec(body)?.[1]
    return name ? [[name, body]] : []
  })

const functions = Object.entries(sources).flatMap(([file, source]) =>
  functionsIn(source).map(([name, body]) => [`${file.replace('../../', '')} ${name}`, body] as const),
)

/** The expression of a property: `filter={…}`. */
function propertyOf(body: string, property: string): string | undefined {
  const start = body.search(new RegExp(`\\s${property}=\\{`))
  if (start < 0) return undefined
  const from = start + property.length + 3
  let depth = 1
  for (let at = from; at < body.length; at += 1) {
    depth += body[at] === '{' ? 1 : body[at] === '}' ? -1 : 0
    if (depth === 0) return body.slice(from, at)
  }
  return undefined
}

/** Empty states of a text, each with its properties and its words; those of a list with a drawer are in its `empty`. */
function emptyStates(body: string): [properties: string, words: string][] {
  const tags = [...body.matchAll(/<EmptyState\b((?:[^>]|=>|<[^>]*>)*?)>\s*([^<]*)</g)]
  const ofRooms = body
    .split(/(?=<ListRoom\b)/)
    .slice(1)
    .map((room) => propertyOf(room, 'empty') ?? '')
  return [
    ...tags.map(([, tag, words]): [string, string] => [tag!, words!]),
    ...ofRooms.map((empty): [string, string] => [empty, /\babout: (.*)/s.exec(empty)?.[1] ?? '']),
  ]
}

const tellsFilter = (body: string) => /<NoMatch\b|kind="filteredOut"/.test(body)
const searches = (body: string) => /<(FilterBox|Input\.Search)\b|placeholder=\{t\('\w*[sS]earch'\)\}/.test(body)

const isTable = (body: string) => /<(DataTable|ListRoom)\b/.test(body)
const shown = functions.filter(([, body]) => /<(EmptyState|ListRoom)\b/.test(body))

it('the sources are found', () => {
  expect(shown.length).toBeGreaterThan(80)
  expect(shown.flatMap(([, body]) => emptyStates(body)).length).toBeGreaterThan(100)
})

it('a list with a search box of its own says when the search leaves nothing', () => {
  const wrong = shown.filter(([, body]) => searches(body) && !isTable(body) && !tellsFilter(body))
  expect(wrong.map(([name]) => name)).toEqual([])
})

it('a table whose filter is not a part of its list says when the filter leaves nothing', () => {
  const wrong = shown.filter(([, body]) => {
    const filter = isTable(body) ? propertyOf(body, 'filter') : undefined
    return filter?.includes('onChange') && !/list\.setFilter|list=\{list\}/.test(filter) && !tellsFilter(body)
  })
  expect(wrong.map(([name]) => name)).toEqual([])
})

it('a deleted or forbidden object is not shown as a place without anything yet', () => {
  const wrong = shown.flatMap(([name, body]) =>
    emptyStates(body)
      .filter(
        ([tag, words]) => /gone|unknown|noPermission|noAlarmAccess|otherProject/.test(words) && !/kind=/.test(tag),
      )
      .map(([, words]) => `${name}: ${words.trim()}`),
  )
  expect(wrong).toEqual([])
})

it('after a filter, and for a deleted object, there is a next step', () => {
  const wrong = shown.flatMap(([name, body]) =>
    emptyStates(body)
      .filter(([tag]) => /kind="(filteredOut|goneAway)"/.test(tag) && !/act=/.test(tag))
      .map(([, words]) => `${name}: ${words.trim()}`),
  )
  expect(wrong).toEqual([])
})

/** Lists of objects in the data range of an account: an account with a narrow range may see none although some exist. */
const rangedLists = [
  ...['queryEquipments', 'queryGateways', 'queryGroups', 'queryMonitored', 'queryAllForMap', 'queryMonitorGroups'],
  ...['queryProjects', 'queryProjectEquips', 'queryFollowers', 'queryFleetJobs', 'queryAlarms', 'queryDeliveries'],
  ...['queryDepartments', 'queryRegistrations', 'queryProjectsByUser', 'queryProjectOperations', 'queryInvitations'],
] as const
/** Sentences that are true for every account, each with the reason. */
const trueForAll: Readonly<Record<string, string>> = {
  'features/project/project/page-operations.tsx operationsAbout': 'says what appears in the place',
  'features/people/invitation/page-invitations.tsx about': 'says what an invitation is',
  'features/gateway/registry/part-unclaimed.tsx unclaimedNone': 'gateways without a company are in no range',
  'features/project/monitor/page-list.tsx showAll': 'about the devices that the user follows',
}

/** A list that another file reads and passes on. */
const passedOn = ['features/people/account/account-list.tsx', 'features/watch/alarm/alarm-table.tsx']

it('a list of objects in a data range does not say that there are none to an account that sees a part', () => {
  const lists = Object.entries(sources)
    .map(([file, source]) => [file.replace('../../', ''), source] as const)
    .filter(
      ([file, source]) =>
        passedOn.includes(file) || (isTable(source) && rangedLists.some((list) => source.includes(`queryOf(${list},`))),
    )
  const plain = lists.flatMap(([file, source]) =>
    emptyStates(source)
      .filter(([tag, words]) => {
        const keys = [...words.matchAll(/'(\w+)'/g)].map(([, key]) => key!)
        return !/kind=|isRanged/.test(tag) && !keys.some((key) => Object.hasOwn(trueForAll, `${file} ${key}`))
      })
      .map(([, words]) => `${file}: ${words.trim()}`),
  )
  expect(lists.length).toBeGreaterThan(12)
  expect(plain).toEqual([])
})
