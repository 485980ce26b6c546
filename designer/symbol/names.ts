// Names of variables that belong together: `pump1Running` and `pump1Tripped` are `Running` and `Tripped` of `pump1`.
// Pure.

const isLetter = (sign: string): boolean => /[A-Za-z]/.test(sign)
const isDigit = (sign: string): boolean => /\d/.test(sign)
const isCapital = (sign: string): boolean => /[A-Z]/.test(sign)

/** Whether a word may start at a position of a name. */
function isBorder(name: string, at: number): boolean {
  const [before, after] = [name[at - 1], name[at]]
  if (before === undefined || after === undefined) return true
  const plain = (sign: string) => isLetter(sign) || isDigit(sign)
  if (!plain(before) || !plain(after)) return true
  if (isDigit(before) !== isDigit(after)) return isDigit(before)
  return isCapital(after) && !isCapital(before)
}

const trimmed = (text: string): string => text.replace(/^[\s_.\-/:·]+|[\s_.\-/:·]+$/g, '')

/** The common start of all names, up to a word boundary; empty for a single name. */
export function commonStart(names: readonly string[]): string {
  const [first = ''] = names
  if (names.length < 2) return ''
  let end = 0
  while (end < first.length && names.every((name) => name[end] === first[end])) end += 1
  while (end > 0 && !names.every((name) => isBorder(name, end) && trimmed(name.slice(end)) !== '')) end -= 1
  return first.slice(0, end)
}

/** The names without their common beginning. */
export function ownParts(names: readonly string[]): string[] {
  const { length } = commonStart(names)
  return names.map((name) => trimmed(name.slice(length)))
}

/**
 * The part of a name before an ending: `pump1` in `pump1Running` for `running`; undefined if the name has another
 * ending.
 */
function startBefore(name: string, end: string): string | undefined {
  if (end === '' || !name.toLowerCase().endsWith(end.toLowerCase())) return undefined
  const at = name.length - end.length
  return isBorder(name, at) ? trimmed(name.slice(0, at)) : undefined
}

type Wanted = { key: string; name: string; title: string }
type Known = { name: string; title: string }
/** Variables of a device that together fit a drawing; `start` is empty if the complete names match. */
export type Matched<V> = { start: string; variables: ReadonlyMap<string, V> }

/**
 * The sets of a device's variables that fit a drawing, the fullest first, then in the device's order: matched by the
 * ends of names, or of titles if those match more.
 */
export function matchedSets<V extends Known>(wanted: readonly Wanted[], variables: readonly V[]): Matched<V>[] {
  const by = (key: 'name' | 'title') => setsBy(wanted, variables, key)
  const [names, titles] = [by('name'), by('title')]
  const most = (sets: readonly Matched<V>[]) => sets[0]?.variables.size ?? 0
  return most(titles) > most(names) ? titles : names
}

function setsBy<V extends Known>(wanted: readonly Wanted[], variables: readonly V[], by: keyof Known): Matched<V>[] {
  const sets = new Map<string, Map<string, V>>()
  for (const variable of variables)
    for (const each of wanted) {
      const start = startBefore(variable[by], each[by])
      if (start === undefined) continue
      const set = sets.get(start) ?? new Map<string, V>()
      if (!set.has(each.key)) set.set(each.key, variable)
      sets.set(start, set)
    }
  return [...sets]
    .map(([start, found]) => ({ start, variables: found }))
    .sort((a, b) => b.variables.size - a.variables.size)
}
