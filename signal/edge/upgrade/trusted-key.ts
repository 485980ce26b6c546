// The key whose firmware this gateway installs (decision 50): the one of the settings, else the first one that the
// platform offers. Another key replaces it only if the keys before endorsed it.
import { z } from 'zod'
import { PublicKey, type SignedUpgrade, type Upgrade } from '../../../contract/box.ts'
import { signerOf } from '../../../contract/firmware-signature.ts'
import { instant } from '../../../contract/topic-values.ts'
import { readIfThere, replaceFile } from '../file.ts'
import { createTurn } from '../in-turn.ts'

const Pinned = z.object({
  /** The key of the settings when this was saved; a different one discards the rest. */
  configured: PublicKey.nullable(),
  key: PublicKey.nullable(),
  /** The serial of the last accepted order; the next one must be higher. */
  serial: instant,
})
type Pinned = z.output<typeof Pinned>

export type TrustedKey = {
  isKnown(): boolean
  /** Trusts the key that the platform offers if none is trusted yet. */
  learn(offered: string): void
  /**
   * The reason why an order is refused, or nothing. `isResumed`: the order was accepted before, so only its signature
   * is checked.
   */
  refusal(order: Upgrade, isResumed?: boolean): Refusal | undefined
  /** Resolves when no order up to this one can be accepted again, also after a restart. */
  accept(order: Upgrade): Promise<void>
  /** Resolves when a learnt key is on disk. */
  settled(): Promise<void>
}
type Refusal = 1355 | 1356 | 1357

type Needs = { path: string; sn: string; configured: string | undefined; log: (message: string) => void }

export async function openTrustedKey({ path, sn, configured, log }: Needs): Promise<TrustedKey> {
  let pinned = await load(path, configured ?? null, log)
  const inTurn = createTurn()
  /** Saves the change, then applies it: after a failure the same order can be accepted again. */
  const save = (change: Partial<Pinned>) =>
    inTurn(async () => {
      await replaceFile(path, JSON.stringify({ ...pinned, ...change }))
      pinned = { ...pinned, ...change }
    })
  const signer = (order: Upgrade) =>
    pinned.key !== null && isSigned(order) ? signerOf(pinned.key, sn, order) : undefined

  return {
    isKnown: () => pinned.key !== null,
    learn(offered) {
      if (pinned.key !== null) return
      log(`firmware: the signing key ${offered} is trusted from now on`)
      pinned = { ...pinned, key: offered }
      save({}).catch((error: unknown) => log(`firmware: ${String(error)}`))
    },
    refusal(order, isResumed = false) {
      if (!isSigned(order)) return 1355
      if (signer(order) === undefined) return 1356
      return !isResumed && order.signed.serial <= pinned.serial ? 1357 : undefined
    },
    async accept(order) {
      const key = signer(order) ?? pinned.key
      if (key !== pinned.key) log(`firmware: the signing key ${key} is trusted from now on, endorsed by ${pinned.key}`)
      await save({ key, serial: order.signed?.serial ?? pinned.serial })
    },
    settled: () => inTurn(async () => undefined),
  }
}

const isSigned = (order: Upgrade): order is SignedUpgrade => order.signed !== undefined

async function load(path: string, configured: string | null, log: Needs['log']): Promise<Pinned> {
  const fresh = { configured, key: configured, serial: 0 }
  const text = await readIfThere(path)
  if (text === undefined) return fresh
  const pinned = parsed(text)
  if (!pinned) log(`firmware: ${path} is damaged, the signing key is learnt anew`)
  return pinned && (configured === null || pinned.configured === configured) ? pinned : fresh
}

function parsed(text: string): Pinned | undefined {
  try {
    return Pinned.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}
