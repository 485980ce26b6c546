// Filters the variables of a device by words. Pure.
import type { LiveSignal } from './contract.ts'

export type { SignalGroup } from './rules.ts'

/** Variables that contain every word in title, name, address or group. */
export function foundSignals<S extends Pick<LiveSignal, 'title' | 'name' | 'address' | 'group'>>(
  signals: readonly S[],
  words: string,
): readonly S[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return signals
  return signals.filter(({ title, name, address, group }) => {
    const text = `${title}\n${name}\n${address}\n${group ?? ''}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

/** Variables for a list: internal ones only for users who may edit devices. */
export const listedSignals = <S extends Pick<LiveSignal, 'internal'>>(
  signals: readonly S[],
  mayEdit: boolean,
): readonly S[] =>
  mayEdit || !signals.some(({ internal }) => internal) ? signals : signals.filter((each) => !each.internal)

/** The anchor of a group on the page. */
export const groupAnchor = (name: string): string => `group-${encodeURIComponent(name)}`
/** The anchor of a variable's row. */
export const rowAnchor = (id: number): string => `variable-${id}`
