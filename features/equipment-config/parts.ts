// The parts of a configuration with what each keeps in tables. One more part is one more line here, in ./rules and in
// ./part-view.
import { replaceDrivers } from '../device-driver/current-store.ts'
import { replaceReports } from '../device-report/current-store.ts'
import { replaceSignals } from '../device-signal/current-store.ts'
import { type AnyPart, configParts } from './rules.ts'
import type { Replace } from './store.ts'

export type StoredPart = AnyPart & { replace?: Replace }

const replaces: { [key: string]: Replace } = {
  drivers: replaceDrivers,
  signals: replaceSignals,
  reports: replaceReports,
}

export const storedParts: readonly StoredPart[] = configParts.map((part) => {
  const replace = replaces[part.key]
  return replace ? { ...part, replace } : part
})
