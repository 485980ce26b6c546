// The secrets that a configuration or a command brought sealed for this gateway.
import { openSealed, type Recipient } from '../../contract/sealed.ts'

/** By their numbers; none where nothing was sealed, or for another. */
export type OpenSealed = (sealed: string | undefined) => ReadonlyMap<number, string>

export const createUnseal =
  (own: Recipient): OpenSealed =>
  (sealed) =>
    (sealed === undefined ? undefined : openSealed(own, sealed)) ?? new Map()
