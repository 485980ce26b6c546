// One-time codes: generates, rate-limits, sends and checks them.
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { fail } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { networkOf } from '../../../core/network-of.ts'
import type { DB } from '../../../db/schema.ts'
import { type Bound, type CodeOf, type CodeOrder, type Codes, channels } from './contract.ts'
import type { Messenger } from './messenger.ts'
import { codeMessage } from './rules.ts'
import {
  countUse,
  countWrong,
  forgetUse,
  inTransaction,
  loadUse,
  lockCode,
  putCode,
  removeCode,
  voidCode,
} from './store.ts'

type Needs = {
  db: Kysely<DB>
  messenger: Messenger
  /** The secret key of this installation. */
  key: Buffer
  now: () => number
}

const again: Bound = { max: 1, perMs: limits.verificationAgainMs }
const hour = (max: number): Bound => ({ max, perMs: 3600_000 })
const day = (max: number): Bound => ({ max, perMs: 24 * 3600_000 })

export function createCodes({ db, messenger, key, now }: Needs): Codes {
  const mark = (text: string): Buffer => createHmac('sha256', key).update(text).digest()
  const codeHash = ({ holder, purpose, channel }: CodeOf, code: string) =>
    mark(['code', holder, purpose, channel, code].join('\n'))
  const targetHash = ({ channel, target }: CodeOf) => mark(['target', channel, target].join('\n'))

  const countKey = (name: string) => mark(`count\n${name}`).toString('base64url')
  const countTry = async (name: string, bound: Bound) => (await countUse(db, countKey(name), bound, now())) <= bound.max
  const isUsedUp = async (name: string, bound: Bound) => (await loadUse(db, countKey(name), bound, now())) >= bound.max

  /** Checks all limits before it counts the request: a request that one limit refuses must not use up the others. */
  async function mayNotSend({ holder, purpose, channel, target, account, ip }: CodeOrder): Promise<boolean> {
    const bounds: [string, Bound][] = [
      [`again ${holder} ${purpose} ${channel}`, again],
      [`again ${channel} ${target}`, again],
      [`target ${channel} ${target}`, hour(limits.codesPerTargetHour)],
      [`account ${account}`, day(limits.codesPerAccountDay)],
      [`network ${networkOf(ip)}`, hour(limits.codesPerNetworkHour)],
    ]
    for (const [name, bound] of bounds) if (await isUsedUp(name, bound)) return true
    // Requests in parallel pass the check together, so the counts decide.
    for (const [name, bound] of bounds) if (!(await countTry(name, bound))) return true
    return false
  }

  /** A caller who could not be reached may try again immediately. */
  async function takeBack(order: CodeOrder, hash: Buffer): Promise<void> {
    await voidCode(db, order, hash)
    const { holder, purpose, channel, target } = order
    for (const name of [`again ${holder} ${purpose} ${channel}`, `again ${channel} ${target}`])
      await forgetUse(db, countKey(name))
  }

  async function deliver(order: CodeOrder, code: string, hash: Buffer): Promise<void> {
    if (order.isMadeUp) return
    const { channel, target: to, purpose, language } = order
    // Waits until callers that must not notice have been answered: timing must not reveal whether a message is sent.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      await messenger.send({ channel, to, ...codeMessage(code, purpose, language) })
    } catch (error) {
      await takeBack(order, hash)
      throw error
    }
  }

  return {
    channels: () => channels.filter((channel) => messenger.by(channel) !== 'off'),
    by: messenger.by,
    isFailing: messenger.isFailing,
    async send(order) {
      if (await mayNotSend(order)) throw fail('tooFrequent')
      const { holder, purpose, channel } = order
      const code = String(randomInt(10 ** limits.verificationDigits)).padStart(limits.verificationDigits, '0')
      const hash = codeHash(order, code)
      const times = { createdAt: now(), expiresAt: now() + limits.verificationMs }
      await putCode(db, { holder, purpose, channel }, { targetHash: targetHash(order), codeHash: hash, ...times })
      const delivered = deliver(order, code, hash)
      // Callers that must not reveal the outcome do not wait for it.
      delivered.catch(() => undefined)
      return { delivered }
    },
    // Failures are ignored here, because the messenger logs them.
    tell: (message) => void messenger.send(message).catch(() => undefined),
    check: (of, code) =>
      inTransaction(db, async (inner) => {
        const stored = await lockCode(inner, of)
        if (!stored || stored.expiresAt <= now() || stored.wrong >= limits.verificationTries) return 'gone'
        const isRight = timingSafeEqual(stored.codeHash, codeHash(of, code.trim()))
        if (isRight && timingSafeEqual(stored.targetHash, targetHash(of))) {
          await removeCode(inner, of)
          return 'right'
        }
        await countWrong(inner, of)
        return 'wrong'
      }),
    countTry,
    mark,
    outbox: messenger.outbox,
  }
}
