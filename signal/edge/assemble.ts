// The parts of the gateway agent, assembled. Parts that refer to each other do so in callbacks, which run only once all
// exist.
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { abilities } from '../../contract/abilities.ts'
import { limits } from '../../contract/limits.ts'
import { openers } from '../../drivers/openers.ts'
import { type Box, createBox } from './box/box.ts'
import { type OwnSettings, openOwn } from './box/own.ts'
import { createUsage } from './box/usage.ts'
import { type Clock, createClock } from './clock.ts'
import { type Commands, createCommands } from './commands.ts'
import { type Configuration, createConfiguration } from './configure.ts'
import { executor, matchesHashIn } from './execute.ts'
import { type Hardware, isTunnel, withTunnel } from './hardware.ts'
import { Holds } from './holds.ts'
import type { Journal } from './journal.ts'
import { type ActiveAlarmReport, createActiveAlarmReport } from './judge/active-alarm-report.ts'
import { createAlarmFile } from './judge/alarm-file.ts'
import { Judging } from './judge/judging.ts'
import { type AlarmKeeping, createAlarmKeeping } from './judge/keeping.ts'
import { fieldPace, Link } from './link/link.ts'
import { within } from './link/mqtt-client.ts'
import type { EdgeOptions } from './options.ts'
import { Delivery, fieldDelivery } from './outbox/delivery.ts'
import { type Outbox, openOutbox } from './outbox/outbox.ts'
import { createDiagnostics } from './poll/diagnostics.ts'
import { createPoller, type Poller } from './poll/poll.ts'
import { createProbe } from './poll/probe.ts'
import { executeWrite } from './poll/write.ts'
import { createPower } from './power.ts'
import { plantPace } from './schedule.ts'
import { createScriptRunner } from './script/runner.ts'
import { Scripts } from './script/scripts.ts'
import { Storing } from './store/storing.ts'
import { createStream, type Stream } from './stream/stream.ts'
import { EdgeTunnel } from './tunnel/tunnel.ts'
import { createUnseal, type OpenSealed } from './unseal.ts'
import { openTrustedKey, type TrustedKey } from './upgrade/trusted-key.ts'
import { createValues, type Values } from './values.ts'
import { createWriteSums, type WriteSums } from './write-sums.ts'

type Assembly = EdgeOptions<Hardware> & { boxId: string; journal: Journal }

/** The basis of the other parts: clocks, current readings, and state loaded from the agent's folder. */
type Base = {
  /** The box, with `vpn` set during a remote download. */
  hardware: Hardware
  clock: Clock
  values: Values
  open: OpenSealed
  own: OwnSettings
  trust: TrustedKey
  poller: Poller
  outbox: Outbox
}
/** History reports and alarm rules, which write to the outbox. */
type Recording = { storing: Storing; keeping: AlarmKeeping; judging: Judging }
/** The parts that send records and active alarms to the platform. */
type Sending = { delivery: Delivery; standing: ActiveAlarmReport }
/** The parts of the agent that send reports while monitoring is open. */
type Monitoring = { stream: Stream; diagnostics: ReturnType<typeof createDiagnostics> }
/** Scripts and held keys, with the sums of their writes; `scriptNews` is the timer of the reports of scripts. */
type Writing = { writeSums: WriteSums; scripts: Scripts; scriptNews: NodeJS.Timeout; holds: Holds }

/** The parts of the agent. */
export type Parts = Base &
  Recording &
  Sending &
  Monitoring &
  Writing & {
    configuration: Configuration
    link: Link
    tunnel: EdgeTunnel
    box: Box
    commands: Commands
    power: ReturnType<typeof createPower>
  }
/** Returns the parts; only callbacks may call it, since it throws until all parts exist. */
type AllParts = () => Parts

/** Creates the parts; each sees of the others only what it needs. Rejects if a file of the agent cannot be opened. */
export async function assemble(options: Assembly): Promise<Parts> {
  const all: AllParts = () => parts
  const base = await openBase(options, all)
  const recording = createRecording(options, base)
  const configuration = configurationOf(options, { ...base, ...recording }, all)
  const link = linkOf(options, base, all)
  const linked = { ...base, ...recording, configuration, link }
  const sending = createSending(options, linked)
  const monitoring = createMonitoring(linked)
  const tunnel = tunnelOf(options, linked, all)
  const writing = createWriting(options, { ...linked, ...monitoring })
  const box = boxOf(options, { ...linked, ...writing }, all)
  const commands = commandsOf(options, { ...linked, ...writing, box }, all)
  const power = createPower(base.hardware, { link, stream: monitoring.stream, configuration, log: options.log })
  const parts: Parts = { ...linked, ...sending, ...monitoring, tunnel, ...writing, box, commands, power }
  return parts
}

/** How long loading a driver waits for a heartbeat to be sent. */
const beatWaitMs = 500

async function openBase(options: Assembly, all: AllParts): Promise<Base> {
  const { dataDir, log, pace, now: wall = Date.now } = options
  const hardware = withTunnel(options.hardware, () => all().tunnel.isOpen())
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
    // A heartbeat gives the gateway a whole lease for the loading: otherwise a busy or slow box counts as offline.
    beforeLoading: () => within(all().link.send('beat', {}), beatWaitMs),
  })
  const outbox = await openOutbox({
    folder: join(dataDir, 'outbox'),
    bound: () => all().configuration.bound(),
    clock,
    log,
    maxBytes: options.outboxBytes ?? limits.outboxBytes,
  })
  return { hardware, clock, values, open, own, trust, poller, outbox }
}

function createRecording({ dataDir, log }: Assembly, { values, clock, outbox }: Base): Recording {
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
  return { storing, keeping, judging }
}

function configurationOf(
  { dataDir, log }: Assembly,
  { poller, values, storing, judging, open }: Base & Recording,
  all: AllParts,
): Configuration {
  return createConfiguration({
    ...{ path: join(dataDir, 'config.json'), poller, values, storing, judging, open, log },
    scripts: {
      apply: (bound) => all().scripts.apply(bound),
      pause: () => all().scripts.pause(),
      resume: () => all().scripts.resume(),
    },
  })
}

function linkOf(options: Assembly, { clock, hardware, trust }: Base, all: AllParts): Link {
  return new Link({
    ...options,
    pace: options.pace?.link ?? fieldPace,
    clock,
    profile: () => ({
      ...hardware.state(),
      ...{ abilities: abilitiesOf(options), ...appliedIn(all().configuration) },
      ...(options.installer ? { hasFirmwareKey: trust.isKnown() } : {}),
    }),
    onFirmwareKey: trust.learn,
    onWelcome: () => {
      const { stream, commands, delivery, standing, box } = all()
      stream.resume()
      void commands.resume()
      delivery.resume()
      standing.ask()
      box.welcome()
    },
    onAnswer: () => hardware.reached(),
    onAck: (ack) => {
      all().delivery.acknowledge(ack)
      all().standing.look()
    },
    onOpen: (request) => all().stream.open(request),
    onHold: (hold) => all().holds.renew(hold),
    onBytes: (bytes) => void all().box.takeBytes(bytes),
    onTunnel: (bytes) => all().tunnel.receive(bytes),
    onLeft: () => all().tunnel.lost(),
    onCommand: (raw) => void all().commands.receive(raw),
  })
}

/** All parts of the agent, including the link to the broker. */
type Linked = Base & Recording & { configuration: Configuration; link: Link }

function createSending({ log, pace }: Assembly, linked: Linked): Sending {
  const { outbox, judging, keeping, configuration, clock, link } = linked
  return {
    delivery: new Delivery({ outbox, link, clock, log, pace: pace?.delivery ?? fieldDelivery }),
    standing: createActiveAlarmReport({ outbox, judging, keeping, bound: configuration.bound, clock, link }),
  }
}

function createMonitoring({ values, clock, hardware, poller, configuration, link }: Linked): Monitoring {
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
  return { stream, diagnostics }
}

function tunnelOf({ log }: Assembly, { configuration, poller, link }: Linked, all: AllParts): EdgeTunnel {
  return new EdgeTunnel({
    bound: configuration.bound,
    async hold(target) {
      await all().holds.letGo()
      await poller.hold(target)
    },
    giveBack: poller.giveBack,
    send: (bytes) => link.sendFrame(bytes),
    onChange() {
      link.sayHello()
      all().stream.resume()
    },
    log,
  })
}

function createWriting(options: Assembly, parts: Linked & Monitoring): Writing {
  const { dataDir, log, pace, now: wall = Date.now } = options
  const { values, clock, hardware, poller, configuration, link, stream } = parts
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
  return { writeSums, scripts, scriptNews, holds }
}

function boxOf(options: Assembly, parts: Linked & Writing, all: AllParts): Box {
  const { dataDir, log, pace, now: wall = Date.now } = options
  const { own, open, hardware, values, clock, trust, link, outbox, configuration, poller, writeSums } = parts
  const matchesHash = matchesHashIn(configuration)
  return createBox({
    ...{ sn: options.sn, open, hardware, log, values, now: clock.now },
    own,
    usage: createUsage({ own, carried: () => link.carried, hardware, now: clock.now, wall, log }),
    instant: (moment) => Math.round(clock.platform(moment) ?? wall()),
    isOnline: () => link.state === 'online',
    heardAt: () => link.heardAt,
    isResting: () => all().power.state() !== undefined,
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
}

function commandsOf(options: Assembly, parts: Linked & Writing & { box: Box }, all: AllParts): Commands {
  const { hardware, configuration, poller, holds, open, box, clock, link } = parts
  return createCommands({
    journal: options.journal,
    clock,
    isWelcome: () => link.state === 'online',
    session: () => link.session,
    send: (result) => link.send('result', result),
    execute: executor({
      ...{ hardware, configuration, poller, holds, probe: createProbe(poller, open), box },
      onConfigured() {
        const { tunnel, stream, standing } = all()
        tunnel.recheck()
        link.sayHello()
        stream.resume()
        standing.ask()
      },
    }),
    log: options.log,
  })
}

/** The abilities and drivers of this agent. */
const abilitiesOf = ({ installer }: Pick<EdgeOptions<Hardware>, 'installer'>): string[] => [
  ...abilities.filter((ability) => ability !== 'upgrade' || installer),
  ...Object.keys(openers),
]

/** The applied configuration: its hash, unless secrets are missing, and its binding; null without one. */
export const appliedIn = (configuration: Pick<Configuration, 'isWhole' | 'bound'>) => ({
  configHash: (configuration.isWhole() && configuration.bound()?.hash) || null,
  bindingId: configuration.bound()?.bindingId ?? null,
})
