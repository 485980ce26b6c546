// The upgrade job: evaluates reports of gateways, and orders the next upgrades. All state is in tables, so it survives
// restarts.
import { randomUUID } from 'node:crypto'
import { lackingToOrder } from '../../../contract/abilities.ts'
import { BoxTold } from '../../../contract/box.ts'
import { Failure } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Platform } from '../../frame/serve.ts'
import { cannotOrder } from '../box/rules.ts'
import { firmwareSigning, type RunId } from './contract.ts'
import { isHolding, nextOf, roomFor, runAfter, type Seen } from './rules.ts'
import { alone, isAnyOpen, loadUnderWay, loadWaiting, order, setUpgrade, type Working } from './run-store.ts'
import { loadOpenRuns, setRunState } from './store.ts'

type Needs = Pick<Platform, 'db' | 'publish' | 'now' | 'use'>

export async function moveUpgrades(platform: Needs): Promise<void> {
  if (await isAnyOpen(platform.db)) await alone(platform.db, () => move(platform))
}

async function move(platform: Needs): Promise<void> {
  const { db, now } = platform
  for (const upgrade of await loadUnderWay(db)) {
    const next = nextOf(upgrade, seenOf(upgrade, now()), limits.upgradeStallMs)
    // A cancelled run repeats no orders.
    const isOver = next?.state === 'waiting' && upgrade.runState === 'cancelled'
    if (next) await setUpgrade(db, upgrade.id, isOver ? { state: 'cancelled' } : next, now())
  }
  await begin(platform, null, limits.upgradesAtOnce)
  for (const run of await loadOpenRuns(db)) {
    const state = runAfter(run, run)
    if (state !== run.state) await setRunState(db, run.id, state)
    if (state !== 'running') continue
    const holding = (await loadUnderWay(db)).filter(
      (upgrade) => upgrade.runId === run.id && isHolding(upgrade, seenOf(upgrade, now()), limits.upgradeGraceMs),
    )
    await begin(platform, run.id, roomFor(run.atOnce, holding.length))
  }
}

function seenOf({ box, boxAt, gatewayState, commandStatus, commandCode }: Working, now: number): Seen {
  return {
    isOnline: gatewayState === 'online',
    firmware: BoxTold.safeParse(box).data?.firmware ?? null,
    toldAt: boxAt,
    command: commandStatus === null ? null : { status: commandStatus, code: commandCode },
    now,
  }
}

async function begin({ db, publish, now, use }: Needs, runId: RunId | null, most: number): Promise<void> {
  if (most === 0) return
  for (const upgrade of await loadWaiting(db, runId, most)) {
    const at = now()
    const { id, sn, version, sizeBytes, sha256, abilities, gatewayState: state, vpn, mode } = upgrade
    if (lackingToOrder('upgrade', abilities).length > 0) {
      await setUpgrade(db, id, { state: 'failed', code: 1354 }, at)
      continue
    }
    if (cannotOrder({ state, vpn, mode }, 'upgrade')) continue
    const trialS = upgrade.trialS ?? limits.firmwareTrialMs / 1000
    const unsigned = { upgrade: id, version, bytes: sizeBytes, sha256, trialS }
    const signed = await use(firmwareSigning)
      .sign(sn, unsigned)
      .catch((error: unknown) => {
        if (error instanceof Failure) return error.code
        throw error
      })
    if (typeof signed === 'number') {
      await setUpgrade(db, id, { state: 'failed', code: signed }, at)
      continue
    }
    const of = { act: 'upgrade', ...signed } as const
    const uuid = randomUUID()
    const expiresAt = at + limits.commandTtlMs
    if (!(await order(db, upgrade, { id, uuid, order: of, expiresAt, at }))) continue
    // An order that does not reach the gateway expires, and is then repeated.
    await publish(sn, { kind: 'box', uuid, expiresAt, order: of }).catch(() => undefined)
  }
}
