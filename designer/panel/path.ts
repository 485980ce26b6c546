// Reads and writes one place of a stored widget by its path: `style.fontSize`, `items.2.text`. What stands beside it, known
// or not, stays as it is. Pure.

type Json = Record<string, unknown>
const isHolder = (value: unknown): value is Json => typeof value === 'object' && value !== null
const isPlace = (key: string): boolean => /^\d{1,6}$/.test(key)

/** What is stored there; nothing where the path leads nowhere. */
export function read(from: unknown, path: string): unknown {
  let now: unknown = from
  for (const key of path.split('.')) {
    if (!isHolder(now) || !Object.hasOwn(now, key)) return undefined
    now = now[key]
  }
  return now
}

/** A copy with the value there; what is missing on the way is made: a list where the key is a place, else an object. */
export function write<T>(into: T, path: string, value: unknown): T {
  return written(into, path.split('.'), value) as T
}

function written(into: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(into) || (!isHolder(into) && isPlace(key))) {
    const list: unknown[] = Array.isArray(into) ? [...into] : []
    if (isPlace(key) && Number(key) <= list.length) list[Number(key)] = written(list[Number(key)], rest, value)
    return list
  }
  const holder = isHolder(into) ? into : {}
  return { ...holder, [key]: written(Object.hasOwn(holder, key) ? holder[key] : undefined, rest, value) }
}
