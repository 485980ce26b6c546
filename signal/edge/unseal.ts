// Opens the secrets of a configuration or a command, sealed for this gateway.
import { openSealed, type Recipient } from '../../contract/sealed.ts'

/** The secrets by number; empty if nothing was sealed, or the seal is for another gateway. */
export type OpenSealed = (sealed: string | undefined) => ReadonlyMap<number, string>

export const createUnseal =
  (own: Recipient): OpenSealed =>
  (sealed) =>
    (sealed === undefined ? undefined : openSealed(own, sealed)) ?? new Map()
