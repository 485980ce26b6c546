// Handles the passwords and files of a driver's form: a new one is sealed and replaced by a number; a stored one is
// kept, but only for the connection that it was entered for.
import { fail, type Language } from '../contract/errors.ts'
import { aboutOf } from './abouts.ts'
import type { Words } from './driver.ts'
import { isReference, isTyped, secretKeys } from './secret.ts'

type Draft = { type: string; params: Record<string, unknown> }

const elsewhere: Words = {
  en: 'it was entered for another address or user: enter it again',
  'zh-cn': '地址或用户名已修改，请重新输入',
}

/** The secrets among a driver's parameters, by key. */
const secretsOf = ({ type, params }: Draft): [key: string, value: unknown][] => {
  const about = aboutOf(type)
  return about ? secretKeys(about).map((key) => [key, params[key]]) : []
}

/** The connection that a secret is entered for. */
export function placeOf({ type, params }: Draft): string {
  const about = aboutOf(type)
  const parsed = about?.params.safeParse(params)
  return about && parsed?.success ? about.connectionKey(parsed.data) : ''
}

/**
 * Replaces each new secret by the number that `keep` returns. Throws 10001 for a stored secret that belongs to another
 * connection.
 */
export async function withNumbers<D extends Draft>(
  driver: D,
  known: ReadonlyMap<number, string>,
  language: Language,
  keep: (text: string, place: string) => Promise<object>,
): Promise<D> {
  const place = placeOf(driver)
  const changed: Draft['params'] = {}
  for (const [key, value] of secretsOf(driver)) {
    if (isReference(value) && known.get(value.secret) !== place) {
      const reason = elsewhere[language]
      throw fail('badParameter', { field: key, reason }, { field: `params.${key}`, reason })
    }
    if (isTyped(value)) changed[key] = { ...(await keep(value.text, place)), ...(value.name && { name: value.name }) }
  }
  return { ...driver, params: { ...driver.params, ...changed } }
}
