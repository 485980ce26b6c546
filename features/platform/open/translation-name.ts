// Names entered by users, in the language of the viewer. Translations are loaded after login and renewed from time to
// time; an untranslated name is shown as entered. Not for fields that edit a name.
import { useCallback, useMemo } from 'react'
import { ApiError, call } from '../../../contract/call.ts'
import { language, useLanguage } from '../../../ui/language.ts'
import { mayI, watchMe, whoAmI } from '../../../ui/me.ts'
import { createStore, useStore } from '../../../ui/store.ts'
import { setLabelTranslation } from '../../../ui/value-words.ts'
import { loadTranslations } from '../translation/contract.ts'
import { type Dictionary, dictionaryOf, shownFilled, translate } from '../translation/rules.ts'

const renewMs = 600_000
const retryMs = 15_000

type Known = { userId: number; version: string | undefined; dictionary: Dictionary }
const nobody: Known = { userId: 0, version: undefined, dictionary: new Map() }
const known = createStore<Known>(nobody)
let timer: ReturnType<typeof setTimeout> | undefined

/** Loads translations that are newer than the loaded ones. */
export async function renewNames(): Promise<void> {
  clearTimeout(timer)
  const userId = whoAmI()?.userId
  if (userId === undefined || !mayI('monitor:view')) return known.set(nobody)
  // Translations of the previous user's company must not remain.
  if (known.get().userId !== userId) known.set({ ...nobody, userId })
  let nextMs = renewMs
  try {
    const { version: mine } = known.get()
    const { version, entries } = await call(loadTranslations, mine === undefined ? {} : { version: mine })
    if (entries && whoAmI()?.userId === userId) known.set({ userId, version, dictionary: dictionaryOf(entries) })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    nextMs = retryMs
  }
  timer = setTimeout(() => void renewNames(), nextMs)
}

let isWatching = false

/** Starts with the first name that is shown: a page without names loads no translations. */
function watch(): void {
  if (isWatching || globalThis.window === undefined) return
  isWatching = true
  setLabelTranslation(nameOf)
  watchMe(() => void renewNames())
  void renewNames()
}

/** Returns the translation of names: `const name = useName(); name(device.name)`. Follows changes of the language. */
export function useName(): (source: string) => string {
  watch()
  const now = useLanguage()
  const { dictionary } = useStore(known)
  return useCallback((source: string) => translate(dictionary, now, source), [dictionary, now])
}

/**
 * Returns the translation of texts with inserted values, such as the text of an alarm. Follows changes of the language.
 */
export function useFilled(): (text: string) => string {
  watch()
  const now = useLanguage()
  const { dictionary } = useStore(known)
  return useCallback((text: string) => shownFilled(dictionary, now, text), [dictionary, now])
}

/** Rows with these fields translated, for screens that do not edit them. */
export function useNamed<Row extends object>(
  rows: readonly Row[] | undefined,
  ...fields: (keyof Row)[]
): readonly Row[] | undefined {
  const name = useName()
  const key = fields.join()
  return useMemo(() => rows?.map((row) => named(row, key.split(',') as (keyof Row)[], name)), [rows, key, name])
}

function named<Row extends object>(row: Row, fields: readonly (keyof Row)[], name: (source: string) => string): Row {
  const shownFields = fields.map((field) => {
    const value = row[field]
    return [field, typeof value === 'string' ? name(value) : value]
  })
  return { ...row, ...Object.fromEntries(shownFields) }
}

/** The translation of a name, for use outside of React, in results of the search. */
export function nameOf(source: string): string {
  watch()
  return translate(known.get().dictionary, language(), source)
}
