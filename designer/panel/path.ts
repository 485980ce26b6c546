// Reads and writes one value of a stored widget by its path: `style.fontSize`, `items.2.text`. Other values, known or
// not, are unchanged. Pure.

type Json = Record<string, unknown>
const isHolder = (value: unknown): value is Json => typeof value === 'object' && value !== null
const isPlace = (key: string): boolean => /^\d{1,6}$/.test(key)

/** The stored value; undefined if the path does not exist. */
export function read(from: unknown, path: string): unknown {
  let now: unknown = from
  for (const key of path.split('.')) {
    if (!isHolder(now) || !Object.hasOwn(now, key)) return undefined
    now = now[key]
  }
  return now
}

/** A copy with the value; missing parents are created: a list if the key is an index, otherwise an object. */
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
