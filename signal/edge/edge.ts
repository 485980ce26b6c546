// The gateway agent, assembled: polls drivers, streams values while monitoring is open, executes commands, applies
// configurations. Nothing runs at import; `stop` leaves no timer and no socket.
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { abilities } from '../../contract/abilities.ts'
import { limits } from '../../contract/limits.ts'
import { openers } from '../../drivers/openers.ts'
import { createBox } from './box/box.ts'
import { openOwn } from './box/own.ts'
import type { ReportPace } from './box/teller.ts'
import { createUsage } from './box/usage.ts'
import { createClock } from './clock.ts'
import { createCommands } from './commands.ts'
import { createConfiguration } from './configure.ts'
import { executor, matchesHashIn } from './execute.ts'
import { readIfThere, replaceFile } from './file.ts'
import { type Hardware, isTunnel, withTunnel } from './hardware.ts'
import { Holds } from './holds.ts'
import { type Journal, openJournal } from './journal.ts'
import { createAlarmFile } from './judge/alarm-file.ts'
import { Judging } from './judge/judging.ts'
import { createAlarmKeeping } from './judge/keeping.ts'
import { createActiveAlarmReport } from './judge/standing.ts'
import { fieldPace, Link, type LinkPace, type LinkState } from './link/link.ts'
import { Delivery, type DeliveryPace, fieldDelivery } from './outbox/delivery.ts'
import { type OutboxStats, openOutbox } from './outbox/outbox.ts'
import { createDiagnostics } from './poll/diagnostics.ts'
import { createPoller } from './poll/poll.ts'
import { createProbe } from './poll/probe.ts'
import { executeWrite } from './poll/write.ts'
import { createPower } from './power.ts'
import { type Pace, plantPace } from './schedule.ts'
import { createScriptRunner } from './script/runner.ts'
import { Scripts } from './script/scripts.ts'
import { Storing } from './store/storing.ts'
import { createStoringFile } from './store/storing-file.ts'
import { verdictOf } from './store/storing-return.ts'
import { createStream } from './stream/stream.ts'
import { EdgeTunnel } from './tunnel/tunnel.ts'
import { createUnseal } from './unseal.ts'
import type { Installer } from './upgrade/loader.ts'
import { openTrustedKey } from './upgrade/trusted-key.ts'
import { createValues } from './values.ts'
import { createWriteSums } from './write-sums.ts'

export type EdgeOptions<H extends Hardware> = {
  sn: string
  /** The MQTT password of this SN. */
  secret: string
  /** mqtt://host:port or mqtts://host:port. */
  url: string
  /** PEM text of a private authority. */
  ca?: string
  /** The agent's own folder: box id, configuration, journal, outbox. One agent per folder. */
  dataDir: string
  /** Maximum size of the outbox; default `limits.outboxBytes`. */
  outboxBytes?: number
  hardware: H
  /** Installs newer agents; without it the agent cannot be upgraded remotely. */
  installer?: Installer | undefined
  /**
   * The public key by which the platform signs firmware; without it the first one that the platform offers is trusted.
   */
  firmwareKey?: string | undefined
  /** The box's wall clock, epoch ms; may be wrong. */
  now?: () => number
  log: (message: string) => void
  /** Waits that tests shorten. */
  pace?: {
    poll?: Pace
    link?: LinkPace
    delivery?: DeliveryPace
    writesToldMs?: number
    saveMs?: number
    /** Intervals of the gateway settings: `secondMs` is the length of a second. */
    box?: { teller?: ReportPace; secondMs?: number; pieceMs?: number }
  }
}

export type EdgeStatus = {
  state: LinkState | 'sleeping' | 'unpowered' | 'restarting'
  boxId: string
  configHash: string | null
  bindingId: number | null
  connections: { key: string; isOpen: boolean; signals: number }[]
  /** Signals that have a reading, and how many of them are good. */
  readings: number
  good: number
  /** The interval of open monitoring, or nothing while it is closed. */
  liveIntervalMs: number | undefined
  /** Records that wait for the platform. */
  outbox: OutboxStats
}

export type Edge<H extends Hardware> = { hardware: H; status(): EdgeStatus; stop(): Promise<void> }

/** Starts the agent; resolves when polling has begun, whether or not the platform can be reached. */
export async function startEdge<H extends Hardware>(options: EdgeOptions<H>): Promise<Edge<H>> {
  const { dataDir, hardware } = options
  await mkdir(dataDir, { recursive: true })
  const boxId = await loadBoxId(join(dataDir, 'box.json'))
  const journal = await openJournal(join(dataDir, 'journal.jsonl'))
  const parts = await assemble({ ...options, boxId, journal })
  const { link, stream, diagnostics, poller, configuration, commands, power, outbox, delivery, storing } = parts
  const storingFile = await restoreStoring(options, parts)
  const { judging, keeping } = parts
  judging.restore(await keeping.load())
  await configuration.load()
  await parts.holds.restore()
  await parts.box.restore()
  parts.box.start()
  storingFile.begin({ save: () => storing.save(), reading: parts.clock.reading })
  link.start()
  return {
    hardware,
    status: () => statusOf(boxId, parts),
    async stop() {
      await power.stop()
      stream.stop()
      diagnostics.stop()
      clearInterval(parts.scriptNews)
      parts.writeSums.stop()
      await parts.scripts.stop()
      parts.holds.stop()
      await parts.box.stop()
      await parts.trust.settled()
      delivery.pause()
      await parts.tunnel.stop()
      await link.stop()
      await poller.stop()
      // After saving, no period may end any more: its record would be sent again after the restart.
      storing.pause()
      await storingFile.end()
      storing.stop()
      judging.stop()
      await keeping.settled()
      await commands.settled()
      await outbox.close()
      await journal.close()
    },
  }
}

/** Restores summaries that an earlier run saved, before any report is applied. */
async function restoreStoring({ dataDir, log, pace }: EdgeOptions<Hardware>, { clock, storing }: Parts) {
  const file = createStoringFile({ path: join(dataDir, 'storing.json'), everyMs: pace?.saveMs, log })
  const earlier = await file.take()
  if (earlier) {
    clock.remember(earlier.clock)
    storing.restore(earlier.saved, (endsAt) => verdictOf(earlier, endsAt, clock.reading()))
  }
  return file
}

type Assembly = EdgeOptions<Hardware> & { boxId: string; journal: Journal }

/** Creates the parts; each sees of the others only what it needs. */
async function assemble(options: Assembly) {
  const { dataDir, log, journal, pace, now: wall = Date.now } = options
  const hardware = withTunnel(options.hardware, () => tunnel.isOpen())
  const clock = createClock({ wall })
  const values = createValues()
  const open = createUnseal(options)
  const own = await openOwn(join(dataDir, 'settings.json'), log)
  const trust = await openTrustedKey({
    ...{ path: join(dataDir, 'firmware-key.json'), sn: options.sn, configured: options.firmwareKey, log },
  })
  const poller = createPoller({
    values,
    now: clock.now,
    random: Math.random,
    pace: pace?.poll ?? plantPace,
    home: join(dataDir, 'drivers'),
    log,
  })
  const outbox = await openOutbox({
    folder: join(dataDir, 'outbox'),
    bound: () => configuration.bound(),
    clock,
    log,
    maxBytes: options.outboxBytes ?? limits.outboxBytes,
  })
  const storing = new Storing({
    values,
    clock: { now: clock.now, platform: clock.presumed },
    wall: clock.box,
    sink: (sample) => void outbox.record(sample),
    log,
  })
  const keeping = createAlarmKeeping({
    file: createAlarmFile(join(dataDir, 'alarms.json'), log),
    append: (entry) => outbox.append('event', entry),
  })
  const judging = new Judging({
    values,
    clock,
    draw: () => randomBytes(8).toString('hex'),
    sink: (events, standing) => keeping.take(outbox.eventEntries(events), standing),
    log,
  })
  const configuration = createConfiguration({
    ...{ path: join(dataDir, 'config.json'), poller, values, storing, judging, open, log },
    scripts: {
      apply: (bound) => scripts.apply(bound),
      pause: () => scripts.pause(),
      resume: () => scripts.resume(),
    },
  })
  const link = new Link({
    ...options,
    pace: pace?.link ?? fieldPace,
    clock,
    profile: () => ({
      ...hardware.state(),
      ...{ abilities: abilitiesOf(options), ...appliedIn(configuration) },
      ...(options.installer ? { hasFirmwareKey: trust.isKnown() } : {}),
    }),
    onFirmwareKey: trust.learn,
    onWelcome: () => {
      stream.resume()
      void commands.resume()
      delivery.resume()
      standing.ask()
      box.welcome()
    },
    onAnswer: () => hardware.reached(),
    onAck: (ack) => {
      delivery.acknowledge(ack)
      standing.look()
    },
    onOpen: (request) => stream.open(request),
    onHold: (hold) => holds.renew(hold),
    onBytes: (bytes) => void box.takeBytes(bytes),
    onTunnel: (bytes) => tunnel.receive(bytes),
    onLeft: () => tunnel.lost(),
    onCommand: (raw) => void commands.receive(raw),
  })
  const delivery = new Delivery({ outbox, link, clock, log, pace: pace?.delivery ?? fieldDelivery })
  const standing = createActiveAlarmReport({ outbox, judging, keeping, bound: configuration.bound, clock, link })
  const stream = createStream({
    values,
    now: clock.now,
    platform: clock.platform,
    ready: () => link.isReady && configuration.bound() !== undefined && !isTunnel(hardware),
    send: (batch) => {
      const { equipmentId, bindingId } = configuration.bound()!
      void link.send('live', { equipmentId, bindingId, ...batch })
    },
  })
  const diagnostics = createDiagnostics({
    drivers: poller.drivers,
    isWanted: () => stream.intervalMs() !== undefined && link.isIdle && configuration.bound() !== undefined,
    platform: clock.platform,
    send(words) {
      const { equipmentId, bindingId } = configuration.bound()!
      void link.send('drivers', { equipmentId, bindingId, ...words })
    },
  })
  const tunnel = new EdgeTunnel({
    bound: configuration.bound,
    async hold(target) {
      await holds.letGo()
      await poller.hold(target)
    },
    giveBack: poller.giveBack,
    send: (bytes) => link.sendFrame(bytes),
    onChange() {
      link.sayHello()
      stream.resume()
    },
    log,
  })
  const writeSums = createWriteSums({
    instant: () => clock.platform(clock.now()) ?? wall(),
    bound: configuration.bound,
    send: (sums) => link.send('writes', sums),
    everyMs: pace?.writesToldMs,
  })
  const scripts = new Scripts({
    values,
    now: clock.now,
    platform: clock.platform,
    access: (id) => poller.find(id)?.access,
    write: (signalId, value, id) => {
      const write = () => executeWrite(poller, { signalId, value, mayStart: () => !isTunnel(hardware) })
      return writeSums.noted({ by: 'script', id }, signalId, value, holds.release(signalId, write))
    },
    mayRun: () => !isTunnel(hardware),
    runner: createScriptRunner(),
  })
  const scriptNews = setInterval(() => {
    const isWanted = stream.intervalMs() !== undefined && link.isIdle && !isTunnel(hardware)
    const bound = configuration.bound()
    const news = bound && isWanted ? scripts.news() : undefined
    if (bound && news) void link.send('script', { equipmentId: bound.equipmentId, bindingId: bound.bindingId, ...news })
  }, limits.driverNewsMs)
  const matchesHash = matchesHashIn(configuration)
  const holds = new Holds({
    path: join(dataDir, 'holds.json'),
    write: (signalId, value, hash) =>
      matchesHash(signalId, hash) ? executeWrite(poller, { signalId, value, mayStart: () => true }) : undefined,
    log,
  })
  const box = createBox({
    ...{ sn: options.sn, open, hardware, log, values, now: clock.now },
    own,
    usage: createUsage({ own, carried: () => link.carried, hardware, now: clock.now, wall, log }),
    instant: (moment) => Math.round(clock.platform(moment) ?? wall()),
    isOnline: () => link.state === 'online',
    heardAt: () => link.heardAt,
    isResting: () => power.state() !== undefined,
    waiting: () => outbox.stats().entries,
    write: (signalId, value, hash, by) =>
      matchesHash(signalId, hash)
        ? writeSums.noted(by, signalId, value, executeWrite(poller, { signalId, value, mayStart: () => true }))
        : undefined,
    send: (told) => void link.send('box', { at: Math.round(clock.platform() ?? wall()), box: told }),
    secondMs: pace?.box?.secondMs ?? 1000,
    teller: pace?.box?.teller,
    upgrades: options.installer && { installer: options.installer, trust },
    dataDir,
    ask: (piece) => link.send('piece', piece),
    againMs: pace?.box?.pieceMs,
  })
  const commands = createCommands({
    journal,
    clock,
    isWelcome: () => link.state === 'online',
    session: () => link.session,
    send: (result) => link.send('result', result),
    execute: executor({
      ...{ hardware, configuration, poller, holds, probe: createProbe(poller, open), box },
      onConfigured() {
        tunnel.recheck()
        link.sayHello()
        stream.resume()
        standing.ask()
      },
    }),
    log,
  })
  const power = createPower(hardware, { link, stream, configuration, log })
  const kept = { outbox, delivery, storing, judging, keeping, standing }
  return {
    clock,
    values,
    poller,
    configuration,
    link,
    stream,
    diagnostics,
    commands,
    power,
    holds,
    box,
    trust,
    tunnel,
    scripts,
    scriptNews,
    writeSums,
    ...kept,
  }
}

type Parts = Awaited<ReturnType<typeof assemble>>

/** The abilities and drivers of this agent. */
const abilitiesOf = ({ installer }: Pick<EdgeOptions<Hardware>, 'installer'>): string[] => [
  ...abilities.filter((ability) => ability !== 'upgrade' || installer),
  ...Object.keys(openers),
]

const appliedIn = (configuration: Parts['configuration']) => ({
  configHash: (configuration.isWhole() && configuration.bound()?.hash) || null,
  bindingId: configuration.bound()?.bindingId ?? null,
})

function statusOf(boxId: string, { values, poller, configuration, link, stream, power, outbox }: Parts): EdgeStatus {
  return {
    state: power.state() ?? link.state,
    boxId,
    ...appliedIn(configuration),
    connections: poller.connections(),
    readings: values.size(),
    good: values.goodCount(),
    liveIntervalMs: stream.intervalMs(),
    outbox: outbox.stats(),
  }
}

/** Sixteen random hex digits, generated once: they distinguish a second box with the same SN. */
async function loadBoxId(path: string): Promise<string> {
  const kept = await readIfThere(path)
  const known = kept && /"boxId":"([0-9a-f]{16})"/.exec(kept)?.[1]
  if (known) return known
  const boxId = randomBytes(8).toString('hex')
  await replaceFile(path, JSON.stringify({ boxId }))
  return boxId
}
