// Matches the variables of one device with those of another. Pure; symmetric, independent of the order of the lists,
// and one to one. Unclear matches become questions, never guesses.

export type Variable = {
  id: number
  name: string
  title: string
  address: string
  dataType: string
  unit: string | null
  access: 'r' | 'w' | 'rw'
  /** The scaling as text; empty: the raw value is the value. */
  scaling: string
}

type Reason = 'name' | 'titleAndAddress' | 'title' | 'sound' | 'address' | 'similar'
type Confidence = 'sure' | 'likely' | 'weak'
export type Question = 'none' | 'several' | 'weak' | 'dataType' | 'unit' | 'access' | 'scaling'

export type Proposal = {
  from: number
  to: number | null
  reason: Reason | null
  confidence: Confidence | null
  questions: Question[]
  /** Other candidates, the likeliest first. */
  others: number[]
}

/** The normalised text for comparison: without case, width, spaces and punctuation. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const confidences: Record<Reason, Confidence> = {
  ...{ name: 'sure', titleAndAddress: 'sure', title: 'likely', sound: 'likely', address: 'weak', similar: 'weak' },
}

/** Maximum number of other candidates. */
const mostOthers = 5

/** One way to match variables: the keys that must be equal; empty texts give no key. */
type Way = { reason: Reason; keysOf: (of: Heard) => string[] }
type Heard = { variable: Variable; name: string; title: string; sounds: string[] }

const joined = (...parts: string[]): string[] => (parts.some((part) => part === '') ? [] : [parts.join('\n')])

/** The ways to match variables, the most reliable first. */
const ways: readonly Way[] = [
  { reason: 'name', keysOf: ({ name }) => joined(name) },
  { reason: 'titleAndAddress', keysOf: ({ title, variable }) => joined(title, variable.address.trim().toLowerCase()) },
  { reason: 'title', keysOf: ({ title }) => joined(title) },
  { reason: 'sound', keysOf: ({ sounds }) => sounds },
  {
    reason: 'address',
    keysOf: ({ variable: { address, dataType, unit } }) =>
      address.trim() === '' ? [] : [`${address.trim().toLowerCase()}\n${dataType}\n${unit ?? ''}`],
  },
]

type Found = { reason: Reason; to: number } | { others: number[] }

/** Proposes a partner for each variable. `soundOf` returns the pronunciation: jinshuiliuliang for 进水流量. */
export function proposals(
  from: readonly Variable[],
  to: readonly Variable[],
  soundOf: (text: string) => string = () => '',
): Proposal[] {
  const heard = (variable: Variable): Heard => {
    const [name, title] = [plain(variable.name), plain(variable.title)]
    const sounds = [...new Set([plain(soundOf(variable.title)), name])].filter((sound) => sound !== '')
    return { variable, name, title, sounds }
  }
  let [left, right] = [from.map(heard), to.map(heard)]
  const found = new Map<number, Found>()
  for (const { reason, keysOf } of ways) {
    const { pairs, unclear, taken } = alike(left, right, keysOf)
    for (const [a, b] of pairs) found.set(a, { reason, to: b })
    for (const [a, others] of unclear) found.set(a, { others })
    left = left.filter(({ variable }) => !taken.left.has(variable.id))
    right = right.filter(({ variable }) => !taken.right.has(variable.id))
  }
  for (const [a, result] of similar(left, right)) found.set(a, result)
  const byId = new Map(to.map((variable) => [variable.id, variable]))
  return from.map((variable) => proposalOf(variable, found.get(variable.id), byId))
}

function proposalOf(variable: Variable, found: Found | undefined, byId: ReadonlyMap<number, Variable>): Proposal {
  const { id } = variable
  const open = { from: id, to: null, reason: null, confidence: null }
  if (!found) return { ...open, questions: ['none'], others: [] }
  if (!('to' in found)) {
    const others = found.others.slice(0, mostOthers)
    return { ...open, questions: ['several'], others }
  }
  const confidence = confidences[found.reason]
  const questions: Question[] = confidence === 'weak' ? ['weak'] : []
  questions.push(...differencesOf(variable, byId.get(found.to)!))
  return { from: id, to: found.to, reason: found.reason, confidence, questions, others: [] }
}

/** The questions for the user if a variable is replaced by another: the properties in which the two differ. */
export function differencesOf(was: Variable, is: Variable): Question[] {
  const can = (way: 'r' | 'w') => was.access.includes(way) && !is.access.includes(way)
  return [
    ...(was.dataType === is.dataType ? [] : ['dataType' as const]),
    ...((was.unit ?? '').trim() === (is.unit ?? '').trim() ? [] : ['unit' as const]),
    ...(can('r') || can('w') ? ['access' as const] : []),
    ...(was.scaling === is.scaling ? [] : ['scaling' as const]),
  ]
}

type Group = { left: Set<number>; right: Set<number> }

/** Groups of variables that share a key with a variable of the other side. */
function groupsBy(left: readonly Heard[], right: readonly Heard[], keysOf: Way['keysOf']): Group[] {
  const groups = new Map<string, Group>()
  for (const [side, all] of [
    ['left', left],
    ['right', right],
  ] as const)
    for (const each of all)
      for (const key of keysOf(each)) {
        const group = groups.get(key) ?? { left: new Set(), right: new Set() }
        groups.set(key, group)
        group[side].add(each.variable.id)
      }
  return [...groups.values()].filter((group) => group.left.size > 0 && group.right.size > 0)
}

/**
 * Pairs variables whose key no other variable on either side has. If several share a key, none of them is proposed by a
 * less reliable way.
 */
function alike(left: readonly Heard[], right: readonly Heard[], keysOf: Way['keysOf']) {
  const [partners, claims] = [new Map<number, Set<number>>(), new Map<number, Set<number>>()]
  const taken = { left: new Set<number>(), right: new Set<number>() }
  const unclear: [number, number[]][] = []
  // A variable may have several keys, which must lead to the same partner.
  for (const group of groupsBy(left, right, keysOf)) {
    for (const a of group.left) taken.left.add(a)
    for (const b of group.right) taken.right.add(b)
    if (group.left.size * group.right.size > mostShared) {
      const some = inOrder(group.right).slice(0, mostOthers)
      for (const a of group.left) unclear.push([a, some])
    } else link(group, partners, claims)
  }
  const pairs: [number, number][] = []
  for (const [a, others] of partners) {
    const [b = 0] = others
    if (others.size === 1 && claims.get(b)?.size === 1) pairs.push([a, b])
    else unclear.push([a, inOrder(others)])
  }
  return { pairs, unclear, taken }
}

function link({ left, right }: Group, partners: Map<number, Set<number>>, claims: Map<number, Set<number>>): void {
  for (const a of left)
    for (const b of right) {
      partners.set(a, (partners.get(a) ?? new Set()).add(b))
      claims.set(b, (claims.get(b) ?? new Set()).add(a))
    }
}

/** Groups with more pairs than this are not examined pair by pair. */
const mostShared = 400
const inOrder = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b)

/** Minimum similarity of a proposal. */
const leastAlike = 0.6
/** Letter pairs that more variables than this share are ignored: they are not significant, and slow. */
const mostHaving = 64

/** Matches by letters of titles and names, only among variables with the same numbers: pump 1 does not match pump 2. */
function similar(left: readonly Heard[], right: readonly Heard[]): [number, Found][] {
  const [ours, theirs] = [left.map(lettersOf), right.map(lettersOf)]
  const [mine, index] = [having(ours), having(theirs)]
  const isTelling = (gram: string) =>
    (mine.get(gram)?.length ?? 0) <= mostHaving && (index.get(gram)?.length ?? 0) <= mostHaving
  const scores = ours.map((one) => {
    const shared = new Map<number, number>()
    for (const gram of one.grams)
      if (isTelling(gram)) for (const at of index.get(gram) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
    return [...shared.keys()]
      .map((at) => ({ at, score: dice(one.grams, theirs[at]!.grams) }))
      .filter(({ score }) => score >= leastAlike)
  })
  const bestOf = scores.map((all) => topOf(all.map(({ at, score }) => ({ id: at, score }))))
  const claims = theirs.map((): { id: number; score: number }[] => [])
  for (const [i, all] of scores.entries()) for (const { at, score } of all) claims[at]!.push({ id: i, score })
  const bestFor = claims.map(topOf)
  return bestOf.flatMap((best, i): [number, Found][] => {
    const [first] = best
    if (first === undefined) return []
    const isMutual = best.length === 1 && bestFor[first]!.length === 1 && bestFor[first]![0] === i
    const found: Found = isMutual
      ? { reason: 'similar', to: theirs[first]!.id }
      : { others: inOrder(best.map((at) => theirs[at]!.id)) }
    return [[ours[i]!.id, found]]
  })
}

type Letters = { id: number; grams: Set<string> }

/** Letter pairs, each combined with the numbers of the whole text. */
function lettersOf({ variable, name, title }: Heard): Letters {
  const digits = (title.match(/\p{N}+/gu) ?? name.match(/\p{N}+/gu) ?? []).join('.')
  const grams = new Set<string>()
  for (const text of [title, name])
    for (let at = 0; at + 1 < text.length; at += 1) grams.add(`${digits} ${text.slice(at, at + 2)}`)
  return { id: variable.id, grams }
}

function having(all: readonly Letters[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const [at, { grams }] of all.entries())
    for (const gram of grams) {
      const known = found.get(gram)
      if (known) known.push(at)
      else found.set(gram, [at])
    }
  return found
}

function dice(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0
  for (const gram of a) if (b.has(gram)) both += 1
  return (2 * both) / (a.size + b.size)
}

/** Ids of all entries with the highest score. */
function topOf(all: readonly { id: number; score: number }[]): number[] {
  const best = Math.max(...all.map(({ score }) => score), 0)
  return all.filter(({ score }) => score === best).map(({ id }) => id)
}
