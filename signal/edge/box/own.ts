// The gateway's own settings, which are separate from the configuration of its device: saved to disk before they take
// effect.
import { z } from 'zod'
import { BoundMapping, BoundTamper, NamedVariable, Northbound } from '../../../contract/box.ts'
import { limits } from '../../../contract/limits.ts'
import { readIfThere, replaceFile } from '../file.ts'
import { createTurn } from '../in-turn.ts'

/** A secret sealed for this gateway, and its number there. */
const Kept = z.object({ number: z.number().int(), sealed: z.string().max(limits.sealedLength) })
export type KeptSecret = z.output<typeof Kept>

/** The customer's MQTT server: settings, variables, certificates and secrets. */
export const OwnMqtt = z.object({
  settings: Northbound,
  variables: z.array(NamedVariable).max(limits.mqttVariables),
  ca: z.string().optional(),
  certificate: z.string().optional(),
  password: Kept.optional(),
  key: Kept.optional(),
})
export type OwnMqtt = z.output<typeof OwnMqtt>

const Own = z.object({
  mqtt: OwnMqtt.nullable().catch(null),
  tamper: BoundTamper.nullable().catch(null),
  mappings: z.array(BoundMapping).max(limits.mappings).catch([]),
  /** How long the platform has been away, over all restarts. */
  offlineMs: z.number().min(0).catch(0),
  traffic: z.object({ sent: z.number(), received: z.number(), sinceAt: z.number() }).nullable().catch(null),
})
export type Own = z.output<typeof Own>

export type OwnSettings = {
  get(): Own
  /** Resolves when the settings are on disk; rejects on a disk fault, with nothing changed. */
  change(part: Partial<Own>): Promise<void>
}

const nothing: Own = { mqtt: null, tamper: null, mappings: [], offlineMs: 0, traffic: null }

/** Loads the settings; unreadable ones are logged and replaced by the defaults. */
export async function openOwn(path: string, log: (message: string) => void): Promise<OwnSettings> {
  let own = await load(path, log)
  const inTurn = createTurn()
  return {
    get: () => own,
    change: (part) =>
      inTurn(async () => {
        const next = { ...own, ...part }
        await replaceFile(path, JSON.stringify(next))
        own = next
      }),
  }
}

async function load(path: string, log: (message: string) => void): Promise<Own> {
  const text = await readIfThere(path)
  if (text === undefined) return nothing
  try {
    return Own.parse(JSON.parse(text))
  } catch (error) {
    log(`the gateway's own settings cannot be read and are as at first: ${String(error)}`)
    return nothing
  }
}
