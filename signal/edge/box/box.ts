// The gateway's own settings, assembled: executes orders, saves them, reports the state. [S2 Gateway panel]
import { type BoxAct, type BoxOrder, type BoxTold, isOrderedInDownload } from '../../../contract/box.ts'
import type { Down } from '../../../contract/topics.ts'
import { type Hardware, isTunnel } from '../hardware.ts'
import { type Ending, failure } from '../poll/write.ts'
import type { OpenSealed } from '../unseal.ts'
import { type Installer, Loader } from '../upgrade/loader.ts'
import type { TrustedKey } from '../upgrade/trusted-key.ts'
import { createMapper } from './mapper.ts'
import { Northbound } from './northbound.ts'
import type { BoxDeps } from './part.ts'
import { createTamperGuard } from './tamper.ts'
import { createReporter, type ReportPace } from './teller.ts'
import type { createUsage } from './usage.ts'

type Needs = Omit<BoxDeps, 'changed' | 'isPaused'> & {
  sn: string
  open: OpenSealed
  hardware: Hardware
  /** True while the box is asleep or without power. */
  isResting(): boolean
  /** Records that wait for the platform. */
  waiting(): number
  usage: ReturnType<typeof createUsage>
  send(box: BoxTold): void
  teller?: ReportPace | undefined
  /** Loads and verifies upgrades; undefined: the agent cannot be upgraded remotely. */
  upgrades: { installer: Installer; trust: TrustedKey } | undefined
  dataDir: string
  ask(piece: { upgrade: string; from: number }): Promise<boolean>
  againMs: number | undefined
}

const ownActs: readonly BoxAct[] = ['mqtt', 'tamper', 'mappings']
/** Orders that would interrupt a report under way. [S8 1338] */
const interrupting: readonly BoxAct[] = ['restart', 'mode', 'lan']

export type Box = ReturnType<typeof createBox>

export function createBox(needs: Needs) {
  const { hardware, own, usage } = needs
  const teller = createReporter({ send: needs.send, told, ...(needs.teller ? { pace: needs.teller } : {}) })
  const deps: BoxDeps & Pick<Needs, 'sn' | 'open'> = {
    ...needs,
    changed: teller.changed,
    isPaused: () => isTunnel(hardware) || needs.isResting(),
  }
  const parts = { tamper: createTamperGuard(deps), mapper: createMapper(deps), northbound: new Northbound(deps) }
  const loader = needs.upgrades && new Loader({ ...needs, ...needs.upgrades, changed: teller.changed })
  const ignore = hardware.listen(({ kind }) => kind === 'change' && teller.changed())

  function told(): BoxTold {
    return {
      can: [...hardware.can(), ...ownActs, ...(loader ? (['upgrade'] as const) : [])],
      ...usage.told(),
      ...hardware.told(),
      mqtt: parts.northbound.told(),
      tamper: parts.tamper.told(),
      mappings: parts.mapper.told(),
      firmware: loader?.told() ?? {
        ...{ version: hardware.state().firmware.slice(0, 40), phase: 'idle', target: null },
        ...{ loaded: 0, bytes: 0, failed: null },
      },
    }
  }

  /** The reason why the order is refused now, or nothing. */
  function refused(act: BoxAct): Ending | undefined {
    if (isTunnel(hardware) && !isOrderedInDownload(act)) return failure(1331)
    // No restart and no change of mode during an upgrade. [S8 1311]
    if (loader?.isBusy() && (act === 'restart' || act === 'mode')) return failure(1311)
    const isReporting = hardware.told().power?.isLowPower === true && needs.waiting() > 0
    return isReporting && interrupting.includes(act) ? failure(1338) : undefined
  }

  function act(order: BoxOrder, sealed: string | undefined): Ending | Promise<Ending> {
    switch (order.act) {
      case 'mqtt':
        return parts.northbound.order(order, sealed)
      case 'tamper':
        return parts.tamper.order(order.tamper)
      case 'mappings':
        return parts.mapper.order(order.mappings)
      case 'upgrade':
        return loader?.order(upgradeOf(order)) ?? failure(1353, { what: order.act })
      default:
        return hardware.order(order)
    }
  }

  return {
    execute: (order: BoxOrder, sealed: string | undefined): Ending | Promise<Ending> =>
      refused(order.act) ?? act(order, sealed),
    /** Called when the platform answers. */
    welcome() {
      loader?.welcome()
      teller.tell()
    },
    /** The gateway was unbound: removes the settings that concern its variables and its owner. */
    async forget() {
      const { mqtt, tamper, mappings } = own.get()
      if (!mqtt && !tamper && mappings.length === 0) return
      parts.northbound.leave()
      await own.change({ mqtt: null, tamper: null, mappings: [] })
      start()
      teller.changed()
    },
    told,
    start,
    restore: async () => loader?.restore(),
    takeBytes: (bytes: Down['bytes']) => loader?.take(bytes),
    async stop() {
      ignore()
      teller.stop()
      loader?.stop()
      for (const part of Object.values(parts)) part.stop()
      await usage.stop()
    },
  }

  function start(): void {
    for (const part of Object.values(parts)) part.start()
  }
}

const upgradeOf = ({ act: _, ...of }: Extract<BoxOrder, { act: 'upgrade' }>) => of
